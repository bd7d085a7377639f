/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The difference of two texts.
 */
#include "diff.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "align.h"
#include "digest.h"
#include "memory.h"
#include "text.h"

#define AROUND 3 /* lines that stay, shown on each side of a change */

struct line {
	const char *bytes;
	size_t length; /* with its newline */
};

struct side {
	struct line *lines;
	size_t count;
	bool *changed;
};

static void split(const char *text, size_t length, struct side *side)
{
	size_t size = 1;

	for (size_t i = 0; i < length; i++)
		size += text[i] == '\n';
	side->lines = memory_grow(NULL, size, sizeof(*side->lines));
	side->changed = memory_grow(NULL, size + 1, sizeof(*side->changed));
	side->count = 0;
	while (length) {
		const char *end = memchr(text, '\n', length);
		size_t line = end ? (size_t)(end - text) + 1 : length;

		side->changed[side->count] = false;
		side->lines[side->count++] = (struct line){text, line};
		text += line;
		length -= line;
	}
	side->changed[side->count] = false;
}

static void side_free(struct side *side)
{
	free(side->lines);
	free(side->changed);
}

static bool same(const struct side *before, size_t i, const struct side *after,
		 size_t j)
{
	const struct line *a = &before->lines[i], *b = &after->lines[j];

	return a->length == b->length &&
	       memcmp(a->bytes, b->bytes, a->length) == 0;
}

static uint64_t *line_keys(const struct side *side)
{
	uint64_t *keys = memory_grow(NULL, side->count + 1, sizeof(*keys));

	for (size_t i = 0; i < side->count; i++)
		keys[i] = digest_bytes(side->lines[i].bytes,
				       side->lines[i].length);
	return keys;
}

/* Where too many lines differ all between the first and the last are
   exchanged. */
static void mark(const struct side *before, const struct side *after)
{
	uint64_t *old = line_keys(before), *new = line_keys(after);
	size_t *partner =
		memory_grow(NULL, before->count + 1, sizeof(*partner));

	align_keys(old, before->count, new, after->count, partner);
	for (size_t j = 0; j < after->count; j++)
		after->changed[j] = true;
	for (size_t i = 0; i < before->count; i++) {
		size_t j = partner[i];

		before->changed[i] =
			j == ALIGN_NONE || !same(before, i, after, j);
		if (!before->changed[i])
			after->changed[j] = false;
	}
	free(old);
	free(new);
	free(partner);
}

static void add_line(struct text *out, char sign, const struct line *line)
{
	text_add_bytes(out, &sign, 1);
	text_add_bytes(out, line->bytes, line->length);
	if (line->bytes[line->length - 1] != '\n')
		text_add(out, "\n\\ No newline at end of file\n");
}

/* Where both sides are, line by line. */
struct place {
	size_t before, after;
};

static bool at_end(const struct side *before, const struct side *after,
		   struct place at)
{
	return at.before >= before->count && at.after >= after->count;
}

static bool at_change(const struct side *before, const struct side *after,
		      struct place at)
{
	return (at.before < before->count && before->changed[at.before]) ||
	       (at.after < after->count && after->changed[at.after]);
}

static struct place behind_change(const struct side *before,
				  const struct side *after, struct place at)
{
	while (at.before < before->count && before->changed[at.before])
		at.before++;
	while (at.after < after->count && after->changed[at.after])
		at.after++;
	return at;
}

/* Behind unchanged lines, at the next change or the end. */
static struct place behind_same(const struct side *before,
				const struct side *after, struct place at)
{
	while (!at_end(before, after, at) && !at_change(before, after, at)) {
		at.before++;
		at.after++;
	}
	return at;
}

/* The end of the hunk that begins at a change, without the lines around it. */
static struct place behind_hunk(const struct side *before,
				const struct side *after, struct place at)
{
	for (;;) {
		struct place end = behind_change(before, after, at);

		at = behind_same(before, after, end);
		if (at_end(before, after, at) ||
		    at.before - end.before > 2 * AROUND)
			return end;
	}
}

static void add_range(struct text *out, char sign, size_t first, size_t count)
{
	text_print(out, "%c%zu", sign, count ? first + 1 : first);
	if (count != 1)
		text_print(out, ",%zu", count);
}

