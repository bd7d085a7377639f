/*
 * Files that the program drops into the current folder are not strewn there by
 * every run: what a run writes goes into a layer over the folder, which is
 * removed after it. So each run begins with the same files. The first run of
 * the original still writes into the folder itself; where nothing is written,
 * where it is much, or where the second run does not do the same over such a
 * layer, all of them do.
 */
#ifndef PODIUM_OVERLAY_H
#define PODIUM_OVERLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct runner_job;
struct runner_result;

/* All but its folder is zero when it begins. */
struct overlay {
	const char *scratch; /* the folder of podium's own for layers */
	enum {
		OVERLAY_FIRST, /* no run of the original was seen */
		OVERLAY_READY, /* its next one shows whether layers do */
		OVERLAY_USED,
		OVERLAY_OFF,
	} state;
	struct timespec since; /* the first run began */
	size_t trials, count;  /* of layers */
	char *folder;	       /* that layers cover */
	char *layer;	       /* of the present run; NULL: it has none */
	char *upper, *work;    /* in it */
};

/* Before a run, and once what it has written was read. */
void overlay_begin(struct overlay *overlay, bool original);
void overlay_end(struct overlay *overlay, bool good);

/* Was no run of the original seen yet? */
bool overlay_is_new(const struct overlay *overlay);

/*
 * Its first run is over, and has written into the folder or not. If it has,
 * the next one may show whether layers do. "files" are compared; NULL at the
 * end, or none.
 */
void overlay_open(struct overlay *overlay, bool written,
		  const char *const *files);

/* Shall the next run of the original show whether layers do? */
bool overlay_asks(const struct overlay *overlay);

/* Should the run just made show whether layers do? */
bool overlay_is_trial(const struct overlay *overlay);

/* If it shows that they do not, the run is to be made again without one. */
void overlay_refuse(struct overlay *overlay,
		    const struct runner_result *result);

/* The job is done over the layer of the present run. */
void overlay_put(const struct overlay *overlay, struct runner_job *job);

/* Where the present run has written a file; the caller frees it. */
char *overlay_file(const struct overlay *overlay, const char *name);

void overlay_free(struct overlay *overlay);

#endif
