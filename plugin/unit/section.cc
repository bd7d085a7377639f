/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the records of the unit: into sections of the object, those of loops
 * also appended to a file where the user asks for that.
 */
#include "base/gcc.h"
#include "analyse/analyse.h"
#include "child/child.h"
#include "code/code.h"
#include "construct/construct.h"
#include "record/function.h"
#include "thread/unit.h"
#include "section.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

/* Bytes of one .ascii directive: assemblers dislike endless lines. */
#define BYTES_PER_LINE 4000

static const char *why_not_analysed(const struct construct *construct)
{
	if (child_complaint(construct))
		return child_complaint(construct);
	return "GCC found that the construct is never reached";
}

/* What was analysed without knowing all of its statements may be wrong. */
static void write_unknown(struct json_writer *json, const char *statement)
{
	char *why = concat("podium does not know the OpenMP statement '",
			   statement, "' of the construct or around it", NULL);

	analyse_write_nothing(json, why);
	free(why);
}

static void write_entry(struct json_writer *json,
			const struct construct_entry *entry)
{
	json_key(json, "entry");
	json_object(json);
	json_key_int(json, "line", entry->line);
	json_key_string(json, "clauses", entry->clauses);
	json_key_string(json, "state", entry->state);
	json_key_string(json, "why", entry->why);
	json_end_object(json);
}

static void write_record(struct json_writer *json,
			 const struct construct *construct)
{
	json_object(json);
	json_raw(json, construct->head.text, construct->head.length);
	if (construct->unknown)
		write_unknown(json, construct->unknown);
	else if (construct->body.length)
		json_raw(json, construct->body.text, construct->body.length);
	else
		analyse_write_nothing(json, why_not_analysed(construct));
	json_key(json, "code");
	if (flag_generate_lto)
		json_null(json);
	else
		code_write(json, construct);
	if (construct->entry.line)
		write_entry(json, &construct->entry);
	if (construct->plans.length) {
		json_key(json, "plans");
		json_array(json);
		json_raw(json, construct->plans.text, construct->plans.length);
		json_end_array(json);
	}
	json_end_object(json);
}

/* One record a line; an empty text where the unit has no construct. */
static void write_records(struct json_writer *json)
{
	struct construct *construct;
	unsigned i;

	FOR_EACH_VEC_ELT (constructs, i, construct) {
		json->comma = false;
		write_record(json, construct);
		json->comma = false;
		json_raw(json, "\n", 1);
	}
}

/* As the assembler reads it in a string; returns what follows. */
static char *put_byte(char *to, unsigned char byte)
{
	if (byte < ' ' || byte > '~')
		return to + sprintf(to, "\\%03o", byte);
	if (byte == '"' || byte == '\\')
		*to++ = '\\';
	*to++ = byte;
	return to;
}

static void write_line(const char *bytes, size_t count, FILE *file)
{
	char line[4 * BYTES_PER_LINE + 1], *end = line;

	for (size_t i = 0; i < count; i++)
		end = put_byte(end, bytes[i]);
	fputs("\t.ascii\t\"", file);
	fwrite(line, 1, end - line, file);
	fputs("\"\n", file);
}

static void write_directives(const struct json_writer *records,
			     const char *section, FILE *file)
{
	fprintf(file, "\t.pushsection\t.podium.%s,\"\",%%progbits\n", section);
	for (size_t i = 0; i < records->length; i += BYTES_PER_LINE)
		write_line(records->text + i,
			   MIN(records->length - i, (size_t)BYTES_PER_LINE),
			   file);
	fputs("\t.popsection\n", file);
}

/* Several compilers may append at the same time. */
static bool append_records(const struct json_writer *records, const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	size_t done = 0;

	if (fd < 0)
		return false;
	flock(fd, LOCK_EX);
	while (done < records->length) {
		ssize_t bytes =
			write(fd, records->text + done, records->length - done);

		if (bytes < 0 && errno == EINTR)
			continue;
		if (bytes <= 0)
			break;
		done += bytes;
	}
	return close(fd) == 0 && done == records->length;
}

void section_write(const char *path)
{
	struct json_writer records = {};

	write_records(&records);
	if (records.length && asm_out_file)
		write_directives(&records, "loops", asm_out_file);
	if (function_records()->length && asm_out_file)
		write_directives(function_records(), "functions", asm_out_file);
	if (unit_record()->length && asm_out_file)
		write_directives(unit_record(), "units", asm_out_file);
	if (records.length && path && !append_records(&records, path))
		inform(UNKNOWN_LOCATION, "podium: cannot write %qs: %m", path);
	json_free(&records);
}
