/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that cannot be predicted because nobody gave the values of their
 * parameters, and what the user has to say to give them.
 */
#ifndef PODIUM_WANTING_H
#define PODIUM_WANTING_H

#include <stdbool.h>
#include <stddef.h>

struct prediction;
struct text;

/* Begins with zeros. */
struct wanting {
	size_t loops;
	char **names; /* each once */
	size_t count;
};

/* One loop more, if it has a parameter without a value: else false. */
bool wanting_take(struct wanting *wanting, const struct prediction *prediction);

/* One name more, unless it is there. */
void wanting_add(struct wanting *wanting, const char *name);

/* "--set n=N --set 'g->m=N'" */
void wanting_add_options(const struct wanting *wanting, struct text *out);

/* The option for one parameter, as it is typed: a shell reads it. */
void wanting_add_option(const char *name, struct text *out);

void wanting_free(struct wanting *wanting);

#endif
