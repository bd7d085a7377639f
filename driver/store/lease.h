/*
 * Who may write a file that several machines see: a file beside it, in which
 * the writer counts on as long as it lives. No lock of the kernel is asked for,
 * and no clock or process of another machine is believed.
 */
#ifndef PODIUM_LEASE_H
#define PODIUM_LEASE_H

#include <stdbool.h>

struct lease;
struct text;

/*
 * NULL and a *problem if another one has it. Who does not count on for 15 s is
 * gone, and the lease is free: so long it may take.
 */
struct lease *lease_take(const char *path, struct text *problem);

/* False if another one took it, as this process had stopped for so long. */
bool lease_holds(const struct lease *lease);

/* Of a file beside that no other writer makes. */
char *lease_name(const struct lease *lease, const char *path);

/* Has somebody taken it? Whether that one still lives is not asked. */
bool lease_is_taken(const char *path);

void lease_free(struct lease *lease);

#endif
