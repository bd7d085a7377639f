/*
 * Text that grows.
 */
#ifndef PODIUM_TEXT_H
#define PODIUM_TEXT_H

#include <stdarg.h>
#include <stddef.h>

struct text {
	char *bytes; /* ends in '\0'; NULL while nothing was ever added */
	size_t length;
	size_t size;
};

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_print(struct text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void text_vprint(struct text *text, const char *format, va_list arguments);

/*
 * Add a string that came from outside. Control characters, which could
 * steer a terminal, become '?'.
 */
void text_add_safe(struct text *text, const char *string);

/* The same of a piece of so many bytes around that place. */
#define TEXT_EXCERPT (size_t)60

void text_add_excerpt(struct text *text, const char *bytes, size_t length,
		      size_t place);

/* The text, "" while empty. */
const char *text_string(const struct text *text);

/* Shorten to "length" bytes. */
void text_cut(struct text *text, size_t length);

/* Leaves an empty text. */
void text_free(struct text *text);

/* Columns that a UTF-8 string takes, counting a character as one. */
size_t text_columns(const char *string, size_t length);

/* As a word of a shell. */
void text_add_quoted(struct text *text, const char *word);

#endif
