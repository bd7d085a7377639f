/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads space files by libyaml, and lists their variants.
 */
#include "space.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/suggest.h"
#include "base/text.h"
#include "flag.h"
#include "models/clause.h"
#include "models/formula.h"
#include "models/schedule.h"
#include "variants.h"
#include "where.h"

#define LARGEST 65536 /* bytes of a file */
#define MOST_VALUES 1000
#define MOST_DIMENSIONS 100
#define MOST_VARIANTS 1e7 /* before conditions: they are all computed */
#define MOST_CHUNK 2147483647

struct reader {
	const char *name; /* of the file */
	yaml_document_t document;
	struct space *space;
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

/* ---- nodes ---- */

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
		       ? yaml_document_get_node(
				 &reader->document,
				 node->data.sequence.items.start[i])
		       : node;
}

/* One value as it is written; NULL where it is none. */
static const char *word_of(struct reader *reader, const yaml_node_t *node,
			   const char *what)
{
	const char *word;

	if (node->type != YAML_SCALAR_NODE) {
		complain(reader, node, "expected %s, found a %s", what,
			 node->type == YAML_SEQUENCE_NODE ? "list" : "mapping");
		return NULL;
	}
	word = (const char *)node->data.scalar.value;
	if (strlen(word) != node->data.scalar.length ||
	    (node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	     (!*word || strcmp(word, "~") == 0))) {
		complain(reader, node, "expected %s, found nothing", what);
		return NULL;
	}
	return word;
}

static bool check_length(struct reader *reader, const yaml_node_t *node,
			 const char *what)
{
	size_t count = item_count(node);

	if (count == 0)
		return complain(reader, node,
				"expected %s, found an empty list", what);
	return count <= MOST_VALUES ||
	       complain(reader, node, "more than %d values", MOST_VALUES);
}

/* ---- dimensions ---- */

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

static void add_word(struct space_value *value, char *word)
{
	value->words = memory_grow(value->words, value->count + 1,
				   sizeof(*value->words));
	value->words[value->count++] = word;
}

static struct space_value *add_value(struct space_dimension *dimension)
{
	dimension->values = memory_grow(dimension->values, dimension->count + 1,
					sizeof(*dimension->values));
	dimension->values[dimension->count] =
		(struct space_value){.words = NULL};
	return &dimension->values[dimension->count++];
}

/* Behind those of its kind. */
static struct space_dimension *
add_dimension(struct space *space, enum space_kind kind, const char *name)
{
	size_t at = space->count;

	space->dimensions = memory_grow(space->dimensions, space->count + 1,
					sizeof(*space->dimensions));
	while (at > 0 && space->dimensions[at - 1].kind > kind) {
		space->dimensions[at] = space->dimensions[at - 1];
		at--;
	}
	space->count++;
	space->dimensions[at] = (struct space_dimension){
		.kind = kind, .name = memory_string(name), .whole = true};
	return &space->dimensions[at];
}

static bool has_kind(const struct space *space, enum space_kind kind)
{
	for (size_t i = 0; i < space->count; i++)
		if (space->dimensions[i].kind == kind)
			return true;
	return false;
}

/* Says what is wrong with a word as a value of the dimension, NULL: nothing. */
typedef const char *check_word(const struct space_dimension *dimension,
			       const char *word);

/* A list of words, each once. */
static bool read_words(struct reader *reader, yaml_node_t *node,
		       struct space_dimension *dimension, const char *what,
		       check_word *check)
{
	if (!check_length(reader, node, what))
		return false;
	for (size_t i = 0; i < item_count(node); i++) {
		yaml_node_t *item = item_of(reader, node, i);
		const char *word = word_of(reader, item, what), *wrong;
		struct space_value *value;

		if (!word)
			return false;
		wrong = check(dimension, word);
		if (wrong)
			return complain(reader, item,
					"expected %s, found '%.40s'", wrong,
					word);
		for (size_t j = 0; j < dimension->count; j++)
			if (strcmp(dimension->values[j].words[0], word) == 0)
				return complain(reader, item,
						"'%.40s' stands here twice",
						word);
		value = add_value(dimension);
		add_word(value, memory_string(word));
		if (!read_whole(word, &value->number) &&
		    strcmp(word, "none") != 0)
			dimension->whole = false;
	}
	return true;
}

static bool is_within(const char *word, int64_t least, int64_t most)
{
	int64_t number;

	return read_whole(word, &number) && number >= least && number <= most;
}

static const char *check_chunk(const struct space_dimension *dimension,
			       const char *word)
{
	(void)dimension;
	return strcmp(word, "none") == 0 || is_within(word, 1, MOST_CHUNK)
		       ? NULL
		       : "a whole number from 1 to 2147483647 or none";
}

