/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records, read back from objects, archives, libraries, executables.
 */
#include "records.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive.h"
#include "base/memory.h"
#include "base/text.h"
#include "schema.h"

/* ---- the content of a section ---- */

/* Where the records of a section go, and what they must be. */
struct shelf {
	json_t ***list;
	size_t *count;
	bool (*check)(const json_t *record, struct text *problem);
};

static struct shelf loops_of(struct records *records)
{
	return (struct shelf){&records->list, &records->count, schema_check};
}

static struct shelf functions_of(struct records *records)
{
	return (struct shelf){&records->functions, &records->function_count,
			      schema_check_function};
}

static struct shelf units_of(struct records *records)
{
	return (struct shelf){&records->units, &records->unit_count,
			      schema_check_unit};
}

static void append(const struct shelf *shelf, json_t *record)
{
	*shelf->list = memory_grow(*shelf->list, *shelf->count + 1,
				   sizeof(**shelf->list));
	(*shelf->list)[(*shelf->count)++] = record;
}

static void cut_list(json_t **list, size_t *count, size_t keep)
{
	while (*count > keep)
		json_decref(list[--*count]);
}

/* Back to what it was. */
static void cut(struct records *records, const struct records *before)
{
	cut_list(records->list, &records->count, before->count);
	cut_list(records->functions, &records->function_count,
		 before->function_count);
	cut_list(records->units, &records->unit_count, before->unit_count);
	records->sections = before->sections;
}

static json_t *parse_line(const struct shelf *shelf, const char *line,
			  size_t length, struct text *problem)
{
	json_error_t error;
	json_t *record;

	if (length > RECORDS_LONGEST) {
		text_print(problem, "%zu bytes long, more than %zu", length,
			   RECORDS_LONGEST);
		return NULL;
	}
	record = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
	if (!record) {
		text_print(problem, "byte %d: %s", error.position, error.text);
		return NULL;
	}
	if (shelf->check(record, problem))
		return record;
	json_decref(record);
	return NULL;
}

static bool parse_record(const struct shelf *shelf, const char *line,
			 size_t length, struct text *problem)
{
	json_t *record;

	if (line[length] != '\n') {
		text_add(problem, "cut off, it does not end in a newline");
		return false;
	}
	record = parse_line(shelf, line, length, problem);
	if (record)
		append(shelf, record);
	return record != NULL;
}

static size_t line_length(const char *bytes, size_t length)
{
	const char *newline = memchr(bytes, '\n', length);

	return newline ? (size_t)(newline - bytes) : length;
}

/* The byte after the last is '\0'. */
static bool parse_lines(const struct shelf *shelf, const char *bytes,
			size_t length, const char *place, struct text *problem)
{
	struct text why = {0};
	size_t number = 0;

	while (length > 0) {
		size_t line = line_length(bytes, length);
		bool good = line == 0 || parse_record(shelf, bytes, line, &why);

		number += line > 0;
		if (!good) {
			text_print(problem,
				   "%s: record %zu: %s; the records are "
				   "damaged, compile the source again",
				   place, number, text_string(&why));
			text_free(&why);
			return false;
		}
		line += line < length;
		bytes += line;
		length -= line;
	}
	return true;
}

static bool parse(const struct shelf *shelf, const char *bytes, size_t length,
		  const char *place, struct text *problem)
{
	struct text copy = {0}; /* a last line may lack its newline */
	size_t count = *shelf->count;
	bool good;

	text_add_bytes(&copy, bytes, length);
	good = parse_lines(shelf, text_string(&copy), length, place, problem);
	if (!good)
		cut_list(*shelf->list, shelf->count, count);
	text_free(&copy);
	return good;
}

bool records_parse(struct records *records, const char *bytes, size_t length,
		   const char *place, struct text *problem)
{
	struct shelf loops = loops_of(records);

	return parse(&loops, bytes, length, place, problem);
}

/* ---- ELF ---- */

static bool complain(struct text *problem, const char *place, const char *why)
{
	text_print(problem, "%s: %s", place, why);
	return false;
}

/* "place" is that of the section. */
static bool read_section(const struct shelf *shelf, Elf_Scn *section,
			 const GElf_Shdr *header, const char *place,
			 struct text *problem)
{
	Elf_Data *data;

	if (header->sh_flags & SHF_COMPRESSED)
		return complain(problem, place,
				"is compressed, which podium never does; "
				"compile the source again");
	if (header->sh_type == SHT_NOBITS)
		return complain(problem, place,
				"has no content; is this a file of separate "
				"debug information? name the program itself");
	data = elf_rawdata(section, NULL);
	if (!data || data->d_size != header->sh_size ||
	    (!data->d_buf && data->d_size > 0))
		return complain(problem, place,
				"reaches beyond the end of the file; compile "
				"the source again");
	return parse(shelf, data->d_buf, data->d_size, place, problem);
}

