/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares what programs print.
 */
#include "compare.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "text.h"

/* Of a line of the wrong output, and of the right one, so much is shown. */
#define EXCERPT 60

struct compare_token {
	bool number;
	bool free;    /* may be anything */
	double value; /* or the letter */
	size_t place; /* in the line */
};

struct compare_line {
	char *text;
	struct compare_token *tokens;
	size_t count;
	bool free; /* may be anything */
};

/* Numbers on a line with one of these are times, or made of times. */
static const char *const of_time[] = {
	"time",	 "second", "elapsed", "flop", "mops", "rate", "bandwidth",
	"speed", "cycles", "msec",    "usec", "date", NULL};

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

static bool speaks_of_time(const char *line)
{
	char *copy = memory_string(line);
	bool found = has_clock(line) || has_rate(line);

	for (char *at = copy; *at; at++)
		*at = (char)tolower((unsigned char)*at);
	for (size_t i = 0; of_time[i] && !found; i++)
		found = strstr(copy, of_time[i]) != NULL;
	free(copy);
	return found;
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
	*length = strspn(at, "+-.0123456789eEdDnNaAiIfFtTyY");
	*length = *length < sizeof(copy) ? *length : sizeof(copy) - 1;
	memcpy(copy, at, *length);
	copy[*length] = '\0';
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

/* Blanks count as one, so that columns may move. */
static void take_tokens(struct compare_line *line)
{
	bool timing = speaks_of_time(line->text);
	size_t length = strlen(line->text);

	line->tokens = memory_grow(NULL, length + 1, sizeof(*line->tokens));
	for (size_t i = 0; i < length;) {
		struct compare_token token = {.place = i};
		const char *at = line->text + i;
		size_t used = 1;

		if (read_number(at, line->text, &token.value, &used)) {
			token.number = true;
			token.free = timing;
			used += timing ? thousands(at + used) : 0;
		} else if (isspace((unsigned char)*at)) {
			token.value = ' ';
			used = strspn(at, " \t\r\v\f");
		} else {
			token.value = (unsigned char)*at;
		}
		line->tokens[line->count++] = token;
		i += used ? used : 1;
	}
}

/* The next line of *output, which moves on. */
static struct compare_line next_line(const char **output)
{
	size_t length = strcspn(*output, "\n");
	struct compare_line line = {
		.text = memory_print("%.*s", (int)length, *output)};

	*output += length + ((*output)[length] == '\n');
	take_tokens(&line);
	return line;
}

static void free_line(struct compare_line *line)
{
	free(line->text);
	free(line->tokens);
}

static bool is_close(double a, double b, double tolerance)
{
	if (isnan(a) || isnan(b))
		return isnan(a) && isnan(b);
	if (a == b)
		return true;
	return fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

static bool is_same(const struct compare_token *one,
		    const struct compare_token *other, double tolerance)
{
	if (one->number != other->number)
		return false;
	if (one->free)
		return true;
	return one->number ? is_close(one->value, other->value, tolerance)
			   : one->value == other->value;
}

/* The place in "is" from which on the lines differ, -1 if they do not. */
static ptrdiff_t first_difference(const struct compare_line *was,
				  const struct compare_line *is,
				  double tolerance)
{
	size_t i = 0;

	if (was->free)
		return -1;
	while (i < was->count && i < is->count &&
	       is_same(&was->tokens[i], &is->tokens[i], tolerance))
		i++;
	if (i < is->count)
		return (ptrdiff_t)is->tokens[i].place;
	return i < was->count ? (ptrdiff_t)strlen(is->text) : -1;
}

/* ---- learning ---- */

static struct compare_line *read_lines(const char *output, size_t *count)
{
	struct compare_line *lines = NULL;
	size_t size = 0;

	for (*count = 0; *output; ++*count) {
		if (*count == size) {
			size = 2 * size + 64;
			lines = memory_grow(lines, size, sizeof(*lines));
		}
		lines[*count] = next_line(&output);
	}
	return lines;
}

static void free_lines(struct compare_line *lines, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free_line(&lines[i]);
	free(lines);
}

static bool has_form(const struct compare_line *was,
		     const struct compare_line *is)
{
	bool same = was->count == is->count;

	for (size_t i = 0; i < was->count && same; i++)
		same = was->tokens[i].number == is->tokens[i].number;
	return same;
}

/*
 * What is not the same is free, of the numbers or of all; a line in another
 * form is so as a whole, or it teaches nothing.
 */
static void learn_line(struct compare_line *was, const struct compare_line *is,
		       double tolerance, bool numbers)
{
	if (!has_form(was, is)) {
		was->free = was->free || !numbers;
		return;
	}
	for (size_t i = 0; i < was->count; i++)
		if ((was->tokens[i].number || !numbers) &&
		    !is_same(&was->tokens[i], &is->tokens[i], tolerance))
			was->tokens[i].free = true;
}

/* False if it has another number of lines: nothing is learnt from it. */
static bool learn_lines(struct compare *compare, const char *output,
			double tolerance, bool numbers)
{
	size_t count;
	struct compare_line *lines = read_lines(output, &count);
	bool good = count == compare->count;

	for (size_t i = 0; i < count && good; i++)
		learn_line(&compare->lines[i], &lines[i], tolerance, numbers);
	free_lines(lines, count);
	return good;
}

void compare_learn(struct compare *compare, const char *output,
		   double tolerance)
{
	if (!compare->learnt)
		compare->lines = read_lines(output, &compare->count);
	else if (!learn_lines(compare, output, tolerance, false))
		compare->unstable = true;
	compare->learnt = true;
}

void compare_learn_numbers(struct compare *compare, const char *output,
			   double tolerance)
{
	if (compare->learnt)
		learn_lines(compare, output, tolerance, true);
}

/* ---- judging ---- */

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

static void tell(const struct compare_line *was, const struct compare_line *is,
		 size_t number, size_t place, struct text *why)
{
	text_print(why, "wrong output: line %zu ", number);
	if (!is) {
		text_add(why, "is missing: ");
		add_excerpt(why, was->text, 0);
		return;
	}
	text_add(why, was ? "is " : "is one too many: ");
	add_excerpt(why, is->text, place);
	if (!was)
		return;
	text_add(why, ", the original's ");
	add_excerpt(why, was->text, place);
}

/* A line of an output beside that of the original, NULL if there is none. */
static bool line_matches(const struct compare_line *was, const char **output,
			 size_t number, double tolerance, struct text *why)
{
	struct compare_line is;
	ptrdiff_t place = 0;

	if (!**output) {
		tell(was, NULL, number, 0, why);
		return false;
	}
	is = next_line(output);
	if (was)
		place = first_difference(was, &is, tolerance);
	if (place >= 0)
		tell(was, &is, number, (size_t)place, why);
	free_line(&is);
	return place < 0;
}

bool compare_matches(const struct compare *compare, const char *output,
		     double tolerance, struct text *why)
{
	bool good = true;

	if (compare->unstable || !compare->learnt)
		return true;
	for (size_t i = 0; good && (i < compare->count || *output); i++)
		good = line_matches(i < compare->count ? &compare->lines[i]
						       : NULL,
				    &output, i + 1, tolerance, why);
	return good;
}

void compare_free(struct compare *compare)
{
	free_lines(compare->lines, compare->count);
	*compare = (struct compare){0};
}
