/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words of a tuned file, and its lines. The plugin has a reader of its own,
 * plugin/rewrite/tuned.cc, which tells what is wrong in a file.
 */
#include "tuned.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/letters.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/text.h"
#include "step.h"

#define BLANKS " \t\r"
#define AS_WRITTEN "as-written"
#define LARGEST (64 << 20) /* bytes of a tuned file */

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define SMALL "abcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"
#define SETTING_SIGNS "_.,:+-/%!@=(){}" /* need no quotes in $(...) */

/* A pipe or device may never end, so that only regular files are read. */
static const char *trouble_with(const char *path)
{
	struct stat status;

	if (stat(path, &status) != 0)
		return strerror(errno);
	if (!S_ISREG(status.st_mode))
		return "not a regular file";
	return status.st_size > LARGEST ? "too large for a tuned file" : NULL;
}

bool tuned_read(const char *path, struct text *content, struct text *problem)
{
	const char *trouble = trouble_with(path);
	size_t length = strlen(TUNED_LINE);

	if (!trouble && !file_read(path, content))
		trouble = strerror(errno);
	if (trouble)
		text_print(problem, "cannot open '%s': %s", path, trouble);
	else if (strncmp(text_string(content), TUNED_LINE, length) != 0 ||
		 !strchr("\n", text_string(content)[length]))
		text_print(problem,
			   "'%s' is no tuned file: its first line is not "
			   "'%s'; name one that podium wrote",
			   path, TUNED_LINE);
	else
		return true;
	return false;
}

void tuned_add_word(struct text *out, const char *word)
{
	if (word[0] == '#')
		text_add(out, "\\");
	for (; *word; word++) {
		if (strchr(BLANKS "\\*", *word))
			text_add(out, "\\");
		text_add_bytes(out, word, 1);
	}
}

void tuned_add_safe(struct text *out, const char *need)
{
	text_add(out, "safe(");
	tuned_add_word(out, need);
	text_add(out, ")");
}

/* The end of the path: it does not climb, and says what all share only once. */
char *tuned_file(const json_t *record)
{
	char *whole = letters_read(json_object_get(record, "file"));
	const char *end = path_apart(whole ? whole : "");
	char *file;

	while (strncmp(end, "../", 3) == 0 || strncmp(end, "./", 2) == 0)
		end += end[1] == '.' ? 3 : 2;
	file = memory_string(end);
	free(whole);
	return file;
}

char *tuned_entry(const json_t *record)
{
	char *id = letters_read(json_object_get(record, "id"));
	char *file = tuned_file(record);
	struct text entry = {0};

	tuned_add_word(&entry, file);
	text_add(&entry, ":");
	tuned_add_word(&entry, id ? id : "");
	free(file);
	free(id);
	return entry.bytes;
}

/* Take the next word of the line; false at its end or at a comment. */
static bool take_word(const char **at, struct text *word)
{
	text_cut(word, 0);
	*at += strspn(*at, BLANKS);
	if (strchr("\n#", **at))
		return false;
	while (!strchr(BLANKS "\n", **at)) {
		if (**at == '\\' && (*at)[1] && (*at)[1] != '\n')
			++*at;
		text_add_bytes(word, (*at)++, 1);
	}
	return true;
}

bool tuned_flags(const char *content, tuned_flag *flag, void *context)
{
	struct text word = {0};
	bool good = true;

	while (*content && good) {
		bool named = take_word(&content, &word) &&
			     strcmp(text_string(&word), "flags") == 0;

		while (good && named && take_word(&content, &word))
			good = flag(context, text_string(&word));
		content += strcspn(content, "\n");
		content += *content == '\n';
	}
	text_free(&word);
	return good;
}

/* ---- settings ---- */

/* "NAME=VALUE" up to the end of the line; else what is wrong at *at. */
static const char *read_setting(const char **at, struct tuned_setting *setting)
{
	const char *name = *at += strspn(*at, BLANKS), *value;
	size_t length = strspn(name, CAPITALS DIGITS "_");

	if (name[length] != '=' ||
	    (!(strncmp(name, "OMP_", 4) == 0 && length > 4) &&
	     !(strncmp(name, "GOMP_", 5) == 0 && length > 5)))
		return "expected OMP_NAME=VALUE or GOMP_NAME=VALUE, set others "
		       "by hand";
	setting->name = memory_print("%.*s", (int)length, name);
	value = *at = name + length + 1;
	length = strspn(value, CAPITALS SMALL DIGITS SETTING_SIGNS);
	setting->value = memory_print("%.*s", (int)length, value);
	*at += length + strspn(value + length, BLANKS);
	return length == 0 ? "expected a value"
	       : strchr("\n#", **at)
		       ? NULL
		       : "expected letters, digits and " SETTING_SIGNS;
}

static bool is_set(const struct tuned_setting *settings, size_t count,
		   const char *name)
{
	while (count-- > 0)
		if (strcmp(settings[count].name, name) == 0)
			return true;
	return false;
}

struct tuned_setting *tuned_settings(const char *content, const char *path,
				     size_t *count, struct text *problem)
{
	static const char word[] = "setting";
	size_t length = strlen(word);
	struct tuned_setting *settings = NULL, next;
	const char *line = content, *at, *why;

	*count = 0;
	for (unsigned number = 1; *line; number++) {
		at = line + strspn(line, BLANKS);
		if (strncmp(at, word, length) == 0 && at[length] &&
		    strchr(" \t", at[length])) {
			at += length;
			next = (struct tuned_setting){.number = number};
			why = read_setting(&at, &next);
			if (!why && is_set(settings, *count, next.name))
				why = "a setting given twice";
			settings = memory_grow(settings, *count + 1,
					       sizeof(*settings));
			settings[(*count)++] = next;
			if (why) {
				text_print(problem, "%s:%u:%zu: %s", path,
					   number, (size_t)(at - line) + 1,
					   why);
				break;
			}
		}
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	return settings;
}

void tuned_settings_free(struct tuned_setting *settings, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(settings[i].name);
		free(settings[i].value);
	}
	free(settings);
}