static const char *check_threads(const struct space_dimension *dimension,
				 const char *word)
{
	(void)dimension;
	return is_within(word, 1, SCHEDULE_MAX_THREADS)
		       ? NULL
		       : "a whole number from 1 to 1024";
}

static const char *check_schedule(const struct space_dimension *dimension,
				  const char *word)
{
	const struct clause_kind *kind = clause_find(word);

	(void)dimension;
	return kind && clause_can_choose(kind) ? NULL
					       : "static, dynamic or guided";
}

/* The compiler takes others for options. */
static const char *check_source(const struct space_dimension *dimension,
				const char *word)
{
	(void)dimension;
	return *word && !strchr("-@", *word) ? NULL : "the name of a source";
}

static const char *check_macro(const struct space_dimension *dimension,
			       const char *word)
{
	char *define = memory_print("-D%s=%s", dimension->name, word);
	bool tame = flag_is_tame(define);

	free(define);
	return tame ? NULL : "a value of one line, of a macro with a name of C";
}

/* Sets of flags; a set of one needs no brackets. */
static bool read_flags(struct reader *reader, yaml_node_t *node)
{
	struct space_dimension *dimension =
		add_dimension(reader->space, SPACE_FLAGS, "flags");

	dimension->whole = false;
	if (!check_length(reader, node, "sets of flags"))
		return false;
	for (size_t i = 0; i < item_count(node); i++) {
		yaml_node_t *set = item_of(reader, node, i);
		struct space_value *value = add_value(dimension);

		for (size_t j = 0; j < item_count(set); j++) {
			yaml_node_t *item = item_of(reader, set, j);
			const char *flag = word_of(reader, item, "a flag");

			if (!flag)
				return false;
			if (!flag_is_tame(flag))
				return complain(
					reader, item,
					"expected " FLAG_EXPECTED
					", found '%.40s'; a set of several "
					"flags is a list, others belong to "
					"the build",
					flag);
			add_word(value, memory_string(flag));
		}
	}
	return true;
}

/* Calls "read" for each pair of a mapping, of which there must be one. */
static bool read_pairs(struct reader *reader, yaml_node_t *node,
		       const char *example,
		       bool (*read)(struct reader *, const char *name,
				    yaml_node_t *key, yaml_node_t *value))
{
	yaml_node_pair_t *pair, *end;

	if (node->type != YAML_MAPPING_NODE ||
	    node->data.mapping.pairs.start == node->data.mapping.pairs.top)
		return complain(reader, node, "expected a mapping like %s",
				example);
	pair = node->data.mapping.pairs.start;
	end = node->data.mapping.pairs.top;
	for (; pair < end; pair++) {
		yaml_node_t *key =
			yaml_document_get_node(&reader->document, pair->key);
		const char *name = word_of(reader, key, "a name");

		if (!name || !read(reader, name, key,
				   yaml_document_get_node(&reader->document,
							  pair->value)))
			return false;
	}
	return true;
}

static bool read_macro(struct reader *reader, const char *name,
		       yaml_node_t *key, yaml_node_t *values)
{
	struct space *space = reader->space;
	struct space_dimension *macro;

	if (strcmp(name, "chunk") == 0 || strcmp(name, "threads") == 0)
		return complain(reader, key,
				"expected another name than '%s', which "
				"conditions use for the clause",
				name);
	for (size_t i = 0; i < space->count; i++)
		if (strcmp(space->dimensions[i].name, name) == 0)
			return complain(reader, key,
					"'%.40s' stands here twice", name);
	if (space->count == MOST_DIMENSIONS)
		return complain(reader, key, "more than %d lists",
				MOST_DIMENSIONS);
	macro = add_dimension(space, SPACE_MACRO, name);
	if (!read_words(reader, values, macro, "values of the macro",
			check_macro))
		return false;
	for (size_t i = 0; i < macro->count; i++) {
		char *define = memory_print("-D%s=%s", name,
					    macro->values[i].words[0]);

		free(macro->values[i].words[0]);
		macro->values[i].words[0] = define;
	}
	return true;
}

static bool read_macros(struct reader *reader, yaml_node_t *node)
{
	return read_pairs(reader, node, "{TILE: [16, 32]}", read_macro);
}

static bool read_sources(struct reader *reader, yaml_node_t *node)
{
	return read_words(reader, node,
			  add_dimension(reader->space, SPACE_SOURCE, "sources"),
			  "the name of a source", check_source);
}

static bool read_schedule(struct reader *reader, yaml_node_t *node)
{
	return read_words(
		reader, node,
		add_dimension(reader->space, SPACE_SCHEDULE, "schedule"),
		"a kind of schedule", check_schedule);
}

