/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares what programs print, a line of all outputs at a time: however much
 * that is, memory holds one line of each.
 */
#include "compare.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "text.h"

/* Of a line of the wrong output, and of the right one, so much is shown. */
#define EXCERPT 60

struct token {
	bool number;
	double value; /* or the letter */
	size_t place; /* in the line */
};

struct line {
	char *text;
	size_t length, size;
	size_t at;   /* where the next token begins */
	bool timing; /* its numbers may be anything */
};

struct compare_output {
	char *path;
	bool numbers; /* it teaches these alone */
	/* while it is read */
	FILE *file;
	struct line line;
	bool teaches; /* this line */
};

/* Numbers on a line with one of these words are times, or made of times. */
static const char *const words_of_time[] = {
	"rate",	     "rates",	"date", "dates", "timer",  "timestamp",
	"speed",     "mops",	"sec",	"secs",	 "cycles", "speedup",
	"bandwidth", "elapsed", "msec", "usec",	 NULL};

/* So are those that one of these stands behind: "0.25 s". */
static const char *const units[] = {"s", "ms", "us", "ns", NULL};

/* So are those with a word that ends in one: "walltime", "GFlops". */
static const char *const ends_of_time[] = {"time", "times", "second", "seconds",
					   "flop", "flops", NULL};

/* "14:35:46" */
static bool has_clock(const char *line)
{
	static const char form[] = "00:00:00";

	for (; *line; line++) {
		size_t i = 0;

		while (form[i] &&
		       (isdigit((unsigned char)line[i]) ? form[i] == '0'
							: form[i] == line[i]))
			i++;
		if (!form[i])
			return true;
	}
	return false;
}

/* "Mop/s", "lookups/s", and no path. */
static bool has_rate(const char *line)
{
	for (const char *at = line; (at = strstr(at, "/s")); at++)
		if (at > line && isalpha((unsigned char)at[-1]) &&
		    !isalnum((unsigned char)at[2]))
			return true;
	return false;
}

/* A word is of letters, and "wallTime" is two. */
static size_t word_length(const char *at)
{
	size_t length = 0;

	while (isalpha((unsigned char)at[length]) &&
	       !(length > 0 && islower((unsigned char)at[length - 1]) &&
		 isupper((unsigned char)at[length])))
		length++;
	return length;
}

/* Parts of words say nothing: "integrated", "update", "centimeter". */
static bool is_of_time(const char *word, size_t length)
{
	bool found = false;

	for (size_t i = 0; words_of_time[i] && !found; i++)
		found = strlen(words_of_time[i]) == length &&
			strncasecmp(word, words_of_time[i], length) == 0;
	for (size_t i = 0; ends_of_time[i] && !found; i++) {
		size_t end = strlen(ends_of_time[i]);

		found = end <= length && strncasecmp(word + length - end,
						     ends_of_time[i], end) == 0;
	}
	return found;
}

/* A "time step" is one, and takes no time, as a "timestep" takes none. */
static bool begins_with_step(const char *at)
{
	size_t length;

	at += *at && strchr(" -_", *at);
	length = word_length(at);
	return (length == 4 || length == 5) &&
	       strncasecmp(at, "steps", length) == 0;
}

static bool has_word_of_time(const char *line)
{
	size_t length;

	for (const char *at = line; *at; at += length ? length : 1) {
		length = word_length(at);
		if (is_of_time(at, length) && !begins_with_step(at + length))
			return true;
	}
	return false;
}

static bool is_unit(const char *word, size_t length)
{
	for (size_t i = 0; units[i]; i++)
		if (strlen(units[i]) == length &&
		    strncmp(units[i], word, length) == 0)
			return true;
	return false;
}

/* A fraction before it: "3 s" may be three of anything. */
static bool has_seconds(const char *line)
{
	for (const char *at = line; (at = strchr(at, '.')); at++) {
		size_t digits = strspn(at + 1, "0123456789");
		const char *word = at + 1 + digits;

		word += *word == ' ';
		if (digits > 0 && is_unit(word, word_length(word)) &&
		    !isalnum((unsigned char)word[word_length(word)]))
			return true;
	}
	return false;
}

static bool speaks_of_time(const char *line)
{
	return has_clock(line) || has_rate(line) || has_word_of_time(line) ||
	       has_seconds(line);
}

/* Fortran writes 1.5D+03. Only what begins like a number is read as one. */
static bool read_number(const char *at, const char *begin, double *value,
			size_t *length)
{
	const char *digits = at + (*at == '-' || *at == '+');
	char copy[64];
	char *end;

	if (at > begin && (isalnum((unsigned char)at[-1]) || at[-1] == '_'))
		return false;
	if (!isdigit((unsigned char)digits[0]) &&
	    !(digits[0] == '.' && isdigit((unsigned char)digits[1])) &&
	    strncasecmp(digits, "nan", 3) != 0 &&
	    strncasecmp(digits, "inf", 3) != 0)
		return false;
	*length = strnlen(at, sizeof(copy) - 1);
	memcpy(copy, at, *length);
	copy[*length] = '\0';
	copy[strspn(copy, "+-.0123456789eEdDnNaAiIfFtTyY")] = '\0';
	for (char *letter = copy; *letter; letter++)
		if ((*letter == 'd' || *letter == 'D') && letter > copy &&
		    (isdigit((unsigned char)letter[-1]) || letter[-1] == '.'))
			*letter = 'e';
	*value = strtod(copy, &end);
	*length = (size_t)(end - copy);
	return end != copy;
}

