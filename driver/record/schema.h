/*
 * The keys of a record and what their values may be: doc/records.md as
 * tables. A test holds the two side by side.
 */
#ifndef PODIUM_SCHEMA_H
#define PODIUM_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

struct text;

/* The newest format that is understood. */
#define SCHEMA_VERSION 1

enum schema_type {
	SCHEMA_STRING,
	SCHEMA_WORD,	 /* a string out of "words" */
	SCHEMA_SCHEDULE, /* a kind of schedule */
	SCHEMA_INTEGER,	 /* not below "least" */
	SCHEMA_BOOLEAN,
	SCHEMA_EXPRESSION, /* may always be null */
	SCHEMA_LOOP,	   /* an index in "nest" */
	SCHEMA_REFERENCE,  /* an index in "refs" */
	SCHEMA_OBJECT,	   /* of "keys" */
	SCHEMA_COUNTS,	   /* of operations: {"add.f64": 2} */
};

enum schema_flags {
	SCHEMA_NULLABLE = 1,
	SCHEMA_LIST = 2,	 /* an array of such values */
	SCHEMA_NULL_ELEMENT = 4, /* elements of the list may be null */
	SCHEMA_ANALYSED = 8,	 /* may be missing if nothing was analysed */
	SCHEMA_OPTIONAL = 16,	 /* may be missing */
	SCHEMA_FREE_NAMES = 32,	 /* of a clause: not of "params" alone */
};

struct schema_key {
	const char *name; /* NULL ends a table */
	enum schema_type type;
	int flags;
	const char *const *words;
	const struct schema_key *keys;
	json_int_t least;
};

/* A heading of doc/records.md and the keys below it. */
struct schema_table {
	const char *title; /* NULL ends the list */
	const struct schema_key *keys;
};

extern const struct schema_table schema_tables[];
extern const char *const schema_operations[];
extern const char *const schema_types[];

/*
 * True if the record of a loop is as documented: types, words, expressions,
 * indices. If not, *problem names the place and what is wrong there.
 */
bool schema_check(const json_t *record, struct text *problem);

/* The same for the record of a function. */
bool schema_check_function(const json_t *record, struct text *problem);

/* And for that of a unit. */
bool schema_check_unit(const json_t *record, struct text *problem);

#endif
