/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names in a changed source.
 */
#include "macros.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/diff.h"
#include "base/memory.h"
#include "base/text.h"

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at++)
		if ((at == text || !is_letter(at[-1])) &&
		    !is_letter(at[length]))
			return true;
	return false;
}

/* The next word behind *at, which the caller frees; NULL behind the last. */
static char *next_word(const char **at)
{
	size_t length = 0;
	char *word;

	while (**at && !is_letter(**at))
		++*at;
	while (is_letter((*at)[length]))
		length++;
	if (!length)
		return NULL;
	word = memory_print("%.*s", (int)length, *at);
	*at += length;
	return word;
}

/* ---- what there is ---- */

struct macro {
	const char *name; /* in the text, up to the first that is no letter */
	size_t length;
};

struct macros {
	struct macro *list; /* sorted */
	size_t count;
	struct text tiles; /* words that name a tile, with blanks around */
};

static int compare_macros(const void *a, const void *b)
{
	const struct macro *x = a, *y = b;
	size_t least = x->length < y->length ? x->length : y->length;
	int order = memcmp(x->name, y->name, least);

	return order ? order
		     : (x->length > y->length) - (x->length < y->length);
}

static void add_macro(struct macros *macros, const char *name)
{
	struct macro macro = {.name = name};

	while (is_letter(name[macro.length]))
		macro.length++;
	if ((macros->count & (macros->count - 1)) == 0)
		macros->list = memory_grow(
			macros->list, macros->count ? 2 * macros->count : 1,
			sizeof(*macros->list));
	macros->list[macros->count++] = macro;
}

static void find_macros(struct macros *macros, const char *expanded)
{
	static const char head[] = "#define ";

	for (const char *line = expanded; *line;
	     line += strcspn(line, "\n"), line += *line == '\n')
		if (strncmp(line, head, strlen(head)) == 0)
			add_macro(macros, line + strlen(head));
	if (macros->count > 0)
		qsort(macros->list, macros->count, sizeof(*macros->list),
		      compare_macros);
}

static const char *word_start(const char *text, const char *at)
{
	while (at > text && is_letter(at[-1]))
		at--;
	return at;
}

static void find_tiles(struct macros *macros, const char *expanded)
{
	for (const char *at = expanded; (at = strcasestr(at, "tile"));) {
		const char *start = word_start(expanded, at);

		while (is_letter(*at))
			at++;
		text_print(&macros->tiles, " %.*s ", (int)(at - start), start);
	}
}

struct macros *macros_new(const char *expanded)
{
	struct macros *macros = memory_grow(NULL, 1, sizeof(*macros));

	*macros = (struct macros){0};
	find_macros(macros, expanded);
	find_tiles(macros, expanded);
	return macros;
}

void macros_free(struct macros *macros)
{
	if (!macros)
		return;
	free(macros->list);
	text_free(&macros->tiles);
	free(macros);
}

/* The first of those with this name; NULL where there are none. */
static const struct macro *find_macro(const struct macros *macros,
				      const char *word)
{
	const struct macro key = {word, strlen(word)};
	const struct macro *found =
		macros->count ? bsearch(&key, macros->list, macros->count,
					sizeof(key), compare_macros)
			      : NULL;

	while (found && found > macros->list &&
	       compare_macros(found - 1, &key) == 0)
		found--;
	return found;
}

/* ---- names of tiles ---- */

/* Does what the source includes have such a word? */
static bool is_tile(const struct macros *macros, const char *word)
{
	char *mark = memory_print(" %s ", word);
	bool found = strstr(text_string(&macros->tiles), mark);

	free(mark);
	return found;
}

static bool are_new(const char *source, const struct macros *macros,
		    const char *changed, struct text *problem)
{
	bool taken = false;
	char *word;

	while (!taken && (word = next_word(&changed))) {
		taken = strcasestr(word, "tile") && !has_word(source, word) &&
			is_tile(macros, word);
		if (taken)
			text_print(problem,
				   "'%s' is taken in what the source includes",
				   word);
		free(word);
	}
	return !taken;
}

/* ---- what depends on where it stands ---- */

struct lookup {
	const struct macros *macros;
	const char *word; /* that is looked for, or NULL for tellers */
	bool bound;	  /* the word is a parameter of the macro */
	struct text seen; /* words that were looked up, with blanks around */
};

