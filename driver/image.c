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
#include "memory.h"

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

/* NULL if it cannot be read. */
static Elf *begin(const char *path, int *descriptor)
{
	*descriptor = open(path, O_RDONLY | O_CLOEXEC);
	elf_version(EV_CURRENT);
	return *descriptor < 0 ? NULL
			       : elf_begin(*descriptor, ELF_C_READ, NULL);
}

static void end(Elf *elf, int descriptor)
{
	elf_end(elf);
	if (descriptor >= 0)
		close(descriptor);
}

bool image_digest(const char *path, uint64_t *digest)
{
	int descriptor;
	Elf *elf = begin(path, &descriptor);
	bool good = elf && digest_elf(elf, digest);

	end(elf, descriptor);
	return good;
}

/* ---- what an object calls ---- */

static bool is_openmp(const char *name)
{
	static const char *const prefixes[] = {"GOMP_", "omp_",
					       "__gnu_lto_slim"};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
			return true;
	return false;
}

static bool section_openmp(Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		const char *name =
			elf_strptr(elf, header->sh_link, symbol.st_name);

		if (name && is_openmp(name))
			return true;
	}
	return false;
}

bool image_openmp(const char *path)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	int descriptor;
	Elf *elf = begin(path, &descriptor);
	bool openmp = false;

	while (elf && !openmp && (section = elf_nextscn(elf, section)))
		openmp = gelf_getshdr(section, &header) &&
			 header.sh_type == SHT_SYMTAB &&
			 section_openmp(elf, section, &header);
	end(elf, descriptor);
	return openmp;
}

/* ---- the name of a library ---- */

/* The string of DT_SONAME in a dynamic section, NULL if it has none. */
static const char *soname_of(Elf *elf, Elf_Scn *section,
			     const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Dyn entry;

	for (int i = 0; data && gelf_getdyn(data, i, &entry); i++)
		if (entry.d_tag == DT_SONAME)
			return elf_strptr(elf, header->sh_link,
					  entry.d_un.d_val);
	return NULL;
}

char *image_soname(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	int descriptor;
	Elf *elf = begin(path, &descriptor);
	char *copy;

	while (elf && (section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) &&
		    header.sh_type == SHT_DYNAMIC &&
		    soname_of(elf, section, &header))
			name = soname_of(elf, section, &header);
	copy = memory_string(name);
	end(elf, descriptor);
	return copy;
}
