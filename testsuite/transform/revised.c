/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sources in rows: what becomes of each when its loops change places, or why
 * nothing does. A file of rows, *.rows beside this one, holds
 *
 *     === NAME
 *     --- PATH LOOPS FIRST:ORDER:TILES/COLLAPSE [WORD...]
 *     or:                  FIRST:0:TILE^WHOLE for iterations that go abreast
 *     the source
 *     --- becomes             or: --- refused REASON
 *     the new source
 *
 * LOOPS are the counters of the nest with commas, '*' behind those that are
 * shared out, :N where the record has the loop in another line than that of
 * its head. WORDs: crlf (both texts have such lines), orphan (no parallel
 * region around), short, long (GCC counts in 16, in 64 bits), early,
 * clause=NAME, construct=NAME, line=N (of the directive), unended (no newline
 * at the end), sum=NAME:ARRAY (of a variable and what gets it behind the loop
 * that it goes on in), params=NAME,NAME (that addresses are made of),
 * around=NAME (a counter that goes up from 0 around the nest). Numbers and
 * names that a loop begins at, ends at or adds are in its record.
 *
 * Then each source is damaged at random, many times: nothing may crash, and an
 * order that is made of one loses no byte. "revised ROUNDS" goes on for longer.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/text.h"
#include "damage.h"
#include "revise/revise.h"

static size_t tests, failures, damaged, survived, wrong;
static int rounds = 20; /* of damage, to each source */

struct row {
	char *name, *path, *loops, *reshape, *words;
	struct text source, wanted;
	char *refusal; /* NULL where the source shall change */
};

static bool has_word(const struct row *row, const char *word)
{
	return strstr(row->words, word) != NULL;
}

/* What stands behind "clause=", or the other. The caller frees it. */
static char *word_value(const struct row *row, const char *key,
			const char *otherwise)
{
	const char *at = strstr(row->words, key);

	if (!at)
		return memory_string(otherwise);
	at += strlen(key);
	return memory_print("%.*s", (int)strcspn(at, " "), at);
}

