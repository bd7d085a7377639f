/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes JSON without the C library's streams: also in a signal's handler.
 */
#ifndef PODIUM_OUTPUT_H
#define PODIUM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct output {
	int file;
	bool failed;
	size_t length;
	char bytes[16384];
};

void output_raw(struct output *output, const char *text);

/* In quotes, with escapes; NULL is null. */
void output_string(struct output *output, const char *text, size_t length);
void output_text(struct output *output, const char *text);
void output_number(struct output *output, int64_t value);

/* With six decimals; null where it is no number of such a size. */
void output_decimal(struct output *output, double value);

/* ,"key": */
void output_key(struct output *output, const char *key);
void output_key_number(struct output *output, const char *key, int64_t value);
void output_key_decimal(struct output *output, const char *key, double value);
void output_key_text(struct output *output, const char *key, const char *text);

void output_flush(struct output *output);

#endif
