/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that the vectoriser took, and why it did not take others.
 */
#ifndef PODIUM_VECTORISE_H
#define PODIUM_VECTORISE_H

/* Before the pass, which will be listened to if that is worth it. */
void vectorise_before(const opt_pass *pass);

/* Behind it, with what it has said. */
void vectorise_after(char *text);

#endif
