/*
 * What the next run of a search carries, by what was measured and by what
 * failed.
 */
#ifndef PODIUM_STEER_H
#define PODIUM_STEER_H

#include <stdbool.h>
#include <stddef.h>

#include "hot.h"

struct choice;

/* The original takes as long as it takes. */
void steer_begin(struct hot *hot);

/* Note that in this choice the loops that are left as written took "ratio" of
   the original's time. */
void steer_observe_rest(struct choice *choice, double ratio);

/*
 * The share of the program's time that those loops save in the choice, as far
 * as it was measured, with its standard error. Only flags and macros reach
 * them.
 */
double steer_rest(const struct hot *hot, size_t choice, double *error);

/* May more be tried in the choice? */
bool steer_is_open(const struct hot *hot, size_t choice);

/* Note that a candidate took "ratio" of the original's time. */
void steer_observe(struct hot_loop *loop, size_t candidate, double ratio);

/* The same of one that was tried within a run: ln of that, and its standard
   error. */
void steer_sample(struct hot_loop *loop, size_t candidate, double log_ratio,
		  double error);

/*
 * The candidates of a choice that are best tried together, at most "most", and
 * what is expected of the first. What promises too little is left out, unless
 * their places are free. Returns how many.
 */
size_t steer_batch(const struct hot_loop *loop, size_t choice, size_t most,
		   bool free_places, size_t *list, double *expected);

/*
 * The choice whose loops take least as they are written, of those that are open
 * and were run.
 */
size_t steer_base(const struct hot *hot);

/*
 * Make the best of each choice that is open versions of a build, at most "most"
 * of each loop; "all": also of loops in which none promises enough.
 */
void steer_hold(struct hot *hot, size_t most, bool all);

/*
 * Choose the choice of which most is expected, and a candidate for each loop.
 * "stop": what promises too little is not tried, nor what is no version. False
 * if nothing is left that is worth a run.
 */
bool steer_choose(struct hot *hot, bool stop);

/*
 * Choose the next as if what is carried had run as it is believed to: it is
 * under way. Until all of that is forgotten nothing may be observed.
 */
void steer_expect(struct hot *hot);
void steer_forget_expected(struct hot *hot);

/* Leave only one loop changed, another one each time. */
void steer_change_one(struct hot *hot, size_t try);

/* Has a run of the choice been good? */
bool steer_ran_well(const struct hot *hot, size_t choice);

/* Try nothing more in the choice. */
void steer_bar_choice(struct hot *hot, size_t choice);

/* Try no more of what is carried: it brings nothing. */
void steer_bar(struct hot *hot);

/*
 * Carry what is believed to be the fastest of all that was run. "clear": where
 * a gain may be noise a loop is as it is written.
 */
void steer_take_best(struct hot *hot, bool clear);

/* The share of the program's time that what is carried is believed to save. */
double steer_promise(const struct hot *hot);

#endif
