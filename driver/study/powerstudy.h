/*
 * The power-model paper's study on recorded tables: a case for each table,
 * its orders judged on every space, and what they come to together.
 */
#ifndef PODIUM_POWERSTUDY_H
#define PODIUM_POWERSTUDY_H

#include <stdbool.h>
#include <stddef.h>

#include "calibrate/pattern.h"
#include "contest.h"
#include "published.h"

struct powerstudy_request {
	const char *const *folders; /* NULL at the end */
	const char *profile;	    /* NULL: that of the folder, or one's own */
	const char *gcc;
	double within; /* percent */
};

struct powerstudy_case {
	struct dataset table;
	struct machine machine;			/* whose times these are */
	const struct published_case *published; /* NULL: not of that paper */
	bool fitted;				/* is there a power model? */
	struct leftout law;			/* fitted without this loop */
	struct contest contest[DATASET_SPACES];
	bool erred; /* are there errors of the power model? */
	struct contest_errors errors;
};

struct powerstudy {
	struct powerstudy_case *list;
	size_t count;
	struct patterns patterns; /* of the first folder that has any */
	/* in words, of the first folder: the machines of ranks and of times */
	char *ranked, *timed;
};

/*
 * Read all tables, compile, predict and judge. What fails is told and counts
 * in *failed; false where nothing is left. Free the study in any case.
 */
bool powerstudy_make(struct powerstudy *study,
		     const struct powerstudy_request *request, size_t *failed);
void powerstudy_free(struct powerstudy *study);

/* Which cases are put together. */
enum powerstudy_group {
	POWERSTUDY_PAPER,
	POWERSTUDY_FURTHER,
	POWERSTUDY_GROUPS
};

extern const char *const powerstudy_group_names[POWERSTUDY_GROUPS];

struct powerstudy_summary {
	size_t cases;	  /* 0: nothing else is known */
	size_t first;	  /* kmin = 1 */
	double kmin;	  /* median */
	double t_kmin;	  /* likewise */
	double within;	  /* likewise */
	double regret[3]; /* of 1, 3, 5: geometric means of 1 + regret, less 1
			   */
	double gain, gain_near; /* geometric means */
};

/* The figures of a case by name, as members or columns. */
#define POWERSTUDY_FIGURES 8
extern const struct powerstudy_figure {
	const char *name;
	size_t offset; /* of a double in struct judge_figures */
} powerstudy_figures[POWERSTUDY_FIGURES];

/* A double that lies there in any struct. */
double powerstudy_value(const void *figures, size_t offset);

/* Of the cases of a group in a space, by one order. */
void powerstudy_summary(const struct powerstudy *study,
			enum powerstudy_group group, enum dataset_space space,
			enum contest_order order,
			struct powerstudy_summary *summary);

#endif
