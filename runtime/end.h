/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every way in which a process can end, and its forks.
 */
#ifndef PODIUM_END_H
#define PODIUM_END_H

void end_watch(void);

#endif
