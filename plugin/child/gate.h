/*
 * Which of GCC's passes the child goes through.
 */
#ifndef PODIUM_GATE_H
#define PODIUM_GATE_H

/* In the child: from now on skip what the analysis has no use of. */
void gate_begin(const char *plugin);

/* The function under way is analysed: what follows is skipped. */
void gate_analysed(const function *fn);

#endif