static void add_hunk(struct text *out, const struct side *before,
		     const struct side *after, struct place from,
		     struct place to)
{
	text_add(out, "@@ ");
	add_range(out, '-', from.before, to.before - from.before);
	text_add(out, " ");
	add_range(out, '+', from.after, to.after - from.after);
	text_add(out, " @@\n");
	while (from.before < to.before || from.after < to.after) {
		while (from.before < to.before && before->changed[from.before])
			add_line(out, '-', &before->lines[from.before++]);
		while (from.after < to.after && after->changed[from.after])
			add_line(out, '+', &after->lines[from.after++]);
		if (from.before < to.before) {
			add_line(out, ' ', &before->lines[from.before++]);
			from.after++;
		}
	}
}

static void add_hunks(struct text *out, const struct side *before,
		      const struct side *after)
{
	struct place at = {0, 0};

	while (!at_end(before, after, at)) {
		struct place from = at, to;
		size_t lead, tail;

		if (!at_change(before, after, at)) {
			at.before++;
			at.after++;
			continue;
		}
		to = behind_hunk(before, after, at);
		at = to;
		lead = from.before < AROUND ? from.before : AROUND;
		tail = before->count - to.before;
		tail = tail < AROUND ? tail : AROUND;
		from = (struct place){from.before - lead, from.after - lead};
		to = (struct place){to.before + tail, to.after + tail};
		add_hunk(out, before, after, from, to);
	}
}

/* Has it parts that programs take for dangerous or for none? */
static bool wanders(const char *path)
{
	for (const char *part = path; part; part = strchr(part, '/')) {
		part += part != path;
		if (*part == '/' || *part == '\0' ||
		    strcspn(part, "/") == strspn(part, "."))
			return true;
	}
	return false;
}

/* Behind a folder and its slash; NULL where the path does not lie in it. */
static const char *behind_folder(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	if (strncmp(path, folder, length) != 0)
		return NULL;
	path += length;
	return *path == '/' ? path + 1 : *path ? NULL : path;
}

char *diff_name(const char *path)
{
	const char *slash = strrchr(path, '/'), *within = NULL;
	const char *last = slash ? slash + 1 : path;
	char *name = memory_print("%.*s.", (int)(last - path), path);
	char *folder, *here = realpath(".", NULL);

	if (!wanders(path)) {
		free(here);
		free(name);
		return memory_string(path);
	}
	folder = realpath(name, NULL);
	free(name);
	if (here && folder)
		within = behind_folder(folder, here);
	name = within && *within ? memory_print("%s/%s", within, last)
				 : memory_string(last);
	free(here);
	free(folder);
	return name;
}

/* Such bytes make git and patch read a name in quotes. */
static bool is_quoted(const char *name)
{
	for (; *name; name++)
		if (iscntrl((unsigned char)*name) || strchr("\"\\", *name))
			return true;
	return false;
}

/*
 * In quotes as C has them; a tabulator ends what holds a blank, as diff writes
 * it.
 */
static void add_name(struct text *out, const char *sign, char side,
		     const char *name)
{
	bool quoted = is_quoted(name);

	text_print(out, "%s %s%c/", sign, quoted ? "\"" : "", side);
	for (const char *at = name; *at; at++)
		if (iscntrl((unsigned char)*at))
			text_print(out, "\\%03o", (unsigned char)*at);
		else
			text_print(out, "%s%c", strchr("\"\\", *at) ? "\\" : "",
				   *at);
	text_add(out, quoted ? "\"\n" : strchr(name, ' ') ? "\t\n" : "\n");
}

static void add_file(struct text *out, const char *name,
		     const struct side *before, const struct side *after)
{
	mark(before, after);
	add_name(out, "---", 'a', name);
	add_name(out, "+++", 'b', name);
	add_hunks(out, before, after);
}

void diff_add(struct text *out, const char *name, const char *before,
	      size_t before_length, const char *after, size_t after_length)
{
	struct side old, new;

	if (before_length == after_length &&
	    memcmp(before, after, before_length) == 0)
		return;
	split(before, before_length, &old);
	split(after, after_length, &new);
	add_file(out, name, &old, &new);
	side_free(&old);
	side_free(&new);
}
