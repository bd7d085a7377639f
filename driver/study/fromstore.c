/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runs of a store as a table, for those who look at columns.
 */
#include "fromstore.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/store.h"
#include "store/tally.h"

static const char magic[16] = "SQLite format 3";

bool fromstore_is_store(const char *path)
{
	char bytes[sizeof(magic)];
	FILE *file = fopen(path, "r");
	bool is = file &&
		  fread(bytes, 1, sizeof(bytes), file) == sizeof(bytes) &&
		  memcmp(bytes, magic, sizeof(bytes)) == 0;

	if (file)
		fclose(file);
	return is;
}

static bool is_number(const char *value)
{
	size_t digits = strspn(value, "0123456789");

	return digits > 0 && digits < 10 && value[digits] == '\0';
}

/* Do all variants that have the setting say a number? */
static bool are_numbers(const struct tally *tried, const char *name)
{
	for (size_t i = 0; i < tried->count; i++) {
		const char *value = tally_value(&tried->list[i], name);

		if (value && !is_number(value))
			return false;
	}
	return true;
}

/* How many different words come up to this variant's. */
static long number_of(const struct tally *tried, const char *name,
		      const char *word)
{
	long number = 1;

	for (size_t i = 0; i < tried->count; i++) {
		const char *value = tally_value(&tried->list[i], name);
		bool known = !value;

		if (value && strcmp(value, word) == 0)
			break;
		for (size_t j = 0; j < i && !known; j++) {
			const char *other = tally_value(&tried->list[j], name);

			known = other && strcmp(other, value) == 0;
		}
		number += !known;
	}
	return number;
}

/* All but the time, with a comma behind each. */
static char *row_of(const struct tally *tried,
		    const struct tally_variant *variant,
		    const char *const *names)
{
	struct text row = {0};

	for (; *names; names++) {
		const char *value = tally_value(variant, *names);

		if (!value)
			text_add(&row, "0,");
		else if (are_numbers(tried, *names))
			text_print(&row, "%s,", value);
		else
			text_print(&row, "%ld,",
				   number_of(tried, *names, value));
	}
	return row.bytes ? row.bytes : memory_string("");
}

static void write_table(const struct tally *tried, struct text *csv)
{
	const char **names = tally_names(tried);

	for (size_t i = 0; names[i]; i++)
		csv_put(csv, names[i], ',');
	text_add(csv, "time\n");
	for (size_t i = 0; i < tried->count; i++) {
		const struct tally_variant *variant = &tried->list[i];
		char *row = row_of(tried, variant, names);

		for (size_t j = 0; j < variant->run_count; j++)
			text_print(csv, "%s%.17g\n", row, variant->seconds[j]);
		free(row);
	}
	free(names);
}

bool fromstore_table(const char *path, int64_t campaign, struct text *csv,
		     struct text *problem)
{
	struct store *store = store_open(path, false, problem);
	struct tally_list all = {0};
	bool good = store && tally_read(&all, store, campaign, problem);

	if (good && all.count == 1) {
		write_table(&all.list[0], csv);
	} else if (good) {
		text_print(problem,
			   "%s: it takes one campaign, there are %zu; podium "
			   "runs lists them, --campaign chooses",
			   path, all.count);
		good = false;
	}
	tally_free(&all);
	store_close(store);
	return good;
}