static bool read_chunk(struct reader *reader, yaml_node_t *node)
{
	return read_words(reader, node,
			  add_dimension(reader->space, SPACE_CHUNK, "chunk"),
			  "a chunk", check_chunk);
}

static bool read_threads(struct reader *reader, yaml_node_t *node)
{
	return read_words(
		reader, node,
		add_dimension(reader->space, SPACE_THREADS, "threads"),
		"a number of threads", check_threads);
}

/* ---- conditions ---- */

/* Read last: they need the names. */
static bool read_where(struct reader *reader, yaml_node_t *node)
{
	const char *names[MOST_DIMENSIONS + SPACE_THREADS + 1];
	struct space *space = reader->space;

	if (!check_length(reader, node, "conditions"))
		return false;
	for (size_t i = 0; i < space->count; i++)
		names[i] = space->dimensions[i].whole
				   ? space->dimensions[i].name
				   : NULL;
	for (size_t i = 0; i < item_count(node); i++) {
		yaml_node_t *item = item_of(reader, node, i);
		const char *word =
			word_of(reader, item, "a comparison like TJ <= TI");
		struct text problem = {0};
		struct formula *made;

		if (!word)
			return false;
		made = where_parse(word, names, space->count, &problem);
		if (!made) {
			complain(reader, item, "%s", text_string(&problem));
			text_free(&problem);
			return false;
		}
		space->where = memory_grow(space->where, space->where_count + 1,
					   sizeof(struct formula *));
		space->where[space->where_count++] = made;
	}
	return true;
}

/* ---- the whole ---- */

static const struct key {
	const char *name;
	bool (*read)(struct reader *reader, yaml_node_t *node);
} keys[] = {
	{"schedule", read_schedule}, {"chunk", read_chunk},
	{"threads", read_threads},   {"macros", read_macros},
	{"sources", read_sources},   {"flags", read_flags},
	{"where", read_where},
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

static bool unknown_key(struct reader *reader, const yaml_node_t *node,
			const char *word)
{
	const char *meant = NULL;
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < KEYS; i++)
		if (suggest_better(word, keys[i].name, &best))
			meant = keys[i].name;
	if (meant)
		return complain(reader, node,
				"unknown key '%.40s'; did you mean '%s'?", word,
				meant);
	return complain(reader, node,
			"unknown key '%.40s'; expected schedule, chunk, "
			"threads, macros, sources, flags or where",
			word);
}

static bool read_keys(struct reader *reader, yaml_node_t *root)
{
	yaml_node_t *values[KEYS] = {NULL};

	if (root->type != YAML_MAPPING_NODE)
		return complain(
			reader, root,
			"expected keys and lists, like threads: [1, 2]");
	for (yaml_node_pair_t *pair = root->data.mapping.pairs.start;
	     pair < root->data.mapping.pairs.top; pair++) {
		yaml_node_t *key =
			yaml_document_get_node(&reader->document, pair->key);
		const char *word = word_of(reader, key, "a key");
		size_t i = 0;

		if (!word)
			return false;
		while (i < KEYS && strcmp(word, keys[i].name) != 0)
			i++;
		if (i == KEYS)
			return unknown_key(reader, key, word);
		if (values[i])
			return complain(reader, key, "'%s' stands here twice",
					word);
		values[i] =
			yaml_document_get_node(&reader->document, pair->value);
	}
	for (size_t i = 0; i < KEYS; i++)
		if (values[i] && !keys[i].read(reader, values[i]))
			return false;
	return true;
}

static bool check_space(struct reader *reader, const yaml_node_t *root)
{
	const struct space *space = reader->space;
	double all = 1;

	if (has_kind(space, SPACE_CHUNK) && !has_kind(space, SPACE_SCHEDULE))
		return complain(reader, root,
				"expected schedule beside chunk, which is part "
				"of that clause");
	for (size_t i = 0; i < space->count; i++)
		all *= (double)space->dimensions[i].count;
	if (all > MOST_VARIANTS)
		return complain(reader, root,
				"%.3g combinations; expected at most %.0e, "
				"shorten some lists",
				all, MOST_VARIANTS);
	for (size_t i = 0; i < space_size(space); i++) {
		struct space_variant variant;

		if (!space_variant(space, i, &variant))
			continue;
		free(variant.arguments);
		return true;
	}
	return complain(reader, root,
			"expected conditions that leave something, but no "
			"variant satisfies all of them");
}

/* A second document would be ignored. */
static bool check_end(struct reader *reader, yaml_parser_t *parser)
{
	yaml_document_t more;
	yaml_node_t *root;
	bool good;

	if (!yaml_parser_load(parser, &more))
		return true;
	root = yaml_document_get_root_node(&more);
	good = !root || complain(reader, root,
				 "expected the end, found a second document");
	yaml_document_delete(&more);
	return good;
}

