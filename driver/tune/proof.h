/*
 * The last word: what the search found is run beside the original until it is
 * certain to be faster, or not to be.
 */
#ifndef PODIUM_PROOF_H
#define PODIUM_PROOF_H

#include <stdbool.h>
#include <stddef.h>

struct trial;
struct trial_verdict;

/* So many variants are asked, one after the other, where the best of the
   search fails or is no faster. */
#define PROOF_CANDIDATES 3

/* False if podium shall stop. */
bool proof_decide(struct trial *trial, struct trial_verdict *verdict);

/*
 * The same of that variant alone, which another input wants: what it carries in
 * the loops of this one are their winners. Where it is no faster rounds go on
 * until it is clear whether it takes at most "bound" times as long. Where it is
 * the original's program, fails or cannot be built, none is chosen.
 */
bool proof_hold(struct trial *trial, const char *variant, double bound,
		struct trial_verdict *verdict);

/* Does what is chosen so, and is no faster there, work every time all the same?
   If not, none is chosen any more. False if podium shall stop. */
bool proof_endure(struct trial *trial, struct trial_verdict *verdict);

/* Of the budget, so much is to be left for it. */
double proof_seconds(const struct trial *trial);

#endif
