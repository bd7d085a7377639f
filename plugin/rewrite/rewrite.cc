/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the tuned file says of the constructs is done or refused: which entry
 * a construct has, and what the user is told.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "base/place.h"
#include "construct/schedule.h"
#include "candidates.h"
#include "exchange.h"
#include "reason.h"
#include "rewrite.h"
#include "tuned.h"

#define MAX_NOTES 20
#define LEFT "; clauses are left as written"

/* ---- what is known between the calls ---- */

static struct tuned *tuned;
static vec<char *> met_files; /* of the constructs, without repetition */

/* The regions of the current function whose threads an entry has set. */
struct set_region {
	gimple *parallel;
	int threads;
	unsigned line;
};
static vec<set_region> set_regions;
static unsigned set_function;

/* The record has the first of several reasons; takes the reason. */
static void set_state(struct construct *construct, const char *state, char *why)
{
	if (construct->entry.why) {
		free(why);
		return;
	}
	construct->entry.state = state;
	construct->entry.why = why;
}

/* Never more than a note. */
static void refuse(struct construct *construct, const struct tuned_entry *entry,
		   const char *what, const char *kind, const char *why)
{
	inform(construct->location, "podium: %s:%u: %s is left as written: %s",
	       tuned->name, entry->line, what, why);
	set_state(construct, "refused", concat(kind, ": ", why, NULL));
}

/* An entry for every loop is passed over in silence. */
static void pass_over(struct construct *construct)
{
	construct->entry.line = 0;
}

/* ---- applying an entry ---- */

static struct set_region *find_set_region(const struct construct *construct)
{
	if (set_function != construct->function_uid)
		set_regions.truncate(0);
	set_function = construct->function_uid;
	for (unsigned i = 0; i < set_regions.length(); i++)
		if (set_regions[i].parallel == construct->parallel)
			return &set_regions[i];
	return NULL;
}

/* Several loops share a region: the first entry decides. */
static void apply_threads(struct construct *construct,
			  const struct tuned_entry *entry)
{
	struct set_region *before;
	int threads = entry->clauses[0].threads;
	struct set_region now = {construct->parallel, threads, entry->line};

	if (!construct->parallel) {
		if (entry->id)
			refuse(construct, entry, "num_threads", "num_threads",
			       "no parallel region stands around the loop in "
			       "this function");
		else if (!entry->clauses[0].kind)
			pass_over(construct);
		return;
	}
	before = find_set_region(construct);
	if (!before) {
		exchange_threads(construct->parallel, threads);
		set_regions.safe_push(now);
		return;
	}
	if (before->threads == threads)
		return;
	inform(construct->location,
	       "podium: %s:%u: %<num_threads(%d)%> is ignored: line %u "
	       "gave the region %d threads",
	       tuned->name, entry->line, threads, before->line,
	       before->threads);
	set_state(construct, "refused",
		  xasprintf("num_threads: line %u gave the region %d threads",
			    before->line, before->threads));
}

static void apply_schedule(struct construct *construct,
			   const struct tuned_entry *entry)
{
	const char *why = reason_refuses(construct, &entry->clauses[0]);

	if (!why)
		exchange_schedule(construct, &entry->clauses[0]);
	else if (entry->id || schedule_fits(construct->share))
		refuse(construct, entry, "schedule", "schedule", why);
	else
		pass_over(construct);
}

static void meet_file(char *path)
{
	for (unsigned i = met_files.length(); i-- > 0;)
		if (strcmp(met_files[i], path) == 0) {
			free(path);
			return;
		}
	met_files.safe_push(path);
}

static struct tuned_entry *entry_for(const struct construct *construct)
{
	const char *file = LOCATION_FILE(construct->location);
	char *path = place_path(file ? file : main_input_filename);
	struct tuned_entry *entry =
		tuned_find(tuned, path, construct->id, construct->name);

	meet_file(path);
	return entry;
}

/* A proof is of the loop and of the transformation: the digest of the loop is
   continued over the text, by FNV-1a, as doc/tuned.md says. */
