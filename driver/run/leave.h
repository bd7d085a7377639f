/*
 * Files that a run leaves: was one written since it began?
 */
#ifndef PODIUM_LEAVE_H
#define PODIUM_LEAVE_H

#include <stdbool.h>
#include <sys/stat.h>

/* The file as it was. */
struct leave {
	struct stat before;
	bool there;
};

void leave_look(struct leave *leave, const char *path);

/* What lay there before says nothing of the run. */
bool leave_is_new(const struct leave *leave, const char *path);

#endif