static bool is_sought(const struct lookup *lookup, const char *word)
{
	static const char *const words[] = {"__LINE__", "__COUNTER__",
					    "__builtin_LINE", "source_location",
					    NULL};

	if (lookup->word)
		return !lookup->bound && strcmp(word, lookup->word) == 0;
	for (int i = 0; words[i]; i++)
		if (strcmp(word, words[i]) == 0)
			return true;
	return false;
}

static bool is_seen(struct lookup *lookup, const char *word)
{
	char *mark = memory_print(" %s ", word);
	bool seen = strstr(text_string(&lookup->seen), mark);

	if (!seen)
		text_add(&lookup->seen, mark);
	free(mark);
	return seen;
}

static bool any_tells(struct lookup *lookup, const char *words, size_t length);

/* Is the word a parameter? Then what is meant stands where the macro is used.
 */
static bool binds(const struct lookup *lookup, const char *definition)
{
	char *list, *word;
	const char *at;
	bool found = false;

	if (!lookup->word || *definition != '(')
		return false;
	list = memory_print("%.*s", (int)strcspn(definition, ")\n"),
			    definition);
	at = list;
	while (!found && (word = next_word(&at))) {
		found = strcmp(word, lookup->word) == 0;
		free(word);
	}
	free(list);
	return found;
}

/* Does what stands behind the name of a macro, up to the end of the line? */
static bool definition_tells(struct lookup *lookup, const char *definition)
{
	bool outer = lookup->bound, found;

	lookup->bound = binds(lookup, definition);
	found = any_tells(lookup, definition, strcspn(definition, "\n"));
	lookup->bound = outer;
	return found;
}

/* Does the macro of this name, if it is one, or one that it uses? */
static bool tells(struct lookup *lookup, const char *word)
{
	const struct macros *macros = lookup->macros;
	const struct macro *macro, *end = macros->list + macros->count;
	const struct macro key = {word, strlen(word)};
	bool found = false;

	if (is_sought(lookup, word))
		return true;
	macro = find_macro(macros, word);
	if (!macro || is_seen(lookup, word))
		return false;
	for (; !found && macro < end && compare_macros(macro, &key) == 0;
	     macro++)
		found = definition_tells(lookup, macro->name + macro->length);
	return found;
}

static bool any_tells(struct lookup *lookup, const char *words, size_t length)
{
	char *copy = memory_print("%.*s", (int)length, words), *word;
	const char *at = copy;
	bool found = false;

	while (!found && (word = next_word(&at))) {
		found = tells(lookup, word);
		free(word);
	}
	free(copy);
	return found;
}

/* The lines of the changed source that are not those of the source. */
static bool stands_anywhere(const char *source, const struct macros *macros,
			    const char *changed, struct text *problem)
{
	struct lookup lookup = {.macros = macros};
	struct text lines = {0};
	bool found = false;

	diff_add(&lines, "", source, strlen(source), changed, strlen(changed));
	for (const char *at = text_string(&lines); *at && !found;) {
		size_t length = strcspn(at, "\n");
		size_t blanks = 1 + strspn(at + (length > 0), " \t");

		found = *at == '+' && any_tells(&lookup, at + 1, length - 1);
		if (found)
			text_print(problem,
				   "it would tell another line, or count once "
				   "more: '%.*s'",
				   (int)(length - blanks), at + blanks);
		at += length + (at[length] == '\n');
	}
	text_free(&lines);
	text_free(&lookup.seen);
	return !found;
}

bool macros_permit(const char *source, const struct macros *macros,
		   const char *changed, struct text *problem)
{
	return are_new(source, macros, changed, problem) &&
	       stands_anywhere(source, macros, changed, problem);
}

/* ---- what is not shown ---- */

bool macros_hide(const char *source, const struct macros *macros,
		 const char *word, struct text *problem)
{
	struct lookup lookup = {.macros = macros, .word = word};
	bool hidden = false;
	char *one;

	while (!hidden && (one = next_word(&source))) {
		hidden = strcmp(one, word) != 0 && tells(&lookup, one);
		if (hidden)
			text_print(problem,
				   "'%s' may be a macro that uses '%s'", one,
				   word);
		free(one);
	}
	text_free(&lookup.seen);
	return hidden;
}
