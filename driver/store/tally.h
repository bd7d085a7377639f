/*
 * Trials of a program: the runs of a store by variant, for export.
 */
#ifndef PODIUM_TALLY_H
#define PODIUM_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;
struct text;

/* "heat.c:step#1 chunk" and "4". */
struct tally_setting {
	char *name, *value;
};

struct tally_variant {
	char *lines; /* of a tuned file, "" for the original */
	struct tally_setting *settings;
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
struct tally {
	int64_t campaign;
	char *machine, *compiler, *command;
	struct tally_variant *list;
	size_t count;
};

struct tally_list {
	struct tally *list;
	size_t count;
};

/*
 * Read all campaigns, or that one (0: all). Runs with clocks alone, which are
 * slower, do not count. Free the list in any case.
 */
bool tally_read(struct tally_list *all, struct store *store, int64_t campaign,
		struct text *problem);
void tally_free(struct tally_list *all);

/* The value of that setting in the variant, NULL if it is as written. */
const char *tally_value(const struct tally_variant *variant, const char *name);

/*
 * Names of all settings of all variants, NULL at the end; the caller frees
 * the list.
 */
const char **tally_names(const struct tally *tried);

/* Was it run, and never failed? */
bool tally_good(const struct tally_variant *variant);

/* Medians; NAN where there are none. */
double tally_seconds(const struct tally_variant *variant);
double tally_ratio(const struct tally_variant *variant);

#endif
