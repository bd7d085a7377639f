/*
 * What letters of outputs are.
 */
#ifndef PODIUM_CHARACTER_H
#define PODIUM_CHARACTER_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>

static inline bool is_blank(char letter)
{
	return letter == ' ' ||
	       (letter >= '\t' && letter <= '\r' && letter != '\n');
}

static inline bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

static inline bool is_hexadecimal(char letter)
{
	return is_digit(letter) || (letter >= 'a' && letter <= 'f') ||
	       (letter >= 'A' && letter <= 'F');
}

/* Bytes of UTF-8 are letters. */
static inline bool is_letter(char letter)
{
	return isalpha((unsigned char)letter) || letter == '_' ||
	       (unsigned char)letter >= 0x80;
}

/* May it be inside of a word? */
static inline bool is_inner(char letter)
{
	return is_letter(letter) || is_digit(letter);
}

/* How many of them follow; each letter of large outputs is asked for. */
#define LETTERS_AT(name, is_one)                                               \
	static inline size_t name(const char *at)                              \
	{                                                                      \
		size_t count = 0;                                              \
                                                                               \
		while (is_one(at[count]))                                      \
			count++;                                               \
		return count;                                                  \
	}

LETTERS_AT(blanks_at, is_blank)
LETTERS_AT(digits_at, is_digit)
LETTERS_AT(hexadecimal_at, is_hexadecimal)
LETTERS_AT(inner_length, is_inner)

#endif
