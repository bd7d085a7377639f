/*
 * What a tuning leaves: the tuned file, and the summary. account.c keeps it in
 * the store.
 */
#ifndef PODIUM_DELIVER_H
#define PODIUM_DELIVER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct hot_loop;
struct session;
struct text;
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

/* What the last prints. */
json_t *deliver_summary(const struct trial *trial,
			const struct trial_verdict *verdict, const char *path);

/* What stands in the tuned file. */
void deliver_content(const struct trial *trial,
		     const struct trial_verdict *verdict, const char *path,
		     struct text *content);

/* The candidate of a loop that was chosen, 0 for the original. */
size_t deliver_chosen(const struct trial *trial,
		      const struct trial_verdict *verdict,
		      const struct hot_loop *loop);

/* What was tuned, as the user said it: "podium tune app.c". */
void deliver_wish(const struct trial *trial, struct text *out);

/* "$(podium cflags --use podium.tuned)" */
void deliver_flags(const struct trial *trial, const char *path,
		   struct text *out);

#endif
