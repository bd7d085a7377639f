/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A computed machine.
 */
#include "drift.h"

#include <math.h>

/* One run of twenty is disturbed, and takes up to so much longer. */
#define DISTURBED .05
#define DISTURBANCE .3

/* Who pauses does so for up to so many times what the work takes. */
#define PAUSE 10

struct drift drift_new(double tau, double noise, double wanders)
{
	return (struct drift){.tau = tau,
			      .noise = noise,
			      .wanders = wanders,
			      .state = 20261121};
}

double drift_uniform(struct drift *drift)
{
	drift->state =
		drift->state * 6364136223846793005u + 1442695040888963407u;
	return ((double)(drift->state >> 11) + .5) / 9007199254740992.;
}

static double normal(struct drift *drift)
{
	double radius = sqrt(-2 * log(drift_uniform(drift)));

	return radius * cos(2 * M_PI * drift_uniform(drift));
}

/* Work is done at speeds that last a while each and have no memory. */
double drift_run(struct drift *drift, double seconds)
{
	double work = seconds * exp(drift->noise * normal(drift));
	double time = 0;

	if (drift->pauses > 0 && drift_uniform(drift) < drift->pauses)
		time = seconds * PAUSE * drift_uniform(drift);
	if (drift_uniform(drift) < DISTURBED)
		work *= 1 + DISTURBANCE * drift_uniform(drift);
	while (work > 0) {
		double step;

		if (drift->left <= 0) {
			drift->left = -drift->tau * log(drift_uniform(drift));
			drift->speed =
				pow(drift->wanders, -drift_uniform(drift));
		}
		step = fmin(drift->left, work / drift->speed);
		time += step;
		drift->left -= step;
		work -= step * drift->speed;
	}
	return time;
}
