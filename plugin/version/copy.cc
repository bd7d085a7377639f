/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A construct made a second time. GCC has what copies statements with the
 * variables and labels that are declared among them; it changes clauses and the
 * operands of atomics in place, which both share: a copy gets its own first.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "copy.h"

/* ---- what cannot be copied ---- */

/* Whose clauses and bodies are known to be copied well; others are rare. */
static bool is_copied(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_FOR:
	case GIMPLE_OMP_PARALLEL:
	case GIMPLE_OMP_SECTIONS:
	case GIMPLE_OMP_SECTION:
	case GIMPLE_OMP_SECTIONS_SWITCH:
	case GIMPLE_OMP_SINGLE:
	case GIMPLE_OMP_MASTER:
	case GIMPLE_OMP_ORDERED:
	case GIMPLE_OMP_TASK:
	case GIMPLE_OMP_ATOMIC_LOAD:
	case GIMPLE_OMP_ATOMIC_STORE:
		return true;
	case GIMPLE_OMP_CRITICAL:
		return !gimple_omp_critical_clauses(
			as_a<gomp_critical *>(statement));
	case GIMPLE_OMP_TASKGROUP:
		return !gimple_omp_taskgroup_clauses(statement);
	default:
		return !is_gimple_omp(statement);
	}
}

/* These hold code that is not copied with them. */
static bool has_foreign_code(gimple *statement)
{
	return omp_clause(statement, OMP_CLAUSE_IN_REDUCTION) ||
	       omp_clause(statement, OMP_CLAUSE_TASK_REDUCTION);
}

/* A label that is known elsewhere, or a jump to who knows where. */
static bool jumps_freely(gimple *statement)
{
	if (gimple_code(statement) == GIMPLE_GOTO)
		return TREE_CODE(gimple_goto_dest(statement)) != LABEL_DECL;
	if (gimple_code(statement) == GIMPLE_LABEL) {
		tree label = gimple_label_label(as_a<glabel *>(statement));

		return FORCED_LABEL(label) || DECL_NONLOCAL(label);
	}
	return false;
}

static bool is_sized(tree value)
{
	return variably_modified_type_p(TREE_TYPE(value), NULL_TREE);
}

/* To an array of a computed size. */
static bool is_sized_pointer(tree value)
{
	return TREE_CODE(value) != TYPE_DECL &&
	       TREE_CODE(TREE_TYPE(value)) == POINTER_TYPE && is_sized(value);
}

static bool declares_sized(gimple *statement)
{
	if (gimple_code(statement) != GIMPLE_BIND)
		return false;
	for (tree variable = gimple_bind_vars(as_a<gbind *>(statement));
	     variable; variable = DECL_CHAIN(variable))
		if (is_sized(variable) && !is_sized_pointer(variable))
			return true;
	return false;
}

/* One that is empty and changes nothing is a barrier for the compiler. */
static bool is_assembler(gimple *statement)
{
	const gasm *code = dyn_cast<gasm *>(statement);

	return code &&
	       (*gimple_asm_string(code) || gimple_asm_noutputs(code) > 0);
}

static const char *refuses_statement(gimple *statement)
{
	if (!is_copied(statement) || has_foreign_code(statement))
		return "an OpenMP construct in it cannot be made several times";
	if (gimple_code(statement) == GIMPLE_TRANSACTION)
		return "a transaction in it cannot be made several times";
	if (is_assembler(statement))
		return "assembler in it may hold labels";
	if (is_gimple_call(statement) && gimple_call_chain(statement))
		return "a function that is declared in this one is called in "
		       "it";
	if (jumps_freely(statement))
		return "the address of a label in it is taken";
	if (declares_sized(statement))
		return "the size of a variable in it is computed";
	return NULL;
}

static tree check_statement(gimple_stmt_iterator *gsi, bool *handled,
			    struct walk_stmt_info *info)
{
	const char **why = (const char **)info->info;

	*handled = false;
	if (!*why)
		*why = refuses_statement(gsi_stmt(*gsi));
	return NULL_TREE;
}

/* GCC stops with an internal error at these. */
static tree check_operand(tree *operand, int *walk_subtrees, void *data)
{
	const char **why = (const char **)((struct walk_stmt_info *)data)->info;
	enum tree_code code = TREE_CODE(*operand);

	if (code == SAVE_EXPR || code == BIND_EXPR || code == STATEMENT_LIST)
		*why = "an expression in it cannot be made several times";
	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	return NULL_TREE;
}

const char *copy_refuses(gimple *statement)
{
	gimple_stmt_iterator gsi = gsi_none();
	const char *why = NULL;
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	info.info = &why;
	gsi.ptr = statement;
	walk_gimple_stmt(&gsi, check_statement, check_operand, &info);
	return why;
}

/* ---- values from before ---- */

struct values {
	hash_set<tree> own; /* computed inside */
	hash_map<tree, tree> variables;
	struct code *code;
};

static tree note_own(gimple_stmt_iterator *gsi, bool *handled,
		     struct walk_stmt_info *info)
{
	struct values *values = (struct values *)info->info;
	tree target = gimple_get_lhs(gsi_stmt(*gsi));

	*handled = false;
	if (target && TREE_CODE(target) == SSA_NAME)
		values->own.add(target);
	return NULL_TREE;
}

static tree use_variable(tree *operand, int *walk_subtrees, void *data)
{
	struct values *values =
		(struct values *)((struct walk_stmt_info *)data)->info;
	tree value = *operand, *variable;

	if (TYPE_P(value))
		*walk_subtrees = 0;
	if (TREE_CODE(value) != SSA_NAME || values->own.contains(value))
		return NULL_TREE;
	variable = values->variables.get(value);
	*operand =
		variable ? *variable
			 : plant_assign(values->code, TREE_TYPE(value), value);
	if (!variable)
		values->variables.put(value, *operand);
	return NULL_TREE;
}

