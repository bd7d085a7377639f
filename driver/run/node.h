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

#define NODE_STAYS 16

/* Zero when it begins. */
struct node {
	const char *launcher; /* NULL: runs are made here */
	const char *folder;   /* of podium's own, which both sides see */
	char *keeper;	      /* the program, in it */
	char *host, *cpu;     /* of the last run */
	double memory;	      /* bytes that a run may have there, */
	int usable;	      /* and cores */
	double load, mhz;     /* before it */
	size_t count;	      /* errands */
	bool crowded;	      /* two runs met on one: the user was told */
	/* the last stays on machines, newest anywhere */
	struct node_stay {
		char *host;
		double begun, ended;
	} stays[NODE_STAYS];
	size_t stay_count;
};

/* Runs that are under way there, or over. */
struct node_trip;

/*
 * Ask the launcher for a run of nothing, which shows that it works and what the
 * machine is there: from now on topology_read() tells that. False and a
 * *problem if it does not.
 */
bool node_reach(struct node *node, const char *launcher, const char *folder,
		struct text *problem);

/*
 * Send those runs there. They are made on one machine, one after the other, and
 * others may be sent meanwhile.
 */
struct node_trip *node_send(struct node *node, const struct errand_run *runs,
			    size_t count, bool pin);

/*
 * Wait until they are made. False and the reason if they were lost, which says
 * nothing of the program: the launcher fails, the machine does, or somebody
 * ends them.
 */
bool node_await(struct node *node, struct node_trip *trip, struct text *lost);

/* Send those that were lost again. */
void node_again(struct node *node, struct node_trip *trip);

/* Where what a run has left is put. */
struct node_places {
	const char *output, *errors;
	const char *files; /* in front of "-0", "-1", ...: copies */
};

/*
 * What came of one of them, and what it has left, at these places. False if it
 * was not called for.
 */
bool node_take(struct node *node, struct node_trip *trip, size_t number,
	       const struct node_places *places, struct errand_result *one);

/* What goes on there ends. */
void node_drop(struct node_trip *trip);

/* Send one run, and wait for it. False and the reason if it was lost. */
bool node_run(struct node *node, const struct runner_job *job, bool pin,
	      struct runner_result *result, struct text *lost);

/* A run that is lost is made again, so often at most. */
#define NODE_MOST_LOST 3

/* After the first, second or third loss: wait until then, as long as the user
   does not interrupt. */
void node_pause(size_t losses);

void node_free(struct node *node);

#endif
