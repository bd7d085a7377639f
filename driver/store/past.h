/*
 * The machine-wide history: what tunings of all projects measured of loops, in
 * XDG_DATA_HOME/podium/history.db, and what can be learned from that.
 * doc/store.md describes the tables. The user is told of what goes wrong with
 * it, and no command fails for that.
 */
#ifndef PODIUM_PAST_H
#define PODIUM_PAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "models/learn.h"
#include "models/machine.h"

struct text;

/* A variant of a loop that was measured. */
struct past_row {
	uint64_t kernel;  /* the loop, whatever its size */
	uint64_t problem; /* and with it: rows that may be compared */
	char *variant;	  /* NULL where rows were read */
	double term[ESTIMATE_TERMS];
	double ratio; /* its time by that of the original */
	int rounds;   /* of which that is the mean */
};

/* What rows teach. */
struct past_lesson {
	enum model_status status; /* without rows enough there is none */
	struct learn_result result;
	size_t rows;
};

struct past {
	/* this machine as it is taken to be: its key, and words for people */
	char *key, *words;
	struct past_row *rows; /* of it alone */
	size_t count;
	bool known;		/* this was learned before: */
	struct past_lesson all; /* of all rows */
};

/* Read what was measured on this machine while it was taken to be that. */
void past_read(struct past *past, const struct machine *machine);
void past_free(struct past *past);

/* What is learned from all loops but this one. */
struct past_lesson past_learn(struct past *past, uint64_t kernel);

/* All 1 where the lesson is not accepted. */
struct learn_factors past_factors(const struct past_lesson *lesson);

/* "core 1.9, memory 0.7": the factors that are not about 1. */
void past_print(const struct learn_factors *factors, struct text *out);

/* Is it accepted, on what grounds; one sentence. */
void past_explain(const struct past_lesson *lesson, struct text *out);

/* Numbers by the names of the terms as JSON, which the caller frees. */
char *past_dump(const double number[ESTIMATE_TERMS]);

/* False if one of them is missing or not above "least". */
bool past_load(const char *json, double least, double number[ESTIMATE_TERMS]);

/*
 * Add rows of this machine; each takes the place of an earlier one of the
 * same variant of the same problem.
 */
void past_add(const struct past *past, const struct past_row *rows,
	      size_t count);

/* What there is of a machine. */
struct past_machine {
	char *words;
	bool here; /* this one */
	size_t kernels, problems, rows;
	char *last; /* day */
};

/* All machines; false where there is no history, or it cannot be read. */
bool past_list(const struct past *past, struct past_machine **list,
	       size_t *count);

/* Remove the file. False with errno set if that cannot be. */
bool past_forget(void);

/* Where it is; the caller frees it. */
char *past_path(void);

#endif
