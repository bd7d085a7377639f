/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options of a command: one table gives parsing, --help and suggestions.
 */
#include "option.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "suggest.h"

static int unknown(const struct option *table, const char *argument)
{
	const char *meant = NULL;
	size_t best = SIZE_MAX;

	for (; table->name; table++)
		if (suggest_better(argument + strspn(argument, "-"),
				   table->name, &best))
			meant = table->name;
	if (meant)
		message_error("unknown option '%s'; did you mean '--%s'?",
			      argument, meant);
	else
		message_error("unknown option '%s'; see --help", argument);
	return OPTION_BAD;
}

/* Index of the option whose name the argument holds, -1 if there is none. */
static int find(const struct option *table, const char *argument)
{
	size_t length;

	if (strcmp(argument, "-h") == 0)
		argument = "--help";
	if (strcmp(argument, "-o") == 0)
		argument = "--out";
	length = strcspn(argument, "=");
	if (strncmp(argument, "--", 2) != 0)
		return -1;
	for (int i = 0; table[i].name; i++)
		if (strlen(table[i].name) == length - 2 &&
		    strncmp(table[i].name, argument + 2, length - 2) == 0)
			return i;
	return -1;
}

/* The value of an option: after '=', or the argument that follows. */
static int take_value(struct options *options, const struct option *option,
		      const char *equals, const char **value)
{
	if (!option->value && equals) {
		message_error("option '--%s' takes no value", option->name);
		return OPTION_BAD;
	}
	if (!option->value)
		return 0;
	*value = equals ? equals + 1 : *options->next;
	if (!*value) {
		message_error("option '--%s' needs a value: %s", option->name,
			      option->value);
		return OPTION_BAD;
	}
	if (!equals)
		options->next++;
	return 0;
}

int option_next(struct options *options, const char **value)
{
	const char *argument = *options->next;
	int found;

	*value = NULL;
	if (!argument)
		return OPTION_END;
	options->next++;
	if (strcmp(argument, "--") == 0)
		return OPTION_END;
	if (argument[0] != '-' || argument[1] == '\0') {
		*value = argument;
		return OPTION_OPERAND;
	}
	found = find(options->table, argument);
	if (found < 0)
		return unknown(options->table, argument);
	if (take_value(options, &options->table[found], strchr(argument, '='),
		       value) != 0)
		return OPTION_BAD;
	return found;
}

bool option_number(const struct option *option, const char *value, int least,
		   int most, int *number)
{
	char *end;
	long read = strtol(value, &end, 10);

	if (end == value || *end || read < least || read > most) {
		message_error("'--%s' takes a number from %d to %d, not '%s'",
			      option->name, least, most, value);
		return false;
	}
	*number = (int)read;
	return true;
}

void option_help(const struct option *table)
{
	char left[40];

	for (; table->name; table++) {
		snprintf(left, sizeof(left), "--%s%s%s", table->name,
			 table->value ? " " : "",
			 table->value ? table->value : "");
		printf("  %-18s %s\n", left, table->help);
	}
}