/* Where its records go; none for what is no section of ours. */
static struct shelf shelf_of(struct records *records, const char *name)
{
	if (strcmp(name, RECORDS_SECTION) == 0)
		return loops_of(records);
	if (strcmp(name, RECORDS_FUNCTIONS) == 0)
		return functions_of(records);
	if (strcmp(name, RECORDS_UNITS) == 0)
		return units_of(records);
	return (struct shelf){0};
}

/* If it is one of ours. */
static bool read_named(struct records *records, const char *name,
		       Elf_Scn *section, const GElf_Shdr *header,
		       const char *place, struct text *problem)
{
	struct shelf shelf = shelf_of(records, name);
	char *whole;
	bool good;

	if (!shelf.list)
		return true;
	whole = memory_print("%s: %s", place, name);
	good = read_section(&shelf, section, header, whole, problem);
	records->sections += good && strcmp(name, RECORDS_SECTION) == 0;
	free(whole);
	return good;
}

static bool read_sections(struct records *records, Elf *elf, const char *place,
			  struct text *problem)
{
	Elf_Scn *section = NULL;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return complain(problem, place,
				"cannot find the names of its sections; the "
				"file is damaged, make it again");
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *name = NULL;

		if (gelf_getshdr(section, &header))
			name = elf_strptr(elf, names, header.sh_name);
		if (!name)
			return complain(problem, place,
					"has a section without a name; the "
					"file is damaged, make it again");
		if (!read_named(records, name, section, &header, place,
				problem))
			return false;
	}
	return true;
}

/*
 * libelf takes a file that ends before its section headers for one that has
 * none; here that would look like "no records".
 */
static bool is_whole(Elf *elf, size_t size)
{
	GElf_Ehdr header;
	size_t count;

	if (!gelf_getehdr(elf, &header))
		return false;
	if (header.e_shoff == 0)
		return true;
	return elf_getshdrnum(elf, &count) == 0 && count > 0 &&
	       header.e_shoff < size &&
	       count <= (size - header.e_shoff) / header.e_shentsize;
}

static bool read_elf(struct records *records, Elf *elf, size_t size,
		     const char *place, struct text *problem)
{
	GElf_Ehdr header;

	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header) ||
	    (header.e_shoff && header.e_shentsize == 0) || !is_whole(elf, size))
		return complain(problem, place,
				"is cut off or damaged; make it again");
	return header.e_shoff == 0 ||
	       read_sections(records, elf, place, problem);
}

/* ---- files ---- */

static bool read_object(struct records *records, int descriptor,
			const char *shown, struct text *problem)
{
	struct stat status;
	Elf *elf;
	bool good;

	if (fstat(descriptor, &status) != 0)
		return complain(problem, shown, strerror(errno));
	elf_version(EV_CURRENT);
	elf = elf_begin(descriptor, ELF_C_READ, NULL);
	good = read_elf(records, elf, status.st_size, shown, problem);
	elf_end(elf);
	return good;
}

/* Open a regular file; a fifo would wait for a writer. -1 on failure. */
static int open_file(const char *path, const char *shown, struct text *problem)
{
	int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat status;
	const char *why = NULL;

	if (descriptor < 0) {
		text_print(problem, "cannot open '%s': %s", shown,
			   strerror(errno));
		return -1;
	}
	if (fstat(descriptor, &status) != 0)
		why = strerror(errno);
	else if (S_ISDIR(status.st_mode))
		why = "is a folder; name the files in it";
	else if (!S_ISREG(status.st_mode))
		why = "is no regular file";
	if (!why)
		return descriptor;
	complain(problem, shown, why);
	close(descriptor);
	return -1;
}

struct reading {
	struct records *records;
	const char *path;
	const char *shown;
	struct text *problem;
};

static bool is_elf(const char *bytes, size_t length)
{
	return length >= SELFMAG && memcmp(bytes, ELFMAG, SELFMAG) == 0;
}

/* A member of a thin archive is a file beside the archive. */
static bool read_outside(const struct reading *reading, const char *name,
			 const char *place)
{
	const char *slash = strrchr(reading->path, '/');
	int folder = slash && name[0] != '/' ? slash - reading->path + 1 : 0;
	char *path = memory_print("%.*s%s", folder, reading->path, name);
	int descriptor = open_file(path, place, reading->problem);
	char start[SELFMAG];
	bool good = descriptor >= 0;

	if (good && pread(descriptor, start, SELFMAG, 0) == SELFMAG &&
	    is_elf(start, SELFMAG))
		good = read_object(reading->records, descriptor, place,
				   reading->problem);
	if (descriptor >= 0)
		close(descriptor);
	free(path);
	return good;
}

