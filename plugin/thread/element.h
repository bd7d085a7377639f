/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which part of a thread's own variable an operand is: a field, an element of
 * an array, what a pointer points at.
 */
#ifndef PODIUM_ELEMENT_H
#define PODIUM_ELEMENT_H

struct scan;
struct origin;

/* Does it only hold what is computed of others? */
bool element_is_temporary(const struct scan *scan, tree value);

/* The part of a subject that an operand is; others stand behind pointers that
   may well be those of all, each iteration with elements of its own. */
bool element_find(struct scan *scan, tree ref, struct origin *origin);

/* Is it an address of something of the thread's, or of what holds one? */
bool element_is_address(struct scan *scan, tree value, struct origin *origin);

/* Note that a variable of the compiler's holds such an address. */
void element_hold(struct scan *scan, tree holder, tree value);

/* Does the assignment compute or load such an address? */
bool element_takes_address(struct scan *scan, gimple *statement,
			   struct origin *origin);

/* From what a function is given first to the element that it returns, told by
   the other arguments. */
void element_of_result(struct scan *scan, gimple *call, struct origin *origin);

/* What an assignment computes, in MAX_KEY characters: equal texts, equal
   values. */
void element_print_operation(struct scan *scan, gimple *statement, char *text);

/* Add the text of a value. */
void element_print_value(struct scan *scan, tree value, char *text);

/* Of "buf[i]" the array: what stands before the first subscript. */
void element_root(const char *key, char *root);

bool element_is_within(const char *part, const char *whole);
bool element_overlap(const char *a, const char *b);

#endif
