/*
 * Options of a command: one table gives parsing, --help and suggestions.
 * Written as --name, --name VALUE or --name=VALUE; -h is --help, -o is --out.
 */
#ifndef PODIUM_OPTION_H
#define PODIUM_OPTION_H

#include <stdbool.h>

struct option {
	const char *name;  /* without "--" */
	const char *value; /* what --help calls its value; NULL: takes none */
	const char *help;
};

/* Where parsing stands. */
struct options {
	const struct option *table; /* ends in a NULL name */
	char **next;		    /* arguments still to read, NULL at end */
};

enum {
	OPTION_END = -1,     /* no argument is left, or "--" stood next */
	OPTION_OPERAND = -2, /* *value is an argument that is no option */
	OPTION_BAD = -3,     /* bad usage, the user has been told */
};

/*
 * Take the next argument: the index of its option in the table, or one of
 * the above. *value is its value, or NULL.
 */
int option_next(struct options *options, const char **value);

/* The whole number that is its value; if it is out of range the user is told.
 */
bool option_number(const struct option *option, const char *value, int least,
		   int most, int *number);

/* Print the lines of --help that describe the table. */
void option_help(const struct option *table);

#endif