struct space *space_parse(const char *name, const char *bytes, size_t length,
			  struct text *problem)
{
	struct space *space = memory_grow(NULL, 1, sizeof(*space));
	struct reader reader = {
		.name = name, .space = space, .problem = problem};
	yaml_node_t *root;
	yaml_parser_t parser;
	bool good = false;

	*space = (struct space){.count = 0};
	if (!yaml_parser_initialize(&parser)) {
		text_print(problem, "%s:1:1: out of memory", name);
		free(space);
		return NULL;
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)bytes,
				     length);
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	if (!yaml_parser_load(&parser, &reader.document)) {
		text_print(problem, "%s:%zu:%zu: no YAML: %s", name,
			   parser.problem_mark.line + 1,
			   parser.problem_mark.column + 1,
			   parser.problem ? parser.problem : "not understood");
	} else {
		root = yaml_document_get_root_node(&reader.document);
		if (!root)
			text_print(problem,
				   "%s:1:1: expected keys and lists, like "
				   "threads: [1, 2], found nothing",
				   name);
		good = root && read_keys(&reader, root) &&
		       check_space(&reader, root) &&
		       check_end(&reader, &parser);
		yaml_document_delete(&reader.document);
	}
	yaml_parser_delete(&parser);
	if (good)
		return space;
	space_free(space);
	return NULL;
}

struct space *space_read(const char *path, struct text *problem)
{
	struct text content = {0};
	struct space *space = NULL;

	if (!file_read(path, &content))
		text_print(problem, "cannot read '%s': %s", path,
			   strerror(errno));
	else if (content.length > LARGEST)
		text_print(problem, "%s:1:1: larger than %d KiB", path,
			   LARGEST >> 10);
	else
		space = space_parse(path, text_string(&content), content.length,
				    problem);
	text_free(&content);
	return space;
}

static void free_dimension(struct space_dimension *dimension)
{
	for (size_t i = 0; i < dimension->count; i++) {
		for (size_t j = 0; j < dimension->values[i].count; j++)
			free(dimension->values[i].words[j]);
		free(dimension->values[i].words);
	}
	free(dimension->values);
	free(dimension->name);
}

void space_free(struct space *space)
{
	if (!space)
		return;
	for (size_t i = 0; i < space->count; i++)
		free_dimension(&space->dimensions[i]);
	for (size_t i = 0; i < space->where_count; i++)
		formula_free(space->where[i]);
	free(space->dimensions);
	free(space->where);
	free(space);
}

/* ---- variants ---- */

size_t space_size(const struct space *space)
{
	size_t size = 1;

	for (size_t i = 0; i < space->count; i++)
		size *= space->dimensions[i].count;
	return size;
}

static void add_argument(struct space_variant *variant, size_t *count,
			 const char *argument)
{
	variant->arguments = memory_grow(variant->arguments, *count + 2,
					 sizeof(*variant->arguments));
	variant->arguments[(*count)++] = argument;
	variant->arguments[*count] = NULL;
}

bool space_variant(const struct space *space, size_t number,
		   struct space_variant *variant)
{
	double numbers[MOST_DIMENSIONS + SPACE_THREADS + 1] = {0};
	size_t chosen[MOST_DIMENSIONS + SPACE_THREADS + 1];
	size_t rest = number, count = 0;

	*variant = (struct space_variant){.build = number};
	for (size_t i = space->count; i-- > 0;) {
		const struct space_dimension *dimension = &space->dimensions[i];

		chosen[i] = rest % dimension->count;
		rest /= dimension->count;
		numbers[i] = (double)dimension->values[chosen[i]].number;
		if (dimension->kind >= SPACE_SCHEDULE)
			variant->build /= dimension->count;
	}
	for (size_t i = 0; i < space->where_count; i++)
		if (!(formula_value(space->where[i], numbers) > 0))
			return false;
	variant->arguments = memory_grow(NULL, 1, sizeof(*variant->arguments));
	variant->arguments[0] = NULL;
	for (size_t i = 0; i < space->count; i++) {
		const struct space_dimension *dimension = &space->dimensions[i];
		const struct space_value *value = &dimension->values[chosen[i]];

		if (dimension->kind == SPACE_SOURCE)
			variant->source = value->words[0];
		else if (dimension->kind == SPACE_SCHEDULE)
			variant->schedule = value->words[0];
		else if (dimension->kind == SPACE_CHUNK)
			variant->chunk = value->number;
		else if (dimension->kind == SPACE_THREADS)
			variant->threads = value->number;
		else
			for (size_t j = 0; j < value->count; j++)
				add_argument(variant, &count, value->words[j]);
		variant->macros += dimension->kind == SPACE_MACRO;
	}
	return true;
}
