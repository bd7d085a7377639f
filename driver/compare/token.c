/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes a line of output apart.
 */
#include "token.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "character.h"
#include "daytime.h"

/* Longer ones are read as far as a double can tell them apart. */
#define LONGEST 60

/* ---- numbers ---- */

/* "nan", "Infinity", "-nan(0x8)"; no "nano" and no "info". */
static size_t special_length(const char *at, double *value)
{
	static const struct {
		const char *word;
		double value;
	} words[] = {{"infinity", INFINITY}, {"inf", INFINITY}, {"nan", NAN}};
	size_t sign = *at == '-' || *at == '+', length;

	for (size_t i = 0; i < 3; i++) {
		length = strlen(words[i].word);
		if (strncasecmp(at + sign, words[i].word, length) != 0 ||
		    is_inner(at[sign + length]))
			continue;
		*value = *at == '-' ? -words[i].value : words[i].value;
		length += sign;
		if (isnan(*value) && at[length] == '(' &&
		    at[length + 1 + inner_length(at + length + 1)] == ')')
			length += inner_length(at + length + 1) + 2;
		return length;
	}
	return 0;
}

/* "1,234,567" in a sentence; in lists commas part numbers. */
static size_t thousands_length(const char *at, const char *begin)
{
	size_t length = digits_at(at), groups = 0;

	if (length == 0 || length > 3 || *at == '0')
		return 0;
	if (at > begin && !strchr(" \t(=:$", at[-1]))
		return 0;
	while (at[length] == ',' && digits_at(at + length + 1) == 3) {
		length += 4;
		groups++;
	}
	if (groups == 0 || at[length] == ',' || is_inner(at[length]))
		return 0;
	if (at == begin && !is_letter(at[length + blanks_at(at + length)]))
		return 0;
	return length;
}

/* Of "e+05", "D-3", and of what Fortran writes without a letter, "-100". */
static size_t exponent_length(const char *at, bool real)
{
	size_t sign, digits;

	if (*at && strchr("eEdDqQ", *at)) {
		sign = at[1] == '+' || at[1] == '-';
		digits = digits_at(at + 1 + sign);
		return digits && (sign || !is_letter(at[1 + sign + digits]))
			       ? 1 + sign + digits
			       : 0;
	}
	if (real && (*at == '+' || *at == '-') && digits_at(at + 1) == 3 &&
	    at[4] != '.')
		return 4;
	return 0;
}

static double power_of_ten(long exponent)
{
	static const double powers[] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5,
					1e-4, 1e-3, 1e-2, 1e-1, 1,
					1e1,  1e2,  1e3,  1e4};

	return exponent >= -9 && exponent <= 4 ? powers[exponent + 9]
					       : pow(10, (double)exponent);
}

static long exponent_of(const struct token *token, size_t mantissa)
{
	const char *at = token->text + mantissa;
	long exponent;

	if (mantissa == token->length)
		return 0;
	exponent = strtol(at + (isalpha((unsigned char)*at) ? 1 : 0), NULL, 10);
	return exponent > 9999 ? 9999 : exponent < -9999 ? -9999 : exponent;
}

/* The digits without commas, the exponent behind an 'e'. */
static double value_of(const struct token *token, size_t mantissa,
		       long exponent)
{
	char copy[LONGEST + 12];
	size_t length = 0;

	for (size_t i = 0; i < mantissa && length < LONGEST; i++)
		if (token->text[i] != ',')
			copy[length++] = token->text[i];
		else if (!token->whole)
			copy[length++] = '.';
	/* digits of a long whole number that were left out */
	if (token->whole && mantissa > LONGEST)
		exponent += (long)(mantissa - LONGEST);
	snprintf(copy + length, sizeof(copy) - length, "e%ld", exponent);
	return strtod(copy, NULL);
}

