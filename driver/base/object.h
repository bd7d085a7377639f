/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ELF files, opened for reading: objects, programs, libraries.
 */
#ifndef PODIUM_OBJECT_H
#define PODIUM_OBJECT_H

#include <libelf.h>

/* NULL if it cannot be read; is closed in any case. */
Elf *object_open(const char *path, int *descriptor);
void object_close(Elf *elf, int descriptor);

#endif
