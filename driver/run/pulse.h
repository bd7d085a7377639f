/*
 * Stops and continues a program all the time, so that its clocks see another
 * time pass.
 */
#ifndef PODIUM_PULSE_H
#define PODIUM_PULSE_H

#include <stdbool.h>

struct pulse {
	double length; /* seconds that it runs otherwise */
	double begun, continued;
	double next; /* when it is stopped or continued */
	bool stopped;
};

/* Begin; "length" is that of another run. */
struct pulse pulse_begin(double length);

/*
 * Seconds until the next change. A change that is due stops or continues all
 * descendants of this process.
 */
double pulse_step(struct pulse *pulse);

#endif
