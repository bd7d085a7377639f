/*
 * A computed machine on which runs take their time: its speed wanders, and
 * some runs are disturbed. For benchmarks of what podium makes of noise.
 */
#ifndef PODIUM_DRIFT_H
#define PODIUM_DRIFT_H

#include <stdint.h>

struct drift {
	/* how long a speed lasts in seconds, and how a run varies by itself */
	double tau, noise;
	/* the slowest speed is so many times slower than the fastest */
	double wanders;
	double pauses; /* so probably a run does nothing for a while; 0 */
	uint64_t state;
	double speed, left;
};

/* The same numbers by chance each time. */
struct drift drift_new(double tau, double noise, double wanders);

/* A random number of (0, 1). */
double drift_uniform(struct drift *drift);

/* What a run takes that takes so many seconds on the machine at its best. */
double drift_run(struct drift *drift, double seconds);

#endif
