/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "base/marker.h"
#include "classify.h"
#include "purpose.h"
#include "race.h"
#include "range.h"

/* ---- races ---- */

static void add_sentence(vec<char *> *list, char *sentence)
{
	char *other;
	unsigned i;

	FOR_EACH_VEC_ELT (*list, i, other)
		if (strcmp(other, sentence) == 0) {
			free(sentence);
			return;
		}
	list->safe_push(sentence);
}

static bool is_protected(const struct analysis *analysis,
			 const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;

	return dependence->from >= 0 && of[dependence->from].protection &&
	       of[dependence->to].protection;
}

/* Between statements of one body: an update x += y is one statement. */
static bool is_within_body(const struct analysis *analysis,
			   const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;

	if (!dependence->known || dependence->from < 0 ||
	    dependence_is_carried(analysis, dependence))
		return false;
	return dependence->level >= 0 ||
	       of[dependence->from].line != of[dependence->to].line;
}

static const char *did(const struct reference *reference)
{
	return reference->write ? "written" : "read";
}

/* Does not every iteration of the loop come to it? */
static bool is_behind_condition(const struct nest *nest,
				const struct reference *reference, int level)
{
	if (reference->conditional)
		return true;
	for (int i = reference->loop; i > level; i = nest->loops[i].parent)
		if (nest->loops[i].conditional)
			return true;
	return false;
}

static const char *condition_of(const struct analysis *analysis,
				const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	int level = dependence->level;

	if (is_behind_condition(analysis->nest, &of[dependence->from], level) ||
	    is_behind_condition(analysis->nest, &of[dependence->to], level))
		return ", behind a condition";
	return "";
}

static const char *in_words(char *text)
{
	const char *kept = IDENTIFIER_POINTER(get_identifier(text));

	free(text);
	return kept;
}

static bool is_reached(const struct analysis *analysis,
		       const struct dependence *dependence)
{
	const struct nest_loop *loop =
		&analysis->nest->loops[dependence->level];
	long distance =
		dependence->distance[dependence_first_distance(dependence)];
	int moving = 0;

	for (int i = 0; i < dependence->loop_count; i++)
		moving += dependence->distance[i] != RANGE_ANY;
	return distance == RANGE_ANY ||
	       labs(distance) <
		       (moving > 1 ? DEPENDENCE_FEW : DEPENDENCE_MANY) ||
	       range_is_at_most(expr_int(labs(distance) + 1), loop->trip);
}

/* Is a loop inside passed by, and does the iteration say how far one goes? Then
   another iteration may have nothing there, as the last tile alone has a
   rest. */
static bool is_chosen_by_level(const struct nest *nest,
			       const struct reference *reference, int level)
{
	bool conditional = false, chosen = false;

	for (int i = reference->loop; i > level; i = nest->loops[i].parent) {
		const struct nest_loop *loop = &nest->loops[i];

		conditional |= loop->conditional;
		chosen |= !loop->from || !loop->to ||
			  ((expr_loops(loop->from) | expr_loops(loop->to)) >>
			   level) &
				  1;
	}
	return conditional && chosen;
}

static bool is_for_one(const struct nest *nest,
		       const struct reference *reference, int level)
{
	return race_is_for_one(nest, gimple_bb(reference->statement), level) ||
	       is_chosen_by_level(nest, reference, level);
}

/* What it takes for a dependence to be a race, as in "if ..."; NULL if it is
   one. */
static const char *doubt_of(const struct analysis *analysis,
			    const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	const struct nest *nest = analysis->nest;
	int level = dependence->level,
	    first = dependence_first_distance(dependence);

	if (analysis->order)
		return analysis->order;
	if (dependence->doubt)
		return dependence->doubt;
	if (!is_reached(analysis, dependence))
		return in_words(
			xasprintf("if the loop has more than %ld iterations",
				  labs(dependence->distance[first])));
	if (dependence->from < 0)
		return NULL;
	return is_for_one(nest, &of[dependence->from], level) ||
			       is_for_one(nest, &of[dependence->to], level)
		       ? DEPENDENCE_FOR_ONE
		       : NULL;
}

static const char *counter_of(const struct nest *nest, int loop)
{
	const struct atom *variable = nest->loops[loop].variable;

	return variable ? variable->name : "?";
}