static int line_at(const char *text, const char *at)
{
	int line = 1;

	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

/* The first line that holds a word in any case, 1 if none does. */
static int find_line(const char *text, const char *word)
{
	for (const char *at = text; *at; at++)
		if (strncasecmp(at, word, strlen(word)) == 0)
			return line_at(text, at);
	return 1;
}

static bool is_keyword(const char *text, const char *at)
{
	bool begins = at == text || !isalnum((unsigned char)at[-1]);

	return begins && ((strncasecmp(at, "for", 3) == 0 &&
			   !isalnum((unsigned char)at[3])) ||
			  (strncasecmp(at, "do", 2) == 0 &&
			   !isalnum((unsigned char)at[2])));
}

/*
 * The next head that has the counter in its line; *from moves behind it. What
 * a record has behind a dot is not in the source.
 */
static int head_line(const char *text, const char **from, const char *counter)
{
	size_t length = strcspn(counter, ".");

	for (const char *at = *from; *at; at++) {
		const char *name;

		if (!is_keyword(text, at))
			continue;
		name = at + 3;
		while (*name && *name != '\n' &&
		       strncasecmp(name, counter, length) != 0)
			name++;
		if (*name && *name != '\n') {
			*from = at + 1;
			return line_at(text, at);
		}
	}
	return 1;
}

static json_t *ops_of(const struct row *row)
{
	const char *control = has_word(row, "short")  ? "control.i16"
			      : has_word(row, "long") ? "control.i64"
						      : "control.i32";

	return json_pack("{s:{s:i}, s:{}}", "certain", control, 2,
			 "conditional");
}

/* The number behind one of the signs in the line, else the name. */
static json_t *number_behind(const char *head, const char *signs)
{
	size_t length = strcspn(head, "\n");
	size_t at = strcspn(head, signs), end;

	if (at < length)
		at += strspn(head + at, "+-*<>=, ");
	if (at < length && isdigit((unsigned char)head[at]))
		return json_integer(atoll(head + at));
	for (end = at; isalnum((unsigned char)head[end]); end++)
		;
	return end > at ? json_stringn(head + at, end - at) : json_string("n");
}

static void set_numbers(json_t *loop, const char *head)
{
	size_t length = strcspn(head, "\n");
	const char *last = memrchr(head, ';', length);
	bool adds = last && memchr(last, '=', head + length - last);

	json_t *from = number_behind(head, "=");
	json_t *to = number_behind(head, "<>,");

	if (json_is_integer(from) && json_is_integer(to))
		json_object_set_new(loop, "trip",
				    json_integer(json_integer_value(to)));
	json_object_set_new(loop, "from", from);
	json_object_set_new(loop, "to", to);
	json_object_set_new(loop, "step",
			    adds ? number_behind(last, "+-") : json_integer(1));
}

/* "i*", "j:7" */
static json_t *make_loop(const struct row *row, char *word, int depth,
			 const char **from)
{
	char *colon = strchr(word, ':'), *star = strchr(word, '*');
	json_t *loop;
	int line;

	if (colon)
		*colon = '\0';
	if (star)
		*star = '\0';
	line = head_line(text_string(&row->source), from, word);
	if (colon)
		line = atoi(colon + 1);
	loop = json_pack("{s:s, s:s, s:i, s:i, s:b, s:b, s:o}", "var", word,
			 "file", row->path, "line", line, "depth", depth,
			 "early_exit", has_word(row, "early"), "conditional",
			 false, "ops", ops_of(row));
	json_object_set_new(loop, "parent",
			    depth ? json_integer(depth - 1) : json_null());
	set_numbers(loop, *from - 1);
	json_object_set_new(loop, "omp",
			    star ? json_integer(depth) : json_null());
	return loop;
}

static json_t *make_nest(const struct row *row, int *shared)
{
	json_t *nest = json_array();
	const char *from = strcasestr(text_string(&row->source), "omp");
	size_t count;
	char **words = list_split(row->loops, &count);

	*shared = 0;
	if (!from)
		from = text_string(&row->source);
	for (size_t i = 0; i < count; i++) {
		*shared += strchr(words[i], '*') != NULL;
		json_array_append_new(nest, make_loop(row, words[i], i, &from));
	}
	list_free(words);
	return nest;
}

/* One that goes through the array with the innermost loop. */
static json_t *make_reference(const char *base, bool written, int loops)
{
	json_t *strides = json_array();

	for (int i = 1; i < loops; i++)
		json_array_append_new(strides, json_integer(0));
	json_array_append_new(strides, json_integer(8));
	return json_pack("{s:s, s:s, s:i, s:b, s:i, s:i, s:o, s:b, s:n}",
			 "base", base, "type", "f64", "size", 8, "write",
			 written, "loop", loops - 1, "offset", 0, "strides",
			 strides, "conditional", false, "extent");
}

/* The words behind the key, each as it is made, or NULL where there is none. */
static json_t *list_words(const struct row *row, const char *key,
			  json_t *(*make)(const char *word, int loops),
			  int loops)
{
	char *names = word_value(row, key, "");
	size_t count;
	char **words = list_split(names, &count);
	json_t *list = count ? json_array() : NULL;

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, make(words[i], loops));
	list_free(words);
	free(names);
	return list;
}

static json_t *make_written(const char *base, int loops)
{
	return make_reference(base, true, loops);
}

static json_t *make_parameter(const char *name, int loops)
{
	(void)loops;
	return json_pack("{s:s, s:s}", "name", name, "kind", "argument");
}

/* "writes=x", "params=n,m" */
static void add_listed(const struct row *row, json_t *record)
{
	int loops = (int)json_array_size(json_object_get(record, "nest"));
	json_t *written = list_words(row, "writes=", make_written, loops);
	json_t *params = list_words(row, "params=", make_parameter, loops);

	if (written)
		json_object_set_new(record, "refs", written);
	if (params)
		json_object_set_new(record, "params", params);
}

/* "around=i": a loop of the counter around the nest, from 0 on. */
static void add_around(const struct row *row, json_t *record)
{
	char *counter = word_value(row, "around=", "");

	if (*counter)
		json_object_set_new(record, "around",
				    json_pack("[{s:s, s:i, s:i, s:s}]", "var",
					      counter, "from", 0, "step", 1,
					      "trip", "n"));
	free(counter);
}

