/*
 * Pieces of a record in words, for the table and the full view of
 * `podium features`. The records were checked; what comes out is safe to
 * print on a terminal.
 */
#ifndef PODIUM_LOOP_H
#define PODIUM_LOOP_H

#include <jansson.h>
#include <stdbool.h>

struct text;

/* "matmul.c:12", seen from the current folder. */
void loop_place(struct text *out, const json_t *thing);

/* "Matrix::fill#1": its function as the language shows it, and its number. */
void loop_name(struct text *out, const json_t *record);

/* The same for tables: long arguments of templates are left out. */
void loop_short_name(struct text *out, const json_t *record);

/* A string of the record, "" where it is null. */
const char *loop_word(const json_t *thing, const char *key);

/* The same, safe to print. */
void loop_string(struct text *out, const json_t *thing, const char *key);

/* The expression under a key; *sizes as of loop_sizes, or NULL. */
void loop_expression(struct text *out, const json_t *thing, const char *key,
		     const json_t *sizes);

/*
 * Sizes of the values read from each array, for subscripts in expressions.
 * Arrays that are read in several sizes are left out. The caller owns it.
 */
json_t *loop_sizes(const json_t *record);

/* The list of this key, which is there from now on. */
json_t *loop_list(json_t *map, const char *key);

/* The loop of the nest with this index, or NULL. */
json_t *loop_nested(const json_t *record, json_int_t index);

/* How many loops the nest has. */
int loop_count(const json_t *record);

/* The index of the loop around a loop of the nest, -1 for the outermost. */
int loop_parent(const json_t *loop);

/* Is the one loop of the nest the outer one, or inside of it? */
bool loop_is_within(const json_t *record, int loop, int outer);

/* Counter of the loop of the nest with this index. */
const char *loop_counter(const json_t *record, json_int_t index);

/* Are "i" and "i.2" one name in the source? Fortran's are in small letters. */
bool loop_same_counter(const char *a, const char *b);

/* True for loops of the nest that hold no other. */
bool loop_is_innermost(const json_t *record, size_t index);

/*
 * Does the code reach what is referred to by a pointer? If not, the compiler
 * knows the variable. What threads share of the function around them they have
 * pointers to.
 */
bool loop_is_pointed(const json_t *record, const json_t *reference);

/*
 * May two references to places that are not the same meet, as far as the
 * compiler knows? What is of another type or private is elsewhere.
 */
bool loop_may_meet(const json_t *record, const json_t *a, const json_t *b);

/* How the address moves from one iteration of its loop to the next. */
enum loop_movement {
	LOOP_UNIT, /* by the size of the value */
	LOOP_STRIDED,
	LOOP_FIXED,
	LOOP_INDIRECT,
	LOOP_UNKNOWN,
	LOOP_MOVEMENTS
};

enum loop_movement loop_movement(const json_t *reference);

/* An entry of the record's "code": "vectorised x4 over j, masked" */
void loop_code(struct text *out, const json_t *record, const json_t *code);

/* Integer under a key, 0 where there is none. */
json_int_t loop_integer(const json_t *thing, const char *key);

bool loop_true(const json_t *thing, const char *key);

/* By which pointer a reference is found; NULL where it is by none. */
const json_t *loop_row(const json_t *reference);

/* Does the reference read pointers by which others of the record are found? */
bool loop_is_table(const json_t *record, const json_t *reference);

/* Have both the same under a key? */
bool loop_same(const json_t *a, const json_t *b, const char *key);

/* Do variables go on from one iteration of the loop to the next? */
bool loop_hands_on(const json_t *loop);

/* Is the loop held by numbers that may wrap around? */
bool loop_may_wrap(const json_t *loop);

struct schedule;

/*
 * May a loop of so many iterations get this schedule? GCC counts wrongly in
 * some that are static, from too many iterations on; an input that has a
 * number of times more of them shall be right as well.
 */
bool loop_takes(const json_t *record, double iterations,
		const struct schedule *schedule);

/* Leave only those of a list; their number. */
size_t loop_keep_taken(const json_t *record, double iterations,
		       struct schedule *list, size_t count);

/*
 * Why the last bits of results may depend on which thread has which iteration,
 * as far as clauses and synchronization of the construct show; NULL: they do
 * not. Sums of whole numbers are exact.
 */
const char *loop_reorders(const json_t *record);

/* Add a sentence to a list of the record, once. */
void loop_add_reason(json_t *record, const char *key, const char *text);

#endif
