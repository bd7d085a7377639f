/*
 * The power-model paper's study on recorded tables: a case for each table,
 * its orders judged on every space, and what they come to together.
 */
#ifndef PODIUM_STUDY_H
#define PODIUM_STUDY_H

#include <stdbool.h>
#include <stddef.h>

#include "calibrate/pattern.h"
#include "contest.h"
#include "published.h"

struct study_request {
	const char *const *folders; /* NULL at the end */
	const char *profile;	    /* NULL: that of the folder, or one's own */
	const char *gcc;
	double within; /* percent */
};

struct study_case {
	struct recorded table;
	struct machine machine;			/* whose times these are */
	const struct published_case *published; /* NULL: not of that paper */
	bool fitted;				/* is there a power model? */
	struct leftout law;			/* fitted without this loop */
	struct contest contest[RECORDED_SPACES];
	bool erred; /* are there errors of the power model? */
	struct contest_errors errors;
};

struct study {
	struct study_case *list;
	size_t count;
	struct patterns patterns; /* of the first folder that has any */
	/* in words, of the first folder: the machines of ranks and of times */
	char *ranked, *timed;
};

/*
 * Read all tables, compile, predict and judge. What fails is told and counts
 * in *failed; false where nothing is left. Free the study in any case.
 */
bool study_make(struct study *study, const struct study_request *request,
		size_t *failed);
void study_free(struct study *study);

/* Which cases are put together. */
enum study_group { STUDY_PAPER, STUDY_FURTHER, STUDY_GROUPS };

extern const char *const study_group_names[STUDY_GROUPS];

bool study_is_in(const struct study_case *of, enum study_group group);

struct study_summary {
	size_t cases;	  /* 0: nothing else is known */
	size_t first;	  /* kmin = 1 */
	double kmin;	  /* median */
	double t_kmin;	  /* likewise */
	double within;	  /* likewise */
	double regret[3]; /* of 1, 3, 5: geometric means of 1 + regret, less 1
			   */
	double gain, gain_near; /* geometric means */
	double least_gain;
};

/* The figures of a case by name, as members or columns. */
#define STUDY_FIGURES 8
extern const struct study_figure {
	const char *name;
	size_t offset; /* of a double in struct judge_figures */
} study_figures[STUDY_FIGURES];

/* Of these; "cases" is their number. */
void study_summarise(const struct judge_figures *list, size_t count,
		     struct study_summary *summary);

void study_summary(const struct study *study, enum study_group group,
		   enum recorded_space space, enum contest_order order,
		   struct study_summary *summary);

#endif
