/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The constants of the estimate.
 *
 * "chosen" means: looking at the set `recorded` of tables, by hand, never
 * fitted. Intel's manual is the "Optimization Reference Manual" of 2023.
 */
#include "constants.h"

#define ROW(name, value, unit, meaning, source)                                \
	[name] = {#name, value, unit, meaning, source}

const struct constant constants[CONSTANTS] = {
	ROW(ASSUMED_TRIP, 10, "iterations", "a loop of which nothing is known",
	    "chosen"),
	ROW(CONDITIONAL, .5, "share",
	    "of the iterations in which a condition holds",
	    "nothing is known of it"),
	ROW(LONG_VECTOR, 64, "bytes",
	    "the longest vectors, and what a cache gives at a time", "AVX-512"),
	ROW(PUT_TOGETHER, 1.75, "operations",
	    "for each element that is moved by itself into or out of a vector",
	    "what GCC does on x86-64"),
	ROW(CONTROL, 2, "operations", "that count a loop",
	    "an addition, a branch with its comparison"),
	ROW(ADDRESS, 3, "operations",
	    "that find a row of data where loops are collapsed",
	    "what GCC does"),
	ROW(LIBRARY_BYTES, 32, "bytes",
	    "that copies and fills of the C library move at a time",
	    "glibc with AVX"),
	ROW(ENTRY, 5, "cycles", "to enter an innermost loop", "chosen"),
	ROW(ENTRY_OF_VECTORS, 3, "cycles", "more, to enter one of vectors",
	    "chosen"),
	ROW(SURPRISE, .15, "share", "of branches by data predicted wrongly",
	    "chosen"),
	ROW(PREDICTED_TRIP, 40, "iterations",
	    "after which the end of a loop is not predicted", "chosen"),
	ROW(NEARLY, .9, "share",
	    "of the longest trip, from which on one is as long", "chosen"),
	ROW(FAR_APART, 16, "steps",
	    "from which on references are groups of their own", "chosen"),
	ROW(PASSAGE, .35, "ln",
	    "how far around a capacity some of the data misses", "chosen"),
	ROW(USABLE, .8, "share", "of a capacity that data can use", "chosen"),
	ROW(SHARED_ROOM, .6, "share",
	    "of the room of a thread that each further one takes in a cache "
	    "of both",
	    "chosen"),
	ROW(STREAMS, 32, "streams", "that the hardware follows",
	    "Intel's manual, the L2 streamer"),
	ROW(BEGINNING, 2, "lines", "of a run that are not there ahead",
	    "chosen"),
	ROW(WRITTEN_BACK, 2, "times", "that a line moves which is written",
	    "there and back"),
	ROW(MEETING, 3, "power",
	    "of line by chunk: stores of neighbouring chunks that meet",
	    "chosen"),
	ROW(FROM_L3, .15, "share",
	    "of migration where the line lies in the cache of all", "chosen"),
	ROW(AS_FAR, .2, "ln", "by which blocks may differ that are the same",
	    "chosen"),
	ROW(ROOMY, 64, "lines",
	    "from which on atomic operations hardly ever meet", "chosen"),
	ROW(LINE_MOVES, .4, "share", "of sending a datum: a line that moves",
	    "chosen"),
	ROW(DRIFT, .08, "share",
	    "of the core that a fixed block waits for a slower one", "chosen"),
	ROW(DRIFT_OF_DATA, .2, "share",
	    "the same where data says how much work there is", "chosen"),
	ROW(GUIDED_GRAIN, .5, "share", "of that under guided", "chosen"),
};