void copy_prepare(gimple_stmt_iterator gsi, struct code *code)
{
	struct values values;
	struct walk_stmt_info info;

	values.code = code;
	memset(&info, 0, sizeof(info));
	info.info = &values;
	walk_gimple_stmt(&gsi, note_own, NULL, &info);
	memset(&info, 0, sizeof(info));
	info.info = &values;
	walk_gimple_stmt(&gsi, NULL, use_variable, &info);
}

/* ---- the statements of a construct ---- */

static void list_statements(gimple *statement, vec<gimple *> *list)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	unsigned count = omp_bodies(statement, bodies);

	if (is_gimple_omp(statement))
		list->safe_push(statement);
	for (unsigned i = 0; i < count; i++)
		for (gimple_stmt_iterator gsi = gsi_start(*bodies[i]);
		     !gsi_end_p(gsi); gsi_next(&gsi))
			list_statements(gsi_stmt(gsi), list);
}

/* What a statement shares with its copy: clauses, or an operand. */
static tree *shared_by(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_ATOMIC_LOAD:
		return gimple_omp_atomic_load_rhs_ptr(
			as_a<gomp_atomic_load *>(statement));
	case GIMPLE_OMP_ATOMIC_STORE:
		return gimple_omp_atomic_store_val_ptr(
			as_a<gomp_atomic_store *>(statement));
	default:
		return omp_clauses_ptr(statement);
	}
}

static tree copy_clauses(tree clauses)
{
	tree first = NULL_TREE, *last = &first;

	for (; clauses; clauses = OMP_CLAUSE_CHAIN(clauses)) {
		tree copy = copy_node(clauses);

		OMP_CLAUSE_CHAIN(copy) = NULL_TREE;
		*last = unshare_expr(copy);
		last = &OMP_CLAUSE_CHAIN(*last);
	}
	return first;
}

static tree copy_tree(tree shared)
{
	return shared && TREE_CODE(shared) == OMP_CLAUSE ? copy_clauses(shared)
							 : unshare_expr(shared);
}

/* The statements get new ones for their copies; what they had is kept. */
static void lend(const vec<gimple *> &statements, vec<tree> *kept)
{
	for (unsigned i = 0; i < statements.length(); i++) {
		tree *shared = shared_by(statements[i]);

		kept->safe_push(shared ? *shared : NULL_TREE);
		if (shared && *shared)
			*shared = copy_tree(*shared);
	}
}

static void take_back(const vec<gimple *> &statements, const vec<tree> &kept)
{
	for (unsigned i = 0; i < statements.length(); i++)
		if (shared_by(statements[i]))
			*shared_by(statements[i]) = kept[i];
}

static tree note_sized(gimple_stmt_iterator *gsi, bool *handled,
		       struct walk_stmt_info *info)
{
	vec<tree> *list = (vec<tree> *)info->info;
	gimple *statement = gsi_stmt(*gsi);
	tree target = gimple_get_lhs(statement), variable = NULL_TREE;

	*handled = false;
	if (gimple_code(statement) == GIMPLE_BIND)
		variable = gimple_bind_vars(as_a<gbind *>(statement));
	for (; variable; variable = DECL_CHAIN(variable))
		if (is_sized_pointer(variable))
			list->safe_push(variable);
	if (target && TREE_CODE(target) == SSA_NAME && is_sized_pointer(target))
		list->safe_push(target);
	return NULL_TREE;
}

/* Values and variables in it that point to arrays of computed sizes. */
static void list_sized(gimple_seq statements, vec<tree> *list)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	info.info = list;
	walk_gimple_seq(statements, note_sized, NULL, &info);
}

/* With their types GCC would copy the sizes in these, and then read the copies,
   which nobody sets: they point to anything meanwhile. */
static gimple_seq copy_sequence(gimple_seq statements)
{
	auto_vec<tree> sized, types;
	gimple_seq copy;

	list_sized(statements, &sized);
	for (unsigned i = 0; i < sized.length(); i++) {
		types.safe_push(TREE_TYPE(sized[i]));
		TREE_TYPE(sized[i]) = ptr_type_node;
	}
	copy = copy_gimple_seq_and_replace_locals(statements);
	for (unsigned i = 0; i < sized.length(); i++)
		TREE_TYPE(sized[i]) = types[i];
	return copy;
}

static gimple *copy_statement(gimple *statement,
			      const vec<gimple *> &statements)
{
	auto_vec<tree> kept;
	gimple_seq one = NULL, copy;

	gimple_seq_add_stmt(&one, statement);
	lend(statements, &kept);
	copy = copy_sequence(one);
	take_back(statements, kept);
	return gimple_seq_first_stmt(copy);
}

/* Its counterpart, by its place; others stand around both. */
static gimple *counterpart(gimple *statement, const vec<gimple *> &old,
			   const vec<gimple *> &copies)
{
	for (unsigned i = 0; i < old.length(); i++)
		if (old[i] == statement)
			return copies[i];
	return statement;
}

void copy_construct(const struct construct *construct, struct construct *copy)
{
	auto_vec<gimple *> old, copies;

	*copy = *construct;
	list_statements(construct->statement, &old);
	copy->statement = copy_statement(construct->statement, old);
	list_statements(copy->statement, &copies);
	gcc_assert(old.length() == copies.length());
	copy->share = counterpart(construct->share, old, copies);
	copy->loop = counterpart(construct->loop, old, copies);
	copy->parallel = counterpart(construct->parallel, old, copies);
}
