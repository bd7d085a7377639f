/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Space files: YAML in.
 */
#include "space.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/memory.h"
#include "base/suggest.h"
#include "base/text.h"
#include "constraint.h"
#include "dimension.h"
#include "flag.h"
#include "models/clause.h"
#include "models/schedule.h"
#include "variants.h"
#include "walk.h"

#define LARGEST (1 << 20) /* bytes of a file */

/* Brackets that are open at once: libyaml takes the square of them in time. */
#define DEEPEST 100
#define MOST_VALUES 1000  /* of one list */
#define MOST_VARIANTS 1e7 /* before constraints: they are walked */
#define MOST_CHUNK 2147483647
#define LONGEST_TILE (1 << 20)
#define MOST_SHAPES 1000 /* orders, each with all tiles */

struct reader {
	const char *name; /* of the file */
	yaml_document_t document;
	struct space *space;
	yaml_node_t *constraints; /* read last: they need the names */
	struct text *problem;
};

static bool complain(struct reader *reader, const yaml_node_t *node,
		     const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static bool complain(struct reader *reader, const yaml_node_t *node,
		     const char *format, ...)
{
	va_list arguments;

	text_print(reader->problem, "%s:%zu:%zu: ", reader->name,
		   node->start_mark.line + 1, node->start_mark.column + 1);
	va_start(arguments, format);
	text_vprint(reader->problem, format, arguments);
	va_end(arguments);
	return false;
}

/* ---- reading --------------------------------------------------------------
 */

static yaml_node_t *node_of(struct reader *reader, int number)
{
	return yaml_document_get_node(&reader->document, number);
}

static const char *word_of(const yaml_node_t *node)
{
	return (const char *)node->data.scalar.value;
}

static bool is_nothing(const yaml_node_t *node)
{
	return node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	       (node->data.scalar.length == 0 ||
		strcmp(word_of(node), "~") == 0);
}

/* One value, as it is written. */
static bool check_word(struct reader *reader, const yaml_node_t *node,
		       const char *what)
{
	if (node->type != YAML_SCALAR_NODE)
		return complain(reader, node, "expected %s, found a %s", what,
				node->type == YAML_SEQUENCE_NODE ? "list"
								 : "mapping");
	if (is_nothing(node))
		return complain(reader, node, "expected %s, found nothing",
				what);
	if (strlen(word_of(node)) != node->data.scalar.length)
		return complain(reader, node, "expected %s, found a NUL byte",
				what);
	return true;
}

/* Decimal, without a leading zero, which C takes for octal. */
static bool read_whole(const char *word, int64_t *number)
{
	const char *digits = word + (*word == '-');
	char *end;

	if (*digits < '0' || *digits > '9' || (*digits == '0' && digits[1]))
		return false;
	errno = 0;
	*number = strtoll(word, &end, 10);
	return *end == '\0' && errno == 0;
}

static bool add_word(struct reader *reader, const yaml_node_t *node,
		     struct dimension_values *list, bool repeats)
{
	const char *word = word_of(node);
	int64_t number = 0;
	bool whole = read_whole(word, &number);

	if (list->count == MOST_VALUES)
		return complain(reader, node, "more than %d values",
				MOST_VALUES);
	for (size_t i = 0; i < list->count && !repeats; i++)
		if (strcmp(list->words[i], word) == 0)
			return complain(reader, node,
					"'%.40s' stands here twice", word);
	list->words =
		memory_grow(list->words, list->count + 1, sizeof(*list->words));
	list->numbers = memory_grow(list->numbers, list->count + 1,
				    sizeof(*list->numbers));
	list->whole = whole && (list->whole || list->count == 0);
	list->words[list->count] = memory_string(word);
	list->numbers[list->count++] = number;
	return true;
}

/* The items of a list; a single value is a list of one. */
static size_t item_count(const yaml_node_t *node)
{
	return node->type == YAML_SEQUENCE_NODE
		       ? (size_t)(node->data.sequence.items.top -
				  node->data.sequence.items.start)
		       : 1;
}

static yaml_node_t *item_of(struct reader *reader, yaml_node_t *node, size_t i)
{
	return node->type == YAML_SEQUENCE_NODE
		       ? node_of(reader, node->data.sequence.items.start[i])
		       : node;
}

static bool check_list(struct reader *reader, yaml_node_t *node,
		       const char *what)
{
	return item_count(node) > 0 ||
	       complain(reader, node, "expected %s, found an empty list", what);
}

static bool read_list(struct reader *reader, yaml_node_t *node,
		      struct dimension_values *list, const char *what)
{
	if (!check_list(reader, node, what))
		return false;
	for (size_t i = 0; i < item_count(node); i++) {
		yaml_node_t *item = item_of(reader, node, i);

		if (!check_word(reader, item, what) ||
		    !add_word(reader, item, list, false))
			return false;
	}
	return true;
}

/* Each pair of a mapping, of which there must be one. */
static bool read_pairs(struct reader *reader, yaml_node_t *node,
		       const char *example, const char *what,
		       bool (*read)(struct reader *, yaml_node_t *,
				    yaml_node_t *))
{
	yaml_node_pair_t *pair, *end;

	if (node->type != YAML_MAPPING_NODE)
		return complain(reader, node, "expected a mapping like %s",
				example);
	pair = node->data.mapping.pairs.start;
	end = node->data.mapping.pairs.top;
	if (pair == end)
		return complain(reader, node, "expected %s, found none", what);
	for (; pair < end; pair++)
		if (!read(reader, node_of(reader, pair->key),
			  node_of(reader, pair->value)))
			return false;
	return true;
}

static bool read_schedule(struct reader *reader, yaml_node_t *node)
{
	struct dimension_values *list =
		&reader->space->clauses[DIMENSION_SCHEDULE];
	struct text what = {0};
	bool good;

	variants_add_kinds(&what, ", ", " or ");
	good = read_list(reader, node, list, text_string(&what));
	for (size_t i = 0; good && i < list->count; i++) {
		const struct clause_kind *kind = clause_find(list->words[i]);

		good = (kind && clause_can_choose(kind)) ||
		       complain(reader, item_of(reader, node, i),
				"expected %s, found '%.40s'",
				text_string(&what), list->words[i]);
	}
	text_free(&what);
	return good;
}

/* Whole numbers from "least" to "most"; "none", if not NULL, is a word for 0.
 */
static bool read_numbers(struct reader *reader, yaml_node_t *node,
			 struct dimension_values *list, int64_t least,
			 int64_t most, const char *none)
{
	char *what = memory_print("a whole number from %lld to %lld%s%s",
				  (long long)least, (long long)most,
				  none ? " or " : "", none ? none : "");
	bool good = read_list(reader, node, list, what);

	for (size_t i = 0; good && i < list->count; i++) {
		int64_t number = list->numbers[i];

		if (none && strcmp(list->words[i], none) == 0)
			list->numbers[i] = 0;
		else if (!read_whole(list->words[i], &number) ||
			 number < least || number > most)
			good = complain(reader, item_of(reader, node, i),
					"expected %s, found '%.40s'", what,
					list->words[i]);
	}
	list->whole = true;
	free(what);
	return good;
}

static bool read_chunk(struct reader *reader, yaml_node_t *node)
{
	return read_numbers(reader, node,
			    &reader->space->clauses[DIMENSION_CHUNK], 1,
			    MOST_CHUNK, "none");
}

static bool read_threads(struct reader *reader, yaml_node_t *node)
{
	return read_numbers(reader, node,
			    &reader->space->clauses[DIMENSION_THREADS], 1,
			    SCHEDULE_MAX_THREADS, NULL);
}

static bool read_sources(struct reader *reader, yaml_node_t *node)
{
	static const char what[] = "the name of a source";
	struct dimension_values *list = &reader->space->sources;

	if (!read_list(reader, node, list, what))
		return false;
	for (size_t i = 0; i < list->count; i++)
		if (strchr("-@", list->words[i][0]))
			return complain(reader, item_of(reader, node, i),
					"expected %s, found '%.40s'%s", what,
					list->words[i],
					list->words[i][0] ? ", which a "
							    "compiler takes "
							    "for an option"
							  : "");
	return true;
}

/* A set of flags; a single one need not be in brackets. */
static bool read_flag_set(struct reader *reader, yaml_node_t *node,
			  struct dimension_values *set)
{
	static const char what[] = "a flag";

	for (size_t i = 0; i < item_count(node); i++) {
		yaml_node_t *item = item_of(reader, node, i);

		if (!check_word(reader, item, what))
			return false;
		if (word_of(item)[0] != '-')
			return complain(reader, item,
					"expected a flag, which begins with "
					"'-', found '%.40s'",
					word_of(item));
		if (item == node && strchr(word_of(item), ' '))
			return complain(reader, item,
					"expected one flag, found a blank in "
					"it; write a list: [-O2, -g]");
		if (!flag_is_tame(word_of(item)))
			return complain(reader, item,
					"expected " FLAG_EXPECTED
					", found '%.40s'; give it to the "
					"build",
					word_of(item));
		if (!add_word(reader, item, set, true))
			return false;
	}
	return true;
}

static bool read_flags(struct reader *reader, yaml_node_t *node)
{
	struct space *space = reader->space;
	size_t count = item_count(node);

	if (!check_list(reader, node, "sets of flags"))
		return false;
	if (count > MOST_VALUES)
		return complain(reader, node, "more than %d sets", MOST_VALUES);
	space->flags = memory_grow(NULL, count, sizeof(*space->flags));
	memset(space->flags, 0, count * sizeof(*space->flags));
	space->flag_sets = count;
	for (size_t i = 0; i < count; i++)
		if (!read_flag_set(reader, item_of(reader, node, i),
				   &space->flags[i]))
			return false;
	return true;
}

static const char name_letters[] = "abcdefghijklmnopqrstuvwxyz"
				   "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

static bool is_identifier(const char *name)
{
	return *name && name[strspn(name, name_letters)] == '\0' &&
	       (*name < '0' || *name > '9');
}

/* ---- orders and tiles ---- */

static bool refuse_order(struct reader *reader, const yaml_node_t *node)
{
	return complain(reader, node,
			"expected counters of 2 to %d loops, each once, like "
			"ijk or \"row,col,k\", found '%.40s'",
			DIMENSION_MOST_LOOPS, word_of(node));
}

/*
 * As records name counters: in letters of any language, and the second "i" of
 * a nest is "i.2".
 */
static bool is_counter(const char *name)
{
	const char *at = name;

	while (*at && (strchr(name_letters, *at) || (*at & 0x80)))
		at++;
	if (at == name || (*name >= '0' && *name <= '9'))
		return false;
	return *at == '\0' || (*at == '.' && at[1] &&
			       at[1 + strspn(at + 1, "0123456789")] == '\0');
}

/* Bytes of the first sign of a text in UTF-8. */
static size_t sign_length(const char *text)
{
	size_t length = *text != '\0';

	while (length > 0 && (text[length] & 0xc0) == 0x80)
		length++;
	return length;
}

static bool add_counter(struct dimension_order *order, char *counter)
{
	bool good = order->count < DIMENSION_MOST_LOOPS && is_counter(counter);

	for (int i = 0; i < order->count; i++)
		good = good && strcmp(order->counters[i], counter) != 0;
	if (good)
		order->counters[order->count++] = counter;
	else
		free(counter);
	return good;
}

/* "ijk", or names with commas between them. */
static bool split_order(const char *word, struct dimension_order *order)
{
	bool letters = !strchr(word, ',');

	for (;;) {
		size_t blanks = strspn(word, " ");
		size_t length = letters ? sign_length(word + blanks)
					: strcspn(word + blanks, ", ");
		char *counter =
			memory_print("%.*s", (int)length, word + blanks);

		if (!add_counter(order, counter))
			return false;
		word += blanks + length;
		word += strspn(word, " ");
		if (*word == '\0')
			return order->count > 1;
		if (!letters && *word++ != ',')
			return false;
	}
}

static bool is_same_order(const struct dimension_order *one,
			  const struct dimension_order *other)
{
	bool same = one->count == other->count;

	for (int i = 0; same && i < one->count; i++)
		same = strcmp(one->counters[i], other->counters[i]) == 0;
	return same;
}

static bool read_order(struct reader *reader, yaml_node_t *node)
{
	struct space *space = reader->space;
	struct dimension_order *order;

	if (!check_word(reader, node, "an order of counters, like ijk"))
		return false;
	space->orders = memory_grow(space->orders, space->order_count + 1,
				    sizeof(*space->orders));
	order = &space->orders[space->order_count++];
	*order = (struct dimension_order){.count = 0};
	if (!split_order(word_of(node), order))
		return refuse_order(reader, node);
	for (size_t i = 0; i + 1 < space->order_count; i++)
		if (is_same_order(&space->orders[i], order))
			return complain(reader, node,
					"'%.40s' stands here twice",
					word_of(node));
	return true;
}

static bool read_orders(struct reader *reader, yaml_node_t *node)
{
	if (!check_list(reader, node, "orders of counters, like ijk"))
		return false;
	if (item_count(node) > MOST_VALUES)
		return complain(reader, node, "more than %d orders",
				MOST_VALUES);
	for (size_t i = 0; i < item_count(node); i++)
		if (!read_order(reader, item_of(reader, node, i)))
			return false;
	return true;
}

static bool read_tile(struct reader *reader, yaml_node_t *key,
		      yaml_node_t *sizes)
{
	struct space *space = reader->space;
	struct dimension_tile *tile;

	if (!check_word(reader, key, "the counter of a loop"))
		return false;
	if (!is_counter(word_of(key)))
		return complain(reader, key,
				"expected the counter of a loop, found '%.40s'",
				word_of(key));
	for (size_t i = 0; i < space->tile_count; i++)
		if (strcmp(space->tiles[i].counter, word_of(key)) == 0)
			return complain(reader, key,
					"'%.40s' stands here twice",
					word_of(key));
	space->tiles = memory_grow(space->tiles, space->tile_count + 1,
				   sizeof(*space->tiles));
	tile = &space->tiles[space->tile_count++];
	*tile = (struct dimension_tile){.counter = memory_string(word_of(key))};
	return read_numbers(reader, sizes, &tile->sizes, 2, LONGEST_TILE,
			    "none");
}

static bool read_tiles(struct reader *reader, yaml_node_t *node)
{
	return read_pairs(reader, node, "{i: [16, 32]}", "tiles", read_tile);
}

/* ---- macros ---- */

static bool check_macro_name(struct reader *reader, const yaml_node_t *node)
{
	const char *name;

	if (!check_word(reader, node, "the name of a macro"))
		return false;
	name = word_of(node);
	if (!is_identifier(name))
		return complain(reader, node,
				"expected the name of a macro, found '%.40s'",
				name);
	if (strcmp(name, "chunk") == 0 || strcmp(name, "threads") == 0)
		return complain(reader, node,
				"expected another name than '%s', which "
				"constraints use for the clause",
				name);
	for (size_t i = 0; i < reader->space->macro_count; i++)
		if (strcmp(reader->space->macros[i].name, name) == 0)
			return complain(reader, node,
					"'%.40s' stands here twice", name);
	return true;
}

static bool read_macro(struct reader *reader, yaml_node_t *key,
		       yaml_node_t *values)
{
	struct space *space = reader->space;
	struct dimension_macro *macro;

	if (!check_macro_name(reader, key))
		return false;
	if (space->macro_count == DIMENSION_MOST_MACROS)
		return complain(reader, key, "more than %d macros",
				DIMENSION_MOST_MACROS);
	space->macros = memory_grow(space->macros, space->macro_count + 1,
				    sizeof(*space->macros));
	macro = &space->macros[space->macro_count++];
	*macro = (struct dimension_macro){.name = memory_string(word_of(key))};
	if (!read_list(reader, values, &macro->values, "values of the macro"))
		return false;
	macro->defines =
		memory_grow(NULL, macro->values.count, sizeof(*macro->defines));
	for (size_t i = 0; i < macro->values.count; i++)
		macro->defines[i] = memory_print("-D%s=%s", macro->name,
						 macro->values.words[i]);
	for (size_t i = 0; i < macro->values.count; i++)
		if (!flag_is_tame(macro->defines[i]))
			return complain(reader, item_of(reader, values, i),
					"expected values of the macro in one "
					"line");
	return true;
}

static bool read_macros(struct reader *reader, yaml_node_t *node)
{
	return read_pairs(reader, node, "{TILE: [16, 32]}", "macros",
			  read_macro);
}

static bool read_constraints(struct reader *reader, yaml_node_t *node)
{
	reader->constraints = node;
	if (item_count(node) > MOST_VALUES)
		return complain(reader, node, "more than %d constraints",
				MOST_VALUES);
	return check_list(reader, node, "constraints");
}

static const struct key {
	const char *name;
	bool (*read)(struct reader *reader, yaml_node_t *node);
} keys[] = {
	{"schedule", read_schedule},
	{"chunk", read_chunk},
	{"threads", read_threads},
	{"macros", read_macros},
	{"sources", read_sources},
	{"flags", read_flags},
	{"order", read_orders},
	{"tile", read_tiles},
	{"constraints", read_constraints},
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

static bool unknown_key(struct reader *reader, const yaml_node_t *node)
{
	const char *meant = NULL;
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < KEYS; i++)
		if (suggest_better(word_of(node), keys[i].name, &best))
			meant = keys[i].name;
	if (meant)
		return complain(reader, node,
				"unknown key '%.40s'; did you mean '%s'?",
				word_of(node), meant);
	return complain(reader, node,
			"unknown key '%.40s'; expected schedule, chunk, "
			"threads, macros, sources, flags, order, tile or "
			"constraints",
			word_of(node));
}

static bool read_key(struct reader *reader, const yaml_node_t *key,
		     yaml_node_t *value, bool *seen)
{
	if (!check_word(reader, key, "a key"))
		return false;
	for (size_t i = 0; i < KEYS; i++) {
		if (strcmp(word_of(key), keys[i].name) != 0)
			continue;
		if (seen[i])
			return complain(reader, key, "'%s' stands here twice",
					keys[i].name);
		seen[i] = true;
		return keys[i].read(reader, value);
	}
	return unknown_key(reader, key);
}

static bool read_keys(struct reader *reader, yaml_node_t *root)
{
	bool seen[KEYS] = {false};

	if (root->type != YAML_MAPPING_NODE)
		return complain(
			reader, root,
			"expected keys and lists, like threads: [1, 2]");
	for (yaml_node_pair_t *pair = root->data.mapping.pairs.start;
	     pair < root->data.mapping.pairs.top; pair++)
		if (!read_key(reader, node_of(reader, pair->key),
			      node_of(reader, pair->value), seen))
			return false;
	return true;
}

/* ---- constraints ----------------------------------------------------------
 */

/* The byte of a constraint, where that can be told from its start. */
static void point_at(yaml_node_t *node, size_t where)
{
	yaml_scalar_style_t style = node->data.scalar.style;
	bool quoted = style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
		      style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
	bool plain = style == YAML_PLAIN_SCALAR_STYLE;

	if (node->start_mark.line == node->end_mark.line && (quoted || plain))
		node->start_mark.column += where + quoted;
}

/* Can the name have a value in a constraint? */
static bool check_name(struct reader *reader, const yaml_node_t *node,
		       size_t name, const char *const *names)
{
	const struct space *space = reader->space;
	const struct dimension_values *list =
		name < DIMENSION_NAME_MACROS
			? &space->clauses[name == DIMENSION_NAME_CHUNK
						  ? DIMENSION_CHUNK
						  : DIMENSION_THREADS]
			: &space->macros[name - DIMENSION_NAME_MACROS].values;

	if (list->count == 0)
		return complain(reader, node,
				"expected names of this space, but it has no "
				"list '%s'",
				names[name]);
	if (!list->whole)
		return complain(reader, node,
				"expected names of whole numbers, but not all "
				"values of '%s' are",
				names[name]);
	return true;
}

/* Does the word begin with a counter of an order or a tile? */
static bool names_counter(const struct space *space, const char *word)
{
	char *name =
		memory_print("%.*s", (int)strspn(word, name_letters), word);
	bool named = false;

	for (size_t i = 0; i < space->tile_count && !named; i++)
		named = strcmp(space->tiles[i].counter, name) == 0;
	for (size_t i = 0; i < space->order_count && !named; i++)
		for (int j = 0; j < space->orders[i].count && !named; j++)
			named = strcmp(space->orders[i].counters[j], name) == 0;
	free(name);
	return named;
}

static bool read_constraint(struct reader *reader, yaml_node_t *node,
			    const char *const *names, size_t count)
{
	struct space *space = reader->space;
	struct constraint *made;
	struct text problem = {0};
	size_t where = 0;

	if (!check_word(reader, node, "a comparison, like \"TJ <= TI\""))
		return false;
	made = constraint_parse(word_of(node), names, count, &where, &problem);
	if (!made) {
		point_at(node, where);
		complain(reader, node, "%s",
			 names_counter(space, word_of(node) + where)
				 ? "constraints know nothing of loops and "
				   "tiles; leave out sizes that are not to be"
				 : text_string(&problem));
		text_free(&problem);
		return false;
	}
	space->constraints =
		memory_grow(space->constraints, space->constraint_count + 1,
			    sizeof(struct constraint *));
	space->constraints[space->constraint_count++] = made;
	for (size_t i = 0; i < count; i++)
		if (constraint_uses(made, i) &&
		    !check_name(reader, node, i, names))
			return false;
	return true;
}

static bool read_all_constraints(struct reader *reader)
{
	const char *names[DIMENSION_NAME_MACROS + DIMENSION_MOST_MACROS] = {
		"chunk", "threads"};
	const struct space *space = reader->space;
	size_t count = DIMENSION_NAME_MACROS;
	yaml_node_t *node = reader->constraints;

	for (size_t i = 0; i < space->macro_count; i++)
		names[count++] = space->macros[i].name;
	for (size_t i = 0; node && i < item_count(node); i++)
		if (!read_constraint(reader, item_of(reader, node, i), names,
				     count))
			return false;
	return true;
}

/* ---- the whole ------------------------------------------------------------
 */

bool space_has_shapes(const struct space *space)
{
	return space->order_count > 0 || space->tile_count > 0;
}

double space_shapes(const struct space *space)
{
	double all = space->order_count ? (double)space->order_count : 1;

	for (size_t i = 0; i < space->tile_count; i++)
		all *= (double)space->tiles[i].sizes.count;
	return all;
}

/* What is changed must be the source that was built. */
static bool check_shapes(struct reader *reader, const yaml_node_t *root)
{
	const struct space *space = reader->space;
	double all = space_shapes(space);

	if (space_has_shapes(space) &&
	    (space->sources.count || space->flag_sets || space->macro_count))
		return complain(reader, root,
				"expected order and tile without macros, "
				"sources and flags; tune with one file after "
				"the other");
	return all <= MOST_SHAPES ||
	       complain(reader, root,
			"%.0f orders with tiles; expected at most %d, shorten "
			"some lists",
			all, MOST_SHAPES);
}

static bool check_space(struct reader *reader, const yaml_node_t *root)
{
	const struct space *space = reader->space;
	struct walk *walk;
	struct walk_variant variant;
	double all = walk_combinations(space);
	bool any;

	if (space->clauses[DIMENSION_CHUNK].count &&
	    !space->clauses[DIMENSION_SCHEDULE].count)
		return complain(reader, root,
				"expected schedule beside chunk, which is part "
				"of that clause");
	if (!check_shapes(reader, root))
		return false;
	if (all > MOST_VARIANTS)
		return complain(reader, root,
				"%.3g combinations; expected at most %.0e, "
				"shorten some lists",
				all, MOST_VARIANTS);
	walk = walk_start(space);
	any = walk_next(walk, &variant);
	walk_stop(walk);
	return any || complain(reader, reader->constraints,
			       "expected constraints that leave something, but "
			       "no variant satisfies all of them");
}

/* Lines and columns of a byte, where the parser of YAML knows no better. */
static void tell_place(const char *bytes, size_t offset, struct text *problem)
{
	size_t line = 1, start = 0;

	for (size_t i = 0; i < offset; i++)
		if (bytes[i] == '\n') {
			line++;
			start = i + 1;
		}
	text_print(problem, "%zu:%zu: ", line, offset - start + 1);
}

static void tell_yaml_problem(const struct reader *reader,
			      const yaml_parser_t *parser, const char *bytes,
			      size_t length)
{
	size_t offset = parser->problem_offset;

	text_print(reader->problem, "%s:", reader->name);
	if (parser->error == YAML_READER_ERROR)
		tell_place(bytes, offset < length ? offset : length,
			   reader->problem);
	else
		text_print(reader->problem,
			   "%zu:%zu: ", parser->problem_mark.line + 1,
			   parser->problem_mark.column + 1);
	text_print(reader->problem, "no YAML: %s",
		   parser->problem ? parser->problem : "not understood");
}

/* Nothing may follow: a second document would be ignored. */
static bool check_end(struct reader *reader, yaml_parser_t *parser)
{
	yaml_document_t more;
	yaml_node_t *root;
	bool good = true;

	if (!yaml_parser_load(parser, &more)) {
		text_print(reader->problem, "%s:%zu:%zu: no YAML: %s",
			   reader->name, parser->problem_mark.line + 1,
			   parser->problem_mark.column + 1,
			   parser->problem ? parser->problem
					   : "not understood");
		return false;
	}
	root = yaml_document_get_root_node(&more);
	if (root)
		good = complain(reader, root,
				"expected the end, found a second document");
	yaml_document_delete(&more);
	return good;
}

static bool read_document(struct reader *reader, yaml_parser_t *parser)
{
	yaml_node_t *root = yaml_document_get_root_node(&reader->document);

	if (!root) {
		text_print(reader->problem,
			   "%s:1:1: expected keys and lists, like threads: "
			   "[1, 2], found nothing",
			   reader->name);
		return false;
	}
	return check_end(reader, parser) && read_keys(reader, root) &&
	       read_all_constraints(reader) && check_space(reader, root);
}

/* The place of a bracket too deep, "length" if there is none. */
static size_t find_deep(const char *bytes, size_t length)
{
	int depth = 0;
	size_t i;

	for (i = 0; i < length && depth <= DEEPEST; i++) {
		depth += bytes[i] == '[' || bytes[i] == '{';
		depth -= depth > 0 && (bytes[i] == ']' || bytes[i] == '}');
	}
	return depth > DEEPEST ? i - 1 : length;
}

enum space_answer space_parse(const char *name, const char *bytes,
			      size_t length, struct space **space,
			      struct text *problem)
{
	struct space *made = memory_grow(NULL, 1, sizeof(*made));
	struct reader reader = {
		.name = name, .space = made, .problem = problem};
	size_t deep = find_deep(bytes, length);
	yaml_parser_t parser;
	bool good;

	memset(made, 0, sizeof(*made));
	if (deep < length) {
		text_print(problem, "%s:", name);
		tell_place(bytes, deep, problem);
		text_print(problem, "more than %d brackets are open", DEEPEST);
		free(made);
		return SPACE_BAD;
	}
	if (!yaml_parser_initialize(&parser)) {
		text_print(problem, "%s:1:1: out of memory", name);
		free(made);
		return SPACE_BAD;
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)bytes,
				     length);
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	if (yaml_parser_load(&parser, &reader.document)) {
		good = read_document(&reader, &parser);
		yaml_document_delete(&reader.document);
	} else {
		tell_yaml_problem(&reader, &parser, bytes, length);
		good = false;
	}
	yaml_parser_delete(&parser);
	if (!good) {
		space_free(made);
		return SPACE_BAD;
	}
	*space = made;
	return SPACE_READ;
}

