/*
 * The processors and caches of this machine, from hwloc; from /sys where
 * hwloc fails or PODIUM_SYSTEM_ROOT names a recorded machine.
 */
#ifndef PODIUM_TOPOLOGY_H
#define PODIUM_TOPOLOGY_H

#include <stdbool.h>

#include "models/machine.h"

#define TOPOLOGY_CORES 1024

struct topology {
	char *cpu; /* its model in words */
	int cores; /* of the machine */
	struct machine_cache cache[3];
	double line, page;	       /* bytes */
	int usable;		       /* cores that this process may use */
	int processor[TOPOLOGY_CORES]; /* one of each of these */
};

/* Caches that cannot be seen are those of the generic machine. */
void topology_read(struct topology *topology);

void topology_free(struct topology *topology);

#endif
