/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares files of bytes, a piece of each at a time.
 */
#include "bytes.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "spread.h"

/* A multiple of all sizes of numbers. */
#define PIECE 65536

/* Smaller and larger ones are whole numbers, or text. */
#define SMALLEST 1e-30
#define LARGEST 1e30

/* Numbers that move by such a part of themselves are rounding if they are this
   small beside the largest. */
#define FAR .3
#define TINY 1e-6

struct piece {
	FILE *file;
	unsigned char *bytes;
	size_t length;
};

/* All files, a piece of each. */
struct reading {
	struct piece *pieces;
	size_t count;
	size_t at;    /* of the pieces, in the files */
	size_t first; /* the first pieces are so long, if that is not 0 */
};

static bool open_all(struct reading *reading, const char *const *paths,
		     size_t count, const char *variant, size_t first)
{
	bool good = true;

	reading->count = count + (variant != NULL);
	reading->at = 0;
	reading->first = first;
	reading->pieces =
		memory_grow(NULL, reading->count, sizeof(*reading->pieces));
	for (size_t i = 0; i < reading->count; i++) {
		struct piece *piece = &reading->pieces[i];

		piece->file = fopen(i < count ? paths[i] : variant, "r");
		piece->bytes = memory_grow(NULL, PIECE, 1);
		piece->length = 0;
		good = good && piece->file;
	}
	return good;
}

static void close_all(struct reading *reading)
{
	for (size_t i = 0; i < reading->count; i++) {
		if (reading->pieces[i].file)
			fclose(reading->pieces[i].file);
		free(reading->pieces[i].bytes);
	}
	free(reading->pieces);
}

/* False at the end of all of them. */
static bool read_all(struct reading *reading)
{
	size_t size = reading->first ? reading->first : PIECE;
	bool more = false;

	reading->first = 0;
	reading->at += reading->pieces->length;
	for (size_t i = 0; i < reading->count; i++) {
		struct piece *piece = &reading->pieces[i];

		piece->length = fread(piece->bytes, 1, size, piece->file);
		more = more || piece->length > 0;
	}
	return more;
}

static bool have_one_length(const struct reading *reading)
{
	for (size_t i = 1; i < reading->count; i++)
		if (reading->pieces[i].length != reading->pieces->length)
			return false;
	return true;
}

bool bytes_are_binary(const char *path)
{
	char bytes[4096];
	FILE *file = fopen(path, "r");
	size_t length = file ? fread(bytes, 1, sizeof(bytes), file) : 0;

	if (file)
		fclose(file);
	return memchr(bytes, '\0', length) != NULL;
}

/* ---- numbers ---- */

static double number_at(const unsigned char *bytes, size_t size)
{
	double number;
	float single;

	if (size == sizeof(number)) {
		memcpy(&number, bytes, sizeof(number));
		return number;
	}
	memcpy(&single, bytes, sizeof(single));
	return (double)single;
}

static bool is_usual(double number)
{
	return number == 0 ||
	       (fabs(number) >= SMALLEST && fabs(number) <= LARGEST);
}

static bool is_same(const struct reading *reading, size_t one, size_t other,
		    size_t at, size_t size)
{
	return memcmp(reading->pieces[one].bytes + at,
		      reading->pieces[other].bytes + at, size) == 0;
}

/* Of the number there in so many files; false if one is no usual number. */
static bool range_at(const struct reading *reading, size_t count, size_t at,
		     size_t size, double *low, double *high)
{
	for (size_t i = 0; i < count; i++) {
		double number = number_at(reading->pieces[i].bytes + at, size);

		if (!is_usual(number))
			return false;
		*low = i == 0 || number < *low ? number : *low;
		*high = i == 0 || number > *high ? number : *high;
	}
	return true;
}

/* ---- what they have in common ---- */

struct finding {
	struct bytes_form form;
	bool differs, fits;
	double largest;	 /* of all numbers */
	double farthest; /* of those that move as far as they are large */
};