static bool read_stream(FILE *file, struct text *content)
{
	char buffer[65536];
	size_t length;

	while (content->length <= LARGEST &&
	       (length = fread(buffer, 1, sizeof(buffer), file)) > 0)
		text_add_bytes(content, buffer, length);
	return !ferror(file);
}

enum space_answer space_read(const char *path, struct space **space,
			     struct text *problem)
{
	FILE *file = fopen(path, "r");
	enum space_answer answer = SPACE_NO_FILE;
	struct text content = {0};

	if (!file) {
		text_print(problem, "cannot open '%s': %s", path,
			   strerror(errno));
		return SPACE_NO_FILE;
	}
	if (!read_stream(file, &content)) {
		text_print(problem, "cannot read '%s': %s", path,
			   strerror(errno));
	} else if (content.length > LARGEST) {
		text_print(problem, "%s:1:1: larger than %d MiB", path,
			   LARGEST >> 20);
		answer = SPACE_BAD;
	} else {
		answer = space_parse(path, text_string(&content),
				     content.length, space, problem);
	}
	text_free(&content);
	fclose(file);
	return answer;
}

static void free_list(struct dimension_values *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->words[i]);
	free(list->words);
	free(list->numbers);
}

static void free_macro(struct dimension_macro *macro)
{
	for (size_t i = 0; macro->defines && i < macro->values.count; i++)
		free(macro->defines[i]);
	free(macro->defines);
	free_list(&macro->values);
	free(macro->name);
}

static void free_shapes(struct space *space)
{
	for (size_t i = 0; i < space->order_count; i++)
		for (int j = 0; j < space->orders[i].count; j++)
			free(space->orders[i].counters[j]);
	for (size_t i = 0; i < space->tile_count; i++) {
		free_list(&space->tiles[i].sizes);
		free(space->tiles[i].counter);
	}
	free(space->orders);
	free(space->tiles);
}

void space_free(struct space *space)
{
	if (!space)
		return;
	free_list(&space->sources);
	for (size_t i = 0; i < space->flag_sets; i++)
		free_list(&space->flags[i]);
	free(space->flags);
	for (size_t i = 0; i < space->macro_count; i++)
		free_macro(&space->macros[i]);
	free(space->macros);
	free_shapes(space);
	for (int i = 0; i < DIMENSION_CLAUSES; i++)
		free_list(&space->clauses[i]);
	for (size_t i = 0; i < space->constraint_count; i++)
		constraint_free(space->constraints[i]);
	free(space->constraints);
	free(space);
}
