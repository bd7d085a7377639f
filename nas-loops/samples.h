/*
 * Times that were measured, in a file with a line for each, so that whatever
 * stops a campaign costs no more than the round it was in.
 */
#ifndef PODIUM_LOOP_SAMPLES_H
#define PODIUM_LOOP_SAMPLES_H

#include <stdbool.h>
#include <stdio.h>

/* Pass 0 is the screen of all variants, the others are of the finalists. */
enum { SCREEN = 0, PASSES = 8 };

struct sample {
	int pass, round, variant;
	double seconds;
};

struct samples {
	struct sample *list;
	size_t count, room;
	bool ended[PASSES + 1]; /* passes that were measured to their end */
	int begun[PASSES + 1];	/* their last round that was begun */
	FILE *file;		/* to append to */
};

/*
 * Read what there is and go on behind it. The title says what the samples are
 * of; false, with a word on stderr, where the file is of something else.
 * Of rounds and passes that were begun anew only the last count.
 */
bool samples_open(struct samples *samples, const char *path, const char *title);
void samples_close(struct samples *samples);

/* Append; ends the program where that fails. */
void samples_begin(struct samples *samples, int pass, int round);
void samples_add(struct samples *samples, const struct sample *sample);
void samples_end(struct samples *samples, int pass);

#endif
