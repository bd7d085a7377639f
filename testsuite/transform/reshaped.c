/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lets the plugin make a nest, and looks whether it is what was meant.
 *
 *     reshaped SOURCE ID RESHAPE MEANT GCC [FLAG...]
 *
 * A reshape is FIRST:ORDER|SPLIT:TILES/COLLAPSE, or FIRST:0:TILE^ for a jam.
 * ORDER has a digit for each loop of the band, TILES a number for each between
 * commas: 0:10:0,32. All but FIRST:ORDER may be left out. The loop is made as
 * RESHAPE says and compared with what MEANT predicts. Prints the entry of
 * podium.tuned. Status 0 done, 1 failed, 2 bad usage, 3 not what was meant.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "build/tuned.h"
#include "nest/reshape.h"
#include "record/records.h"
#include "record/source.h"
#include "transform/verify.h"

#define TUNED "reshaped.tuned"

static bool parse(const char *word, struct reshape *reshape)
{
	char *end;

	memset(reshape, 0, sizeof(*reshape));
	reshape->first = strtol(word, &end, 10);
	for (end += *end == ':'; *end >= '0' && *end <= '7'; end++) {
		if (reshape->count == RESHAPE_MOST)
			return false;
		reshape->order[reshape->count++] = *end - '0';
	}
	if (*end == '|')
		reshape->split = strtol(end + 1, &end, 10);
	for (int i = 0; i < reshape->count && strchr(":,", *end) && *end; i++)
		reshape->tile[i] = strtoll(end + 1, &end, 10);
	if (*end == '/')
		reshape->collapse = strtol(end + 1, &end, 10);
	reshape->jam = *end == '^';
	end += reshape->jam;
	return !*end && reshape->count > 0;
}

static const json_t *find(const struct records *records, const char *id)
{
	for (size_t i = 0; i < records->count; i++)
		if (strcmp(json_string_value(
				   json_object_get(records->list[i], "id")),
			   id) == 0)
			return records->list[i];
	return NULL;
}

static bool write_entry(const json_t *record, const struct reshape *reshape)
{
	struct text content = {0};
	char *entry = tuned_entry(record);
	bool good;

	text_print(&content, TUNED_LINE "\n%s ", entry);
	reshape_print(&content, reshape, record);
	text_add(&content, " force\n");
	fputs(text_string(&content), stdout);
	good = file_write(TUNED, text_string(&content));
	text_free(&content);
	free(entry);
	return good;
}

/* The records of the source with the entry made. */
static bool read_made(struct records *records, const char *path,
		      const char *gcc, char **flags, struct text *problem)
{
	static char use[] = "-fplugin-arg-podium-use=" TUNED;
	static char made[] = "-fplugin-arg-podium-made";
	static char level[] = "-O2";
	size_t count = 0;
	char **all;
	bool good;

	while (flags[count])
		count++;
	all = memory_grow(NULL, count + 4, sizeof(*all));
	all[0] = level;
	memcpy(all + 1, flags, count * sizeof(*all));
	all[count + 1] = use;
	all[count + 2] = made;
	all[count + 3] = NULL;
	good = source_read(records, path, gcc, all, problem);
	free(all);
	return good;
}

static int verify(const char *path, const char *id,
		  const struct reshape *reshape, const struct reshape *meant,
		  const char *gcc, char **flags, struct text *problem)
{
	struct records before = {0}, after = {0};
	struct verify_change change = {.reshape = meant};
	int status = 1;

	if (source_read(&before, path, gcc, flags, problem)) {
		change.record = find(&before, id);
		if (change.record && write_entry(change.record, reshape) &&
		    read_made(&after, path, gcc, flags, problem))
			status = verify_records(&before, &after, &change, 1,
						problem)
					 ? 0
					 : 3;
	}
	records_free(&before);
	records_free(&after);
	return status;
}

int main(int argc, char **argv)
{
	struct reshape reshape, meant;
	struct text problem = {0};
	int status;

	if (argc < 6 || !parse(argv[3], &reshape) || !parse(argv[4], &meant))
		return 2;
	status = verify(argv[1], argv[2], &reshape, &meant, argv[5], argv + 6,
			&problem);
	if (status)
		fprintf(stderr, "reshaped: %s\n", text_string(&problem));
	text_free(&problem);
	return status;
}