/* Of ",234,567" behind a number: elsewhere these may be other ones. */
static size_t thousands(const char *at)
{
	size_t length = 0;

	while (at[length] == ',' && strspn(at + length + 1, "0123456789") == 3)
		length += 4;
	return length;
}

/* The line's tokens are read from the first one on. */
static void rewind_line(struct line *line)
{
	line->at = 0;
	line->timing = speaks_of_time(line->text);
}

/* False at its end. Blanks count as one, so that columns may move. */
static bool next_token(struct line *line, struct token *token)
{
	const char *at = line->text + line->at;
	size_t used = 1;

	if (line->at >= line->length)
		return false;
	*token = (struct token){.place = line->at};
	if (read_number(at, line->text, &token->value, &used)) {
		token->number = true;
		used += line->timing ? thousands(at + used) : 0;
	} else if (isspace((unsigned char)*at)) {
		token->value = ' ';
		used = strspn(at, " \t\r\v\f");
	} else {
		token->value = (unsigned char)*at;
	}
	line->at += used ? used : 1;
	return true;
}

static bool is_close(double a, double b, double tolerance)
{
	if (isnan(a) || isnan(b))
		return isnan(a) && isnan(b);
	if (a == b)
		return true;
	return fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

static bool is_same(const struct token *one, const struct token *other,
		    double tolerance)
{
	if (one->number != other->number)
		return false;
	return one->number ? is_close(one->value, other->value, tolerance)
			   : one->value == other->value;
}

/* ---- reading ---- */

/* False at the end. A NUL, which would end the line, is another letter. */
static bool read_line(FILE *file, struct line *line)
{
	ssize_t length = getline(&line->text, &line->size, file);

	if (length < 0)
		return false;
	if (line->text[length - 1] == '\n')
		line->text[--length] = '\0';
	line->length = (size_t)length;
	for (size_t i = 0; i < line->length; i++)
		if (line->text[i] == '\0')
			line->text[i] = '\1';
	return true;
}

/* False with errno set if it cannot be read. */
static bool count_lines(const char *path, size_t *count)
{
	FILE *file = fopen(path, "r");
	struct line line = {0};
	bool good;

	if (!file)
		return false;
	for (*count = 0; read_line(file, &line);)
		++*count;
	good = feof(file);
	free(line.text);
	fclose(file);
	return good;
}

static bool open_outputs(struct compare *compare)
{
	bool good = true;

	for (size_t i = 0; i < compare->count && good; i++) {
		compare->outputs[i].file = fopen(compare->outputs[i].path, "r");
		good = compare->outputs[i].file != NULL;
	}
	return good;
}

static void close_outputs(struct compare *compare)
{
	for (size_t i = 0; i < compare->count; i++) {
		struct compare_output *output = &compare->outputs[i];

		if (output->file)
			fclose(output->file);
		output->file = NULL;
		free(output->line.text);
		output->line = (struct line){0};
	}
}

/* The next line of each of them. */
static bool read_outputs(struct compare *compare)
{
	bool more = true;

	for (size_t i = 0; i < compare->count && more; i++)
		more = read_line(compare->outputs[i].file,
				 &compare->outputs[i].line);
	return more;
}

/* ---- learning ---- */

static bool learn(struct compare *compare, const char *path, bool numbers)
{
	size_t lines;

	if (!count_lines(path, &lines))
		return false;
	if (compare->count > 0 && lines != compare->lines) {
		compare->unstable = compare->unstable || !numbers;
		return true;
	}
	compare->lines = lines;
	compare->outputs = memory_grow(compare->outputs, compare->count + 1,
				       sizeof(*compare->outputs));
	compare->outputs[compare->count++] = (struct compare_output){
		.path = memory_string(path), .numbers = numbers};
	return true;
}

bool compare_learn(struct compare *compare, const char *path)
{
	return learn(compare, path, false);
}

bool compare_learn_numbers(struct compare *compare, const char *path)
{
	return compare->count == 0 || learn(compare, path, true);
}

static bool is_identical(const struct line *one, const struct line *other)
{
	return one->length == other->length &&
	       memcmp(one->text, other->text, one->length) == 0;
}

static bool has_form(struct line *was, struct line *is)
{
	struct token one, other;
	bool same = true;

	rewind_line(was);
	rewind_line(is);
	while (same) {
		bool more = next_token(was, &one);

		same = next_token(is, &other) == more;
		if (!more)
			return same;
		same = same && one.number == other.number;
	}
	return false;
}

/*
 * Which outputs teach something of this line: a line in another form makes it
 * free as a whole, or it teaches nothing. True if it is free.
 */
static bool is_free(struct compare *compare)
{
	struct compare_output *first = compare->outputs;

	for (size_t i = 1; i < compare->count; i++) {
		struct compare_output *other = &compare->outputs[i];
		bool same = is_identical(&first->line, &other->line);

		other->teaches = !same && has_form(&first->line, &other->line);
		if (!same && !other->teaches && !other->numbers)
			return true;
		rewind_line(&other->line);
	}
	return false;
}

/* What is not the same in all outputs of the original is free. */
static bool is_free_token(struct compare *compare, const struct token *was,
			  double tolerance)
{
	bool free = was->number && compare->outputs->line.timing;

	for (size_t i = 1; i < compare->count; i++) {
		struct compare_output *other = &compare->outputs[i];
		struct token token;

		if (other->teaches && next_token(&other->line, &token) &&
		    (was->number || !other->numbers) &&
		    !is_same(was, &token, tolerance))
			free = true;
	}
	return free;
}

/* ---- judging ---- */

/* The place in "is" from which on the lines differ, -1 if they do not. */
static ptrdiff_t first_difference(struct compare *compare, struct line *is,
				  double tolerance)
{
	struct line *was = &compare->outputs->line;
	struct token one, other;

	if (is_identical(was, is) || is_free(compare))
		return -1;
	rewind_line(was);
	rewind_line(is);
	while (next_token(was, &one)) {
		if (!next_token(is, &other))
			return (ptrdiff_t)is->length;
		if (is_free_token(compare, &one, tolerance)
			    ? one.number != other.number
			    : !is_same(&one, &other, tolerance))
			return (ptrdiff_t)other.place;
	}
	return next_token(is, &other) ? (ptrdiff_t)other.place : -1;
}

/* A piece of the line around the place, cut between letters of UTF-8. */
static void add_excerpt(struct text *out, const char *line, size_t place)
{
	size_t length = strlen(line);
	size_t near = place < length ? place : length;
	size_t begin = length <= EXCERPT || near < EXCERPT / 2
			       ? 0
			       : near - EXCERPT / 2;
	size_t end = length - begin <= EXCERPT ? length : begin + EXCERPT;
	char *piece;

	while (begin > 0 && (line[begin] & 0xc0) == 0x80)
		begin--;
	while (end < length && (line[end] & 0xc0) == 0x80)
		end++;
	piece = memory_print("'%s%.*s%s'", begin ? "..." : "",
			     (int)(end - begin), line + begin,
			     end < length ? "..." : "");
	text_add_safe(out, piece);
	free(piece);
}

/* Of the original's line and the other, NULL where there is none. */
static void tell(const struct line *was, const struct line *is, size_t number,
		 size_t place, struct text *why)
{
	text_print(why, "wrong output: line %zu ", number);
	text_add(why, !is ? "is missing: " : was ? "is " : "is one too many: ");
	if (is)
		add_excerpt(why, is->text, place);
	if (was && is)
		text_add(why, ", the original's ");
	if (was)
		add_excerpt(why, was->text, place);
}

/* All lines of an output beside those of the original. */
static bool lines_match(struct compare *compare, FILE *file, double tolerance,
			struct text *why)
{
	struct line is = {0};
	bool good = true;

	for (size_t number = 1; good; number++) {
		bool was = read_outputs(compare), more = read_line(file, &is);
		ptrdiff_t place = 0;

		if (!was && !more)
			break;
		if (was && more)
			place = first_difference(compare, &is, tolerance);
		good = place < 0;
		if (!good)
			tell(was ? &compare->outputs->line : NULL,
			     more ? &is : NULL, number, (size_t)place, why);
	}
	free(is.text);
	return good;
}

bool compare_matches(struct compare *compare, const char *path,
		     double tolerance, struct text *why)
{
	FILE *file;
	bool good;

	if (compare->unstable || compare->count == 0)
		return true;
	file = fopen(path, "r");
	good = file && open_outputs(compare);
	if (good)
		good = lines_match(compare, file, tolerance, why);
	else
		text_print(why, "outputs cannot be read: %s", strerror(errno));
	close_outputs(compare);
	if (file)
		fclose(file);
	return good;
}

static bool line_says(struct compare *compare, double tolerance)
{
	struct line *line = &compare->outputs->line;
	struct token token;

	if (is_free(compare))
		return false;
	rewind_line(line);
	while (!line->timing && next_token(line, &token))
		if ((token.number || token.value != ' ') &&
		    !is_free_token(compare, &token, tolerance))
			return true;
	return false;
}

bool compare_says(struct compare *compare, double tolerance)
{
	bool says = false;

	if (compare->unstable || compare->count == 0)
		return false;
	if (open_outputs(compare))
		while (!says && read_outputs(compare))
			says = line_says(compare, tolerance);
	close_outputs(compare);
	return says;
}

void compare_free(struct compare *compare)
{
	for (size_t i = 0; i < compare->count; i++)
		free(compare->outputs[i].path);
	free(compare->outputs);
	*compare = (struct compare){0};
}