static bool is_proven(const struct construct *construct,
		      const struct tuned_entry *entry, unsigned candidate)
{
	unsigned proof = construct->digest;
	const char *text = entry->clauses[candidate].transform;

	for (; text && *text; text++)
		proof = (proof ^ (unsigned char)*text) * 16777619u;
	return entry->proofs.contains(proof);
}

/* The candidates that are, as bits. */
static unsigned find_proven(const struct construct *construct,
			    const struct tuned_entry *entry)
{
	unsigned proven = 0;

	for (unsigned i = 0; i < entry->count; i++)
		if (entry->force || is_proven(construct, entry, i))
			proven |= 1u << i;
	return proven;
}

/* Without clocks nobody would choose among them. */
static void try_candidates(struct construct *construct,
			   const struct tuned_entry *entry, bool clocked)
{
	if (!clocked)
		refuse(construct, entry, "the loop", "candidates",
		       "candidates are tried in a program with clocks only");
	else if (entry->id || schedule_fits(construct->share))
		candidates_note(construct, entry,
				find_proven(construct, entry));
	else
		pass_over(construct);
}

/* The first need that no line of the file covers, or NULL. */
static const char *open_need(const struct construct *construct)
{
	for (unsigned i = 0; i < construct->needs.length(); i++)
		if (!tuned_is_safe(tuned, construct->needs[i]))
			return construct->needs[i];
	return NULL;
}

/* Is it known that the loop may be changed? Says so where not. */
static bool is_established(struct construct *construct,
			   const struct tuned_entry *entry)
{
	const char *need = open_need(construct);
	char *text;

	if (entry->force)
		return true;
	if (construct->reasons.length() > 0) {
		inform(construct->location,
		       "podium: %s:%u: the loop is left as written: %s; "
		       "%<force%> changes it nevertheless",
		       tuned->name, entry->line, construct->reasons[0]);
		set_state(
			construct, "refused",
			concat("not known to be safe: ", construct->reasons[0],
			       "; 'force' changes it", NULL));
		return false;
	}
	if (!need)
		return true;
	text = reason_of_need(need);
	if (entry->id || construct->parallel)
		inform(construct->location,
		       "podium: %s:%u: the loop is left as written: %s; "
		       "%<safe(%s)%> or %<force%> changes it nevertheless",
		       tuned->name, entry->line, text, need);
	else
		pass_over(construct);
	set_state(construct, "refused",
		  concat("not known to be safe: ", text, "; 'safe(", need,
			 ")' or 'force' changes it", NULL));
	free(text);
	return false;
}

/* Was the entry proven for another loop? Says so. Without optimisation GCC
   makes other statements of the same loop: the entry is as one without a proof.
 */
static bool is_stale(struct construct *construct,
		     const struct tuned_entry *entry)
{
	if (entry->proofs.length() == 0 || entry->force || !optimize ||
	    find_proven(construct, entry))
		return false;
	inform(construct->location,
	       "podium: %s:%u: stale: the loop or its flags have changed since "
	       "the entry was proven, and it is left as written: run podium "
	       "prove or podium tune",
	       tuned->name, entry->line);
	set_state(construct, "stale",
		  xstrdup("the loop or its flags have changed since the entry "
			  "was proven"));
	return true;
}

/* All that the entry asks for; to be freed. */
static char *text_of(const struct tuned_entry *entry)
{
	char *text = NULL;

	for (unsigned i = 0; i < entry->count; i++) {
		char *one = tuned_text(&entry->clauses[i]);
		char *longer = concat(text ? text : "", text ? " | " : "",
				      *one ? one : "as-written", NULL);

		free(one);
		free(text);
		text = longer;
	}
	return text;
}

bool rewrite_judge(struct construct *construct,
		   const struct tuned_clauses **clauses)
{
	struct tuned_entry *entry = tuned ? entry_for(construct) : NULL;

	*clauses = NULL;
	if (!entry)
		return false;
	construct->entry.line = entry->line;
	construct->entry.clauses = text_of(entry);
	construct->entry.state = "applied";
	if (tuned_leaves(entry) || is_stale(construct, entry) ||
	    !is_established(construct, entry))
		return false;
	if (entry->count > 1)
		return true;
	*clauses = &entry->clauses[0];
	if (!(*clauses)->transform || find_proven(construct, entry))
		return true;
	refuse(construct, entry, "the loop", "no proof",
	       "its transformation has no proof; podium prove proves it, force "
	       "makes it nevertheless");
	return false;
}

