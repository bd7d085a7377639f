/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The primitives of a transformation in words; see primitives.h.
 */
#include "base/gcc.h"
#include "thread/callee.h"
#include "primitives.h"
#include "statement.h"

#define SIZE_MOST 1048576 /* iterations of a tile */
#define COLLAPSE_MOST 8

/* May the call become loops of the record? A function of the unit does when it
   is inlined, memset() and its like by what they do: all take pointers. */
static bool may_hold_loops(gimple *statement)
{
	tree function;

	if (!is_gimple_call(statement) || gimple_call_internal_p(statement))
		return false;
	function = gimple_call_fndecl(statement);
	return !function || callee_is_known(function) ||
	       (fndecl_built_in_p(function) &&
		gimple_call_num_args(statement) > 0 &&
		POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(statement, 0))));
}

/* The first call that may, or NULL. */
static gimple *find_call(const struct loop_tree *loops)
{
	auto_vec<gimple *> all;

	statement_flatten(loops->construct, &all);
	for (unsigned i = 0; i < all.length(); i++)
		if (may_hold_loops(all[i]))
			return all[i];
	return NULL;
}

/* Why no loop has the name, which may be that of a loop of the record. */
static char *refuse_name(const struct loop_tree *loops, const char *word)
{
	gimple *call = find_call(loops);

	for (unsigned i = 0; i < loops->list.length(); i++)
		if (!loops->list[i]->counter) {
			char *unread = loops_unread(loops->list[i]);
			char *why = xasprintf("it has no loop %s; %s", word,
					      unread);

			free(unread);
			return why;
		}
	if (call)
		return xasprintf("it has no loop %s; loops of the call in line "
				 "%d cannot be moved",
				 word, LOCATION_LINE(gimple_location(call)));
	return xasprintf("it has no loop %s", word);
}

/* The loop of that name or number. */
static char *find_loop(const struct loop_tree *loops, const char *word,
		       struct part **found)
{
	*found = NULL;
	for (unsigned i = 0; i < loops->list.length(); i++) {
		if (strcmp(loops_name(loops->list[i]), word) != 0)
			continue;
		if (*found)
			return xasprintf("several loops are called %s: "
					 "give their numbers",
					 word);
		*found = loops->list[i];
	}
	if (*found)
		return NULL;
	if (!ISDIGIT(*word))
		return refuse_name(loops, word);
	if (strtoul(word, NULL, 10) >= loops->list.length())
		return xasprintf("it has no loop number %s", word);
	if (find_call(loops))
		return xasprintf("it calls functions, whose loops records "
				 "number as well: give loop %s a counter of "
				 "its own name",
				 word);
	*found = loops->list[strtoul(word, NULL, 10)];
	return NULL;
}

/* A number from 2 to "most", or 0. */
static HOST_WIDE_INT read_size(const char *word, HOST_WIDE_INT most)
{
	char *end;
	unsigned long size = strtoul(word, &end, 10);

	return ISDIGIT(*word) && *end == '\0' && size >= 2 &&
			       size <= (unsigned long)most
		       ? size
		       : 0;
}

/* A word of order(...). */
static char *add_ordered(struct primitives *to, const struct loop_tree *loops,
			 char *word)
{
	size_t length = strlen(word);
	struct ordered ordered = {};
	char *why;

	if (length > 1 && word[length - 1] == '@') {
		ordered.tile = true;
		word[length - 1] = '\0';
	}
	why = find_loop(loops, word, &ordered.loop);
	for (unsigned i = 0; i < to->order.length() && !why; i++)
		if (to->order[i].loop == ordered.loop &&
		    to->order[i].tile == ordered.tile)
			why = xasprintf("loop %s is named twice", word);
	to->order.safe_push(ordered);
	return why;
}

/* A word of tile(...) or jam(...): j:64. */
static char *add_sized(vec<struct sized> *list, const struct loop_tree *loops,
		       char *word)
{
	char *colon = strchr(word, ':');
	struct sized sized = {};
	char *why;

	if (colon) {
		*colon = '\0';
		sized.size = read_size(colon + 1, SIZE_MOST);
	}
	why = find_loop(loops, word, &sized.loop);
	if (!why && !sized.size)
		why = xasprintf("loop %s needs a size of its tiles, 2 to %d",
				word, SIZE_MOST);
	for (unsigned i = 0; i < list->length() && !why; i++)
		if ((*list)[i].loop == sized.loop)
			why = xasprintf("loop %s is named twice", word);
	list->safe_push(sized);
	return why;
}

