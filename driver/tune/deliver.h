/*
 * What a tuning leaves: the tuned file, and the summary.
 */
#ifndef PODIUM_DELIVER_H
#define PODIUM_DELIVER_H

#include <stdbool.h>

struct session;
struct trial;
struct trial_verdict;

/* Write the tuned file. False with the user told if that fails. */
bool deliver_file(const struct trial *trial,
		  const struct trial_verdict *verdict, const char *path);

/* Print the summary on standard output. */
void deliver_text(const struct trial *trial,
		  const struct trial_verdict *verdict, const char *path);
void deliver_json(const struct trial *trial,
		  const struct trial_verdict *verdict, const char *path);

#endif
