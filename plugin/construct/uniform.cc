/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which variables hold one value in all threads of a region that come to a
 * loop of it.
 *
 * They come from outside, are shared or copied when the region begins, and
 * nothing in the region changes them: so it does not matter when a thread
 * looks. Or one thread alone changes what is shared, and barriers stand between
 * that and the loop. Of an array or a structure only where it lies is asked,
 * which nothing can change. What is declared in the region is each thread's
 * own, whatever it holds.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "neighbour.h"
#include "question.h"
#include "touch.h"
#include "uniform.h"

/* One thread changes the variable in this statement. */
struct exchange {
	tree variable;
	gimple *alone;
};

struct search {
	const struct construct *construct = NULL;
	gimple *parallel = NULL;
	gimple *alone = NULL;	/* what one thread does, and the walk is in */
	bool inside = false;	/* or in anything else of OpenMP */
	hash_set<tree> changed; /* or private to something in the region */
	auto_vec<struct exchange> exchanges; /* all others */
	auto_vec<tree> used;		     /* each once */
	hash_set<tree> known;		     /* the same */
	bool calls = false;		     /* what may do anything */
	bool touched = false;		     /* is what follows known? */
	auto_vec<struct touch> touches;	     /* places in memory */
};

static void use(struct search *search, tree variable)
{
	if ((VAR_P(variable) || TREE_CODE(variable) == PARM_DECL) &&
	    DECL_NAME(variable) && !search->known.add(variable))
		search->used.safe_push(variable);
}

/* "alone": what one thread does, or NULL. */
static void change(struct search *search, tree place, gimple *alone)
{
	tree base = place ? get_base_address(place) : NULL_TREE;

	if (!base || !DECL_P(base))
		return;
	if (alone)
		search->exchanges.safe_push({base, alone});
	else
		search->changed.add(base);
	use(search, base);
}

/* walk_gimple_seq's callback. Who has an address may write there at any time.
 */
static tree look_at_operand(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	struct search *search = (struct search *)info->info;

	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	else if (TREE_CODE(*operand) == ADDR_EXPR)
		change(search, TREE_OPERAND(*operand, 0), NULL);
	else if (DECL_P(*operand))
		use(search, *operand);
	return NULL_TREE;
}

/* ---- what statements change ---- */

static bool names_variable(tree clause)
{
	switch (OMP_CLAUSE_CODE(clause)) {
	case OMP_CLAUSE_SHARED:
	case OMP_CLAUSE_PRIVATE:
	case OMP_CLAUSE_FIRSTPRIVATE:
	case OMP_CLAUSE_LASTPRIVATE:
	case OMP_CLAUSE_LINEAR:
	case OMP_CLAUSE_REDUCTION:
	case OMP_CLAUSE_IN_REDUCTION:
	case OMP_CLAUSE_TASK_REDUCTION:
	case OMP_CLAUSE_COPYIN:
	case OMP_CLAUSE_COPYPRIVATE:
	case OMP_CLAUSE_MAP:
		return omp_clause_variable(clause);
	default:
		return false;
	}
}

/* Clauses further in speak of values that come and go. */
static void look_at_clauses(struct search *search, gimple *statement)
{
	for (tree clause = omp_clauses(statement); clause;
	     clause = OMP_CLAUSE_CHAIN(clause))
		if (names_variable(clause) &&
		    omp_clause_sharing(clause) != OMP_CLAUSE_SHARED)
			change(search, omp_clause_variable(clause), NULL);
}

static void look_at_counters(struct search *search, gimple *loop)
{
	for (size_t i = 0; i < gimple_omp_for_collapse(loop); i++)
		change(search, gimple_omp_for_index(loop, i), NULL);
}

static void look_at_block(struct search *search, gbind *block)
{
	for (tree variable = gimple_bind_vars(block); variable;
	     variable = DECL_CHAIN(variable)) {
		if (!VAR_P(variable))
			continue;
		if (!is_global_var(variable))
			search->changed.add(variable);
		use(search, variable);
	}
}

