/*
 * The processors and caches of this machine, by hwloc, and those that this
 * process may use; of a recorded one where PODIUM_SYSTEM_ROOT names it.
 */
#ifndef PODIUM_PROCESSORS_H
#define PODIUM_PROCESSORS_H

#include "models/machine.h"

#define TOPOLOGY_PROCESSORS 4096

struct topology {
	char *cpu; /* its model in words */
	int cores; /* of the machine */
	int level; /* x86-64-vN, by its flags; 0: not known, or another one */
	struct machine_cache cache[3];
	double line, page; /* bytes */
	int usable;	   /* cores that this process may use */
	/* processors that it may use: one of each core, then the others */
	int processors;
	int threads; /* that OMP_NUM_THREADS asks for elsewhere; 0: it does not
		      */
	int processor[TOPOLOGY_PROCESSORS];
};

/* The processor's model in words; the caller frees it. */
char *processors_model(void);

/* Which level of x86-64 its flags make, 0 if none. */
int processors_level(void);

/* Reads cores, processors and caches; caches that are not seen stay as they
   are. */
void processors_read(struct topology *topology);

#endif
