/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium with other constants of the estimate, for tools/bench-constants:
 * PODIUM_VARY="SURPRISE 2" doubles one. With PODIUM_VARY=list the program
 * prints all of them: name, value, unit, meaning, source.
 *
 * The table of models/constants.c comes into this file under another name, so
 * that the one of the library is not linked.
 */
#define constants constants_as_they_are
#include "../../models/constants.c"
#undef constants

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern struct constant constants[CONSTANTS];
struct constant constants[CONSTANTS];

static void list(void)
{
	for (int i = 0; i < CONSTANTS; i++)
		printf("%s\t%g\t%s\t%s\t%s\n", constants[i].name,
		       constants[i].value, constants[i].unit,
		       constants[i].meaning, constants[i].source);
	exit(EXIT_SUCCESS);
}

static void multiply(const char *name, size_t length, double factor)
{
	for (int i = 0; i < CONSTANTS; i++)
		if (strlen(constants[i].name) == length &&
		    memcmp(constants[i].name, name, length) == 0) {
			constants[i].value *= factor;
			return;
		}
	fprintf(stderr, "varied: no constant '%.*s'\n", (int)length, name);
	exit(EXIT_FAILURE);
}

__attribute__((constructor)) static void vary(void)
{
	const char *what = getenv("PODIUM_VARY");
	size_t length = what ? strcspn(what, " ") : 0;

	memcpy(constants, constants_as_they_are, sizeof(constants));
	if (length == 0)
		return;
	if (strcmp(what, "list") == 0)
		list();
	multiply(what, length, atof(what + length));
}