void rewrite_apply(struct construct *construct, bool clocked)
{
	struct tuned_entry *entry = entry_for(construct);

	if (entry->count > 1) {
		try_candidates(construct, entry, clocked);
		return;
	}
	if (entry->clauses[0].kind)
		apply_schedule(construct, entry);
	if (entry->clauses[0].threads)
		apply_threads(construct, entry);
}

void rewrite_refuse(struct construct *construct, const char *why)
{
	const struct tuned_entry *entry = entry_for(construct);

	if (entry->id || schedule_fits(construct->share))
		refuse(construct, entry, "the loop", "cannot be made", why);
	else
		pass_over(construct);
}

void rewrite_tell(const struct construct *construct)
{
	const struct construct_entry *entry = &construct->entry;

	if (entry->line && !entry->why)
		inform(construct->location, "podium: %s:%u: applied: %s",
		       tuned->name, entry->line, entry->clauses);
}

/* Compares the proof of a function on which loops elsewhere rely. */
void rewrite_function(tree function, const char *name, unsigned digest)
{
	for (unsigned i = 0; tuned && i < tuned->safe.length(); i++) {
		const struct tuned_safe *safe = &tuned->safe[i];

		if (optimize && safe->proofs.length() > 0 &&
		    strcmp(safe->need, name) == 0 &&
		    !safe->proofs.contains(digest))
			inform(DECL_SOURCE_LOCATION(function),
			       "podium: %s:%u: stale: %qs or its flags have "
			       "changed since %<safe(%s)%> was proven: run "
			       "podium prove or podium tune",
			       tuned->name, safe->line, name, name);
	}
}

/* ---- beginning and end of the unit ---- */

void rewrite_load(const char *path)
{
	char *error = NULL;

	tuned = tuned_read(path, &error);
	if (!tuned)
		inform(UNKNOWN_LOCATION, "podium: %s" LEFT, error);
	free(error);
}

static bool belongs_here(const struct tuned_entry *entry)
{
	for (unsigned i = 0; i < met_files.length(); i++)
		if (tuned_names(entry, met_files[i]))
			return true;
	return false;
}

static void tell_unmatched(void)
{
	unsigned unmatched = 0;

	for (unsigned i = 0; i < tuned->count; i++) {
		const struct tuned_entry *entry = &tuned->entries[i];

		if (!entry->id || entry->matched || tuned_leaves(entry) ||
		    !belongs_here(entry))
			continue;
		if (unmatched++ < MAX_NOTES)
			inform(UNKNOWN_LOCATION,
			       "podium: %s:%u: no loop %s in this unit",
			       tuned->name, entry->line, entry->id);
	}
	if (unmatched > MAX_NOTES)
		inform(UNKNOWN_LOCATION,
		       "podium: %s: and %u more entries without a loop",
		       tuned->name, unmatched - MAX_NOTES);
}

/* Of units with loops: the build's own level may come last. */
static void tell_level(void)
{
	if (met_files.length() > 0 && optimize < tuned->level)
		inform(UNKNOWN_LOCATION,
		       "podium: %s was made with %<-O%d%>, this unit has "
		       "%<-O%d%>: let the flags of podium cflags come last",
		       tuned->name, tuned->level, optimize);
}

/* After an error the functions were not all seen. */
void rewrite_end(void)
{
	if (tuned && main_input_filename && !seen_error()) {
		tell_level();
		meet_file(place_path(main_input_filename));
		tell_unmatched();
	}
	for (unsigned i = 0; i < met_files.length(); i++)
		free(met_files[i]);
	met_files.release();
	set_regions.release();
	candidates_free_all();
	tuned_free(tuned);
	tuned = NULL;
}
