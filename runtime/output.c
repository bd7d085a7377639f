/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes JSON without the C library's streams: also in a signal's handler.
 */
#include "runtime/output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "runtime/letter.h"

void output_flush(struct output *output)
{
	size_t done = 0;

	while (done < output->length && !output->failed) {
		ssize_t written = write(output->file, output->bytes + done,
					output->length - done);

		if (written > 0)
			done += (size_t)written;
		else if (errno != EINTR)
			output->failed = true;
	}
	output->length = 0;
}

static void put(struct output *output, char byte)
{
	if (output->length == sizeof(output->bytes))
		output_flush(output);
	output->bytes[output->length++] = byte;
}

void output_raw(struct output *output, const char *text)
{
	while (*text)
		put(output, *text++);
}

static void put_escaped(struct output *output, unsigned char byte)
{
	static const char digits[] = "0123456789abcdef";

	if (byte == '"' || byte == '\\') {
		put(output, '\\');
		put(output, (char)byte);
	} else if (byte < 0x20) {
		output_raw(output, "\\u00");
		put(output, digits[byte >> 4]);
		put(output, digits[byte & 15]);
	} else {
		put(output, (char)byte);
	}
}

/* JSON knows letters of UTF-8 alone. */
void output_string(struct output *output, const char *text, size_t length)
{
	put(output, '"');
	for (size_t i = 0; i < length;) {
		char letter[LETTER_BYTES];
		size_t bytes = letter_length(text + i, length - i);

		if (bytes == 0)
			letter_of_byte((unsigned char)text[i], letter);
		for (size_t j = 0; j < (bytes ? bytes : LETTER_BYTES); j++)
			put_escaped(output, (unsigned char)(bytes ? text[i + j]
								  : letter[j]));
		i += bytes ? bytes : 1;
	}
	put(output, '"');
}

void output_text(struct output *output, const char *text)
{
	if (text)
		output_string(output, text, strlen(text));
	else
		output_raw(output, "null");
}

void output_number(struct output *output, int64_t value)
{
	char digits[24];
	size_t first = sizeof(digits) - 1;
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

	digits[first] = '\0';
	do {
		digits[--first] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		digits[--first] = '-';
	output_raw(output, digits + first);
}

void output_decimal(struct output *output, double value)
{
	double size = value < 0 ? -value : value;
	char digits[] = ".000000";
	uint64_t all;

	if (!(size < 1e12)) {
		output_raw(output, "null");
		return;
	}
	all = (uint64_t)(size * 1e6 + .5);
	if (value < 0 && all)
		put(output, '-');
	output_number(output, (int64_t)(all / 1000000));
	all %= 1000000;
	for (int i = 6; i > 0; i--, all /= 10)
		digits[i] = (char)('0' + all % 10);
	output_raw(output, digits);
}

void output_key(struct output *output, const char *key)
{
	output_raw(output, ",\"");
	output_raw(output, key);
	output_raw(output, "\":");
}

void output_key_number(struct output *output, const char *key, int64_t value)
{
	output_key(output, key);
	output_number(output, value);
}

void output_key_decimal(struct output *output, const char *key, double value)
{
	output_key(output, key);
	output_decimal(output, value);
}

void output_key_text(struct output *output, const char *key, const char *text)
{
	output_key(output, key);
	output_text(output, text);
}
