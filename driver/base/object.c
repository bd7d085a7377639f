/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ELF files, opened for reading.
 */
#include "object.h"

#include <fcntl.h>
#include <unistd.h>

Elf *object_open(const char *path, int *descriptor)
{
	*descriptor = open(path, O_RDONLY | O_CLOEXEC);
	elf_version(EV_CURRENT);
	return *descriptor < 0 ? NULL
			       : elf_begin(*descriptor, ELF_C_READ, NULL);
}

void object_close(Elf *elf, int descriptor)
{
	elf_end(elf);
	if (descriptor >= 0)
		close(descriptor);
}
