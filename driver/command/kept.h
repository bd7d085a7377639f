/*
 * Results of commands, kept for podium report.
 */
#ifndef PODIUM_KEPT_H
#define PODIUM_KEPT_H

#include <jansson.h>

#include "base/option.h"

/* The option of a command that keeps its result: "store" of its request. */
#define KEPT_OPTION                                                            \
	{                                                                      \
		"store", "FILE",                                               \
			"keep the result there, for podium report (default: "  \
			"podium.db, if that is here)",                         \
			OPTION_SETS(store)                                     \
	}

/*
 * Keep what "command" found of a program in that store; with NULL in podium.db,
 * if that is here. Where it cannot be kept the user is warned.
 */
void kept_result(const char *store, const char *command, const char *program,
		 json_t *result);

#endif
