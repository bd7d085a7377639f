/*
 * A plugin tried on a small loop.
 */
#ifndef PODIUM_TRYOUT_H
#define PODIUM_TRYOUT_H

#include <stdbool.h>

#include "machine/compiler.h"

struct text;

/*
 * True if the compiler takes the plugin, and one loop in that language gives
 * one record; else *problem says what happened. A temporary folder is made.
 */
bool tryout_plugin(const char *command, const char *plugin,
		   enum compiler_language language, struct text *problem);

#endif
