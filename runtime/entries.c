/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/entries.h"

#include <string.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static struct entry *_Atomic entries[SITES];
static _Atomic unsigned entry_count;

void entries_lock(void)
{
	lock_take(&lock);
}

void entries_unlock(void)
{
	lock_give(&lock);
}

const char *entries_copy(const char *text)
{
	size_t size = text ? strlen(text) + 1 : 0;
	char *memory = text ? thread_memory(size) : NULL;

	return memory ? memcpy(memory, text, size) : NULL;
}

static unsigned count_values(const char *values)
{
	unsigned count = 0;

	for (; values && *values; values++)
		count += *values == ';';
	return count;
}

void entries_add(struct podium_site *site)
{
	unsigned index = atomic_load(&entry_count);
	struct entry *entry =
		index < SITES ? thread_memory(sizeof(*entry)) : NULL;

	if (!entry)
		return;
	entry->index = index;
	entry->line = site->line;
	entry->flags = site->flags;
	entry->version = -1;
	entry->heads = (unsigned)site->heads;
	entry->id = entries_copy(site->id);
	entry->file = entries_copy(site->file);
	entry->values = entries_copy(site->values);
	entry->why = entries_copy(site->why);
	entry->value_count = count_values(entry->values);
	if (!entry->id || !entry->file)
		return;
	atomic_store(&entries[index], entry);
	atomic_store(&entry_count, index + 1);
	site->state = entry;
}

unsigned entries_count(void)
{
	return atomic_load(&entry_count);
}

struct entry *entries_get(unsigned index)
{
	return atomic_load(&entries[index]);
}
