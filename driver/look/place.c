/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of places in the code of a program, asked of addr2line, which comes
 * with the linker.
 */
#include "place.h"

#include <gelf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/object.h"
#include "base/process.h"
#include "base/text.h"

/* What GCC adds to the name of the function that a body becomes. */
static const char *const additions[] = {" [clone ._omp_fn", "._omp_fn"};

static uint64_t least_address(Elf *elf)
{
	uint64_t least = UINT64_MAX;
	size_t count = 0;

	if (elf_getphdrnum(elf, &count) != 0)
		return 0;
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr header;

		if (gelf_getphdr(elf, (int)i, &header) &&
		    header.p_type == PT_LOAD && header.p_vaddr < least)
			least = header.p_vaddr;
	}
	return least == UINT64_MAX ? 0 : least;
}

/* The address that a file gives to its first byte, 0 but for old programs. */
static uint64_t base_of(const char *object)
{
	int descriptor;
	Elf *elf = object_open(object, &descriptor);
	uint64_t base = elf ? least_address(elf) : 0;

	object_close(elf, descriptor);
	return base;
}

/* The next line, NULL if it says that nothing is known. */
static char *take_line(const char **at)
{
	size_t length = strcspn(*at, "\n");
	char *line = memory_print("%.*s", (int)length, *at);

	*at += length + ((*at)[length] == '\n');
	if (*line && line[0] != '?')
		return line;
	free(line);
	return NULL;
}

/* "folder/file.c:12 (discriminator 3)" becomes "file.c:12"; takes "line". */
static char *shorten(char *line)
{
	const char *slash = line ? strrchr(line, '/') : NULL;
	const char *colon = line ? strrchr(line, ':') : NULL;
	char *shorter = NULL;

	if (colon && atoi(colon + 1) > 0) {
		line[strcspn(line, " ")] = '\0';
		shorter = memory_string(slash ? slash + 1 : line);
	}
	free(line);
	return shorter;
}

static void cut_additions(char *function)
{
	for (size_t i = 0; i < sizeof(additions) / sizeof(additions[0]); i++) {
		char *found = function ? strstr(function, additions[i]) : NULL;

		if (found)
			*found = '\0';
	}
}

void place_name(const char *object, uint64_t offset, char **function,
		char **line)
{
	char *address = memory_print("0x%" PRIx64, base_of(object) + offset);
	const char *arguments[] = {"addr2line", "-f",	 "-C", "-e",
				   object,	address, NULL};
	struct text output = {0};
	const char *at;

	*function = *line = NULL;
	if (process_done(
		    process_run(arguments, PROCESS_CAPTURE_OUTPUT, &output))) {
		at = text_string(&output);
		*function = take_line(&at);
		*line = shorten(take_line(&at));
		cut_additions(*function);
	}
	text_free(&output);
	free(address);
}
