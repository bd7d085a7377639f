/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Orders and tiles that a space asks for. All that it names is numbered.
 */
#ifndef PODIUM_REQUEST_H
#define PODIUM_REQUEST_H

#include <jansson.h>
#include <stdbool.h>

struct going;
struct perfect;
struct space;

/* Offer those of a band, or refuse them with a reason. */
void request_consider(struct going *going, const struct perfect *band);

/* Refuse those that no band has. */
void request_refuse_unmet(struct going *going);

/* Has the record's nest a loop with this counter? */
bool request_has_counter(const json_t *record, const char *name);

/* Does the space name such a counter? */
bool request_is_made(const json_t *record, const struct space *space);

#endif