static const char *const names[] = {"distribute", "order",    "tile",
				    "jam",	  "collapse", "apart"};
enum { DISTRIBUTE, ORDER, TILE, JAM, COLLAPSE, APART, PRIMITIVES };

/* A word between the parentheses of a primitive. */
static char *add_word(struct primitives *to, const struct loop_tree *loops,
		      unsigned which, char *word)
{
	switch (which) {
	case ORDER:
		return add_ordered(to, loops, word);
	case TILE:
		return add_sized(&to->tile, loops, word);
	case JAM:
		return add_sized(&to->jam, loops, word);
	case DISTRIBUTE:
		if (to->distribute)
			return xasprintf("distribute names one loop");
		return find_loop(loops, word, &to->distribute);
	case APART:
		to->apart.safe_push(xstrdup(word));
		return NULL;
	default:
		if (!to->collapse)
			to->collapse = read_size(word, COLLAPSE_MOST);
		return to->collapse ? NULL
				    : xasprintf("collapse needs a number of "
						"loops, 2 to %d",
						COLLAPSE_MOST);
	}
}

/* A tile loop stands around its loop, which the order names. */
static char *check_tiles(const struct primitives *of)
{
	for (unsigned i = 0; i < of->tile.length(); i++) {
		bool named = of->order.is_empty();

		for (unsigned k = 0; k < of->order.length(); k++)
			named |= of->order[k].loop == of->tile[i].loop &&
				 !of->order[k].tile;
		if (!named)
			return xasprintf("loop %s has tiles and does not "
					 "stand in the order",
					 loops_name(of->tile[i].loop));
	}
	for (unsigned i = 0; i < of->order.length(); i++) {
		const struct ordered *at = &of->order[i];

		if (!at->tile)
			continue;
		if (!primitives_tile(of, at->loop))
			return xasprintf("%s@ stands in the order of a loop "
					 "without tiles",
					 loops_name(at->loop));
		for (unsigned k = 0; k < i; k++)
			if (of->order[k].loop == at->loop)
				return xasprintf(
					"loop %s stands outside of its tiles",
					loops_name(at->loop));
	}
	return NULL;
}

char *primitives_read(struct primitives *to, const struct loop_tree *loops,
		      const char *text)
{
	char *copy = xstrdup(text), *why = NULL, *rest = copy;
	unsigned first = 0;

	while (*rest && !why) {
		char *name = rest, *words = strchr(rest, '('), *end;
		unsigned which = 0;

		end = words ? strchr(words, ')') : NULL;
		if (!end) {
			why = xasprintf("%s is no primitive", name);
			break;
		}
		*words++ = *end = '\0';
		rest = end + 1 + strspn(end + 1, " ");
		while (which < PRIMITIVES && strcmp(names[which], name) != 0)
			which++;
		if (which == PRIMITIVES)
			why = xasprintf("%s is no primitive", name);
		else if (which < first)
			why = xasprintf(names[first - 1] == names[which]
						? "%s stands twice"
						: "%s stands too late: "
						  "distribute, order, tile, "
						  "jam, collapse, apart",
					name);
		first = which + 1;
		for (char *word = strtok(words, ","); word && !why;
		     word = strtok(NULL, ","))
			why = add_word(to, loops, which, word);
	}
	free(copy);
	return why ? why : check_tiles(to);
}

void primitives_free(struct primitives *to)
{
	to->order.release();
	to->tile.release();
	to->jam.release();
	for (unsigned i = 0; i < to->apart.length(); i++)
		free(to->apart[i]);
	to->apart.release();
}

HOST_WIDE_INT primitives_tile(const struct primitives *of,
			      const struct part *loop)
{
	for (unsigned i = 0; i < of->tile.length(); i++)
		if (of->tile[i].loop == loop)
			return of->tile[i].size;
	return 0;
}