static char *race_in_words(const struct analysis *analysis,
			   const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	const char *counter = counter_of(analysis->nest, dependence->level);

	if (dependence->from < 0 && strcmp(dependence->kind, "output") == 0)
		return xasprintf("shared '%s' is written by different "
				 "iterations of '%s'",
				 dependence->name, counter);
	if (dependence->from < 0)
		return xasprintf("shared '%s' is handed from one iteration of "
				 "'%s' to the next",
				 dependence->name, counter);
	return xasprintf("'%s' %s at line %d is %s at line %d in another "
			 "iteration of '%s'%s",
			 dependence->name, did(&of[dependence->from]),
			 of[dependence->from].line, did(&of[dependence->to]),
			 of[dependence->to].line, counter,
			 condition_of(analysis, dependence));
}

static void add_race(struct analysis *analysis,
		     const struct dependence *dependence)
{
	const char *doubt = doubt_of(analysis, dependence);
	char *words = race_in_words(analysis, dependence);

	if (!doubt) {
		add_sentence(&analysis->races, words);
		return;
	}
	add_sentence(&analysis->possible, xasprintf("%s, %s", words, doubt));
	free(words);
}

/* ---- chains ---- */

static int line_at(gimple *statement)
{
	return expand_location(gimple_location(statement)).line;
}

/* Is it stored, so that other statements use it for what was stored? */
static bool is_stored(tree value)
{
	imm_use_iterator iterator;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST (use, iterator, value)
		if (gimple_store_p(USE_STMT(use)))
			return true;
	return false;
}

/* A value with a name, or one that was stored, used by another statement. */
static bool is_handed_to_other_statement(tree value)
{
	imm_use_iterator iterator;
	use_operand_p use;
	int line = line_at(SSA_NAME_DEF_STMT(value));
	tree variable = SSA_NAME_VAR(value);
	bool named =
		variable && DECL_NAME(variable) && !DECL_ARTIFICIAL(variable);

	if (!purpose_is_value(value) || (!named && !is_stored(value)))
		return false;
	FOR_EACH_IMM_USE_FAST (use, iterator, value)
		if ((is_gimple_assign(USE_STMT(use)) ||
		     is_gimple_call(USE_STMT(use))) &&
		    !marker_is_any(USE_STMT(use)) &&
		    line_at(USE_STMT(use)) != line)
			return true;
	return false;
}

/* Values that one statement of the body hands to another in a register. */
static bool has_chain(const struct nest *nest)
{
	class loop *root = nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body(root);
	bool found = false;

	for (unsigned i = 0; i < root->num_nodes && !found; i++)
		for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[i]);
		     !gsi_end_p(gsi) && !found; gsi_next(&gsi)) {
			tree value = gimple_get_lhs(gsi_stmt(gsi));

			found = value && TREE_CODE(value) == SSA_NAME &&
				is_handed_to_other_statement(value);
		}
	free(blocks);
	return found;
}

/* ---- the class ---- */

struct summary {
	bool carried, within, unknown;
};

/* Could iterations of the loops that the construct shares out depend on each
   other by it? Not if it is known to stay within one. */
static bool may_be_carried(const struct analysis *analysis,
			   const struct dependence *dependence)
{
	const struct nest *nest = analysis->nest;
	int shared = 0;

	for (int i = nest->around; i < nest->count; i++)
		shared += nest->loops[i].dim >= 0;
	for (int i = 0; i < dependence->loop_count; i++)
		if (nest->loops[dependence->loops[i]].dim >= 0 &&
		    dependence->distance[i] == 0)
			shared--;
	return shared > 0;
}

static void sum_up(struct analysis *analysis, struct summary *summary)
{
	struct dependence *dependence;
	unsigned i;

	summary->unknown = analysis->calls;
	FOR_EACH_VEC_ELT (analysis->found, i, dependence) {
		if (is_protected(analysis, dependence) &&
		    !analysis->nest->construct->ordered)
			continue;
		summary->within |= is_within_body(analysis, dependence);
		if (!dependence->known) {
			if (!may_be_carried(analysis, dependence))
				continue;
			summary->unknown = true;
			dependence_assume(&analysis->assumptions,
					  dependence->name ? dependence->name
							   : "?",
					  "", dependence->why);
		} else if (dependence_is_carried(analysis, dependence)) {
			summary->carried = true;
			if (!analysis->nest->construct->ordered)
				add_race(analysis, dependence);
		}
	}
	summary->within |= summary->carried && has_chain(analysis->nest);
}

static const char *class_name(const struct summary *summary)
{
	if (summary->carried)
		return summary->within ? "PIPE" : "PAR";
	return summary->unknown ? "unknown" : "FAN";
}

const char *classify(struct analysis *analysis)
{
	struct summary summary = {};

	sum_up(analysis, &summary);
	return class_name(&summary);
}
