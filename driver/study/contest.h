/*
 * Orders of the variants of a recorded table, each judged: that of podium
 * beside what others would try first.
 */
#ifndef PODIUM_CONTEST_H
#define PODIUM_CONTEST_H

#include <stdbool.h>
#include <stddef.h>

#include "leftout.h"
#include "models/judge.h"
#include "dataset.h"

enum contest_order {
	CONTEST_PODIUM,	  /* as podium rank says to try them */
	CONTEST_ESTIMATE, /* by its estimate alone */
	CONTEST_POWER,	  /* the plain power model, of the machine of times */
	CONTEST_THREADS,  /* most threads first */
	CONTEST_RANDOM,	  /* expected, exactly */
	CONTEST_REFINED,  /* podium's search, replayed on all variants */
	CONTEST_ORDERS
};

/* "podium", "estimate", ... */
extern const char *const contest_names[CONTEST_ORDERS];

/* In how many random orders variants are taken that an order holds equal. */
#define CONTEST_DRAWS 101

struct contest_figures {
	bool known; /* is there such an order? */
	struct judge_figures of;
};

struct contest {
	size_t variants; /* 0: the table has none in that space */
	size_t ties;	 /* that count as best */
	struct contest_figures orders[CONTEST_ORDERS];
};

/* Relative errors of the power model, and where it is an extrapolation. */
struct contest_errors {
	double mean, largest; /* fractions */
	double trend;	      /* the mean, all times taken by one best factor */
	unsigned violations;
};

/*
 * Judge all orders of the rows in that space. Variants that an order holds
 * equal are taken in random orders with fixed seeds, and the figures are
 * means: of kmin, the regrets and the runs to within so much of the best, for
 * which a tie is good enough, themselves; t / kmin and Tt/Tkmin are given
 * over the mean kmin and Tkmin, as those of a random order are. "law" may be
 * NULL; it goes by the machine of the times. Of the refined search NAN stands
 * where it is not known.
 */
enum model_status contest_judge(const struct dataset *table,
				enum dataset_space space,
				const struct leftout *law,
				const struct machine *machine, double within,
				struct contest *contest);

/* MODEL_TOO_FEW: no rows, or no times. */
enum model_status contest_errors(const struct dataset *table,
				 enum dataset_space space,
				 const struct leftout *law,
				 const struct machine *machine,
				 struct contest_errors *errors);

#endif
