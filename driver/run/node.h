/*
 * Where runs are made by a launcher: a command that starts what stands behind
 * it on another machine, which sees the same files, as srun does. Nothing is
 * expected of its environment, its streams, its exit status or the time that
 * it takes: the keeper that it starts there does what runner.c does here.
 */
#ifndef PODIUM_NODE_H
#define PODIUM_NODE_H

#include <stdbool.h>
#include <stddef.h>

#include "errand.h"

struct text;

/* Zero when it begins. */
struct node {
	const char *launcher; /* NULL: runs are made here */
	const char *folder;   /* of podium's own, which both sides see */
	char *keeper;	      /* the program, in it */
	char *host, *cpu;     /* of the last run */
	double memory;	      /* bytes that a run may have there, */
	int usable;	      /* and cores */
	double load, mhz;     /* before it */
	size_t count;	      /* runs */
	bool several;	      /* hosts were seen: the user was told */
};

/*
 * Ask the launcher for a run of nothing, which shows that it works and what the
 * machine is there: from now on topology_read() tells that. False and a
 * *problem if it does not.
 */
bool node_reach(struct node *node, const char *launcher, const char *folder,
		struct text *problem);

/*
 * Make that run there. False and the reason if it was lost, which says nothing
 * of the program: the launcher fails, the machine does, or somebody ends it.
 */
bool node_run(struct node *node, const struct runner_job *job, bool pin,
	      struct runner_result *result, struct text *lost);

/* A run that is lost is made again, so often at most. */
#define NODE_MOST_LOST 3

/* After the first, second or third loss: wait until then, as long as the user
   does not interrupt. */
void node_pause(size_t losses);

void node_free(struct node *node);

#endif
