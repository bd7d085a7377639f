/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tuned file: a line for each loop, read word by word. It comes from
 * outside, so every byte of it is suspected.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/place.h"
#include "tuned.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER "podium.tuned"
#define FORMAT 2
#define MAX_BYTES (64L << 20)
#define AS_WRITTEN "as-written"
#define SETTING_SIGNS "_.,:+-/%!@=(){}" /* need no quotes in $(...) */
#define CLAUSES "a clause, a transformation, proof(...) or force"

/* The file in memory and the place up to which it was read. */
struct reader {
	const char *name;
	char *text; /* ends in a NUL of ours */
	const char *end;
	const char *at;
	const char *line_start;
	unsigned line;
	char *error; /* the first one; nothing is read after it */
	vec<const char *> settings; /* their names, in the text */
};

/* What was found, for an error: at most one word, and nothing unprintable. */
static char *found_at(const struct reader *reader, const char *at)
{
	char word[48];
	unsigned length = 0;

	if (at == reader->end)
		return xstrdup("the end of the file");
	if (*at == '\n' || *at == '\r')
		return xstrdup("the end of the line");
	do {
		word[length++] = ISPRINT(*at) ? *at : '?';
		at++;
	} while (length < 40 && at < reader->end && !ISSPACE(*at) &&
		 !strchr("(),:", *at));
	word[length] = '\0';
	return concat("'", word, "'", NULL);
}

static bool fail_at(struct reader *reader, const char *at, const char *text)
{
	if (!reader->error)
		reader->error = xasprintf(
			"%s:%u:%u: %s", reader->name, reader->line,
			(unsigned)(at - reader->line_start) + 1, text);
	return false;
}

static bool expected_at(struct reader *reader, const char *at, const char *what)
{
	char *found = found_at(reader, at);
	char *text = concat("expected ", what, ", found ", found, NULL);

	fail_at(reader, at, text);
	free(text);
	free(found);
	return false;
}

