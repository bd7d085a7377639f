/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Code under way that is put into the program: statements in a block of its
 * own, with variables that no clause of OpenMP has to name.
 */
#ifndef PODIUM_PLANT_H
#define PODIUM_PLANT_H

struct code {
	gimple_seq statements;
	tree variables;
	location_t location;
};

void plant_begin(struct code *code, location_t location);
void plant_add(struct code *code, gimple *statement);
tree plant_variable(struct code *code, tree type);

/* A new variable with this value, which is one operation. */
tree plant_assign(struct code *code, tree type, tree value);

/* No warning is about what is not the user's. */
void plant_quieten(gimple *statement);

#endif