/* "sum=s:c,t:d": variables that loops inside carry, and elements of those. */
static void add_sums(const struct row *row, json_t *record, int split)
{
	json_t *nest = json_object_get(record, "nest"), *loop;
	json_t *references = json_array(), *carried = json_array();
	char *names = word_value(row, "sum=", "");
	size_t count, index;
	char **words = list_split(names, &count);

	for (size_t i = 0; i < count; i++) {
		char *colon = strchr(words[i], ':');
		json_t *one = make_reference(colon + 1, true, split);

		*colon = '\0';
		json_object_set_new(one, "count", json_integer(1));
		json_object_set_new(one, "type", json_string("f64"));
		json_object_set_new(one, "indirect", json_null());
		json_array_append_new(references, one);
		json_array_append_new(carried,
				      json_pack("{s:s, s:s}", "name", words[i],
						"type", "f64"));
	}
	json_array_foreach(nest, index, loop)
	{
		json_object_set_new(loop, "perfect",
				    json_boolean((int)index + 1 != split));
		if ((int)index >= split)
			json_object_set(loop, "carries", carried);
	}
	json_object_set_new(record, "refs", references);
	json_decref(carried);
	list_free(words);
	free(names);
}

static json_t *make_record(const struct row *row)
{
	char *construct = word_value(row, "construct=", "parallel-for");
	char *clause = word_value(row, "clause=", "");
	char *line = word_value(row, "line=", "0");
	int shared, number = atoi(line);
	json_t *nest = make_nest(row, &shared), *record;

	if (!number)
		number = find_line(text_string(&row->source), "omp");
	for (char *at = construct; *at; at++)
		if (*at == '-')
			*at = ' ';
	record = json_pack("{s:s, s:i, s:s, s:s, s:i, s:i, s:n, s:o}", "file",
			   row->path, "line", number, "name", "step",
			   "construct", construct, "ordinal", 1, "collapse",
			   shared, "ordered", "nest", nest);
	json_object_set_new(record, "parallel",
			    has_word(row, "orphan") ? json_null()
						    : json_object());
	json_object_set_new(record, "clauses",
			    *clause ? json_pack("[{s:s}]", "name", clause)
				    : json_array());
	add_listed(row, record);
	add_around(row, record);
	free(construct);
	free(clause);
	free(line);
	return record;
}

static void parse_reshape(const char *word, struct reshape *reshape)
{
	char *end;

	memset(reshape, 0, sizeof(*reshape));
	reshape->first = strtol(word, &end, 10);
	for (end++; *end >= '0' && *end <= '7'; end++)
		reshape->order[reshape->count++] = *end - '0';
	for (int i = 0; i < reshape->count && *end && *end != '/'; i++)
		reshape->tile[i] = strtoll(end + 1, &end, 10);
	if (*end == '/')
		reshape->collapse = atoi(end + 1);
	reshape->abreast = *end == '^';
	reshape->whole = reshape->abreast ? atoi(end + 1) : 0;
}

static void convert_lines(struct text *text)
{
	struct text out = {0};

	for (size_t i = 0; i < text->length; i++)
		text_add_bytes(
			&out, text->bytes[i] == '\n' ? "\r\n" : text->bytes + i,
			text->bytes[i] == '\n' ? 2 : 1);
	text_free(text);
	*text = out;
}

static void tell(bool good, const struct row *row, const struct text *out,
		 const struct text *reason)
{
	const char *line = text_string(out);

	tests++;
	failures += !good;
	printf("%s %zu - %s\n", good ? "ok" : "not ok", tests, row->name);
	if (good)
		return;
	printf("# reason: %s\n", text_string(reason));
	while (*line) {
		size_t length = strcspn(line, "\n");

		printf("# %.*s\n", (int)length, line);
		line += length + (line[length] == '\n');
	}
}

static bool is_cut(const struct reshape *reshape)
{
	for (int i = 0; i < reshape->count; i++)
		if (reshape->tile[i])
			return true;
	return false;
}

/* All that is no blank is still there, and no more than a clause is new. */
static bool keeps_bytes(const struct text *before, const struct text *after,
			long most)
{
	long counts[256] = {0}, fresh = 0;

	for (size_t i = 0; i < before->length; i++)
		counts[(unsigned char)before->bytes[i]]--;
	for (size_t i = 0; i < after->length; i++)
		counts[(unsigned char)after->bytes[i]]++;
	for (int i = '!'; i < 256; i++) {
		if (counts[i] < 0)
			return false;
		fresh += counts[i];
	}
	return fresh < most;
}

