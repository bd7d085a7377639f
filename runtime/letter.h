/*
 * Letters of UTF-8, and bytes that are none: JSON knows only the first, names
 * of files may hold both. Such a byte is written as a letter of private use,
 * U+EF80 to U+EFFF for 0x80 to 0xff; these letters themselves, where a name
 * holds them, as their bytes. So every name goes into JSON and comes back.
 * All that writes JSON here does it so: plugin, driver, runtime.
 */
#ifndef PODIUM_LETTER_H
#define PODIUM_LETTER_H

#include <stdbool.h>
#include <stddef.h>

#define LETTER_MOST 4  /* bytes of any letter */
#define LETTER_BYTES 3 /* of one that stands for a byte */

/* The byte that the letter stands for; false if it is another letter. */
static inline bool letter_byte(const char *letter, unsigned char *byte)
{
	const unsigned char *at = (const unsigned char *)letter;

	if (at[0] != 0xee || (at[1] & 0xfe) != 0xbe || (at[2] & 0xc0) != 0x80)
		return false;
	*byte = (unsigned char)((at[1] & 3) << 6 | (at[2] & 0x3f));
	return true;
}

static inline void letter_of_byte(unsigned char byte, char *letter)
{
	letter[0] = (char)0xee;
	letter[1] = (char)(0xbc | byte >> 6);
	letter[2] = (char)(0x80 | (byte & 0x3f));
}

/*
 * The length of a letter of UTF-8 within "most" bytes, 0 if there is none and
 * the byte here is to be written as one.
 */
static inline size_t letter_length(const char *letter, size_t most)
{
	const unsigned char *at = (const unsigned char *)letter;
	size_t length = at[0] < 0x80			? 1
			: at[0] >= 0xc2 && at[0] < 0xe0 ? 2
			: at[0] >= 0xe0 && at[0] < 0xf0 ? 3
			: at[0] >= 0xf0 && at[0] < 0xf5 ? 4
							: 0;
	unsigned char byte;

	if (length > most)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	if ((at[0] == 0xe0 && at[1] < 0xa0) ||
	    (at[0] == 0xed && at[1] > 0x9f) ||
	    (at[0] == 0xf0 && at[1] < 0x90) ||
	    (at[0] == 0xf4 && at[1] > 0x8f) || letter_byte(letter, &byte))
		return 0;
	return length;
}

#endif