static void look_at_assembler(struct search *search, gasm *assembler)
{
	search->calls = true;
	for (unsigned i = 0; i < gimple_asm_noutputs(assembler); i++)
		change(search, TREE_VALUE(gimple_asm_output_op(assembler, i)),
		       NULL);
}

static bool is_quiet(gimple *call)
{
	tree function = gimple_call_fndecl(call);

	return gimple_call_internal_p(call) ||
	       gimple_call_flags(call) & (ECF_CONST | ECF_PURE) ||
	       (function && question_of(call) <= QUESTION_WHO &&
		(question_is_harmless(function) ||
		 question_of(call) != QUESTION_NONE));
}

static void look_within(struct search *search, gimple *statement);

static tree look_at_statement(gimple_stmt_iterator *gsi, bool *handled,
			      struct walk_stmt_info *info)
{
	struct search *search = (struct search *)info->info;
	gimple *statement = gsi_stmt(*gsi);

	*handled = false;
	change(search, gimple_get_lhs(statement), search->alone);
	look_at_clauses(search, statement);
	search->calls |= is_gimple_call(statement) && !is_quiet(statement);
	if (gimple_code(statement) == GIMPLE_OMP_FOR)
		look_at_counters(search, statement);
	else if (gimple_code(statement) == GIMPLE_BIND)
		look_at_block(search, as_a<gbind *>(statement));
	else if (gimple_code(statement) == GIMPLE_ASM)
		look_at_assembler(search, as_a<gasm *>(statement));
	if (omp_has_body(statement)) {
		walk_gimple_op(statement, look_at_operand, info);
		look_within(search, statement);
		*handled = true;
	}
	return NULL_TREE;
}

static void look_at_sequence(struct search *search, gimple_seq sequence)
{
	struct walk_stmt_info info = {};

	info.info = search;
	walk_gimple_seq(sequence, look_at_statement, look_at_operand, &info);
}

/* Does one thread of the region run it, for which the others may wait? */
static bool is_alone(gimple *statement)
{
	enum gimple_code code = gimple_code(statement);

	return code == GIMPLE_OMP_SINGLE || code == GIMPLE_OMP_MASTER ||
	       code == GIMPLE_OMP_MASKED;
}

static void look_within(struct search *search, gimple *statement)
{
	gimple *alone = search->alone;
	bool inside = search->inside;

	search->alone = !inside && is_alone(statement) ? statement : NULL;
	search->inside = true;
	if (gimple_code(statement) == GIMPLE_OMP_FOR)
		look_at_sequence(search, gimple_omp_for_pre_body(statement));
	look_at_sequence(search, gimple_omp_body(statement));
	search->alone = alone;
	search->inside = inside;
}

static void look(struct search *search)
{
	for (tree clause = omp_clauses(search->parallel); clause;
	     clause = OMP_CLAUSE_CHAIN(clause))
		if (names_variable(clause))
			use(search, omp_clause_variable(clause));
	look_at_sequence(search, gimple_omp_body(search->parallel));
}

/* ---- one variable ---- */

/* Statements of the region that name it have been looked at. */
static bool is_by_name(const struct touch *touch, tree variable)
{
	return touch->base == variable && touch->level == 0;
}

static void find_touches(struct search *search)
{
	if (!search->touched)
		touch_add(gimple_omp_body(search->parallel), NULL,
			  &search->touches);
	search->touched = true;
}

/* Other functions know of it, and so may pointers. */
static bool is_written_elsewhere(struct search *search, tree variable)
{
	struct touch read = {};
	bool written = false;

	if (search->calls)
		return true;
	find_touches(search);
	read.base = variable;
	read.alone = read.single = true;
	read.type = TREE_TYPE(variable);
	for (unsigned i = 0; !written && i < search->touches.length(); i++)
		written = !is_by_name(&search->touches[i], variable) &&
			  touch_meet(&search->touches[i], &read);
	return written;
}

/* Those that any pointer may lead to. */
static bool keeps_pointers(struct search *search)
{
	struct touch read = {};
	bool kept = !search->calls;

	if (kept)
		find_touches(search);
	read.level = 1;
	read.type = ptr_type_node;
	for (unsigned i = 0; kept && i < search->touches.length(); i++)
		kept = !touch_meet(&search->touches[i], &read);
	return kept;
}