static void try_damaged(const struct row *row, const json_t *record,
			const struct reshape *reshape)
{
	struct text source = {0}, out = {0}, reason = {0};
	bool made;

	text_add(&source, text_string(&row->source));
	for (size_t i = random_below(3) + 1; i > 0; i--)
		damage(&source);
	made = revise(record, reshape, row->path, text_string(&source),
		      source.length, &out, &reason);
	damaged++;
	survived += made;
	if (made ? !is_cut(reshape) && !reshape->split && !reshape->collapse &&
			    !keeps_bytes(&source, &out, 40)
		 : !reason.length || out.length) {
		wrong++;
		printf("# damaged: %s\n# from:\n%s\n# made:\n%s\n", row->name,
		       text_string(&source), text_string(&out));
	}
	text_free(&source);
	text_free(&out);
	text_free(&reason);
}

static int number_of(const struct row *row, const char *word)
{
	char *value = word_value(row, word, "0");
	int number = atoi(value);

	free(value);
	return number;
}

static void judge(struct row *row)
{
	struct text out = {0}, reason = {0};
	struct reshape reshape;
	json_t *record;
	bool made, good;

	if (has_word(row, "crlf")) {
		convert_lines(&row->source);
		convert_lines(&row->wanted);
	}
	if (has_word(row, "unended")) {
		text_cut(&row->source, row->source.length - 1);
		text_cut(&row->wanted, row->wanted.length - 1);
	}
	record = make_record(row);
	parse_reshape(row->reshape, &reshape);
	reshape.split = number_of(row, "split=");
	reshape.element = has_word(row, "sum=");
	if (reshape.element)
		add_sums(row, record, reshape.first + reshape.split);
	made = revise(record, &reshape, row->path, text_string(&row->source),
		      row->source.length, &out, &reason);
	if (row->refusal)
		good = !made && !out.length && *row->refusal &&
		       strstr(text_string(&reason), row->refusal);
	else
		good = made && !reason.length &&
		       strcmp(text_string(&out), text_string(&row->wanted)) ==
			       0;
	tell(good, row, &out, &reason);
	for (int i = 0; i < rounds; i++)
		try_damaged(row, record, &reshape);
	json_decref(record);
	text_free(&out);
	text_free(&reason);
}

static char *next_word(char **at)
{
	char *word = *at + strspn(*at, " ");
	size_t length = strcspn(word, " ");

	*at = word + length + (word[length] != '\0');
	word[length] = '\0';
	return word;
}

/* Each line ends in '\0' here, and the next one follows. */
static char *next_line(char **at)
{
	char *line = *at, *end = strchr(line, '\n');

	if (!*line || !end)
		return NULL;
	*end = '\0';
	*at = end + 1;
	return line;
}

static void row_free(struct row *row)
{
	text_free(&row->source);
	text_free(&row->wanted);
	memset(row, 0, sizeof(*row));
}

static void read_rows(char *content)
{
	struct row row = {0};
	struct text *into = NULL;
	char *line;

	while ((line = next_line(&content))) {
		if (strncmp(line, "=== ", 4) == 0) {
			if (row.name)
				judge(&row);
			row_free(&row);
			row.name = line + 4;
			into = NULL;
		} else if (strncmp(line, "--- becomes", 11) == 0) {
			into = &row.wanted;
		} else if (strncmp(line, "--- refused", 11) == 0) {
			row.refusal = line + 11 + strspn(line + 11, " ");
			into = NULL;
		} else if (strncmp(line, "--- ", 4) == 0) {
			line += 4;
			row.path = next_word(&line);
			row.loops = next_word(&line);
			row.reshape = next_word(&line);
			row.words = line;
			into = &row.source;
		} else if (into) {
			text_print(into, "%s\n", line);
		}
	}
	if (row.name)
		judge(&row);
	row_free(&row);
}

static int is_rows(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot && strcmp(dot, ".rows") == 0;
}

int main(int argc, char **argv)
{
	const char *source = getenv("srcdir");
	char *folder =
		memory_print("%s/testsuite/transform", source ? source : ".");
	struct dirent **names = NULL;
	int count = scandir(folder, &names, is_rows, alphasort);

	if (argc > 1)
		rounds = atoi(argv[1]);
	for (int i = 0; i < count; i++) {
		char *path = memory_print("%s/%s", folder, names[i]->d_name);
		struct text content = {0};

		if (!file_read(path, &content))
			printf("Bail out! cannot read %s\n", path);
		else
			read_rows(content.bytes);
		text_free(&content);
		free(path);
		free(names[i]);
	}
	free(names);
	free(folder);
	printf("%s %zu - damaged sources\n", wrong ? "not ok" : "ok", ++tests);
	printf("# %zu, of which %zu still read\n", damaged, survived);
	printf("1..%zu\n", tests);
	return failures || wrong;
}
