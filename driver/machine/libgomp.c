/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which libgomp a program loads.
 */
#include "libgomp.h"

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/object.h"
#include "base/process.h"
#include "base/text.h"

#define LIBRARY "libgomp.so.1"
#define VERSIONS "GOMP_" /* those of its plugins have a letter behind it */
#define SELF "/proc/self/exe"

/* ---- which file it is ---- */

/* The loader that a program names; NULL for one that is linked statically. */
static char *loader_of(const char *program)
{
	int descriptor;
	Elf *elf = object_open(program, &descriptor);
	size_t size = 0, count = 0;
	char *bytes = elf ? elf_rawfile(elf, &size) : NULL;
	char *loader = NULL;
	GElf_Phdr header;

	if (!bytes || elf_getphdrnum(elf, &count) != 0)
		count = 0;
	for (size_t i = 0; i < count && !loader; i++)
		if (gelf_getphdr(elf, (int)i, &header) &&
		    header.p_type == PT_INTERP && header.p_offset < size &&
		    header.p_filesz <= size - header.p_offset)
			loader = memory_print("%.*s", (int)header.p_filesz,
					      bytes + header.p_offset);
	object_close(elf, descriptor);
	return loader;
}

/* Of "NAME => PATH (ADDRESS)", or "PATH (ADDRESS)" for what is preloaded. */
static char *path_in(const char *line)
{
	const char *arrow = strstr(line, " => ");
	bool here = arrow && arrow < line + strcspn(line, "\n");
	const char *path = here ? arrow + 4 : line + strspn(line, " \t");

	return memory_print("%.*s", (int)strcspn(path, " \n"), path);
}

/* The file that the loader listed under the library's name, or NULL. */
static char *listed(const char *list)
{
	for (const char *line = list; *line;) {
		size_t length = strcspn(line, "\n");
		const char *name = strstr(line, LIBRARY " ");

		if (name && name < line + length)
			return path_in(line);
		line += length + (line[length] == '\n');
	}
	return NULL;
}

/* A program of which nothing is known is podium, if it called OpenMP. */
static char *file_of(const char *program)
{
	char *meant = realpath(program ? program : SELF, NULL);
	char *loader = meant ? loader_of(meant) : NULL;
	const char *known[] = {loader, "--list", meant, NULL};
	const char *any[] = {loader,   "--preload", LIBRARY,
			     "--list", meant,	    NULL};
	struct text list = {0};
	char *file = NULL;

	if (loader && process_done(process_run(program ? known : any,
					       PROCESS_CAPTURE_OUTPUT, &list)))
		file = listed(text_string(&list));
	text_free(&list);
	free(loader);
	free(meant);
	return file;
}

/* ---- which version it is ---- */

static bool is_newer(const char *name, const char *newest)
{
	size_t length = strlen(VERSIONS);

	if (strncmp(name, VERSIONS, length) != 0 ||
	    !strchr("0123456789", name[length]))
		return false;
	return !newest || strverscmp(name, newest) > 0;
}

/* The newest of them in a section; the strings are those of the file. */
static const char *newest_in(Elf *elf, Elf_Scn *section,
			     const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	const char *newest = NULL;
	GElf_Verdef version;
	GElf_Verdaux name;
	int at = 0;

	while (data && gelf_getverdef(data, at, &version) &&
	       gelf_getverdaux(data, at + (int)version.vd_aux, &name)) {
		const char *string =
			elf_strptr(elf, header->sh_link, name.vda_name);

		if (string && is_newer(string, newest))
			newest = string;
		if (version.vd_next == 0)
			break;
		at += (int)version.vd_next;
	}
	return newest;
}

static char *version_of(const char *file)
{
	int descriptor;
	Elf *elf = object_open(file, &descriptor);
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	char *version = NULL;

	while (elf && !version && (section = elf_nextscn(elf, section))) {
		const char *newest = NULL;

		if (gelf_getshdr(section, &header) &&
		    header.sh_type == SHT_GNU_verdef)
			newest = newest_in(elf, section, &header);
		version = newest ? memory_string(newest) : NULL;
	}
	object_close(elf, descriptor);
	return version;
}

char *libgomp_version(const char *program)
{
	char *file = file_of(program);
	char *version = file ? version_of(file) : NULL;

	free(file);
	return version;
}

char *libgomp_of_compiler(const char *gcc)
{
	const char *line[] = {gcc, "-print-file-name=" LIBRARY, NULL};
	struct text file = {0};
	char *version = NULL;

	if (process_done(
		    process_compile(line, PROCESS_CAPTURE_OUTPUT, &file))) {
		text_cut(&file, strcspn(text_string(&file), "\n"));
		version = version_of(text_string(&file));
	}
	text_free(&file);
	return version;
}