/* ---- lines ---- */

/* Up to a blank, or the parenthesis that closes "safe("; a backslash takes the
   meaning from what follows. *colon: the last one between file and function. */
static char *take_plain(const char **at, bool need, size_t *colon)
{
	const char *start = *at;
	struct text plain = {0};
	int depth = 0;

	*colon = 0;
	for (; **at && **at != '\n'; ++*at) {
		const char *c = *at;

		if (need ? *c == ')' && depth == 0 : strchr(BLANKS, *c) != NULL)
			break;
		depth += (*c == '(') - (*c == ')');
		if (c > start && *c == ':' && c[-1] != ':' && c[1] != ':')
			*colon = plain.length;
		if (*c == '\\' && c[1] && c[1] != '\n')
			++*at;
		text_add_bytes(&plain, *at, 1);
	}
	text_add(&plain, "");
	return plain.bytes;
}

/* "FILE:FUNCTION#NUMBER", or "*". */
static void read_name(struct tuned_line *line, const char **at)
{
	const char *start = *at;
	size_t colon;
	char *plain = take_plain(at, false, &colon);

	line->name = memory_print("%.*s", (int)(*at - start), start);
	if (colon > 0) {
		plain[colon] = '\0';
		line->file = step_path("", plain);
		if (plain[0] != '/')
			memmove(line->file, line->file + 1, strlen(line->file));
		line->id = memory_string(plain + colon + 1);
	}
	free(plain);
}

static bool is_word(const char *word, size_t length, const char *name)
{
	return strlen(name) == length && memcmp(word, name, length) == 0;
}

/* Without blanks within, one blank between them. */
static void add_word(char **words, const char *from, const char *to)
{
	struct text text = {0};

	if (*words)
		text_print(&text, "%s ", *words);
	for (; from < to; from++)
		if (!strchr(BLANKS, *from))
			text_add_bytes(&text, from, 1);
	free(*words);
	*words = text.bytes;
}

/* A clause, a transformation, a proof or "force"; *at is behind it. */
static void read_clause(struct tuned_line *line, const char *content,
			const char **at)
{
	const char *word = *at;
	size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz_-");
	const char *end = word + length;
	const char *open = end + strspn(end, BLANKS);

	if (*open == '(') {
		end = open + strcspn(open, ")\n");
		end += *end == ')';
	}
	*at = end > word ? end : word + 1;
	if (!is_word(word, length, "proof") && !is_word(word, length, "force"))
		add_word(&line->clauses, word, *at);
	if (*word == '|') {
		line->several = true;
		if (line->transformation)
			add_word(&line->transformation, word, *at);
	} else if (is_word(word, length, "schedule"))
		line->schedule = true;
	else if (is_word(word, length, "num_threads") ||
		 is_word(word, length, "if"))
		line->threads = true;
	else if (is_word(word, length, "force"))
		line->force = true;
	else if (is_word(word, length, AS_WRITTEN))
		line->leaves = true;
	else if (is_word(word, length, "proof")) {
		line->proof = (size_t)(word - content);
		line->proof_end = (size_t)(end - content);
	} else {
		add_word(&line->transformation, word, end);
	}
}

static struct tuned_line read_line(const char *content, const char *at)
{
	static const char safe[] = "safe(";
	struct tuned_line line = {0};
	const char *start = at;
	size_t colon;

	if (strncmp(at, safe, strlen(safe)) == 0) {
		at += strlen(safe);
		line.need = take_plain(&at, true, &colon);
		at += *at == ')';
		line.name = memory_print("%.*s", (int)(at - start), start);
	} else {
		read_name(&line, &at);
	}
	line.end = (size_t)(at - content);
	while (at += strspn(at, BLANKS), *at && !strchr("\n#", *at)) {
		read_clause(&line, content, &at);
		line.end = (size_t)(at - content);
	}
	line.leaves = line.leaves && !line.several;
	if (!line.clauses)
		line.clauses = memory_string("");
	return line;
}

/* Empty, of flags or settings, or the first one of the file. */
static bool is_other(const char *at)
{
	static const char *const words[] = {"flags", "setting", "podium.tuned"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t length = strlen(words[i]);

		if (strncmp(at, words[i], length) == 0 && at[length] &&
		    strchr(" \t", at[length]))
			return true;
	}
	return *at == '\0' || *at == '\n' || *at == '#';
}

struct tuned_line *tuned_lines(const char *content, size_t *count)
{
	struct tuned_line *lines = memory_grow(NULL, 1, sizeof(*lines));
	const char *at = content;

	*count = 0;
	for (unsigned number = 1; *at; number++) {
		at += strspn(at, BLANKS);
		if (!is_other(at)) {
			lines = memory_grow(lines, *count + 1, sizeof(*lines));
			lines[*count] = read_line(content, at);
			lines[(*count)++].number = number;
		}
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	return lines;
}

bool tuned_has_proof(const char *content, const struct tuned_line *line,
		     const char *digest)
{
	for (size_t at = line->proof; at + 8 <= line->proof_end; at++)
		if (strncasecmp(content + at, digest, 8) == 0)
			return true;
	return false;
}

void tuned_free(struct tuned_line *lines, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(lines[i].name);
		free(lines[i].file);
		free(lines[i].id);
		free(lines[i].need);
		free(lines[i].transformation);
		free(lines[i].clauses);
	}
	free(lines);
}
