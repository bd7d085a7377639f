/*
 * Members of ar archives, ordinary and thin. libelf reads no thin ones.
 */
#ifndef PODIUM_ARCHIVE_H
#define PODIUM_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

struct archive {
	int descriptor;
	bool thin;
	char *names; /* the table of long names, ends in '\0' */
	size_t names_length;
	long long position; /* of the next header */
	long long size;	    /* of the file */
	char *name;	    /* of the last member */
};

struct archive_member {
	const char *name; /* valid until the next call */
	bool outside;	  /* thin: the content is the file of that name */
	long long offset; /* of the content */
	size_t size;
};

enum archive_status { ARCHIVE_MEMBER, ARCHIVE_END, ARCHIVE_DAMAGED };

/* True if a file that begins so is an archive. */
bool archive_magic(const char *start, size_t length);

/* False where the file is no archive. The descriptor stays the caller's. */
bool archive_open(struct archive *archive, int descriptor);

/* The next member; symbol and name tables are passed over. */
enum archive_status archive_next(struct archive *archive,
				 struct archive_member *member);

void archive_close(struct archive *archive);

#endif
