/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every way in which a process can end, and its forks.
 */
#ifndef PODIUM_END_H
#define PODIUM_END_H

/*
 * At the end of the process call this with how it ended, "exit", "signal 11";
 * perhaps in the handler of a signal.
 */
void end_watch(void (*call)(const char *how));

#endif
