/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names as JSON knows them, and back.
 */
#include "letters.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "runtime/letter.h"

char *letters_of(const char *bytes)
{
	char *letters = memory_grow(NULL, LETTER_BYTES * strlen(bytes) + 1, 1);
	char *end = letters;

	while (*bytes) {
		size_t length = letter_length(bytes, LETTER_MOST);

		if (length == 0) {
			letter_of_byte((unsigned char)*bytes++, end);
			end += LETTER_BYTES;
			continue;
		}
		memcpy(end, bytes, length);
		bytes += length;
		end += length;
	}
	*end = '\0';
	return letters;
}

json_t *letters_json(const char *bytes)
{
	char *letters = bytes ? letters_of(bytes) : NULL;
	json_t *string = letters ? json_string(letters) : json_null();

	free(letters);
	return string;
}

char *letters_read(const json_t *string)
{
	const char *letters = json_string_value(string);
	char *bytes = letters ? memory_string(letters) : NULL;
	char *end = bytes;

	while (letters && *letters) {
		unsigned char byte;
		bool one = letter_byte(letters, &byte);

		*end++ = one ? (char)byte : *letters;
		letters += one ? LETTER_BYTES : 1;
	}
	if (end)
		*end = '\0';
	return bytes;
}
