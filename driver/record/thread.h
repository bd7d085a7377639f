/*
 * The thread rule over all units of a program: a loop "needs" the facts that
 * the plugin could not establish within its unit; other units may establish
 * them.
 */
#ifndef PODIUM_THREAD_H
#define PODIUM_THREAD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct records;
struct text;

/*
 * Judge the needs of the loops of "judged" by the units of "list", which are
 * those of the whole program. Established needs go into "safe" of the loop; for
 * the others "rewrite_why" gets a reason.
 */
void thread_resolve(struct records *const *list, size_t count,
		    struct records *const *judged, size_t judged_count);

/*
 * An entry of a tuned file is for all loops of its file and name, as of a
 * source that is compiled twice: reasons and needs of one of them are those of
 * all. To be called behind thread_resolve().
 */
void thread_join_namesakes(struct records *const *list, size_t count);

/*
 * The functions that loops need and no unit has, as keys. *wide: loops need
 * callers, too, of which any unit may tell something. The caller owns the
 * object.
 */
json_t *thread_missing(struct records *const *list, size_t count, bool *wide);

/*
 * Add the digests of the function that a need is about to the set, of all units
 * that have one of that name.
 */
void thread_digests(const struct records *records, const char *need,
		    json_t *digests);

/*
 * Add the remedy for needs of the loop that are not established, or the lines
 * that an entry takes for those that are. Nothing where there are none.
 */
void thread_print(struct text *out, const json_t *record, bool established);

#endif
