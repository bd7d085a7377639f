/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options of a command: one table gives parsing, --help and suggestions.
 */
#include "option.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "suggest.h"
#include "text.h"

/* ---- what a value sets ---- */

/* "'--rounds' takes a whole number from 1 to 1000, not 'x'" */
static void refuse_number(const struct option *option, const char *value,
			  bool whole)
{
	struct text limits = {0};

	if (option->most > 0)
		text_print(&limits, "from %.15g to %.15g", option->least,
			   option->most);
	else
		text_print(&limits, "from %.15g on", option->least);
	message_error("'--%s' takes a %snumber %s, not '%s'", option->name,
		      whole ? "whole " : "", text_string(&limits), value);
	text_free(&limits);
}

bool option_number(const struct option *option, const char *value, bool whole,
		   double *number)
{
	char *end;
	bool good;

	*number = strtod(value, &end);
	good = end != value && *end == '\0' && isfinite(*number) &&
	       *number >= option->least &&
	       (option->most <= 0 || *number <= option->most);
	if (good && whole)
		good = *number == floor(*number) && *number <= INT_MAX;
	if (!good)
		refuse_number(option, value, whole);
	return good;
}

/* Of operands a second word is one too many. */
static bool set_word(const struct option *option, const char **field,
		     const char *value)
{
	if (*option->name == '\0' && *field) {
		message_error("one at a time: '%s' and '%s'", *field, value);
		return false;
	}
	*field = value;
	return true;
}

static bool set_whole(const struct option *option, int *field,
		      const char *value)
{
	double number;
	bool good = option_number(option, value, true, &number);

	if (good)
		*field = (int)number;
	return good;
}

static bool set(const struct option *option, void *request, const char *value)
{
	void *field = (char *)request + option->field;

	switch (option->kind) {
	case OPTION_SWITCH:
	case OPTION_CLEAR:
		*(bool *)field = option->kind == OPTION_SWITCH;
		return true;
	case OPTION_WORD:
		return set_word(option, field, value);
	case OPTION_WORDS:
		words_add(field, value);
		return true;
	case OPTION_WHOLE:
		return set_whole(option, field, value);
	case OPTION_NUMBER:
		return option_number(option, value, false, field);
	case OPTION_TAKEN:
		return option->take(field, option, value);
	default:
		return true;
	}
}

/* ---- arguments ---- */

static bool unknown(const struct option *table, const char *written)
{
	const char *argument = written;
	const char *meant = NULL;
	size_t best = SIZE_MAX;

	argument += strspn(argument, "-");
	for (; table->name; table++)
		if (table->help && suggest_better(argument, table->name, &best))
			meant = table->name;
	if (suggest_better(argument, "help", &best))
		meant = "help";
	if (meant)
		message_error("unknown option '%s'; did you mean '--%s'?",
			      written, meant);
	else
		message_error("unknown option '%s'; see --help", written);
	return false;
}

static const struct option *find(const struct option *table, const char *name,
				 size_t length)
{
	for (; table->name; table++)
		if (strlen(table->name) == length &&
		    strncmp(table->name, name, length) == 0)
			return table;
	return NULL;
}

/* The option that the argument names, NULL if there is none. */
static const struct option *named(const struct option *table,
				  const char *argument)
{
	const struct option *option;

	if (strcmp(argument, "-o") == 0)
		argument = "--out";
	if (strncmp(argument, "--", 2) != 0)
		return NULL;
	argument += 2;
	option = find(table, argument, strcspn(argument, "="));
	return option && option->help ? option : NULL;
}

/* The value of an option: after '=', or the argument that follows. */
static bool take_value(const struct option *option, char ***next,
		       const char **value)
{
	const char *equals = strchr((*next)[-1], '=');

	*value = NULL;
	if (!option->value && equals)
		message_error("option '--%s' takes no value", option->name);
	if (!option->value)
		return !equals;
	*value = equals ? equals + 1 : **next;
	if (!*value)
		message_error("option '--%s' needs a value: %s", option->name,
			      option->value);
	else if (!equals)
		++*next;
	return *value;
}

static bool take_operand(const struct option *table, const char *value,
			 void *request)
{
	const struct option *option = find(table, OPTION_OPERANDS, 0);

	if (option)
		return set(option, request, value);
	message_error("unexpected '%s'; see --help", value);
	return false;
}

/* Does the first operand end the options? */
static bool is_led(const struct option *table)
{
	const struct option *option = find(table, OPTION_OPERANDS, 0);

	return option && option->kind == OPTION_REST;
}

static bool take_rest(const struct option *table, char **rest, void *request)
{
	const struct option *option = find(table, OPTION_BEHIND, 2);
	bool good = true;

	if (!option && is_led(table))
		option = find(table, OPTION_OPERANDS, 0);
	if (option)
		*(char ***)((char *)request + option->field) = rest;
	else
		for (; good && *rest; rest++)
			good = take_operand(table, *rest, request);
	return good;
}

static bool take(const struct option *table, char ***next, void *request)
{
	const char *argument = *(*next)++, *value;
	const struct option *option;

	if (argument[0] != '-' || argument[1] == '\0')
		return take_operand(table, argument, request);
	option = named(table, argument);
	if (!option)
		return unknown(table, argument);
	return take_value(option, next, &value) && set(option, request, value);
}

/* ---- help ---- */

static void print_help(const struct usage *usage)
{
	const struct option *option = usage->table;
	struct text list = {0};
	char left[40];

	printf("%s\nOptions:\n", usage->head);
	for (; option->name; option++) {
		if (!option->help)
			continue;
		snprintf(left, sizeof(left), "--%s%s%s", option->name,
			 option->value ? " " : "",
			 option->value ? option->value : "");
		text_cut(&list, 0);
		if (option->add_list)
			option->add_list(&list);
		printf("  %-18s %s%s\n", left, option->help,
		       text_string(&list));
	}
	text_free(&list);
	printf("  %-18s %s\n\n%s", "--help", "show this", usage->tail);
}

static bool is_help(const char *argument)
{
	return strcmp(argument, "-h") == 0 || strcmp(argument, "--help") == 0;
}

bool options_read(const struct usage *usage, char **arguments, void *request,
		  int *status)
{
	char **next = arguments;

	*status = OPTIONS_BAD;
	while (*next && strcmp(*next, "--") != 0) {
		if ((**next != '-' || !(*next)[1]) && is_led(usage->table))
			return take_rest(usage->table, next, request);
		if (is_help(*next)) {
			print_help(usage);
			*status = 0;
			return false;
		}
		if (!take(usage->table, &next, request))
			return false;
	}
	return take_rest(usage->table, next + (*next != NULL), request);
}

bool option_refuse(void *field, const struct option *option, const char *value)
{
	(void)field, (void)option;
	message_error("unexpected '%s'; write the program behind --: podium %s "
		      "-- %s",
		      value, message_speaker(), value);
	return false;
}
