/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the words that say what a number is, in its line and around it.
 */
#include "label.h"

#include <ctype.h>
#include <string.h>

#include "base/digest.h"
#include "resident.h"
#include "word.h"

/* ---- texts ---- */

/* Of several words, and a percentage. */
static unsigned label_of_text(const char *text, size_t length)
{
	unsigned label = word_add_all(text, length);

	return memchr(text, '%', length) ? label | LABEL_MAYBE_TIME : label;
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
	char part = tablehead_parting(line, length);

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
		labels->fresh ? labels->head : (struct tablehead){.part = ' '};
	tablehead_read(&labels->head, labels->line, labels->length, false);
	tablehead_read(&labels->single, labels->line, labels->length, true);
	labels->timing = labels->timing && tablehead_go_on(&labels->head);
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
static size_t fields_of(const struct tablehead *head, const struct look *look)
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
	struct tablehead *head = &labels->head;
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
	       word_add_all(labels->line, labels->length) &
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
		labels->timing = word_add_all(labels->line, look->first) &
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
	const struct tablehead *head = &labels->head;
	size_t end = token->place + token->length;
	unsigned label;

	if (!labels->below)
		return 0;
	if (labels->by_place || labels->ragged)
		return tablehead_over(head, token->place, end) |
		       tablehead_over(&labels->above, token->place, end);
	if (labels->field >= head->count)
		return 0;
	label = head->cells[labels->field].label;
	if (head->part == ' ')
		label |= tablehead_over(&labels->above,
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
	length = wordlist_length(behind);
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
	size_t length = wordlist_length(word);

	return word[length] == ':' && wordlist_is_one_of(word, length, names);
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
	size_t unit = resident_unit(behind);

	return unit ? LABEL_BYTES | words_behind(behind + unit) : 0;
}

static unsigned take_number(struct labels *labels, const struct token *token)
{
	unsigned around = labels->context & (LABEL_ANY_MEMORY | LABEL_USE);
	unsigned label =
		resident_settle(number_label(labels, token) | around,
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
