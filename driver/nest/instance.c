/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Other records of the same place in the source.
 */
#include "instance.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "legal.h"
#include "perfect.h"
#include "record/loop.h"
#include "record/records.h"

struct instance {
	struct legal bands[PERFECT_MOST];
	int count; /* none where its loops are not those of the record */
};

static bool same_loops(const json_t *a, const json_t *b)
{
	static const char *const keys[] = {"line", "parent", "omp"};
	const json_t *loops = json_object_get(a, "nest");
	const json_t *others = json_object_get(b, "nest");

	if (json_array_size(loops) != json_array_size(others))
		return false;
	for (size_t i = 0; i < json_array_size(loops); i++)
		for (size_t j = 0; j < sizeof(keys) / sizeof(keys[0]); j++)
			if (!loop_same(json_array_get(loops, i),
				       json_array_get(others, i), keys[j]))
				return false;
	return true;
}

static void find_bands(struct instance *instance, const json_t *record)
{
	struct perfect bands[PERFECT_MOST];
	json_t *reasons = json_array();
	int count = perfect_find(record, bands, reasons);

	for (int i = 0; i < count; i++) {
		struct text reason = {0};

		if (legal_find(record, &bands[i],
			       &instance->bands[instance->count], &reason))
			instance->count++;
		text_free(&reason);
	}
	json_decref(reasons);
}

void instances_find(struct instances *instances, const struct records *records,
		    const json_t *record)
{
	*instances = (struct instances){0};
	for (size_t i = 0; i < records->count; i++) {
		const json_t *other = records->list[i];
		struct instance *fresh;

		if (other == record || !loop_same(other, record, "file") ||
		    !loop_same(other, record, "line"))
			continue;
		instances->list =
			memory_grow(instances->list, instances->count + 1,
				    sizeof(*instances->list));
		fresh = &instances->list[instances->count++];
		fresh->count = 0;
		if (same_loops(record, other))
			find_bands(fresh, other);
	}
}

void instances_free(struct instances *instances)
{
	for (size_t i = 0; i < instances->count; i++)
		for (int j = 0; j < instances->list[i].count; j++)
			legal_free(&instances->list[i].bands[j]);
	free(instances->list);
	*instances = (struct instances){0};
}

static bool permits(const struct instance *instance,
		    const struct reshape *reshape)
{
	const struct legal_direction *direction;
	int end = reshape->first + reshape->count;

	for (int i = 0; i < instance->count; i++) {
		const struct legal *band = &instance->bands[i];

		if (band->first <= reshape->first &&
		    end <= band->first + band->count &&
		    (reshape->split ? reshape->first + reshape->split ==
					      band->first + band->split
				    : !band->split))
			return legal_ask(band, reshape, &direction) == LEGAL;
	}
	return false;
}

/* Which variables stand in which elements is asked of one record only. */
bool instances_permit(const struct instances *instances,
		      const struct reshape *reshape)
{
	if (reshape->element && instances->count > 0)
		return false;
	for (size_t i = 0; i < instances->count; i++)
		if (!permits(&instances->list[i], reshape))
			return false;
	return true;
}
