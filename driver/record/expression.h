/*
 * The expressions of a record (doc/records.md): checked when a record is
 * read, printed as a person would write them.
 */
#ifndef PODIUM_EXPRESSION_H
#define PODIUM_EXPRESSION_H

#include <jansson.h>
#include <stdbool.h>

struct text;

/* Deeper ones are refused: nobody could read them either. */
#define EXPRESSION_DEPTH 200

/*
 * True if the value is an expression by the grammar. "names" is an object
 * whose keys are the parameters and counters that may be used, "loops" one
 * of the counters alone; NULL allows every name.
 * If it is none, *problem says why.
 */
bool expression_check(const json_t *expression, const json_t *names,
		      const json_t *loops, struct text *problem);

/*
 * Add an expression that was checked, infix: "n - 1", "min(n, ii + 32)".
 * What is not known is "?". Division rounds, so it is written as a call:
 * "floor(n / 4)", "ceil(n / 4)".
 * "sizes" tells the size in bytes of the values read from an array: an
 * object {"rp": 4}, or NULL. Where it divides an offset the subscript is in
 * such values, "rp[i + 1]"; otherwise it is said to be in bytes,
 * "rp[byte 4*i + 2]".
 */
void expression_print(struct text *out, const json_t *expression,
		      const json_t *sizes);

#endif
