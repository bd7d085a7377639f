/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The schedule clause: its kinds and modifiers.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "schedule.h"

/* GCC compiles auto as static, but nobody promises it. */
const struct schedule_kind schedule_kinds[] = {
	{"static", OMP_CLAUSE_SCHEDULE_STATIC, true, true, true},
	{"dynamic", OMP_CLAUSE_SCHEDULE_DYNAMIC, true, false, false},
	{"guided", OMP_CLAUSE_SCHEDULE_GUIDED, true, false, false},
	{"auto", OMP_CLAUSE_SCHEDULE_AUTO, false, true, false},
	{"runtime", OMP_CLAUSE_SCHEDULE_RUNTIME, false, false, false},
	{},
};

const struct schedule_modifier schedule_modifiers[] = {
	{"monotonic", OMP_CLAUSE_SCHEDULE_MONOTONIC, "nonmonotonic", NULL},
	{"nonmonotonic", OMP_CLAUSE_SCHEDULE_NONMONOTONIC, NULL,
	 "nonmonotonic excludes an ordered clause"},
	{"simd", 0, NULL, NULL},
	{},
};

const struct schedule_kind *schedule_kind_of(tree clause)
{
	const struct schedule_kind *kind = schedule_kinds;
	unsigned code = clause ? OMP_CLAUSE_SCHEDULE_KIND(clause) &
					 OMP_CLAUSE_SCHEDULE_MASK
			       : OMP_CLAUSE_SCHEDULE_STATIC;

	while (kind[1].name && kind->code != code)
		kind++;
	return kind;
}

bool schedule_fits(gimple *statement)
{
	return statement && gimple_code(statement) == GIMPLE_OMP_FOR &&
	       gimple_omp_for_kind(statement) == GF_OMP_FOR_KIND_FOR;
}

const struct schedule_kind *schedule_of(gimple *loop)
{
	return schedule_kind_of(omp_clause(loop, OMP_CLAUSE_SCHEDULE));
}

tree schedule_chunk(gimple *loop)
{
	tree clause = omp_clause(loop, OMP_CLAUSE_SCHEDULE);

	return clause ? OMP_CLAUSE_SCHEDULE_CHUNK_EXPR(clause) : NULL_TREE;
}

const char *schedule_modifier_of(tree clause)
{
	unsigned code = OMP_CLAUSE_SCHEDULE_KIND(clause);

	for (unsigned i = 0; schedule_modifiers[i].name; i++)
		if (code & schedule_modifiers[i].bits)
			return schedule_modifiers[i].name;
	return NULL;
}

/* ---- sets of modifiers ---- */

static bool has(unsigned modifiers, unsigned index)
{
	return modifiers >> index & 1;
}

static bool has_named(unsigned modifiers, const char *name)
{
	for (unsigned i = 0; schedule_modifiers[i].name; i++)
		if (has(modifiers, i) &&
		    strcmp(schedule_modifiers[i].name, name) == 0)
			return true;
	return false;
}

bool schedule_excludes(unsigned modifiers, const char **one, const char **other)
{
	for (unsigned i = 0; schedule_modifiers[i].name; i++) {
		*one = schedule_modifiers[i].name;
		*other = schedule_modifiers[i].excludes;
		if (has(modifiers, i) && *other && has_named(modifiers, *other))
			return true;
	}
	return false;
}

const char *schedule_unordered(unsigned modifiers)
{
	for (unsigned i = 0; schedule_modifiers[i].name; i++)
		if (has(modifiers, i) && schedule_modifiers[i].unordered)
			return schedule_modifiers[i].unordered;
	return NULL;
}

void schedule_set(tree clause, const struct schedule_kind *kind,
		  unsigned modifiers, bool keeps_simd)
{
	unsigned code = kind->code;
	bool simd = false;

	for (unsigned i = 0; schedule_modifiers[i].name; i++) {
		if (!has(modifiers, i))
			continue;
		code |= schedule_modifiers[i].bits;
		simd |= schedule_modifiers[i].bits == 0;
	}
	OMP_CLAUSE_SCHEDULE_KIND(clause) = (enum omp_clause_schedule_kind)code;
	OMP_CLAUSE_SCHEDULE_SIMD(clause) = simd && keeps_simd;
}

/* ---- lists in words ---- */

static const char *kind_name(unsigned i)
{
	return schedule_kinds[i].name;
}

static const char *chunkless_name(unsigned i)
{
	return schedule_kinds[i].takes_chunk ? "" : schedule_kinds[i].name;
}

static const char *modifier_name(unsigned i)
{
	return schedule_modifiers[i].name;
}

/* Of a table: "" is left out, NULL is the end. */
static char *list_names(const char *(*name_of)(unsigned i), const char *word)
{
	vec<char *> names = vNULL;
	char *list;

	for (unsigned i = 0; name_of(i); i++)
		if (*name_of(i))
			names_add(&names, name_of(i));
	list = names_join(&names, word);
	names_free(&names);
	return list;
}

char *schedule_list_kinds(void)
{
	return list_names(kind_name, "or");
}

char *schedule_list_chunkless(void)
{
	return list_names(chunkless_name, "and");
}

char *schedule_list_modifiers(void)
{
	return list_names(modifier_name, "or");
}
