/*
 * Flags that files bring to the compiler's command line: tuned files, which
 * podium cflags prints them of, and space files.
 */
#ifndef PODIUM_FLAG_H
#define PODIUM_FLAG_H

#include <stdbool.h>

/*
 * True for a macro and for what only changes the code that GCC makes. All else
 * could run a program, load a plugin, read or write other files, or take the
 * next word away.
 */
bool flag_is_tame(const char *flag);

/* What is expected instead, for messages. */
#define FLAG_EXPECTED                                                          \
	"-O..., -f... or -m... that only change the code, or -DNAME=VALUE"

#endif
