/*
 * Records of loops and functions, read back from what the compiler and the
 * linker made: objects, archives (thin ones too), shared libraries,
 * executables. Everything in them is input from outside and checked.
 */
#ifndef PODIUM_RECORDS_H
#define PODIUM_RECORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct text;

/* The sections that hold them. */
#define RECORDS_SECTION ".podium.loops"
#define RECORDS_FUNCTIONS ".podium.functions"
#define RECORDS_UNITS ".podium.units"

/* A line longer than this is refused: 16 MiB. */
#define RECORDS_LONGEST ((size_t)16 << 20)

struct records {
	json_t **list; /* loops, checked, in the order of the files */
	size_t count;
	size_t sections;    /* how many sections of loops were met */
	json_t **functions; /* that synchronise beside their loops */
	size_t function_count;
	json_t **units; /* summaries of their functions, for other units */
	size_t unit_count;
};

enum records_kind {
	RECORDS_UNREADABLE, /* the problem says why */
	RECORDS_OBJECT,
	RECORDS_ARCHIVE,
	RECORDS_LIBRARY, /* shared */
	RECORDS_EXECUTABLE,
	RECORDS_OTHER, /* none of these, perhaps a source */
};

/* What the file is, by its first bytes. */
enum records_kind records_kind(const char *path, struct text *problem);

/*
 * Append the records of the file, which messages call "shown".
 * On failure *problem names file and place, and *records is unchanged.
 */
bool records_read(struct records *records, const char *path, const char *shown,
		  struct text *problem);

/* The same for the content of a section of loops; *problem begins with
   "place". */
bool records_parse(struct records *records, const char *bytes, size_t length,
		   const char *place, struct text *problem);

/* Loops by place: GCC compiles functions in an order of its own. */
void records_sort(struct records *records);

void records_free(struct records *records);

#endif
