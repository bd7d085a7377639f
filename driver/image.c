/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What of a program is loaded when it runs.
 */
#include "image.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <string.h>
#include <unistd.h>

#include "digest.h"

/* Fold a section in: its name, size and content. */
static uint64_t add_section(uint64_t digest, Elf_Scn *section,
			    const GElf_Shdr *header, const char *name)
{
	uint64_t parts[4] = {digest, digest_bytes(name, strlen(name)),
			     header->sh_size, 0};
	Elf_Data *data = NULL;

	while ((data = elf_getdata(section, data)))
		if (data->d_buf)
			parts[3] ^= digest_bytes(data->d_buf, data->d_size);
	return digest_bytes(parts, sizeof(parts));
}

static bool digest_elf(Elf *elf, uint64_t *digest)
{
	uint64_t sum = 0;
	Elf_Scn *section = NULL;
	size_t names;

	if (elf_kind(elf) != ELF_K_ELF || elf_getshdrstrndx(elf, &names) != 0)
		return false;
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *name;

		if (!gelf_getshdr(section, &header) ||
		    !(header.sh_flags & SHF_ALLOC))
			continue;
		name = elf_strptr(elf, names, header.sh_name);
		if (name && strcmp(name, ".note.gnu.build-id") != 0)
			sum = add_section(sum, section, &header, name);
	}
	*digest = sum;
	return true;
}

bool image_digest(const char *path, uint64_t *digest)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	bool good;
	Elf *elf;

	if (descriptor < 0)
		return false;
	elf_version(EV_CURRENT);
	elf = elf_begin(descriptor, ELF_C_READ, NULL);
	good = elf && digest_elf(elf, digest);
	elf_end(elf);
	close(descriptor);
	return good;
}
