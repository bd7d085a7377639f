/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file of samples. Its lines:
 *
 *   title,TEXT
 *   begin,PASS,ROUND    what there is of this round and later ones is void
 *   time,PASS,ROUND,VARIANT,SECONDS
 *   end,PASS
 */
#include "samples.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void put(struct samples *samples, const struct sample *sample)
{
	if (samples->count == samples->room) {
		samples->room = samples->room ? 2 * samples->room : 1024;
		samples->list =
			realloc(samples->list, samples->room * sizeof(*sample));
		if (!samples->list) {
			fputs("no memory for the samples\n", stderr);
			exit(1);
		}
	}
	samples->list[samples->count++] = *sample;
}

/* Forget the rounds from this one on, and that the pass had ended. */
static void forget(struct samples *samples, int pass, int round)
{
	size_t kept = 0;

	if (pass >= 0 && pass <= PASSES) {
		samples->ended[pass] = false;
		samples->begun[pass] = round;
	}
	for (size_t i = 0; i < samples->count; i++) {
		const struct sample *sample = &samples->list[i];

		if (sample->pass != pass || sample->round < round)
			samples->list[kept++] = *sample;
	}
	samples->count = kept;
}

/* A line that was cut off in the middle says nothing. */
static void read_line(struct samples *samples, const char *line)
{
	struct sample sample;
	int pass, round, end = 0;

	if (sscanf(line, "time,%d,%d,%d,%lf\n%n", &sample.pass, &sample.round,
		   &sample.variant, &sample.seconds, &end) == 4 &&
	    line[strlen(line) - 1] == '\n' && sample.seconds > 0)
		put(samples, &sample);
	else if (sscanf(line, "begin,%d,%d", &pass, &round) == 2)
		forget(samples, pass, round);
	else if (sscanf(line, "end,%d", &pass) == 1 && pass >= 0 &&
		 pass <= PASSES)
		samples->ended[pass] = true;
}

/* Is the file one of these samples, or empty? */
static bool read_all(struct samples *samples, const char *title)
{
	char line[256], wanted[256];
	bool torn = false;

	snprintf(wanted, sizeof(wanted), "title,%s\n", title);
	if (!fgets(line, sizeof(line), samples->file)) {
		fputs(wanted, samples->file);
		return true;
	}
	if (strcmp(line, wanted) != 0)
		return false;
	while (fgets(line, sizeof(line), samples->file)) {
		read_line(samples, line);
		torn = line[strlen(line) - 1] != '\n';
	}
	fseek(samples->file, 0, SEEK_END);
	if (torn)
		fputc('\n', samples->file);
	return true;
}

bool samples_open(struct samples *samples, const char *path, const char *title)
{
	memset(samples, 0, sizeof(*samples));
	samples->file = fopen(path, "a+");
	if (!samples->file) {
		perror(path);
		return false;
	}
	rewind(samples->file);
	if (!read_all(samples, title)) {
		fprintf(stderr, "'%s' holds samples of something else\n", path);
		samples_close(samples);
		return false;
	}
	return true;
}

void samples_close(struct samples *samples)
{
	fclose(samples->file);
	free(samples->list);
	memset(samples, 0, sizeof(*samples));
}

static void write_out(struct samples *samples)
{
	if (fflush(samples->file) == 0)
		return;
	fprintf(stderr,
		"cannot write the samples: %s; make room if the disk is full, "
		"and start again: what was measured is kept\n",
		strerror(errno));
	exit(1);
}

void samples_begin(struct samples *samples, int pass, int round)
{
	forget(samples, pass, round);
	fprintf(samples->file, "begin,%d,%d\n", pass, round);
	write_out(samples);
}

void samples_add(struct samples *samples, const struct sample *sample)
{
	put(samples, sample);
	fprintf(samples->file, "time,%d,%d,%d,%.9g\n", sample->pass,
		sample->round, sample->variant, sample->seconds);
	write_out(samples);
}

void samples_end(struct samples *samples, int pass)
{
	samples->ended[pass] = true;
	fprintf(samples->file, "end,%d\n", pass);
	write_out(samples);
}