static void convert(struct token *token, size_t mantissa, size_t decimals)
{
	long exponent = exponent_of(token, mantissa);
	char *end;

	token->value = strtod(token->text, &end);
	if (end != token->text + token->length)
		token->value = value_of(token, mantissa, exponent);
	token->unit = power_of_ten(exponent - (long)decimals);
}

/* "5x5" is a name; "12ms" and "3D" are not. */
static bool is_mixed(const char *at)
{
	size_t length = inner_length(at), first = digits_at(at);
	size_t letters = first;

	if (first == 0 || first == length ||
	    exponent_length(at + first, false) == length - first)
		return false;
	while (letters < length && !is_digit(at[letters]))
		letters++;
	return letters < length;
}

/*
 * "2f54170c-0152": digits and letters as chance has it. "1e507391" is one as
 * well: nobody writes a number so long without a point or its exponent's sign.
 */
static size_t hash_length(const char *at)
{
	size_t length = hexadecimal_at(at);
	size_t digits = digits_at(at), more;
	bool letters = length > digits + 1;

	for (size_t i = 0; i < length && digits == 0; i++)
		digits = is_digit(at[i]);
	if (length < 6 || digits == 0 || !letters || is_inner(at[length]))
		return 0;
	while (at[length] == '-') {
		more = hexadecimal_at(at + length + 1);
		if (more == 0 || is_inner(at[length + 1 + more]))
			break;
		length += 1 + more;
	}
	return length;
}

/* "2.3.1" */
static size_t version_length(const char *at)
{
	size_t length = digits_at(at), points = 0, more;

	while (length > 0 && at[length] == '.') {
		more = digits_at(at + length + 1);
		if (more == 0)
			break;
		length += 1 + more;
		points++;
	}
	return points > 1 && !is_inner(at[length]) ? length : 0;
}

static size_t name_length(const char *at)
{
	size_t length = hash_length(at);

	if (!length)
		length = version_length(at);
	if (!length && is_mixed(at))
		length = inner_length(at);
	return length;
}

/* "0,824", as other languages write it; in lists commas part numbers. */
static size_t comma_length(const char *at, const char *begin)
{
	size_t whole = digits_at(at), decimals;

	if (whole == 0 || at[whole] != ',')
		return 0;
	decimals = digits_at(at + whole + 1);
	if (decimals == 0 || (decimals == 3 && !(whole == 1 && *at == '0')) ||
	    at == begin || !strchr(" \t=:", at[-1]) ||
	    (at[whole + 1 + decimals] && !is_blank(at[whole + 1 + decimals])))
		return 0;
	return whole + 1 + decimals;
}

/* The sign of "x-.5" parts, and the last point of "...5" begins no number. */
static bool is_behind(const struct tokens *tokens, size_t sign)
{
	const char *at = tokens->line + tokens->at;

	return tokens->at > 0 && (sign ? is_inner(at[-1]) : at[-1] == '.');
}

static bool read_number(struct tokens *tokens, struct token *token)
{
	const char *at = tokens->line + tokens->at;
	bool glued = tokens->at > 0 && is_inner(at[-1]);
	size_t sign = (*at == '-' || *at == '+') && (!glued || tokens->real);
	size_t whole, point, decimals = 0, length;
	char mark = '.';

	token->length = special_length(at, &token->value);
	if (token->length && !(glued && sign == 0))
		return true;
	length = sign ? 0 : thousands_length(at, tokens->line);
	whole = length ? length : digits_at(at + sign);
	if (!length && comma_length(at + sign, tokens->line))
		mark = ',';
	point = at[sign + whole] == mark;
	decimals = point ? digits_at(at + sign + whole + 1) : 0;
	if (whole + decimals == 0 || (whole == 0 && is_behind(tokens, sign)))
		return false;
	length = sign + whole + point + decimals;
	token->text = at;
	token->length = length + exponent_length(at + length, point);
	token->whole = !point && token->length == length;
	convert(token, length, decimals);
	return true;
}

