/*
 * Lists of names.
 */
#ifndef PODIUM_NAMES_H
#define PODIUM_NAMES_H

/* Once, as a copy. */
void names_add(vec<char *> *names, const char *name);

/* With the list. */
void names_free(vec<char *> *names);

#endif
