/*
 * Runs that are to be made elsewhere, one after the other, as a file: podium
 * writes it, the keeper on the other machine (keeper.c) reads it, makes the
 * runs, and writes how they went beside it. Both are of one version: podium
 * brings the keeper along.
 */
#ifndef PODIUM_ERRAND_H
#define PODIUM_ERRAND_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/processors.h"
#include "runner.h"

/* When is a run made? The last two look at the last one before it that is made
   always. */
enum errand_when {
	ERRAND_ALWAYS,
	ERRAND_FAILED, /* if that did not end with exit status 0 */
	ERRAND_CUT,    /* if that ended at its limit of time */
};

struct errand_run {
	struct runner_job job;
	enum errand_when when;
	/* files that it may write, and where a copy is kept of each that it
	   does, before the next run writes it again; NULL at the end */
	const char **files, **copies;
	/* a shell's line that judges what it has printed and left, or NULL */
	const char *check;
};

struct errand {
	struct errand_run *runs;
	size_t count;
	/* NAME=VALUE, NULL at the end: for what is not set there */
	const char **defaults;
	bool pin;      /* bind threads to cores, where nothing there says how */
	char *content; /* of the file that was read: what all strings are of */
};

struct errand_result {
	bool made; /* else it was not called for */
	struct runner_result result;
	struct runner_result check; /* how the line ended that judges it */
};

/* What may judge a run takes no longer: seconds. */
#define ERRAND_CHECK_SECONDS 600

/* What is told of the runs, and of the machine that they were made on. */
struct errand_report {
	struct errand_result *results; /* as many as there were to make */
	size_t count;
	double begun, ended; /* by the clock of that machine */
	char *host;
	struct topology machine;
	double memory; /* bytes */
	double load, mhz;
};

/* Endings of files beside that of the errand. */
#define ERRAND_BEGUN ".begun"
#define ERRAND_REPORT ".report"

/* Is that run of the errand called for, by what is known of those before? */
bool errand_calls_for(const struct errand *errand, size_t number,
		      const struct errand_result *results);

/* False with errno set. */
bool errand_write(const struct errand *errand, const char *path);

bool errand_read(struct errand *errand, const char *path);
void errand_free(struct errand *errand); /* one that was read */

/* The same of the report; what is not whole is none. */
bool errand_tell(const struct errand_report *report, const char *path);
bool errand_told(struct errand_report *report, const char *path);

void errand_report_free(struct errand_report *report);

#endif
