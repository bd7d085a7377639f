/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tokens of a line of output. Bytes above 127 are letters.
 */
#include "lines.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return isalpha((unsigned char)c) || (unsigned char)c > 127;
}

static bool is_sign(const char *at, const char *end)
{
	return at < end && (*at == '-' || *at == '+');
}

static const char *skip_digits(const char *at, const char *end)
{
	while (at < end && is_digit(*at))
		at++;
	return at;
}

/* ---- numbers ---- */

/* Behind "1,234,567"; "at" if it is none. */
static const char *skip_thousands(const char *at, const char *end)
{
	const char *first = skip_digits(at, end), *next = first;

	while (next < end && *next == ',' &&
	       skip_digits(next + 1, end) == next + 4)
		next += 4;
	return first <= at + 3 && next > first && (next == end || *next != ',')
		       ? next
		       : at;
}

/* Does a number with a point begin here that has a sign, as in columns that
   touch? */
static bool touches_number(const char *at, const char *end)
{
	const char *next = is_sign(at, end) ? skip_digits(at + 1, end) : end;

	return next + 1 < end && *next == '.' && is_digit(next[1]);
}

/* Does a number, with its unit, end here? Else it is a part of a word. */
static bool is_edge(const char *at, const char *end)
{
	const char *next = at + is_sign(at, end);

	return next == end || !(is_digit(*next) || is_letter(*next) ||
				*next == '_' || (next == at && *at == '.'));
}

/*
 * As C reads it, where D stands for E, too, but not in base 16. A longer token
 * is a word. A run of '*', a number that does not fit its format, is a NaN.
 */
static bool read_number(const char *begin, const char *at, const char *end,
			struct token *token)
{
	const char *first = at + is_sign(at, end), *next = first, *unit;
	char copy[100], *stop;
	size_t count = 0, commas = 0;

	if (first > begin && isspace((unsigned char)first[-1]))
		next = skip_thousands(first, end);
	for (const char *from = at; from < end && count + 1 < sizeof(copy);
	     from++)
		if (from < next && *from == ',')
			commas++;
		else
			copy[count++] = tolower(*from) == 'd' ? 'e' : *from;
	copy[count] = '\0';
	token->value = strtod(copy, &stop);
	next = at + (stop - copy) + (stop > copy ? commas : 0);
	for (; next < end && *next == '*' && *at == '*'; next++)
		token->value = NAN;
	if (next <= first || (next > first + 1 && tolower(first[1]) == 'x'))
		return false;
	token->whole = true;
	for (const char *from = first; from < next; from++)
		token->whole &= is_digit(*from) || *from == ',' ||
				(*from == '.' && from + 1 == next);
	unit = next;
	while (unit < end && (is_letter(*unit) || *unit == '%') &&
	       (isfinite(token->value) || *at == '*'))
		unit++;
	if (!is_edge(unit, end)) {
		unit = next;
		if (token->whole || !touches_number(next, end))
			return false;
	}
	token->digits = (size_t)(next - at);
	token->length = (size_t)(unit - at);
	return true;
}

/* ---- tokens ---- */

bool token_next(const struct line *line, struct token *token)
{
	const char *at = token->text ? token->text + token->length : line->text;
	const char *end = line->text + line->length, *next;

	while (at < end && isspace((unsigned char)*at))
		at++;
	if (at == end)
		return false;
	*token = (struct token){.text = at};
	if (read_number(line->text, at, end, token))
		return true;
	next = at;
	if (is_digit(*at) || is_letter(*at))
		while (next < end && !isspace((unsigned char)*next) &&
		       !strchr(",:;|()[]{}=\"'<>/*", *next) &&
		       !(next[0] == '.' && next + 1 < end && next[1] == '.'))
			next++;
	else
		while (next < end && *next == *at)
			next++;
	token->length = (size_t)(next - at);
	return true;
}

bool token_same_text(const struct token *one, const struct token *other)
{
	return one->length == other->length &&
	       memcmp(one->text, other->text, one->length) == 0;
}

bool token_same_unit(const struct token *one, const struct token *other)
{
	size_t length = one->length - one->digits;

	return one->digits > 0 && other->digits > 0 &&
	       other->length - other->digits == length &&
	       memcmp(one->text + one->digits, other->text + other->digits,
		      length) == 0;
}

bool token_is_nan(const struct token *token)
{
	return token->digits > 0 && !isfinite(token->value);
}

bool token_has_digit(const struct token *token)
{
	for (size_t i = 0; i < token->length; i++)
		if (is_digit(token->text[i]))
			return true;
	return token->digits > 0;
}
