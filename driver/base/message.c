/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errors and warnings, on standard error in the one form of the house.
 */
#include "message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

static const char *command_name;
static bool progress_shown;

void message_command(const char *command)
{
	command_name = command;
}

const char *message_speaker(void)
{
	return command_name;
}

/* What a tool said keeps its lines, but for the end of the last. */
static void add_lines(struct text *safe, const char *at)
{
	while (*at) {
		size_t length = strcspn(at, "\n");
		struct text line = {0};

		text_add_bytes(&line, at, length);
		text_add_safe(safe, text_string(&line));
		text_free(&line);
		at += length;
		if (*at && *++at)
			text_add(safe, "\n");
	}
}

/* Strings in a message may come from a file: they cannot steer a terminal. */
static void print_safe(const char *format, va_list arguments)
{
	struct text raw = {0};
	struct text safe = {0};

	text_vprint(&raw, format, arguments);
	add_lines(&safe, text_string(&raw));
	fprintf(stderr, "%s\n", text_string(&safe));
	text_free(&raw);
	text_free(&safe);
}

static void speak(const char *kind, const char *format, va_list arguments)
{
	message_progress(NULL);
	fprintf(stderr, "podium%s%s: %s", command_name ? " " : "",
		command_name ? command_name : "", kind);
	print_safe(format, arguments);
}

void message_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	speak("", format, arguments);
	va_end(arguments);
}

void message_warning(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	speak("warning: ", format, arguments);
	va_end(arguments);
}

void message_note(const char *format, ...)
{
	va_list arguments;

	message_progress(NULL);
	va_start(arguments, format);
	print_safe(format, arguments);
	va_end(arguments);
}

void message_progress(const char *format, ...)
{
	va_list arguments;

	if (!isatty(STDERR_FILENO) || (!progress_shown && !format))
		return;
	fputs("\r\033[K", stderr);
	progress_shown = format != NULL;
	if (!format)
		return;
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fflush(stderr);
}
