/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does a changed source still mean what it says, with the macros that it has?
 */
#ifndef PODIUM_MACROS_H
#define PODIUM_MACROS_H

#include <stdbool.h>

struct text;

/* What the preprocessor makes of a source, with the definitions of macros;
   "expanded" must stay as long as it. */
struct macros;

struct macros *macros_new(const char *expanded);
void macros_free(struct macros *macros);

/*
 * The names that tiles are given must be no others' in what the source includes
 * or its macros make, and what is written anew must use no macro that tells
 * its line or counts how often it is used.
 */
bool macros_permit(const char *source, const struct macros *macros,
		   const char *changed, struct text *problem);

/* Does a macro that the source uses make the word, which it does not show? */
bool macros_hide(const char *source, const struct macros *macros,
		 const char *word, struct text *problem);

#endif
