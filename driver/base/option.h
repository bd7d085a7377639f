/*
 * Options of a command: one table gives parsing, --help and suggestions, and
 * says which field of the command's request each option sets.
 * Written as --name, --name VALUE or --name=VALUE; -h is --help, -o is --out.
 */
#ifndef PODIUM_OPTION_H
#define PODIUM_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "list.h"

struct text;

enum option_kind {
	OPTION_SWITCH, /* a bool becomes true */
	OPTION_CLEAR,  /* a bool becomes false */
	OPTION_WORD,   /* a const char * is the value */
	OPTION_WORDS,  /* struct words: one more */
	OPTION_WHOLE,  /* an int from least to most */
	OPTION_NUMBER, /* a double from least to most */
	OPTION_REST,   /* a char **: what stands behind "--" */
	OPTION_TAKEN,  /* what its function takes */
};

struct option {
	const char *name;  /* without "--" */
	const char *value; /* what --help calls its value; NULL: takes none */
	const char *help;
	enum option_kind kind;
	size_t field; /* where in the request */
	/* OPTION_TAKEN: false where the value is none, as the user is told */
	bool (*take)(void *field, const struct option *option,
		     const char *value);
	double least, most; /* most 0: there is no upper limit */
	/* what ends its help: the words that it takes, said elsewhere */
	void (*add_list)(struct text *out);
};

/*
 * What an option sets in "struct request", by the type of the field:
 *     {"rounds", "N", "runs of each", OPTION_SETS(rounds), .least = 1},
 */
#define OPTION_SETS(member)                                                    \
	.kind = _Generic(((struct request *)0)->member,                        \
		bool: OPTION_SWITCH,                                           \
		const char *: OPTION_WORD,                                     \
		struct words: OPTION_WORDS,                                    \
		int: OPTION_WHOLE,                                             \
		double: OPTION_NUMBER,                                         \
		char **: OPTION_REST,                                          \
		char *const *: OPTION_REST),                                         \
	.field = offsetof(struct request, member)

#define OPTION_CLEARS(member)                                                  \
	.kind = OPTION_CLEAR, .field = offsetof(struct request, member)

#define OPTION_TAKES(member, function)                                         \
	.kind = OPTION_TAKEN, .take = (function),                              \
	.field = offsetof(struct request, member)

/* Arguments that are no options; a name that nobody can write. As an
   OPTION_REST the first one ends the options. */
#define OPTION_OPERANDS ""

/* All that stands behind "--"; without this they are operands. */
#define OPTION_BEHIND "--"

/* Takes no operand: what a command runs stands behind "--". */
bool option_refuse(void *field, const struct option *option, const char *value);

/* What a command takes. */
struct usage {
	const char *head;	    /* of --help: before the options */
	const struct option *table; /* ends in a NULL name */
	const char *tail;	    /* and behind them */
};

enum { OPTIONS_BAD = 2 };

/*
 * Read the arguments into the request. False where the command ends with that:
 * *status is 0 after --help, OPTIONS_BAD where the usage was bad, as the user
 * has been told.
 */
bool options_read(const struct usage *usage, char **arguments, void *request,
		  int *status);

/*
 * The value as a number, perhaps a whole one, within the option's limits; else
 * the user is told.
 */
bool option_number(const struct option *option, const char *value, bool whole,
		   double *number);

#endif
