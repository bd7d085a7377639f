/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The options under which the child goes on: the same whatever the user's
 * are, so that a record does not depend on them, and no work that the
 * analysis has no use of.
 */
#ifndef PODIUM_SETTINGS_H
#define PODIUM_SETTINGS_H

void settings_force(void);

/* In the child: the options that the user gave are back for the current
   function, until settings_again(). */
void settings_given(void);
void settings_again(void);

/* Did the user's options, or those of a function, let signed numbers wrap
   around? */
bool settings_wrapped(void);

/* Forget the options that the function brings itself. */
void settings_force_function(tree function);

/* Always put it in the place of a call, or never. */
void settings_inline(tree function, bool always);

#endif
