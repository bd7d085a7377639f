/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What of a program is loaded when it runs.
 */
#include "image.h"

#include <gelf.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"
#include "base/object.h"

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
	int descriptor;
	Elf *elf = object_open(path, &descriptor);
	bool good = elf && digest_elf(elf, digest);

	object_close(elf, descriptor);
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

/* "names": those that are defined, by keys; NULL: any of OpenMP's. */
static bool is_wanted(const char *name, const GElf_Sym *symbol,
		      const json_t *names)
{
	if (!names)
		return is_openmp(name);
	return symbol->st_shndx != SHN_UNDEF && json_object_get(names, name);
}

static bool section_holds(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
			  const json_t *names)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		const char *name =
			elf_strptr(elf, header->sh_link, symbol.st_name);

		if (name && is_wanted(name, &symbol, names))
			return true;
	}
	return false;
}

static bool elf_holds(Elf *elf, const json_t *names)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	bool found = false;

	while (!found && (section = elf_nextscn(elf, section)))
		found = gelf_getshdr(section, &header) &&
			(header.sh_type == SHT_SYMTAB ||
			 header.sh_type == SHT_DYNSYM) &&
			section_holds(elf, section, &header, names);
	return found;
}

static bool archive_holds(Elf *archive, int descriptor, const json_t *names)
{
	Elf_Cmd command = ELF_C_READ;
	bool found = false;
	Elf *member;

	while (!found && (member = elf_begin(descriptor, command, archive))) {
		found = elf_holds(member, names);
		command = elf_next(member);
		elf_end(member);
	}
	return found;
}

static bool holds(const char *path, const json_t *names)
{
	int descriptor;
	Elf *elf = object_open(path, &descriptor);
	bool found = false;

	if (elf)
		found = elf_kind(elf) == ELF_K_AR
				? archive_holds(elf, descriptor, names)
				: elf_holds(elf, names);
	object_close(elf, descriptor);
	return found;
}

bool image_openmp(const char *path)
{
	return holds(path, NULL);
}

bool image_defines(const char *path, const json_t *names)
{
	return holds(path, names);
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
	Elf *elf = object_open(path, &descriptor);
	char *copy;

	while (elf && (section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) &&
		    header.sh_type == SHT_DYNAMIC &&
		    soname_of(elf, section, &header))
			name = soname_of(elf, section, &header);
	copy = memory_string(name);
	object_close(elf, descriptor);
	return copy;
}
