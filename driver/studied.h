/*
 * A study in words: tables for people, CSV and JSON for programs.
 */
#ifndef PODIUM_STUDIED_H
#define PODIUM_STUDIED_H

#include <jansson.h>

struct study;
struct text;

/* How tables are written. */
enum studied_form { STUDIED_TEXT, STUDIED_MARKDOWN, STUDIED_HTML };

/* All tables, ours beside theirs, and the targets. */
void studied_print(const struct study *study, enum studied_form form,
		   struct text *out);

/* A line for each case, space and order. */
void studied_csv(const struct study *study, struct text *out);

json_t *studied_json(const struct study *study);

#endif
