/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes heads of tables apart, by signs or by blanks, and reads their cells.
 */
#include "tablehead.h"

#include <string.h>

#include "base/digest.h"
#include "token.h"
#include "word.h"

static size_t first_letter(const char *line, size_t length)
{
	size_t at = strspn(line, " \t#%");

	return at < length ? at : length;
}

/* "| a | b |", also "a  |%b| c", and no "|x|" */
static bool has_bars(const char *line, size_t length)
{
	bool apart = false;

	for (size_t i = 0; i < length; i++) {
		bool before, behind;

		if (line[i] != '|')
			continue;
		before = i == 0 || strchr(" \t", line[i - 1]);
		behind = i + 1 == length || strchr(" \t\r", line[i + 1]);
		if (!before && !behind)
			return false;
		apart = apart || (before && behind);
	}
	return apart;
}

char tablehead_parting(const char *line, size_t length)
{
	static const char signs[] = ",;\t";

	if (has_bars(line, length))
		return '|';
	for (const char *sign = signs; *sign; sign++)
		if (memchr(line, *sign, length))
			return *sign;
	return ' ';
}

/* A unit in brackets belongs to the word before it. */
static bool is_single_blank(const char *line, size_t length, size_t at)
{
	return line[at] == ' ' && (at + 1 >= length || line[at + 1] == ' ' ||
				   !strchr("([", line[at + 1]));
}

/* The end of the cell that begins at "at", and in *next where another may. */
static size_t cell_end(const char *line, size_t length, size_t at, char part,
		       bool words, size_t *next)
{
	size_t end = at;

	if (part != ' ') {
		while (end < length && line[end] != part)
			end++;
		*next = end + 1;
	} else {
		while (end < length &&
		       !(words ? is_single_blank(line, length, end)
			       : line[end] == ' ' && (end + 1 >= length ||
						      line[end + 1] == ' ')))
			end++;
		*next = end;
		while (*next < length && line[*next] == ' ')
			++*next;
	}
	while (end > at && strchr(" \t\r", line[end - 1]))
		end--;
	return end;
}

static bool is_of_time(const struct tablehead_cell *cell)
{
	return cell->label & (LABEL_TIME | LABEL_MAYBE_TIME);
}

/* "% loop", "time percentage"; "% accepted" is one of something else. */
static bool is_share(const char *text, size_t length)
{
	struct tokens tokens = tokens_of(text, length);
	struct token token;
	bool share = false;

	while (token_next(&tokens, &token)) {
		enum word_kind kind = word_kind(token.text, token.length);

		share = share || kind == WORD_SHARE;
		if (token.kind == TOKEN_WORD && kind == WORD_ANY &&
		    !(word_add(0, text, token.text, token.length) &
		      (LABEL_TIME | LABEL_MAYBE_TIME)))
			return false;
	}
	return share;
}

static void read_cell(struct tablehead_cell *cell, const char *text)
{
	size_t length = cell->end - cell->begin;
	struct tokens tokens = tokens_of(text, length);
	struct token token;

	cell->label = word_add_all(text, length);
	cell->share = is_share(text, length);
	cell->statistic = false;
	cell->bare = true;
	while (token_next(&tokens, &token)) {
		enum word_kind kind = word_kind(token.text, token.length);

		cell->statistic = cell->statistic || kind == WORD_STATISTIC;
		cell->bare = cell->bare && kind == WORD_STATISTIC;
		if (kind == WORD_COUNT && !is_of_time(cell))
			cell->label |= LABEL_COUNT;
	}
}

/* "% loop" beside seconds is a share of these. */
static bool has_time(const struct tablehead *head)
{
	for (size_t i = 0; i < head->count; i++)
		if (is_of_time(&head->cells[i]) && !head->cells[i].share)
			return true;
	return false;
}

/*
 * "Min (sec)  Max" goes on with the unit; behind "Time (s)" a maximum may be
 * that of a field.
 */
static void settle_cells(struct tablehead *head)
{
	bool time = has_time(head);

	for (size_t i = 0; i < head->count; i++) {
		struct tablehead_cell *cell = &head->cells[i];

		if (cell->share && time)
			cell->label |= LABEL_MAYBE_TIME | LABEL_SHARE;
		if (i > 0 && cell->bare && cell[-1].statistic &&
		    is_of_time(&cell[-1]))
			cell->label |= LABEL_MAYBE_TIME;
	}
}

void tablehead_read(struct tablehead *head, const char *line, size_t length,
		    bool words)
{
	size_t at = first_letter(line, length), next, end;

	*head = (struct tablehead){
		.part = tablehead_parting(line + at, length - at),
		.name = digest_bytes(line, length),
		.words = words};
	if (head->part == '|' && line[at] == '|')
		at++;
	for (; at < length && head->count < TABLEHEAD_CELLS; at = next) {
		at += head->part == ' ' ? 0 : strspn(line + at, " ");
		if (at >= length)
			break;
		end = cell_end(line, length, at, head->part, words, &next);
		head->cells[head->count].begin = at;
		head->cells[head->count].end = end;
		read_cell(&head->cells[head->count++], line + at);
	}
	settle_cells(head);
}

static size_t statistics_of(const struct tablehead *head)
{
	size_t count = 0;

	for (size_t i = 0; i < head->count; i++)
		count += head->cells[i].statistic;
	return count;
}

bool tablehead_go_on(struct tablehead *head)
{
	if (statistics_of(head) < 2)
		return false;
	for (size_t i = 0; i < head->count; i++) {
		if (head->cells[i].statistic)
			head->cells[i].label |= LABEL_MAYBE_TIME;
		if (head->cells[i].share)
			head->cells[i].label |= LABEL_SHARE;
	}
	return true;
}

unsigned tablehead_over(const struct tablehead *head, size_t begin, size_t end)
{
	unsigned label = 0;

	for (size_t i = 0; i < head->count; i++)
		if (head->cells[i].begin < end && head->cells[i].end > begin)
			label |= head->cells[i].label;
	return label;
}
