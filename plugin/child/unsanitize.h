/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes out what the sanitizers have put into a function before it came to
 * us: a loop is the same loop with and without them.
 */
#ifndef PODIUM_UNSANITIZE_H
#define PODIUM_UNSANITIZE_H

/*
 * Replace the statement if it is a sanitizer's; the iterator is then on the
 * next one.
 */
bool unsanitize(gimple_stmt_iterator *gsi);

#endif
