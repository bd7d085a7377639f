/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What of the orders and tiles that are legal can be written into the source,
 * as far as its text says so; what GCC makes of it nobody is asked here.
 */
#ifndef PODIUM_WRITING_H
#define PODIUM_WRITING_H

#include <jansson.h>
#include <stdbool.h>

#include "catalogue.h"

struct records;
struct text;

struct writing;

/*
 * Read the source at "path", of which all records are given; it is compiled by
 * these words. NULL where it cannot be opened; *problem says why.
 */
struct writing *writing_new(const char *path, const struct records *records,
			    const char *gcc, char *const *flags,
			    struct text *problem);
void writing_free(struct writing *writing);

/* As it is. */
const struct text *writing_source(const struct writing *writing);

/*
 * Add the text that the reshape makes of it. False where it cannot; *problem
 * says why, and stays empty where the compiler has spoken or the user
 * interrupts.
 */
bool writing_make(struct writing *writing, const json_t *record,
		  const struct reshape *reshape, struct text *changed,
		  struct text *problem);

/*
 * Of the best offers those stay that can be written, until "most" of them are
 * found; why others cannot is among what forbids them. Those behind were not
 * asked: there may be thousands, and a source may have thousands of lines.
 */
void writing_sift(struct writing *writing, const json_t *record,
		  struct offers *offers, size_t most);

#endif
