/*
 * Compiles a source for the sake of its records.
 */
#ifndef PODIUM_SOURCE_H
#define PODIUM_SOURCE_H

#include <stdbool.h>

struct records;
struct text;

/*
 * Compile the source with the compiler of its language, where "gcc" is that
 * for C, and append its records. "flags" ends in NULL; -O2 if it is empty.
 * What the compiler says goes to standard error. What is no regular file is
 * refused: the compiler would wait for the end of a fifo. On failure *problem
 * says why; it stays empty where the compiler has said so, or the user
 * interrupts.
 */
bool source_read(struct records *records, const char *path, const char *gcc,
		 char *const *flags, struct text *problem);

/* Is it named like a source? */
bool source_is(const char *path);

/* What is said of one without any. */
const char *source_no_loops(const char *path);

/* Those of what is named like a source or is an object, archive, library or
   executable; what is wrong is said. */
bool source_read_any(struct records *records, const char *path, const char *gcc,
		     char *const *flags);

/*
 * source_read() for another text in the place of that source: what it includes
 * by "name" is found where the source is.
 */
bool source_read_text(struct records *records, const char *path,
		      const char *content, const char *gcc, char *const *flags,
		      struct text *problem);

/*
 * source_read() that asks the plugin what it can make: "asked" has lines
 * ID<TAB>TRANSFORMATION, and the records answer under "plans".
 */
bool source_plan(struct records *records, const char *path, const char *asked,
		 const char *gcc, char *const *flags, struct text *problem);

#endif
