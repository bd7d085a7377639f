/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the records of the unit: into a section of the object, and appended
 * to a file where the user asks for that.
 */
#ifndef PODIUM_SECTION_H
#define PODIUM_SECTION_H

/* path: of the file, or NULL. To be called where the unit ends. */
void section_write(const char *path);

#endif
