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

struct compare_token {
	bool number;
	bool free;    /* may be anything */
	double value; /* or the letter */
	size_t line;
};

/* Numbers on a line with one of these are times, or made of times. */
static const char *const of_time[] = {"time",	   "second", "elapsed", "flop",
				      "mop/s",	   "mops",   "rate",	"b/s",
				      "bandwidth", "speed",  "cycles",	"msec",
				      "usec",	   "date",   NULL};

struct tokens {
	struct compare_token *list;
	size_t count, size;
};

static struct compare_token *add(struct tokens *tokens)
{
	if (tokens->count == tokens->size) {
		tokens->size = 2 * tokens->size + 64;
		tokens->list = memory_grow(tokens->list, tokens->size,
					   sizeof(*tokens->list));
	}
	tokens->list[tokens->count] = (struct compare_token){0};
	return &tokens->list[tokens->count++];
}

static bool speaks_of_time(const char *line, size_t length)
{
	char *copy = memory_print("%.*s", (int)length, line);
	bool found = false;

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

/* Blanks count as one, so that columns may move. */
static void take_line(struct tokens *tokens, const char *line, size_t length,
		      size_t number)
{
	bool timing = speaks_of_time(line, length);

	for (size_t i = 0; i < length;) {
		struct compare_token *token = add(tokens);
		size_t used = 1;

		token->line = number;
		if (read_number(line + i, line, &token->value, &used)) {
			token->number = true;
			token->free = timing;
		} else if (isspace((unsigned char)line[i])) {
			token->value = ' ';
			used = strspn(line + i, " \t\r\v\f");
		} else {
			token->value = (unsigned char)line[i];
		}
		i += used ? used : 1;
	}
	*add(tokens) = (struct compare_token){.value = '\n', .line = number};
}

static struct tokens tokens_of(const char *output)
{
	struct tokens tokens = {0};

	for (size_t line = 1; *output; line++) {
		size_t length = strcspn(output, "\n");

		take_line(&tokens, output, length, line);
		output += length + (output[length] == '\n');
	}
	return tokens;
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

void compare_learn(struct compare *compare, const char *output,
		   double tolerance)
{
	struct tokens tokens = tokens_of(output);

	if (!compare->learnt) {
		compare->tokens = tokens.list;
		compare->count = tokens.count;
		compare->learnt = true;
		return;
	}
	if (tokens.count != compare->count)
		compare->unstable = true;
	for (size_t i = 0; i < tokens.count && !compare->unstable; i++) {
		struct compare_token *token = &compare->tokens[i];

		if (token->number != tokens.list[i].number)
			compare->unstable = true;
		else if (!is_same(token, &tokens.list[i], tolerance))
			token->free = true;
	}
	free(tokens.list);
}

static void tell(const struct compare_token *was,
		 const struct compare_token *is, struct text *why)
{
	if (was && is && was->number && is->number)
		text_print(why, "wrong output: line %zu has %.10g for %.10g",
			   is->line, is->value, was->value);
	else
		text_print(why, "wrong output: line %zu differs",
			   is	 ? is->line
			   : was ? was->line
				 : 1);
}

bool compare_matches(const struct compare *compare, const char *output,
		     double tolerance, struct text *why)
{
	struct tokens tokens;
	bool good = true;

	if (compare->unstable || !compare->learnt)
		return true;
	tokens = tokens_of(output);
	for (size_t i = 0; good; i++) {
		const struct compare_token *was =
			i < compare->count ? &compare->tokens[i] : NULL;
		const struct compare_token *is =
			i < tokens.count ? &tokens.list[i] : NULL;

		if (!was && !is)
			break;
		good = was && is && is_same(was, is, tolerance);
		if (!good)
			tell(was, is, why);
	}
	free(tokens.list);
	return good;
}

void compare_free(struct compare *compare)
{
	free(compare->tokens);
	*compare = (struct compare){0};
}
