/*
 * The machine on which programs run: this one, or where a launcher leads.
 */
#ifndef PODIUM_TOPOLOGY_H
#define PODIUM_TOPOLOGY_H

#include <stdbool.h>

#include "processors.h"

/* Caches that cannot be seen are those of the generic machine. */
void topology_read(struct topology *topology);

/* From now on the machine is that one, on which the launcher runs programs. */
void topology_assume(const struct topology *there, const char *launcher);

/* NULL where it is this one. */
const char *topology_launcher(void);

/* Is that one of the same kind as this? */
bool topology_is_alike(void);

/*
 * "-march=native", or what says the same of that machine; NULL where this is
 * not known. The caller frees it.
 */
char *topology_march(void);

void topology_free(struct topology *topology);

/* "load 1.8 on 2 cores" where others keep the processors busy, else NULL. The
   caller frees it. */
char *topology_load(void);

/* Cores that this process may use. */
int topology_usable(void);

/*
 * Threads of a region that does not say how many, as libgomp has it: what
 * OMP_NUM_THREADS says, or one for each processor that may be used.
 */
int topology_threads(void);

#endif
