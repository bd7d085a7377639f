/*
 * Outputs of the runs of a session: stdout, stderr, and files that are
 * compared. Runs of the baseline teach what is right, and stay in the store for
 * a tuning that is resumed; variants are held to it.
 */
#ifndef PODIUM_OUTPUTS_H
#define PODIUM_OUTPUTS_H

#include <stdbool.h>
#include <jansson.h>

struct session;
struct text;

/* Does a run of this step teach? */
bool outputs_teach(const char *step);

/* Where the run leaves an output, by its number in the session; the caller
   frees it. */
char *outputs_path(const struct session *session, const char *step,
		   size_t number);

/* Before a run: note the state of the files. */
void outputs_begin(struct session *session);

/* After it: take its outputs. False and a reason where the user's check fails
   or a file is missing. */
bool outputs_take(struct session *session, const char *step, bool baseline,
		  struct text *reason);

/* Learn from the outputs that were taken of the baseline. */
void outputs_learn(struct session *session, const char *step,
		   struct text *reason);

/* Are the outputs that were taken right? Else *why says where not. */
bool outputs_match(struct session *session, const char *step, struct text *why);

/* Are the outputs of a run, of the baseline too, equal to those of the others?
 */
bool outputs_agree(struct session *session, const char *step);

/*
 * Keep in the store the outputs of a run that teaches, and learn from them. Of
 * a baseline beside a variant only new outputs are there.
 */
bool outputs_keep(struct session *session, const char *step,
		  struct text *problem);
bool outputs_learn_kept(struct session *session, const char *step,
			struct text *problem);

/* The message in that case. */
extern const char outputs_remedy[];

/* Is nothing compared, since all of it is masked, or there is none? */
bool outputs_are_masked(struct session *session);

/* "compared: 214 lines of stdout, out.dat; not compared: 3 fields" */
void outputs_describe(struct session *session, struct text *out);

/* The masks with their reasons; also into the store. */
json_t *outputs_unjudged(struct session *session);
bool outputs_keep_unjudged(struct session *session, struct text *problem);

/* Is the file one of those that are compared? */
bool outputs_compares(const struct session *session, const char *path);

#endif
