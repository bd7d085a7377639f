/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines put into the order of other ones.
 */
#include "align.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

/* Lines that are compared word by word with all others. */
#define MOST_UNLIKE 1000

/* Of more lines nothing is put in order. */
#define MOST_LINES 100000

#define BLANKS " \t"

struct file {
	struct text content;
	char **lines;
	size_t count;
};

/* What belongs to what: of each line of the model, and of the others. */
struct match {
	const struct file *model, *other;
	const char **chosen; /* NULL: not yet */
	bool *taken;
	size_t open; /* lines of the model without another one */
};

static bool read_file(const char *path, struct file *file)
{
	char *rest, *line;

	*file = (struct file){0};
	if (!file_read(path, &file->content))
		return false;
	if (!file->content.bytes ||
	    strlen(file->content.bytes) < file->content.length)
		return false;
	rest = file->content.bytes;
	while ((line = strsep(&rest, "\n")) && (rest || *line) &&
	       file->count < MOST_LINES) {
		file->lines = memory_grow(file->lines, file->count + 1,
					  sizeof(*file->lines));
		file->lines[file->count++] = line;
	}
	return file->count < MOST_LINES;
}

static void free_file(struct file *file)
{
	text_free(&file->content);
	free(file->lines);
}

static void choose(struct match *match, size_t line, size_t other)
{
	match->chosen[line] = match->other->lines[other];
	match->taken[other] = true;
	match->open--;
}

/* ---- lines that are the same ---- */

static const char *const *sorted_lines;

static int by_text(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	int order = strcmp(sorted_lines[x], sorted_lines[y]);

	return order ? order : (x > y) - (x < y);
}

static size_t *sort(const struct file *file)
{
	size_t *order = memory_grow(NULL, file->count + 1, sizeof(*order));

	for (size_t i = 0; i < file->count; i++)
		order[i] = i;
	sorted_lines = (const char *const *)file->lines;
	qsort(order, file->count, sizeof(*order), by_text);
	return order;
}

static void choose_same(struct match *match)
{
	size_t *mine = sort(match->model), *others = sort(match->other);
	size_t count = match->model->count;

	for (size_t i = 0, j = 0; i < count && j < count;) {
		int order = strcmp(match->model->lines[mine[i]],
				   match->other->lines[others[j]]);

		if (order == 0)
			choose(match, mine[i], others[j]);
		i += order <= 0;
		j += order >= 0;
	}
	free(mine);
	free(others);
}

/* ---- lines that are alike ---- */

/* Words at the same place that the lines share, less those that they do not. */
static long likeness(const char *one, const char *other)
{
	long alike = 0;

	while (*one || *other) {
		size_t length, others;

		one += strspn(one, BLANKS);
		other += strspn(other, BLANKS);
		length = strcspn(one, BLANKS);
		others = strcspn(other, BLANKS);
		alike += length == others && strncmp(one, other, length) == 0
				 ? 1
				 : -1;
		one += length;
		other += others;
	}
	return alike;
}

static void choose_alike(struct match *match, size_t line)
{
	const struct file *other = match->other;
	size_t best = other->count;
	long most = 0;

	for (size_t i = 0; i < other->count; i++) {
		long alike;

		if (match->taken[i])
			continue;
		alike = likeness(match->model->lines[line], other->lines[i]);
		if (best < other->count && alike <= most)
			continue;
		best = i;
		most = alike;
	}
	choose(match, line, best);
}

/* ---- all of it ---- */

static bool pair(struct match *match)
{
	choose_same(match);
	if (match->open > MOST_UNLIKE)
		return false;
	for (size_t i = 0; i < match->model->count; i++)
		if (!match->chosen[i])
			choose_alike(match, i);
	return true;
}

static bool write_lines(const struct match *match, const char *to)
{
	struct text content = {0};
	bool good;

	for (size_t i = 0; i < match->model->count; i++)
		text_print(&content, "%s\n", match->chosen[i]);
	good = file_write(to, text_string(&content));
	text_free(&content);
	return good;
}

bool align_lines(const char *model, const char *path, const char *to)
{
	struct file one, other;
	bool good = read_file(model, &one);
	struct match match = {&one, &other, NULL, NULL, 0};

	good = read_file(path, &other) && good && one.count == other.count;
	if (good) {
		match.open = one.count;
		match.chosen = calloc(one.count + 1, sizeof(*match.chosen));
		match.taken = calloc(one.count + 1, sizeof(*match.taken));
		good = match.chosen && match.taken && pair(&match) &&
		       write_lines(&match, to);
	}
	free(match.chosen);
	free(match.taken);
	free_file(&one);
	free_file(&other);
	return good;
}
