/*
 * Lists of names.
 */
#ifndef PODIUM_NAMES_H
#define PODIUM_NAMES_H

/* Once, as a copy. */
void names_add(vec<char *> *names, const char *name);

/* "static, dynamic or guided", "or" before the last. The caller frees it. */
char *names_join(const vec<char *> *names, const char *last);

/* With the list. */
void names_free(vec<char *> *names);

#endif
