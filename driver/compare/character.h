/*
 * What letters of outputs are.
 */
#ifndef PODIUM_CHARACTER_H
#define PODIUM_CHARACTER_H

#include <ctype.h>
#include <stdbool.h>

static inline bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
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

#endif
