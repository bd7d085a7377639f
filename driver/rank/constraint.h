/*
 * Constraints of a space: a comparison of two integer expressions over names,
 * like "TJ <= TI" or "2 * TILE * TILE < 32768 / threads".
 */
#ifndef PODIUM_CONSTRAINT_H
#define PODIUM_CONSTRAINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct constraint;
struct text;

/*
 * Operators are those of C: + - * / % with their precedence, unary -,
 * parentheses, and one of <= < >= > == !=. The value of a name is that of its
 * index. On failure NULL; *problem says what was expected and *where is the
 * byte of the text, from 0.
 */
struct constraint *constraint_parse(const char *string,
				    const char *const *names, size_t count,
				    size_t *where, struct text *problem);

/*
 * False also where the constraint divides by zero or leaves 64 bits. There is
 * a value for each name.
 */
bool constraint_holds(const struct constraint *constraint,
		      const int64_t *values);

/* Is the name of this index in it? */
bool constraint_uses(const struct constraint *constraint, size_t name);

void constraint_free(struct constraint *constraint);

#endif
