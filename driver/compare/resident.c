/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tells the memory of a process from sizes that are results.
 */
#include "resident.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "wordlist.h"

static const char *const units[] = {
	"kb",	     "mb",	  "gb",	       "tb",	    "kib",
	"mib",	     "gib",	  "tib",       "byte",	    "bytes",
	"kbyte",     "kbytes",	  "mbyte",     "mbytes",    "gbyte",
	"gbytes",    "kibyte",	  "mibyte",    "kibibytes", "mebibytes",
	"kilobytes", "megabytes", "gigabytes", NULL};

/* What a system says of a process, and of nothing else. */
static const char *const of_process[] = {
	"rss",	  "maxrss", "hwm", "vmhwm",    "vmrss",
	"vmpeak", "vmsize", "vm",  "resident", NULL};

/* A result may have some as well, ... */
static const char *const memory_words[] = {"memory", "mem", "footprint", NULL};

/* ... but with these it is likely that of the process. */
static const char *const use_words[] = {
	"peak", "used", "usage",       "use",	  "max",      "maximum",
	"high", "host", "consumption", "process", "consumed", NULL};

/* "kb" of "rss_kb", "MiB" of "peakMemMiB" */
static bool ends_as_key(const char *word, size_t length, const char *unit)
{
	size_t end = strlen(unit), begin;

	if (end + 1 >= length)
		return false;
	begin = length - end;
	return strncasecmp(word + begin, unit, end) == 0 &&
	       (word[begin - 1] == '_' ||
		(isupper((unsigned char)word[begin]) &&
		 islower((unsigned char)word[begin - 1])));
}

unsigned resident_word(const char *word, size_t length)
{
	bool bytes = wordlist_is_one_of(word, length, units);

	for (const char *const *unit = units; *unit && !bytes; unit++)
		bytes = ends_as_key(word, length, *unit);
	return bytes ? LABEL_BYTES : 0;
}

unsigned resident_part(const char *part, size_t length)
{
	if (wordlist_is_one_of(part, length, of_process))
		return LABEL_MEMORY;
	if (wordlist_is_one_of(part, length, memory_words))
		return LABEL_MAYBE_MEMORY;
	return wordlist_is_one_of(part, length, use_words) ? LABEL_USE : 0;
}

size_t resident_unit(const char *behind)
{
	size_t blank = strspn(behind, " "), length;

	if (blank > 2)
		return 0;
	behind += blank;
	length = wordlist_length(behind);
	if (behind[length] == '/' || behind[length] == '_' ||
	    isalnum((unsigned char)behind[length]))
		return 0;
	if (wordlist_is_one_of(behind, length, units) ||
	    (length == 1 && *behind == 'B'))
		return blank + length;
	return 0;
}

unsigned resident_settle(unsigned label, unsigned behind)
{
	const unsigned all =
		LABEL_MEMORY | LABEL_MAYBE_MEMORY | LABEL_USE | LABEL_BYTES;
	unsigned said = (label | behind) & all;

	label &= ~all;
	if (!(said & LABEL_BYTES) || label & LABEL_TIME ||
	    !(said & LABEL_ANY_MEMORY))
		return label;
	label &= ~(unsigned)LABEL_ANY_TIME;
	if (said & LABEL_MEMORY)
		return label | LABEL_MEMORY;
	return label | LABEL_MAYBE_MEMORY | (said & LABEL_USE);
}