/* What is no object, a text say, is passed over, as the linker would. */
static bool read_inside(const struct reading *reading, int descriptor,
			const struct archive_member *member, const char *place)
{
	char *bytes;
	Elf *elf;
	bool good;

	bytes = memory_grow(NULL, member->size, 1);
	if (pread(descriptor, bytes, member->size, member->offset) !=
	    (ssize_t)member->size) {
		free(bytes);
		return complain(reading->problem, place, "cannot be read");
	}
	good = !is_elf(bytes, member->size);
	if (!good) {
		elf_version(EV_CURRENT);
		elf = elf_memory(bytes, member->size);
		good = read_elf(reading->records, elf, member->size, place,
				reading->problem);
		elf_end(elf);
	}
	free(bytes);
	return good;
}

static bool read_member(const struct reading *reading, int descriptor,
			const struct archive_member *member)
{
	char *place = memory_print("%s(%s)", reading->shown, member->name);
	bool good = member->outside
			    ? read_outside(reading, member->name, place)
			    : read_inside(reading, descriptor, member, place);

	free(place);
	return good;
}

static bool read_members(const struct reading *reading, struct archive *archive)
{
	struct archive_member member;
	enum archive_status status;

	while ((status = archive_next(archive, &member)) == ARCHIVE_MEMBER)
		if (!read_member(reading, archive->descriptor, &member))
			return false;
	if (status == ARCHIVE_END)
		return true;
	text_print(reading->problem,
		   "%s: byte %lld: the archive is cut off or damaged; make it "
		   "again",
		   reading->shown, archive->position);
	return false;
}

static bool read_archive(const struct reading *reading, int descriptor)
{
	struct archive archive;
	bool good = archive_open(&archive, descriptor)
			    ? read_members(reading, &archive)
			    : complain(reading->problem, reading->shown,
				       "cannot be read");

	archive_close(&archive);
	return good;
}

static enum records_kind kind_of_elf(const unsigned char *start, size_t length)
{
	int type;

	if (length < EI_NIDENT + 2)
		return RECORDS_OBJECT;
	type = start[EI_DATA] == ELFDATA2MSB
		       ? start[EI_NIDENT] << 8 | start[EI_NIDENT + 1]
		       : start[EI_NIDENT + 1] << 8 | start[EI_NIDENT];
	return type == ET_EXEC	? RECORDS_EXECUTABLE
	       : type == ET_DYN ? RECORDS_LIBRARY
				: RECORDS_OBJECT;
}

static enum records_kind kind_of_file(int descriptor)
{
	unsigned char start[EI_NIDENT + 2] = {0};
	ssize_t length = pread(descriptor, start, sizeof(start), 0);

	if (length < 0)
		length = 0;
	if (is_elf((char *)start, length))
		return kind_of_elf(start, length);
	if (archive_magic((char *)start, length))
		return RECORDS_ARCHIVE;
	return RECORDS_OTHER;
}

enum records_kind records_kind(const char *path, struct text *problem)
{
	int descriptor = open_file(path, path, problem);
	enum records_kind kind;

	if (descriptor < 0)
		return RECORDS_UNREADABLE;
	kind = kind_of_file(descriptor);
	close(descriptor);
	return kind;
}

static bool read_file(const struct reading *reading, int descriptor)
{
	switch (kind_of_file(descriptor)) {
	case RECORDS_ARCHIVE:
		return read_archive(reading, descriptor);
	case RECORDS_OTHER:
	case RECORDS_UNREADABLE:
		return complain(reading->problem, reading->shown,
				"is no object, archive, shared library or "
				"executable");
	default:
		return read_object(reading->records, descriptor, reading->shown,
				   reading->problem);
	}
}

bool records_read(struct records *records, const char *path, const char *shown,
		  struct text *problem)
{
	struct reading reading = {records, path, shown, problem};
	struct records before = *records;
	int descriptor = open_file(path, shown, problem);
	bool good;

	if (descriptor < 0)
		return false;
	good = read_file(&reading, descriptor);
	close(descriptor);
	if (!good)
		cut(records, &before);
	return good;
}

static int compare_integers(const json_t *one, const json_t *other,
			    const char *key)
{
	json_int_t a = json_integer_value(json_object_get(one, key));
	json_int_t b = json_integer_value(json_object_get(other, key));

	return (a > b) - (a < b);
}

static int compare_strings(const json_t *one, const json_t *other,
			   const char *key)
{
	return strcmp(json_string_value(json_object_get(one, key)),
		      json_string_value(json_object_get(other, key)));
}

static int compare_places(const void *left, const void *right)
{
	const json_t *one = *(json_t *const *)left;
	const json_t *other = *(json_t *const *)right;
	int order = compare_strings(one, other, "file");

	if (order == 0)
		order = compare_integers(one, other, "line");
	if (order == 0)
		order = compare_integers(one, other, "column");
	return order ? order : compare_strings(one, other, "id");
}

void records_sort(struct records *records)
{
	if (records->count > 1)
		qsort(records->list, records->count, sizeof(*records->list),
		      compare_places);
}

void records_free(struct records *records)
{
	cut(records, &(struct records){0});
	free(records->list);
	free(records->functions);
	free(records->units);
	memset(records, 0, sizeof(*records));
}