/* Of which is only asked where it lies. */
static bool is_object(tree variable)
{
	return AGGREGATE_TYPE_P(TREE_TYPE(variable));
}

/* Which leads to an object that is copied, if it is. */
static bool is_reference(tree variable)
{
	return TREE_CODE(TREE_TYPE(variable)) == REFERENCE_TYPE;
}

/* Shared; or a copy of what there is when the region begins. */
static bool has_one_origin(struct search *search, tree variable)
{
	switch (omp_sharing_of(search->parallel, variable)) {
	case OMP_CLAUSE_SHARED:
		return true;
	case OMP_CLAUSE_FIRSTPRIVATE:
		return !is_object(variable) && !is_reference(variable);
	case OMP_CLAUSE_ERROR:
		return is_global_var(variable);
	default:
		return false;
	}
}

static bool is_of_a_kind(tree variable)
{
	tree type = TREE_TYPE(variable);

	return (POINTER_TYPE_P(type) || INTEGRAL_TYPE_P(type) ||
		AGGREGATE_TYPE_P(type)) &&
	       !TREE_THIS_VOLATILE(variable) && !DECL_ARTIFICIAL(variable) &&
	       !DECL_THREAD_LOCAL_P(variable);
}

/* Who has changed it, and who has not, has it from one thread. */
static bool is_exchanged_apart(struct search *search, tree variable)
{
	for (unsigned i = 0; i < search->exchanges.length(); i++)
		if (search->exchanges[i].variable == variable &&
		    (omp_sharing_of(search->parallel, variable) ==
			     OMP_CLAUSE_FIRSTPRIVATE ||
		     !neighbour_is_apart(search->construct,
					 search->exchanges[i].alone)))
			return false;
	return true;
}

static bool is_uniform(struct search *search, tree variable)
{
	if (!is_of_a_kind(variable) || !has_one_origin(search, variable))
		return false;
	if (is_object(variable))
		return true;
	if (search->changed.contains(variable) || TREE_ADDRESSABLE(variable))
		return false;
	if (!is_exchanged_apart(search, variable))
		return false;
	return !is_global_var(variable) || TREE_READONLY(variable) ||
	       !is_written_elsewhere(search, variable);
}

/* ---- names ---- */

/* Has a variable that is not uniform this one's name? */
static bool is_ambiguous(struct search *search, tree variable)
{
	for (unsigned i = 0; i < search->used.length(); i++)
		if (search->used[i] != variable &&
		    DECL_NAME(search->used[i]) == DECL_NAME(variable))
			return true;
	return false;
}

/* Around a region within another construct others may be at work. */
static bool stands_free(gimple_seq body, gimple *parallel)
{
	gimple_seq *bodies[OMP_MAX_BODIES];

	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		unsigned count = omp_has_body(gsi_stmt(gsi))
					 ? 0
					 : omp_bodies(gsi_stmt(gsi), bodies);

		if (gsi_stmt(gsi) == parallel)
			return true;
		for (unsigned i = 0; i < count; i++)
			if (stands_free(*bodies[i], parallel))
				return true;
	}
	return false;
}

static void write_names(struct json_writer *json, struct search *search)
{
	for (unsigned i = 0; i < search->used.length(); i++) {
		tree variable = search->used[i];

		if (is_uniform(search, variable) &&
		    !is_ambiguous(search, variable))
			json_string(json,
				    IDENTIFIER_POINTER(DECL_NAME(variable)));
	}
}

void uniform_write(struct json_writer *json, const struct construct *construct)
{
	struct search search;
	gimple *parallel = construct->parallel;
	bool free = stands_free(gimple_body(current_function_decl), parallel);

	search.construct = construct;
	search.parallel = parallel;
	if (free)
		look(&search);
	json_key(json, "uniform");
	json_array(json);
	if (free)
		write_names(json, &search);
	json_end_array(json);
	json_key_bool(json, "pointers_kept", free && keeps_pointers(&search));
}
