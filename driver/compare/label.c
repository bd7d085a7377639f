/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the words that say what a number is, in its line and around it.
 */
#include "label.h"

#include <ctype.h>
#include <string.h>

#include "base/digest.h"
#include "footprint.h"
#include "word.h"

/* ---- heads of tables ---- */

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

static char parting(const char *line, size_t length)
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

/* Of a text, which may be several words. */
static unsigned label_of_words(const char *text, size_t length)
{
	struct tokens tokens = tokens_of(text, length);
	struct token token;
	unsigned label = 0;

	while (token_next(&tokens, &token)) {
		if (token.kind == TOKEN_WORD)
			label = word_add(label, text, token.text, token.length);
		else if (token.kind == TOKEN_SIGN && token.place + 2 < length &&
			 word_is_unit_in_brackets(token.text))
			label |= LABEL_TIME;
	}
	return label;
}

static unsigned label_of_text(const char *text, size_t length)
{
	unsigned label = label_of_words(text, length);

	return memchr(text, '%', length) ? label | LABEL_MAYBE_TIME : label;
}

static bool is_of_time(const struct label_cell *cell)
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

static void read_cell(struct label_cell *cell, const char *text)
{
	size_t length = cell->end - cell->begin;
	struct tokens tokens = tokens_of(text, length);
	struct token token;

	cell->label = label_of_words(text, length);
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
static bool has_time(const struct label_head *head)
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
static void settle_cells(struct label_head *head)
{
	bool time = has_time(head);

	for (size_t i = 0; i < head->count; i++) {
		struct label_cell *cell = &head->cells[i];

		if (cell->share && time)
			cell->label |= LABEL_MAYBE_TIME | LABEL_SHARE;
		if (i > 0 && cell->bare && cell[-1].statistic &&
		    is_of_time(&cell[-1]))
			cell->label |= LABEL_MAYBE_TIME;
	}
}

static void read_head(struct label_head *head, const char *line, size_t length,
		      bool words)
{
	size_t at = first_letter(line, length), next, end;

	*head = (struct label_head){.part = parting(line + at, length - at),
				    .name = digest_bytes(line, length),
				    .words = words};
	if (head->part == '|' && line[at] == '|')
		at++;
	for (; at < length && head->count < LABEL_CELLS; at = next) {
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

/* ---- lines ---- */

struct look {
	size_t numbers, words, signs;
	size_t reals;	   /* of the numbers, with a point */
	size_t statistics; /* words as "max" before the first number, */
	size_t first;	   /* and where that is */
	size_t fields;	   /* parted by blanks, words before numbers as one */
	size_t parted;	   /* fields that a sign parts */
	bool keys; /* "b = 2" or "b: 2" behind a number, and no "2: 0.5" */
};

/* "_____" */
static bool is_rule(const struct token *token)
{
	return strspn(token->text, "_") >= token->length;
}

/* Does a field begin there? "(  8.0 %)" is one, however wide it is. */
static bool is_apart(const struct token *token, const struct token *last)
{
	return token->place > last->place + last->length &&
	       !(last->kind == TOKEN_SIGN && strchr("([", *last->text));
}

static void look_before_numbers(struct look *look, const struct token *token)
{
	if (look->numbers > 0)
		return;
	if (token->kind == TOKEN_NUMBER)
		look->first = token->place;
	if (token->kind == TOKEN_WORD &&
	    word_kind(token->text, token->length) == WORD_STATISTIC)
		look->statistics++;
}

static struct look look_at(const char *line, size_t length)
{
	struct tokens tokens = tokens_of(line, length);
	struct token token, last = {0};
	struct look look = {0};
	char part = parting(line, length);

	while (token_next(&tokens, &token)) {
		bool apart = look.fields == 0 || is_apart(&token, &last);

		look_before_numbers(&look, &token);
		look.numbers += token.kind == TOKEN_NUMBER && !token.overflow;
		look.reals += token.kind == TOKEN_NUMBER && !token.whole;
		look.words += token.kind == TOKEN_WORD && !is_rule(&token);
		look.signs += token.kind == TOKEN_SIGN;
		look.parted += token.kind == TOKEN_SIGN && *token.text == part;
		if (token.kind == TOKEN_SIGN && strchr("=:", *token.text) &&
		    look.numbers > 0 && last.kind != TOKEN_NUMBER)
			look.keys = true;
		if (look.numbers == 0 && look.fields == 1)
			apart = false;
		if (token.kind == TOKEN_NUMBER && look.numbers == 1 &&
		    look.fields == 1)
			apart = true;
		look.fields += apart;
		last = token;
	}
	look.parted += last.text && *last.text != part;
	look.parted -= look.parted > 0 && part == '|' &&
		       line[strspn(line, " ")] == '|';
	return look;
}

static size_t indent_of(const char *line)
{
	return strspn(line, " \t");
}

/* "===== Timing =====", "* Timing *": a title, and no cells of a head. */
static bool is_banner(const char *line, size_t length)
{
	size_t at = indent_of(line), run = 0;

	if (at >= length || !strchr("=-*#~+", line[at]))
		return false;
	while (at + run < length && line[at + run] == line[at])
		run++;
	while (length > 0 && strchr(" \t\r", line[length - 1]))
		length--;
	return (run >= 3 || strchr("*#", line[at])) && length >= at + 2 * run &&
	       memcmp(line + at, line + length - run, run) == 0;
}

static size_t statistics_of(const struct label_head *head)
{
	size_t count = 0;

	for (size_t i = 0; i < head->count; i++)
		count += head->cells[i].statistic;
	return count;
}

/*
 * "Time: avg, min, max (sec): 1.2 1.1 1.3" says what the numbers below a head
 * "avg  min  max" are, up to another title.
 */
static void go_on_with_times(struct labels *labels)
{
	struct label_head *head = &labels->head;

	labels->timing = labels->timing && statistics_of(head) > 1;
	for (size_t i = 0; labels->timing && i < head->count; i++) {
		if (head->cells[i].statistic)
			head->cells[i].label |= LABEL_MAYBE_TIME;
		if (head->cells[i].share)
			head->cells[i].label |= LABEL_SHARE;
	}
}

static void open_section(struct labels *labels, unsigned label)
{
	labels->section = (struct label_section){
		.label = label,
		.title = digest_bytes(labels->line, labels->length),
		.indent = indent_of(labels->line),
	};
	labels->said = false;
}

/* A line without numbers: a head of a table, a title, or neither. */
static void read_title(struct labels *labels, const struct look *look)
{
	size_t indent = indent_of(labels->line);
	unsigned label = label_of_text(labels->line, labels->length);
	bool banner = is_banner(labels->line, labels->length);

	if (look->words == 0) {
		/* "-----" and "}" */
		if (strpbrk(labels->line, "}]") &&
		    indent <= labels->section.indent)
			labels->section.label = 0;
		return;
	}
	labels->above =
		labels->fresh ? labels->head : (struct label_head){.part = ' '};
	read_head(&labels->head, labels->line, labels->length, false);
	read_head(&labels->single, labels->line, labels->length, true);
	go_on_with_times(labels);
	labels->fresh = true;
	labels->ended = false;
	labels->outer = labels->section;
	labels->named = labels->line[labels->length - 1] == ':';
	if (banner) {
		labels->head.count = labels->single.count = 0;
		labels->named = true;
	}
	labels->fields = 0;
	if (label & (LABEL_TIME | LABEL_MAYBE_TIME | LABEL_RESIDUE)) {
		open_section(labels, label);
	} else if (indent <= labels->section.indent || banner) {
		labels->section.label = 0;
	}
}

/* Fields as the head parts its cells. */
static size_t fields_of(const struct label_head *head, const struct look *look)
{
	return head->part == ' ' ? look->fields : look->parted;
}

/* A head's word of time is that of one column, and names no section. */
static void close_head(struct labels *labels, const struct look *look)
{
	unsigned residue = labels->section.label & LABEL_RESIDUE;

	if (labels->fields > 0 ||
	    (look->fields > 1 && look->words == 0 && !labels->named)) {
		labels->section = labels->outer;
		labels->section.label |= residue;
	}
}

/* The first line of numbers below a head says whether it is one. */
static void try_head(struct labels *labels, const struct look *look)
{
	struct label_head *head = &labels->head;
	size_t fields = fields_of(head, look);

	labels->fresh = false;
	labels->by_place = false;
	labels->fields = 0;
	if (look->keys || fields < 2)
		return;
	if (head->part == ' ' && head->count != fields && !labels->named &&
	    labels->single.count == fields && look->signs == 0)
		*head = labels->single;
	if (head->count == fields || (head->part == ' ' && head->count >= 2))
		labels->fields = fields;
	labels->by_place =
		labels->fields && head->part == ' ' && head->count != fields;
	close_head(labels, look);
}

/* "Timings for rank 0:" names what follows, and "Step 10:" nothing of times. */
static bool is_title_of_times(const struct labels *labels,
			      const struct look *look)
{
	return look->reals == 0 && look->words > look->numbers &&
	       labels->line[labels->length - 1] == ':' &&
	       label_of_words(labels->line, labels->length) &
		       (LABEL_TIME | LABEL_MAYBE_TIME);
}

static void read_row(struct labels *labels, const struct look *look)
{
	if (is_title_of_times(labels, look)) {
		open_section(labels, LABEL_TIME);
		labels->fresh = false;
		labels->fields = 0;
		return;
	}
	if (labels->fresh)
		try_head(labels, look);
	if (look->statistics > 1)
		labels->timing = label_of_words(labels->line, look->first) &
				 (LABEL_TIME | LABEL_MAYBE_TIME);
	if (indent_of(labels->line) < labels->section.indent)
		labels->section.label = 0;
	labels->said = true;
	labels->below = labels->fields > 0 && !look->keys;
	labels->ragged = labels->below &&
			 fields_of(&labels->head, look) != labels->fields;
	if (labels->ragged)
		labels->below = labels->head.part == ' ' &&
				!labels->head.words && look->signs == 0;
}

void labels_line(struct labels *labels, const char *line, size_t length)
{
	struct look look = look_at(line, length);

	labels->line = line;
	labels->length = length;
	labels->below = false;
	labels->field = labels->field_count = 0;
	labels->used = labels->depth = 0;
	labels->words = labels->context = 0;
	labels->done = labels->count = labels->timed = false;
	labels->worded = labels->bracket = false;
	labels->last = (struct token){0};
	if (look.words + look.numbers + look.signs == 0) {
		labels->ended = labels->ended || !labels->fresh;
		if (labels->said)
			labels->section.label = 0;
	} else if (look.numbers > 0) {
		read_row(labels, &look);
	} else {
		read_title(labels, &look);
	}
}

/* ---- tokens ---- */

static unsigned cell_over(const struct label_head *head, size_t begin,
			  size_t end)
{
	unsigned label = 0;

	for (size_t i = 0; i < head->count; i++)
		if (head->cells[i].begin < end && head->cells[i].end > begin)
			label |= head->cells[i].label;
	return label;
}

/* Lines of a table are made alike and follow each other. */
static uint64_t column_name(const struct labels *labels, unsigned label)
{
	if (!(label & (LABEL_TIME | LABEL_MAYBE_TIME)) || labels->ragged ||
	    labels->ended)
		return 0;
	return labels->head.name ^ (labels->field + 1) * 1099511628211u;
}

static unsigned column_label(const struct labels *labels,
			     const struct token *token)
{
	const struct label_head *head = &labels->head;
	size_t end = token->place + token->length;
	unsigned label;

	if (!labels->below)
		return 0;
	if (labels->by_place || labels->ragged)
		return cell_over(head, token->place, end) |
		       cell_over(&labels->above, token->place, end);
	if (labels->field >= head->count)
		return 0;
	label = head->cells[labels->field].label;
	if (head->part == ' ')
		label |= cell_over(&labels->above,
				   head->cells[labels->field].begin,
				   head->cells[labels->field].end);
	return label;
}

/* "for 100", "15 iterations" */
static bool is_counted(const struct labels *labels, const struct token *token)
{
	const char *behind = token->text + token->length;
	size_t length;

	if (!token->whole || token->kind != TOKEN_NUMBER)
		return false;
	behind += strspn(behind, " ");
	length = term_length(behind);
	return labels->count ||
	       (length > 3 && behind[length - 1] == 's' && behind[-1] == ' ' &&
		!word_is_unit(behind, length));
}

static void end_words(struct labels *labels)
{
	if (labels->done)
		labels->words = 0;
	labels->done = false;
}

static void take_word(struct labels *labels, const struct token *token)
{
	if (token->place < labels->used)
		return;
	end_words(labels);
	labels->timed = false;
	labels->worded = true;
	labels->inside = true;
	labels->words = word_add(labels->words, labels->line, token->text,
				 token->length);
	labels->count = word_is_counting(token->text, token->length);
}

/* "timer: calls, seconds = solve 12 0.25": all of the line is of time. */
static bool names_timers(const struct labels *labels)
{
	static const char *const names[] = {"timer",	 "timers",  "timing",
					    "timings",	 "profile", "profiler",
					    "profiling", NULL};
	const char *word = labels->line + indent_of(labels->line);
	size_t length = term_length(word);

	return word[length] == ':' && term_is_one_of(word, length, names);
}

static void take_sign(struct labels *labels, const struct token *token)
{
	const char *at = token->text;

	if (token->place < labels->used)
		return;
	switch (*at) {
	case '(':
		if (labels->done && !labels->bracket) {
			labels->bracket = true;
			labels->outside = labels->words;
			labels->words = 0;
			labels->inside = false;
			labels->done = false;
		}
		if (word_is_unit_in_brackets(at))
			labels->words |= LABEL_TIME;
		break;
	case ')':
		if (labels->bracket) {
			labels->bracket = false;
			labels->words = labels->outside;
			labels->done = true;
		}
		break;
	case '{':
		if (labels->depth < 8)
			labels->braces[labels->depth++] = labels->context;
		labels->context |= labels->words;
		labels->words = 0;
		break;
	case '}':
		if (labels->depth > 0)
			labels->context = labels->braces[--labels->depth];
		break;
	case '.': /* "min ... max: 4.1 ... 4.3" */
		break;
	case ';':
	case '|':
	case ',':
		labels->done = true;
		labels->worded = false;
		labels->timed = labels->timed && *at == ',';
		break;
	case ':':
		if (names_timers(labels))
			labels->context |= LABEL_TIME | LABEL_CLOCK;
		end_words(labels);
		break;
	default:
		end_words(labels);
		if (word_is_unit_in_brackets(at))
			labels->words |= LABEL_TIME;
	}
	labels->count = labels->count && *at == '#';
}

/* "197.5 % CPU use": nothing stands before that speaks of it. */
static unsigned label_behind(const struct labels *labels, const char *at)
{
	size_t length = strcspn(at, "0123456789,;|=:");
	unsigned label;

	if (labels->worded || at[length] == '=' || at[length] == ':')
		return 0;
	label = label_of_text(at, length);
	return label & LABEL_RESULT ? label & ~(unsigned)LABEL_ANY_TIME : label;
}

/* It is of something else, unless it moves. */
static unsigned next_to_time(unsigned label)
{
	return label & LABEL_ANY_TIME
		       ? (label & ~(unsigned)LABEL_ANY_TIME) | LABEL_NEAR_TIME
		       : label;
}

/* "0.52 s (43.2 %)": a share of that time, or what else is told of it. */
static unsigned take_share(struct labels *labels)
{
	if (labels->below)
		labels->column = column_name(labels, LABEL_MAYBE_TIME);
	return LABEL_NEAR_TIME | LABEL_SHARE;
}

/* Where a residue word stands, time words are of something else. */
static unsigned number_label(struct labels *labels, const struct token *token)
{
	const char *behind = token->text + token->length;
	/* "0s" is a duration, "1980s" is none */
	bool whole = token->whole && token->value != 0;
	size_t unit = token->overflow ? 0 : word_unit(behind, whole);
	unsigned column = column_label(labels, token);
	unsigned words = labels->bracket && !labels->inside ? labels->outside
							    : labels->words;
	unsigned label = words | column;
	unsigned around = labels->context | labels->section.label;

	labels->column = column_name(labels, column);
	if (labels->below && !labels->words && column)
		around = 0;
	if (is_counted(labels, token) && !unit)
		return label & ~(unsigned)LABEL_ANY_TIME;
	if (column & LABEL_COUNT && token->whole && !unit)
		return next_to_time(label | around);
	if (!unit && label & LABEL_MAYBE_TIME)
		unit = word_unit(behind, false);
	if (unit) {
		labels->used = token->place + token->length + unit;
		return label | word_unit_label(behind, unit);
	}
	if (word_unit_is_key(behind))
		return next_to_time(label | LABEL_NEAR_TIME);
	label |= label_behind(labels, behind);
	behind += strspn(behind, " ");
	/* "CPU use with 2 threads" */
	if (token->whole && isalpha((unsigned char)*behind))
		label = next_to_time(label);
	if (*behind == '%' && labels->timed)
		label |= take_share(labels);
	label |= around & LABEL_RESIDUE;
	if (around & (LABEL_TIME | LABEL_MAYBE_TIME) &&
	    !(label & (LABEL_RESULT | LABEL_RESIDUE)))
		label |= LABEL_NEAR_TIME;
	if (labels->section.label & (LABEL_TIME | LABEL_MAYBE_TIME))
		label |= LABEL_SECTION;
	return label;
}

/* "12 MB of memory in use"; what a number follows speaks of that. */
static unsigned words_behind(const char *at)
{
	size_t length = strcspn(at, "0123456789,;|=:()[]{}<>\"/");

	return at[length] && strchr("0123456789=:", at[length])
		       ? 0
		       : label_of_text(at, length);
}

static unsigned memory_behind(const char *behind)
{
	size_t unit = footprint_unit(behind);

	return unit ? LABEL_BYTES | words_behind(behind + unit) : 0;
}

static unsigned take_number(struct labels *labels, const struct token *token)
{
	unsigned around = labels->context & (LABEL_ANY_MEMORY | LABEL_USE);
	unsigned label =
		footprint_settle(number_label(labels, token) | around,
				 memory_behind(token->text + token->length));

	if (!labels->count || !token->whole)
		labels->done = true;
	if (label & LABEL_TIME)
		labels->timed = true;
	labels->words &= ~(unsigned)LABEL_STEP;
	labels->count = false;
	return label;
}

/* Which field of a table the token is in. */
static void count_field(struct labels *labels, const struct token *token)
{
	const struct token *last = &labels->last;
	bool first = !last->text;

	if (labels->head.part != ' ') {
		labels->field += token->kind == TOKEN_SIGN &&
				 *token->text == labels->head.part &&
				 !(first && *token->text == '|');
	} else if (!first) {
		bool apart = is_apart(token, last);
		bool counted =
			labels->field_count > 0 || token->kind == TOKEN_NUMBER;

		labels->field += apart && counted;
	}
	labels->field_count += token->kind == TOKEN_NUMBER;
	labels->last = *token;
}

unsigned labels_token(struct labels *labels, const struct token *token)
{
	count_field(labels, token);
	switch (token->kind) {
	case TOKEN_NUMBER:
	case TOKEN_CLOCK:
	case TOKEN_ADDRESS:
		return take_number(labels, token);
	case TOKEN_WORD:
		take_word(labels, token);
		return 0;
	default:
		take_sign(labels, token);
		return 0;
	}
}
