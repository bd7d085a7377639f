/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of which addresses are taken, by their types: what pointers and
 * virtual calls may reach.
 */
#ifndef PODIUM_TAKEN_H
#define PODIUM_TAKEN_H

#include "base/json.h"

/* A type of functions of the system, whose calls need not reach anything. */
void taken_note_harmless(const char *type);

/* A function or a pointer to some that is cast to another type. */
void taken_note_cast(tree what);

/* And those by the values with which variables begin. */
void taken_note_variables(void);

/* Does the unit take the address of any function? */
bool taken_any(void);

/* "taken" and "cast" of the record; parts are chosen. */
void taken_write(struct json_writer *json);

void taken_free_all(void);

#endif