static void look_at(struct finding *finding, const struct reading *reading,
		    size_t at)
{
	size_t size = finding->form.size;
	bool differs = false;
	double low = 0, high = 0, most;

	for (size_t i = 1; i < reading->count; i++)
		differs = differs || !is_same(reading, 0, i, at, size);
	finding->differs = finding->differs || differs;
	if (!range_at(reading, reading->count, at, size, &low, &high)) {
		finding->fits = finding->fits && !differs;
		return;
	}
	most = fmax(fabs(low), fabs(high));
	finding->largest = fmax(finding->largest, most);
	if (high - low > FAR * most)
		finding->farthest = fmax(finding->farthest, most);
}

/* Bytes behind the last number must be the same. */
static void look_through(struct finding *finding, const struct reading *reading)
{
	size_t size = finding->form.size;
	size_t rest = reading->pieces->length % size;
	size_t end = reading->pieces->length - rest;

	for (size_t at = 0; at < end; at += size)
		look_at(finding, reading, at);
	for (size_t i = 1; i < reading->count; i++)
		if (!is_same(reading, 0, i, end, rest)) {
			finding->differs = true;
			finding->fits = false;
		}
}

static bool fits(struct finding *finding, const char *const *paths,
		 size_t count)
{
	struct reading reading;
	bool good = open_all(&reading, paths, count, NULL, finding->form.begin);

	finding->fits = true;
	while (good && read_all(&reading)) {
		good = have_one_length(&reading);
		if (good)
			look_through(finding, &reading);
	}
	close_all(&reading);
	finding->differs = finding->differs || !good;
	return good && finding->fits &&
	       finding->farthest <= TINY * finding->largest;
}

struct bytes_form bytes_form(const char *const *paths, size_t count)
{
	static const struct bytes_form forms[] = {
		{8, 0, false}, {8, 4, false}, {4, 0, false}};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		struct finding finding = {.form = forms[i]};
		bool good = fits(&finding, paths, count);

		if (!finding.differs)
			return (struct bytes_form){0};
		if (good)
			return forms[i];
	}
	return (struct bytes_form){.unknown = true};
}

/* ---- judging ---- */

static bool allows(const struct reading *reading, struct bytes_form form,
		   size_t at, double tolerance)
{
	size_t variant = reading->count - 1;
	double low = 0, high = 0, reach;
	double is = number_at(reading->pieces[variant].bytes + at, form.size);

	for (size_t i = 0; i < variant; i++)
		if (is_same(reading, i, variant, at, form.size))
			return true;
	if (!is_usual(is) ||
	    !range_at(reading, variant, at, form.size, &low, &high))
		return false;
	reach = spread_reach(low, high, tolerance);
	return is >= low - reach && is <= high + reach;
}

/* The place of the first wrong byte in the pieces, or their length. */
static size_t first_wrong(const struct reading *reading, struct bytes_form form,
			  double tolerance)
{
	size_t length = reading->pieces->length;
	size_t variant = reading->count - 1;
	size_t size = form.size ? form.size : 1;

	for (size_t at = 0; at < length;) {
		bool number = form.size && at + size <= length;

		if (number ? !allows(reading, form, at, tolerance)
			   : !is_same(reading, 0, variant, at, 1))
			return at;
		at += number ? size : 1;
	}
	return length;
}

static void tell(const struct reading *reading, struct bytes_form form,
		 size_t at, struct text *why)
{
	const unsigned char *was = reading->pieces->bytes + at;
	const unsigned char *is =
		reading->pieces[reading->count - 1].bytes + at;

	if (form.size && at + form.size <= reading->pieces->length)
		text_print(why,
			   "the number at byte %zu is %.10g, the original's "
			   "%.10g",
			   reading->at + at, number_at(is, form.size),
			   number_at(was, form.size));
	else
		text_print(why, "byte %zu is %d, the original's %d",
			   reading->at + at, *is, *was);
}

bool bytes_match(const char *const *paths, size_t count, struct bytes_form form,
		 const char *variant, double tolerance, struct text *why)
{
	struct reading reading;
	bool good = open_all(&reading, paths, count, variant, form.begin);

	if (!good)
		text_print(why, "it cannot be read: %s", strerror(errno));
	while (good && read_all(&reading)) {
		size_t at;

		good = have_one_length(&reading);
		if (!good) {
			text_add(why, "it is not as long as the original's");
			break;
		}
		at = first_wrong(&reading, form, tolerance);
		good = at == reading.pieces->length;
		if (!good)
			tell(&reading, form, at, why);
	}
	close_all(&reading);
	return good;
}
