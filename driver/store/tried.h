/*
 * What was tried of a program: the runs of a store put together by variant,
 * for those who export them or search in them once more.
 */
#ifndef PODIUM_TRIED_H
#define PODIUM_TRIED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;
struct text;

/* "heat.c:step#1 chunk" and "4". */
struct tried_setting {
	char *name, *value;
};

struct tried_variant {
	char *lines; /* of a tuned file, "" for the original */
	struct tried_setting *settings;
	size_t setting_count;
	double *seconds; /* of the runs that were good */
	size_t run_count;
	double *ratio; /* by the original beside it */
	size_t ratio_count;
	double predicted; /* by the original, 0 where not known */
	char *reason;	  /* of the last failure, or NULL */
	bool unbuilt;	  /* that was of the build */
	char *ended;	  /* the first run, as RFC 3339 has it */
};

/* A campaign; the first variant is the original. */
struct tried {
	int64_t campaign;
	char *machine, *compiler, *command;
	struct tried_variant *list;
	size_t count;
};

struct tried_list {
	struct tried *list;
	size_t count;
};

/*
 * Read all campaigns, or that one (0: all). Runs with clocks alone, which are
 * slower, do not count. Free the list in any case.
 */
bool tried_read(struct tried_list *all, struct store *store, int64_t campaign,
		struct text *problem);
void tried_free(struct tried_list *all);

/* The value of that setting in the variant, NULL if it is as written. */
const char *tried_value(const struct tried_variant *variant, const char *name);

/*
 * Names of all settings of all variants, NULL at the end; the caller frees
 * the list.
 */
const char **tried_names(const struct tried *tried);

/* Was it run, and never failed? */
bool tried_good(const struct tried_variant *variant);

/* Medians; NAN where there are none. */
double tried_seconds(const struct tried_variant *variant);
double tried_ratio(const struct tried_variant *variant);

#endif