/* What is too large for a double is a text: all of these are infinite. */
static enum token_kind kind_of_number(const struct token *token)
{
	return isinf(token->value) && is_digit(token->text[token->length - 1])
		       ? TOKEN_WORD
		       : TOKEN_NUMBER;
}

/* "****", alone in its field. */
static size_t overflow_length(const struct tokens *tokens)
{
	const char *at = tokens->line + tokens->at;
	size_t length = strspn(at, "*");

	if (length < 2 || (tokens->at > 0 && !strchr(" \t=,", at[-1])))
		return 0;
	return at[length] == '\0' || strchr(" \t,\r", at[length]) ? length : 0;
}

/* ---- all ---- */

struct tokens tokens_of(const char *line, size_t length)
{
	return (struct tokens){.line = line, .length = length};
}

static void classify(struct tokens *tokens, struct token *token)
{
	const char *at = tokens->line + tokens->at;
	bool begins = tokens->at == 0 || !is_inner(at[-1]);

	token->length = begins ? daytime_length(at) : 0;
	if (begins && !token->length)
		token->length = daytime_length_beside(tokens->line, tokens->at);
	if (token->length) {
		token->kind = TOKEN_CLOCK;
	} else if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X') &&
		   isxdigit((unsigned char)at[2])) {
		token->kind = TOKEN_ADDRESS;
		token->length = 2 + hexadecimal_at(at + 2);
	} else if (begins && (token->length = name_length(at))) {
		token->kind = TOKEN_WORD;
	} else if (read_number(tokens, token)) {
		token->kind = kind_of_number(token);
	} else if ((token->length = overflow_length(tokens))) {
		token->kind = TOKEN_NUMBER;
		token->overflow = true;
	} else if (is_letter(*at)) {
		token->kind = TOKEN_WORD;
		token->length = inner_length(at);
	} else {
		token->kind = TOKEN_SIGN;
		token->length = 1;
	}
}

bool token_next(struct tokens *tokens, struct token *token)
{
	while (tokens->at < tokens->length &&
	       is_blank(tokens->line[tokens->at]))
		tokens->at++;
	if (tokens->at >= tokens->length)
		return false;
	*token = (struct token){.text = tokens->line + tokens->at,
				.place = tokens->at};
	classify(tokens, token);
	tokens->real = token->kind == TOKEN_NUMBER && !token->whole;
	tokens->at += token->length;
	return true;
}

bool token_same(const struct token *one, const struct token *other)
{
	return one->length == other->length &&
	       memcmp(one->text, other->text, one->length) == 0;
}

/* Without sign, leading zeros and commas. */
static const char *next_digit(const char *at, const char *end)
{
	while (at < end && !is_digit(*at))
		at++;
	return at;
}

static bool same_digits(const struct token *one, const struct token *other)
{
	const char *left = one->text, *right = other->text;
	const char *left_end = left + one->length;
	const char *right_end = right + other->length;

	while (left < left_end && !(*left >= '1' && *left <= '9'))
		left++;
	while (right < right_end && !(*right >= '1' && *right <= '9'))
		right++;
	while (left < left_end && right < right_end && *left == *right) {
		left = next_digit(left + 1, left_end);
		right = next_digit(right + 1, right_end);
	}
	return left == left_end && right == right_end;
}

bool token_equal(const struct token *one, const struct token *other)
{
	if (one->overflow || other->overflow)
		return one->overflow == other->overflow &&
		       one->length == other->length;
	if (isnan(one->value) || isnan(other->value))
		return isnan(one->value) && isnan(other->value);
	if (one->value != other->value)
		return false;
	return !one->whole || !other->whole || !isfinite(one->value) ||
	       fabs(one->value) < 1e15 || same_digits(one, other);
}

int token_digits(const struct token *token)
{
	int count = 0;

	for (size_t i = 0; i < token->length; i++) {
		char letter = token->text[i];

		if (strchr("eEdDqQ", letter) && i > 0)
			break;
		if (is_digit(letter) && (count > 0 || letter != '0'))
			count++;
	}
	return count;
}