/* The same with a list, which is freed. */
static bool expected_in(struct reader *reader, const char *at, char *list)
{
	expected_at(reader, at, list);
	free(list);
	return false;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void skip_blanks(struct reader *reader)
{
	while (reader->at < reader->end && is_blank(*reader->at))
		reader->at++;
}

/* Blanks, a comment, and the end of the line if it is here. */
static bool at_line_end(struct reader *reader)
{
	skip_blanks(reader);
	if (*reader->at == '#')
		while (reader->at < reader->end && *reader->at != '\n')
			reader->at++;
	if (*reader->at == '\r' && reader->at[1] == '\n')
		reader->at++;
	return reader->at == reader->end || *reader->at == '\n';
}

static void next_line(struct reader *reader)
{
	if (reader->at < reader->end)
		reader->at++;
	reader->line_start = reader->at;
	reader->line++;
}

static bool take_char(struct reader *reader, char c)
{
	skip_blanks(reader);
	if (*reader->at != c || reader->at == reader->end)
		return false;
	reader->at++;
	return true;
}

static bool need_char(struct reader *reader, char c)
{
	char what[] = {'\'', c, '\'', '\0'};

	return take_char(reader, c) || expected_at(reader, reader->at, what);
}

/* A word of letters and '_'; its length, 0 if none stands here. */
static size_t take_word(struct reader *reader, const char **word)
{
	skip_blanks(reader);
	*word = reader->at;
	while (ISALPHA(*reader->at) || *reader->at == '_')
		reader->at++;
	return reader->at - *word;
}

static bool word_is(const char *word, size_t length, const char *name)
{
	return strlen(name) == length && memcmp(word, name, length) == 0;
}

/* A whole number from 1 to the largest int. */
static bool take_number(struct reader *reader, int *number)
{
	const char *start;
	long value = 0;

	skip_blanks(reader);
	start = reader->at;
	while (ISDIGIT(*reader->at) && value <= INT_MAX)
		value = 10 * value + *reader->at++ - '0';
	if (value < 1 || value > INT_MAX || ISIDNUM(*reader->at))
		return expected_at(reader, start,
				   "a number from 1 to 2147483647");
	*number = value;
	return true;
}

static const struct schedule_kind *kind_of(const char *word, size_t length)
{
	for (unsigned i = 0; schedule_kinds[i].name; i++)
		if (word_is(word, length, schedule_kinds[i].name))
			return &schedule_kinds[i];
	return NULL;
}

static bool set_modifier(struct tuned_clauses *clauses, const char *word,
			 size_t length)
{
	for (unsigned i = 0; schedule_modifiers[i].name; i++)
		if (word_is(word, length, schedule_modifiers[i].name)) {
			clauses->modifiers |= 1u << i;
			return true;
		}
	return false;
}

static bool check_modifiers(struct reader *reader, const char *at,
			    const struct tuned_clauses *clauses)
{
	const char *one, *other;
	char *text;

	if (!schedule_excludes(clauses->modifiers, &one, &other))
		return true;
	text = concat(one, " and ", other, " exclude each other", NULL);
	fail_at(reader, at, text);
	free(text);
	return false;
}

/* "monotonic:", "simd, nonmonotonic:" or nothing before the kind. */
static bool take_modifiers(struct reader *reader, struct tuned_clauses *clauses)
{
	const char *start = reader->at;
	const char *word;
	size_t length = take_word(reader, &word);

	if (!set_modifier(clauses, word, length)) {
		reader->at = start;
		return true;
	}
	if (take_char(reader, ',')) {
		length = take_word(reader, &word);
		if (!set_modifier(clauses, word, length))
			return expected_in(reader, word,
					   schedule_list_modifiers());
	}
	return check_modifiers(reader, word, clauses) && need_char(reader, ':');
}

static bool refuse_chunk(struct reader *reader, const char *at)
{
	char *kinds = schedule_list_chunkless();
	char *text = concat("schedule kinds ", kinds, " take no chunk", NULL);

	fail_at(reader, at, text);
	free(text);
	free(kinds);
	return false;
}

static bool take_chunk(struct reader *reader, struct tuned_clauses *clauses)
{
	if (!take_char(reader, ','))
		return true;
	if (!clauses->kind->takes_chunk)
		return refuse_chunk(reader, reader->at - 1);
	return take_number(reader, &clauses->chunk);
}

static bool take_schedule(struct reader *reader, struct tuned_clauses *clauses)
{
	const char *word;
	size_t length;

	if (!need_char(reader, '(') || !take_modifiers(reader, clauses))
		return false;
	length = take_word(reader, &word);
	clauses->kind = kind_of(word, length);
	if (!clauses->kind)
		return expected_in(reader, word, schedule_list_kinds());
	return take_chunk(reader, clauses) && need_char(reader, ')');
}

/* "work", the number of iterations that a construct will run. */
static bool take_work(struct reader *reader)
{
	const char *start = reader->at, *word;

	if (word_is(word, take_word(reader, &word), "work"))
		return true;
	reader->at = start;
	return false;
}

/* (N), or (work/M). */
static bool take_threads(struct reader *reader, struct tuned_clauses *clauses)
{
	if (!need_char(reader, '('))
		return false;
	if (take_work(reader))
		return need_char(reader, '/') &&
		       take_number(reader, &clauses->each) &&
		       need_char(reader, ')');
	return take_number(reader, &clauses->threads) && need_char(reader, ')');
}

/* (work>=N) */
static bool take_if(struct reader *reader, struct tuned_clauses *clauses)
{
	if (!need_char(reader, '('))
		return false;
	skip_blanks(reader);
	if (!take_work(reader))
		return expected_at(reader, reader->at, "work>=NUMBER");
	return need_char(reader, '>') && need_char(reader, '=') &&
	       take_number(reader, &clauses->least) && need_char(reader, ')');
}

/* Eight hexadecimal digits each, behind "proof". */
static bool take_proof(struct reader *reader, vec<unsigned> *proofs)
{
	if (proofs->length() > 0)
		return fail_at(reader, reader->at, "a second proof");
	if (!need_char(reader, '('))
		return false;
	do {
		const char *start;

		skip_blanks(reader);
		start = reader->at;
		while (ISXDIGIT(*reader->at))
			reader->at++;
		if (reader->at - start != 8 || ISIDNUM(*reader->at))
			return expected_at(reader, start,
					   "a digest of 8 hexadecimal digits");
		proofs->safe_push(strtoul(start, NULL, 16));
	} while (take_char(reader, ','));
	return need_char(reader, ')');
}

static bool is_primitive(const char *word, size_t length)
{
	static const char *const names[] = {"order",	  "tile",     "jam",
					    "distribute", "collapse", "apart"};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (word_is(word, length, names[i]))
			return true;
	return false;
}

/* Added without blanks. What its counters, numbers and signs mean depends on
   the loop. */
static bool take_primitive(struct reader *reader, struct tuned_clauses *clauses,
			   const char *word)
{
	char *before = clauses->transform, *text, *to;
	const char *first;

	if (!need_char(reader, '('))
		return false;
	skip_blanks(reader);
	first = reader->at;
	while (ISIDNUM(*reader->at) || is_blank(*reader->at) ||
	       (*reader->at && strchr("$@:,-", *reader->at)))
		reader->at++;
	if (reader->at == first)
		return expected_at(reader, first, "a loop");
	if (!need_char(reader, ')'))
		return false;
	text = to = XNEWVEC(char, reader->at - word + 1);
	for (; word < reader->at; word++)
		if (!is_blank(*word))
			*to++ = *word;
	*to = '\0';
	clauses->transform = before ? concat(before, " ", text, NULL) : text;
	if (before)
		free(text);
	free(before);
	return true;
}

/* Into the last of the entry's candidates. */
static bool take_clause(struct reader *reader, struct tuned_entry *entry)
{
	struct tuned_clauses *clauses = &entry->clauses[entry->count - 1];
	const char *word;
	size_t length = take_word(reader, &word);
	const char *again = "a clause given twice";

	if (is_primitive(word, length))
		return take_primitive(reader, clauses, word);
	if (word_is(word, length, "proof"))
		return take_proof(reader, &entry->proofs);
	if (word_is(word, length, "schedule"))
		return clauses->kind ? fail_at(reader, word, again)
				     : take_schedule(reader, clauses);
	if (word_is(word, length, "num_threads"))
		return clauses->threads || clauses->each
			       ? fail_at(reader, word, again)
			       : take_threads(reader, clauses);
	if (word_is(word, length, "if"))
		return clauses->least ? fail_at(reader, word, again)
				      : take_if(reader, clauses);
	if (!word_is(word, length, "force"))
		return expected_at(reader, word, CLAUSES);
	if (entry->force)
		return fail_at(reader, word, again);
	entry->force = true;
	return true;
}

/* Up to the end of the line, or of the candidate. */
static bool at_clauses_end(struct reader *reader,
			   const struct tuned_entry *entry)
{
	return at_line_end(reader) || (entry->count > 1 && *reader->at == '|');
}

static bool is_empty(const struct tuned_clauses *clauses)
{
	return !clauses->kind && !clauses->threads && !clauses->each &&
	       !clauses->least && !clauses->transform;
}

static bool take_clauses(struct reader *reader, struct tuned_entry *entry)
{
	const struct tuned_clauses *clauses = &entry->clauses[entry->count - 1];

	if (at_clauses_end(reader, entry))
		return expected_at(reader, reader->at, CLAUSES);
	do {
		if (!take_clause(reader, entry))
			return false;
	} while (!at_clauses_end(reader, entry));
	if (is_empty(clauses))
		return expected_at(reader, reader->at,
				   "a clause or a transformation");
	return true;
}

static bool take_as_written(struct reader *reader)
{
	size_t length = strlen(AS_WRITTEN);
	const char *at;

	skip_blanks(reader);
	at = reader->at;
	if (strncmp(at, AS_WRITTEN, length) != 0 ||
	    (ISGRAPH(at[length]) && at[length] != '|'))
		return false;
	reader->at += length;
	return true;
}

/* as-written | CLAUSE... | CLAUSE..., or either of them alone. */
static bool take_candidates(struct reader *reader, struct tuned_entry *entry)
{
	entry->count = 1;
	if (!take_as_written(reader))
		return take_clauses(reader, entry);
	if (at_line_end(reader))
		return true;
	if (!need_char(reader, '|'))
		return false;
	do {
		if (entry->count++ == TUNED_MOST)
			return fail_at(reader, reader->at - 1,
				       "more than 8 candidates");
		if (!take_clauses(reader, entry))
			return false;
	} while (take_char(reader, '|'));
	return true;
}

/* True for the colon before a function, none of those in "outer::inner". */
static bool is_separator(const char *at)
{
	return *at == ':' && at[-1] != ':' && at[1] != ':';
}

/*
 * The first word of a line, a backslash taking the meaning from what
 * follows. Result to be freed; *colon is the last separator, or NULL.
 */
static char *take_key(struct reader *reader, char **colon)
{
	const char *stop = reader->at;
	char *key, *to;

	while (stop < reader->end && !ISSPACE(*stop))
		stop += *stop == '\\' && stop + 1 < reader->end ? 2 : 1;
	key = to = XNEWVEC(char, stop - reader->at + 1);
	*colon = NULL;
	for (; reader->at < stop; reader->at++) {
		if (is_separator(reader->at))
			*colon = to;
		if (*reader->at == '\\' && reader->at + 1 < stop)
			reader->at++;
		*to++ = *reader->at;
	}
	*to = '\0';
	return key;
}

/* Where a number from 1 ends; NULL where none stands. */
static char *behind_number(char *at)
{
	return *at >= '1' && *at <= '9' ? at + strspn(at, "0123456789") : NULL;
}

static bool is_id(char *id)
{
	char *hash = strrchr(id, '#');
	char *end = hash && hash > id ? behind_number(hash + 1) : NULL;

	return end && *end == '\0';
}

static bool take_name(struct reader *reader, struct tuned_entry *entry)
{
	const char *start = reader->at;
	char *colon;
	char *key = take_key(reader, &colon);

	if (strcmp(key, "*") == 0) {
		free(key);
		return true;
	}
	if (!colon || colon == key || !is_id(colon + 1)) {
		free(key);
		return expected_at(reader, start,
				   "FILE:FUNCTION#NUMBER or * for every loop");
	}
	*colon = '\0';
	entry->id = xstrdup(colon + 1);
	entry->file = key;
	place_normalise(key);
	return key[0] != '\0' || expected_at(reader, start, "a file name");
}

static void entry_clear(struct tuned_entry *entry)
{
	free(entry->file);
	free(entry->id);
	entry->proofs.release();
	for (unsigned i = 0; i < entry->count && i < TUNED_MOST; i++)
		free(entry->clauses[i].transform);
}

static bool take_entry(struct reader *reader, struct tuned *tuned)
{
	struct tuned_entry *entry;

	if (tuned->count == tuned->size) {
		tuned->size = 2 * tuned->size + 16;
		tuned->entries = XRESIZEVEC(struct tuned_entry, tuned->entries,
					    tuned->size);
	}
	entry = &tuned->entries[tuned->count++];
	memset(entry, 0, sizeof(*entry));
	entry->line = reader->line;
	return take_name(reader, entry) && take_candidates(reader, entry);
}

/* The level that is optimised with, if such a flag stands here. */
static void take_level(const struct reader *reader, int *level)
{
	const char *at = reader->at;

	if (is_blank(at[0]) && at[1] == '-' && at[2] == 'O' && at[3] >= '0' &&
	    at[3] <= '3' && !ISALNUM(at[4]))
		*level = at[3] - '0';
}

/* How the program is to be compiled is for podium cflags to say. */
static bool take_flags(struct reader *reader, struct tuned *tuned)
{
	static const char name[] = "flags";
	size_t length = strlen(name);

	if (strncmp(reader->at, name, length) != 0 ||
	    !is_blank(reader->at[length]))
		return false;
	while (reader->at < reader->end && *reader->at != '\n' &&
	       *reader->at != '#') {
		take_level(reader, &tuned->level);
		reader->at++;
	}
	at_line_end(reader);
	return true;
}

/* A line "setting NAME=VALUE", if it is one. */
static bool is_setting_line(const struct reader *reader)
{
	static const char name[] = "setting";
	size_t length = strlen(name);

	return strncmp(reader->at, name, length) == 0 &&
	       is_blank(reader->at[length]);
}

/* Checked for podium exec; the compiler has no use for it. The length of
   "NAME=" tells one setting from another. */
static bool take_setting(struct reader *reader)
{
	const char *start, *value;
	size_t length;

	reader->at += strlen("setting");
	skip_blanks(reader);
	start = reader->at;
	while (ISUPPER(*reader->at) || ISDIGIT(*reader->at) ||
	       *reader->at == '_')
		reader->at++;
	length = reader->at - start;
	if (*reader->at != '=' ||
	    (!(strncmp(start, "OMP_", 4) == 0 && length > 4) &&
	     !(strncmp(start, "GOMP_", 5) == 0 && length > 5)))
		return expected_at(reader, start,
				   "OMP_NAME=VALUE or GOMP_NAME=VALUE, others "
				   "being set by hand");
	for (unsigned i = 0; i < reader->settings.length(); i++)
		if (strncmp(reader->settings[i], start, length + 1) == 0)
			return fail_at(reader, start, "a setting given twice");
	reader->settings.safe_push(start);
	value = ++reader->at;
	while (ISALNUM(*reader->at) ||
	       (*reader->at && strchr(SETTING_SIGNS, *reader->at)))
		reader->at++;
	if (reader->at == value)
		return expected_at(reader, value, "a value");
	return at_line_end(reader) ||
	       expected_at(reader, reader->at,
			   "letters, digits and " SETTING_SIGNS);
}

/* Up to the parenthesis that closes the first one; a backslash takes the
   special meaning from what follows. To be freed; NULL where it is not closed.
 */
static char *take_need(struct reader *reader)
{
	const char *at = reader->at;
	char *need = XNEWVEC(char, reader->end - at + 1), *to = need;
	int depth = 0;

	while (at < reader->end && *at != '\n' && (*at != ')' || depth > 0)) {
		depth += *at == '(';
		depth -= *at == ')';
		if (*at == '\\' && at + 1 < reader->end && at[1] != '\n')
			at++;
		*to++ = *at++;
	}
	*to = '\0';
	reader->at = at;
	if (to > need && at < reader->end && *at == ')')
		return need;
	free(need);
	return NULL;
}

/* A line safe(NEED), if it is one. */
static bool is_safe_line(const struct reader *reader)
{
	return strncmp(reader->at, "safe(", strlen("safe(")) == 0;
}

static bool take_safe(struct reader *reader, struct tuned *tuned)
{
	struct tuned_safe safe = {NULL, reader->line, vNULL};
	const char *start, *word;
	size_t length;
	bool good;

	reader->at += strlen("safe(");
	start = reader->at;
	safe.need = take_need(reader);
	if (!safe.need)
		return *reader->at == ')'
			       ? expected_at(reader, start, "a function")
			       : expected_at(reader, reader->at, "')'");
	reader->at++;
	if (at_line_end(reader)) {
		tuned->safe.safe_push(safe);
		return true;
	}
	length = take_word(reader, &word);
	good = word_is(word, length, "proof")
		       ? take_proof(reader, &safe.proofs)
		       : expected_at(reader, word, "proof(...)");
	tuned->safe.safe_push(safe);
	return good && (at_line_end(reader) ||
			expected_at(reader, reader->at, "the end of the line"));
}

static bool take_header(struct reader *reader)
{
	size_t length = strlen(HEADER);
	const char *number;
	int format;

	if (strncmp(reader->at, HEADER, length) != 0 ||
	    !is_blank(reader->at[length]))
		return expected_at(reader, reader->at, "'" HEADER " 2'");
	reader->at += length;
	skip_blanks(reader);
	number = reader->at;
	if (!take_number(reader, &format))
		return false;
	if (format != FORMAT)
		return fail_at(reader, number,
			       "another format; this podium reads format 2");
	return at_line_end(reader) ||
	       expected_at(reader, reader->at, "the end of the line");
}

/* Go to the first NUL of the text, if there is one. */
static bool is_text(struct reader *reader)
{
	for (const char *at = reader->text; at < reader->end; at++) {
		if (*at == '\0')
			return fail_at(reader, at, "a NUL: this is no text");
		if (*at == '\n') {
			reader->at = at;
			next_line(reader);
		}
	}
	reader->at = reader->line_start = reader->text;
	reader->line = 1;
	return true;
}

static bool take_file(struct reader *reader, struct tuned *tuned)
{
	if (!is_text(reader) || !take_header(reader))
		return false;
	while (reader->at < reader->end) {
		next_line(reader);
		if (at_line_end(reader) || take_flags(reader, tuned))
			continue;
		if (is_setting_line(reader) ? !take_setting(reader)
		    : is_safe_line(reader)  ? !take_safe(reader, tuned)
					    : !take_entry(reader, tuned))
			return false;
	}
	return true;
}

/* NULL, the mark of "every loop", comes first. */
static int compare_names(const char *a, const char *b)
{
	if (!a || !b)
		return (a != NULL) - (b != NULL);
	return strcmp(a, b);
}

static int compare_entries(const void *a, const void *b)
{
	const struct tuned_entry *x = (const struct tuned_entry *)a;
	const struct tuned_entry *y = (const struct tuned_entry *)b;
	int order = compare_names(x->id, y->id);

	if (order == 0)
		order = compare_names(x->file, y->file);
	if (order == 0)
		order = x->line < y->line ? -1 : x->line > y->line;
	return order;
}

/* Sort, and refuse two entries for the same loop. */
static bool sort_entries(struct tuned *tuned, char **error)
{
	if (tuned->count == 0)
		return true;
	qsort(tuned->entries, tuned->count, sizeof(*tuned->entries),
	      compare_entries);
	for (unsigned i = 1; i < tuned->count; i++) {
		const struct tuned_entry *a = &tuned->entries[i - 1];
		const struct tuned_entry *b = &tuned->entries[i];

		if (compare_names(a->id, b->id) == 0 &&
		    compare_names(a->file, b->file) == 0) {
			*error = xasprintf("%s:%u:1: a second entry for the "
					   "loop of line %u",
					   tuned->name, b->line, a->line);
			return false;
		}
	}
	return true;
}

static char *system_error(const char *name)
{
	return xasprintf("cannot read '%s': %s", name, xstrerror(errno));
}

static char *no_file(const char *name, const char *why)
{
	return concat("'", name, "' ", why, NULL);
}

/* A regular file of that size; NULL if it cannot be read. */
static char *read_whole(int file, off_t size, size_t *length)
{
	char *text = XNEWVEC(char, size + 1);
	off_t done = 0;
	ssize_t part = 1;

	while (done < size && part != 0) {
		part = read(file, text + done, size - done);
		if (part < 0 && errno != EINTR) {
			free(text);
			return NULL;
		}
		done += part > 0 ? part : 0;
	}
	text[done] = '\0';
	*length = done;
	return text;
}

/*
 * Neither a pipe that nobody writes to nor a device without an end may hold
 * up the compiler.
 */
static char *read_file(const char *name, size_t *length, char **error)
{
	int file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	struct stat status;
	char *text = NULL;

	if (file < 0 || fstat(file, &status) != 0)
		*error = system_error(name);
	else if (S_ISDIR(status.st_mode))
		*error = no_file(name, "is a folder");
	else if (!S_ISREG(status.st_mode))
		*error = no_file(name, "is no regular file");
	else if (status.st_size > MAX_BYTES)
		*error = no_file(name, "is too large for a tuned file");
	else if (!(text = read_whole(file, status.st_size, length)))
		*error = system_error(name);
	if (file >= 0)
		close(file);
	return text;
}

struct tuned *tuned_read(const char *name, char **error)
{
	struct reader reader = {};
	struct tuned *tuned;
	size_t length;
	bool good;

	reader.text = read_file(name, &length, error);
	if (!reader.text)
		return NULL;
	reader.name = name;
	reader.line_start = reader.text;
	reader.end = reader.text + length;
	reader.line = 1;

	tuned = XCNEW(struct tuned);
	tuned->name = xstrdup(name);
	tuned->level = -1;
	good = take_file(&reader, tuned);
	reader.settings.release();
	if (!good)
		*error = reader.error;
	else
		good = sort_entries(tuned, error);
	free(reader.text);
	if (good)
		return tuned;
	tuned_free(tuned);
	return NULL;
}

char *tuned_transformation(const char *text)
{
	struct tuned_clauses clauses = {};
	struct reader reader = {};
	char *copy = xstrdup(text);
	bool good = true;

	reader.name = "";
	reader.text = copy;
	reader.at = reader.line_start = copy;
	reader.end = copy + strlen(copy);
	while (good && !at_line_end(&reader)) {
		const char *word;
		size_t length = take_word(&reader, &word);

		good = is_primitive(word, length) &&
		       take_primitive(&reader, &clauses, word);
	}
	good = good && reader.at == reader.end;
	if (!good) {
		free(clauses.transform);
		clauses.transform = NULL;
	}
	free(reader.error);
	free(copy);
	return clauses.transform;
}

void tuned_free(struct tuned *tuned)
{
	if (!tuned)
		return;
	for (unsigned i = 0; i < tuned->count; i++)
		entry_clear(&tuned->entries[i]);
	free(tuned->entries);
	for (unsigned i = 0; i < tuned->safe.length(); i++) {
		free(tuned->safe[i].need);
		tuned->safe[i].proofs.release();
	}
	tuned->safe.release();
	free(tuned->name);
	free(tuned);
}

bool tuned_is_safe(const struct tuned *tuned, const char *need)
{
	for (unsigned i = 0; i < tuned->safe.length(); i++)
		if (strcmp(tuned->safe[i].need, need) == 0)
			return true;
	return false;
}

bool tuned_leaves(const struct tuned_entry *entry)
{
	return entry->count == 1 && is_empty(&entry->clauses[0]);
}

bool tuned_names(const struct tuned_entry *entry, const char *path)
{
	size_t whole = strlen(path);
	size_t part = entry->file ? strlen(entry->file) : whole + 1;

	if (part > whole || strcmp(path + whole - part, entry->file) != 0)
		return false;
	return part == whole || path[whole - part - 1] == '/';
}

/* Index of the first entry whose id is not less. */
static unsigned first_with(const struct tuned *tuned, const char *id)
{
	unsigned low = 0, high = tuned->count;

	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (compare_names(tuned->entries[middle].id, id) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The entry with this id that says more of the path than "best" does. */
static struct tuned_entry *find_better(struct tuned *tuned, const char *path,
				       const char *id, struct tuned_entry *best)
{
	for (unsigned i = first_with(tuned, id); i < tuned->count; i++) {
		struct tuned_entry *entry = &tuned->entries[i];

		if (strcmp(entry->id, id) != 0)
			break;
		if (!tuned_names(entry, path))
			continue;
		entry->matched = true;
		if (!best || strlen(entry->file) > strlen(best->file))
			best = entry;
	}
	return best;
}

struct tuned_entry *tuned_find(struct tuned *tuned, const char *path,
			       const char *id, const char *name)
{
	struct tuned_entry *best = find_better(tuned, path, id, NULL);

	best = find_better(tuned, path, name, best);
	if (!best && tuned->count > 0 && !tuned->entries[0].id)
		best = &tuned->entries[0];
	return best;
}

static char *modifiers_text(unsigned modifiers)
{
	char *text = xstrdup("");

	for (unsigned i = 0; schedule_modifiers[i].name; i++) {
		char *before = text;

		if (!(modifiers & 1u << i))
			continue;
		text = concat(before, *before ? "," : "",
			      schedule_modifiers[i].name, NULL);
		free(before);
	}
	return text;
}

char *tuned_text(const struct tuned_clauses *clauses)
{
	char *modifiers = modifiers_text(clauses->modifiers);
	char chunk[16] = "", threads[64] = "", *schedule, *text;
	int length = 0;

	if (clauses->chunk)
		snprintf(chunk, sizeof(chunk), ",%d", clauses->chunk);
	if (clauses->least)
		length = snprintf(threads, sizeof(threads), "if(work>=%d)%s",
				  clauses->least,
				  clauses->each || clauses->threads ? " " : "");
	if (clauses->each || clauses->threads)
		snprintf(threads + length, sizeof(threads) - length,
			 clauses->each ? "num_threads(work/%d)"
				       : "num_threads(%d)",
			 clauses->each ? clauses->each : clauses->threads);
	schedule = clauses->kind ? concat("schedule(", modifiers,
					  *modifiers ? ":" : "",
					  clauses->kind->name, chunk, ")", NULL)
				 : xstrdup("");
	text = concat(clauses->transform ? clauses->transform : "",
		      clauses->transform && (*schedule || *threads) ? " " : "",
		      schedule, *schedule && *threads ? " " : "", threads,
		      NULL);
	free(modifiers);
	free(schedule);
	return text;
}
