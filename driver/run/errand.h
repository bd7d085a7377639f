/*
 * A run that is to be made elsewhere, as a file: podium writes it, the keeper
 * on the other machine (keeper.c) reads it, makes the run, and writes how it
 * went beside it. Both are of one version: podium brings the keeper along.
 */
#ifndef PODIUM_ERRAND_H
#define PODIUM_ERRAND_H

#include <stdbool.h>

#include "machine/processors.h"
#include "runner.h"

struct errand {
	struct runner_job job;
	/* NAME=VALUE, NULL at the end: for what is not set there */
	const char **defaults;
	bool pin;      /* bind threads to cores, where nothing there says how */
	char *content; /* of the file that was read: what all strings are of */
};

/* What is told of a run, and of the machine that it was made on. */
struct errand_report {
	struct runner_result result;
	char *host;
	struct topology machine;
	double memory; /* bytes */
	double load, mhz;
};

/* Endings of files beside that of the errand. */
#define ERRAND_BEGUN ".begun"
#define ERRAND_REPORT ".report"

/* False with errno set. */
bool errand_write(const struct errand *errand, const char *path);

bool errand_read(struct errand *errand, const char *path);
void errand_free(struct errand *errand); /* one that was read */

/* The same of the report; what is not whole is none. */
bool errand_tell(const struct errand_report *report, const char *path);
bool errand_told(struct errand_report *report, const char *path);

void errand_report_free(struct errand_report *report);

#endif
