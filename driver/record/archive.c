/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Members of ar archives, ordinary and thin.
 */
#include "archive.h"

#include <ar.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

#define THIN_MAGIC "!<thin>\n" /* as long as ARMAG */

/* Enough for any file; larger numbers are damage. */
#define MOST_DIGITS 15

bool archive_magic(const char *start, size_t length)
{
	return length >= SARMAG && (memcmp(start, ARMAG, SARMAG) == 0 ||
				    memcmp(start, THIN_MAGIC, SARMAG) == 0);
}

bool archive_open(struct archive *archive, int descriptor)
{
	char start[SARMAG];
	struct stat status;

	memset(archive, 0, sizeof(*archive));
	archive->descriptor = descriptor;
	archive->position = SARMAG;
	archive->names = memory_string("");
	if (fstat(descriptor, &status) != 0 ||
	    pread(descriptor, start, SARMAG, 0) != SARMAG ||
	    !archive_magic(start, SARMAG))
		return false;
	archive->size = status.st_size;
	archive->thin = memcmp(start, THIN_MAGIC, SARMAG) == 0;
	return true;
}

void archive_close(struct archive *archive)
{
	free(archive->names);
	free(archive->name);
	memset(archive, 0, sizeof(*archive));
}

/* Decimal digits padded with blanks; -1 if they are none. */
static long long number(const char *digits, size_t width)
{
	size_t length = 0;
	long long value = 0;

	while (length < width && digits[length] >= '0' && digits[length] <= '9')
		value = 10 * value + digits[length++] - '0';
	if (length == 0 || length > MOST_DIGITS)
		return -1;
	while (length < width)
		if (digits[length++] != ' ')
			return -1;
	return value;
}

/* "/123": the name stands at byte 123 of the table, and ends in "/\n". */
static bool long_name(struct archive *archive, const char *digits, size_t width)
{
	long long start = number(digits, width);
	const char *name, *end;

	if (start < 0 || start >= (long long)archive->names_length)
		return false;
	name = archive->names + start;
	end = strchr(name, '\n');
	if (!end || end == name)
		return false;
	if (end[-1] == '/')
		end--;
	archive->name = memory_print("%.*s", (int)(end - name), name);
	return *archive->name != '\0';
}

/* "name/", padded with blanks. */
static bool short_name(struct archive *archive, const char *name, size_t width)
{
	const char *end = memchr(name, '/', width);
	size_t length = end ? (size_t)(end - name) : width;

	while (!end && length > 0 && name[length - 1] == ' ')
		length--;
	archive->name = memory_print("%.*s", (int)length, name);
	return *archive->name != '\0';
}

static bool read_names(struct archive *archive, long long size)
{
	free(archive->names);
	archive->names = memory_grow(NULL, size + 1, 1);
	archive->names[size] = '\0';
	archive->names_length = size;
	return pread(archive->descriptor, archive->names, size,
		     archive->position) == size;
}

/* Tables have names "/", "//" and "/SYM64/", all else after '/' is digits. */
static bool is_table(const char *name)
{
	return name[0] == '/' && (name[1] < '0' || name[1] > '9');
}

/* Header of 60 bytes at the position; moves on to the content. */
static bool read_header(struct archive *archive, struct ar_hdr *header,
			long long *size)
{
	if (pread(archive->descriptor, header, sizeof(*header),
		  archive->position) != sizeof(*header) ||
	    memcmp(header->ar_fmag, ARFMAG, sizeof(header->ar_fmag)) != 0)
		return false;
	*size = number(header->ar_size, sizeof(header->ar_size));
	archive->position += sizeof(*header);
	return *size >= 0;
}

static bool name_member(struct archive *archive, const struct ar_hdr *header)
{
	const char *name = header->ar_name;

	free(archive->name);
	archive->name = NULL;
	if (name[0] == '/')
		return long_name(archive, name + 1,
				 sizeof(header->ar_name) - 1);
	return short_name(archive, name, sizeof(header->ar_name));
}

enum archive_status archive_next(struct archive *archive,
				 struct archive_member *member)
{
	struct ar_hdr header;
	bool table, inside;
	long long size;

	do {
		if (archive->position >= archive->size)
			return ARCHIVE_END;
		if (!read_header(archive, &header, &size))
			return ARCHIVE_DAMAGED;
		table = is_table(header.ar_name);
		inside = table || !archive->thin;
		if (inside && size > archive->size - archive->position)
			return ARCHIVE_DAMAGED;
		if (table && header.ar_name[1] == '/' &&
		    !read_names(archive, size))
			return ARCHIVE_DAMAGED;
		member->offset = archive->position;
		if (inside)
			archive->position += size + size % 2;
	} while (table);
	if (!name_member(archive, &header))
		return ARCHIVE_DAMAGED;
	member->name = archive->name;
	member->outside = archive->thin;
	member->size = size;
	return ARCHIVE_MEMBER;
}
