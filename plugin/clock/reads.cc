/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which integer variables a construct reads and does not write: the values
 * that the parameters of its record have in a run.
 *
 * They are read once at its head, where the program itself may not read
 * them. So nothing is followed that need not be there: an address in a
 * variable, an element of an array, an argument that may be missing.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "evaluate.h"
#include "reads.h"

/* A longer list would cost more than it tells; and with what the child says
   how to compute. */
#define MAX_VALUES 24
#define MAX_ALL 40

/* How far a bound is followed through variables of GCC's own. */
#define MAX_STEPS 8

struct search {
	vec<tree> reads;  /* candidates in the order met */
	vec<tree> writes; /* candidates, or variables as a whole */
};

static hash_map<tree, gimple *> *computed;

/* ---- what may be a value ---- */

static bool is_number(tree type)
{
	return INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) <= 64 &&
	       !TYPE_VOLATILE(type) && !TYPE_ATOMIC(type);
}

static bool is_variable(tree tree)
{
	return VAR_P(tree) || TREE_CODE(tree) == PARM_DECL;
}

/* A plain variable that is always there, its reading has no effect. */
static bool is_steady(tree variable)
{
	return is_variable(variable) && DECL_NAME(variable) &&
	       !TREE_THIS_VOLATILE(variable) &&
	       !DECL_HAS_VALUE_EXPR_P(variable) &&
	       !(VAR_P(variable) && DECL_THREAD_LOCAL_P(variable)) &&
	       !(VAR_P(variable) && DECL_HARD_REGISTER(variable));
}

/* n where the language hides that it comes as an address. */
static bool is_reference(tree variable)
{
	return is_steady(variable) && POINTER_TYPE_P(TREE_TYPE(variable)) &&
	       is_number(TREE_TYPE(TREE_TYPE(variable))) &&
	       lang_hooks.decls.omp_privatize_by_reference(variable) &&
	       !lang_hooks.decls.omp_check_optional_argument(variable, false);
}

static bool is_through_reference(tree value)
{
	return (TREE_CODE(value) == MEM_REF ||
		TREE_CODE(value) == INDIRECT_REF) &&
	       is_variable(TREE_OPERAND(value, 0)) &&
	       is_reference(TREE_OPERAND(value, 0)) &&
	       (TREE_CODE(value) == INDIRECT_REF ||
		integer_zerop(TREE_OPERAND(value, 1))) &&
	       is_number(TREE_TYPE(value));
}

/* A member of a global structure or common block. */
static bool is_member(tree value)
{
	tree base = value;

	if (TREE_CODE(value) != COMPONENT_REF || !is_number(TREE_TYPE(value)) ||
	    TREE_THIS_VOLATILE(value) || DECL_BIT_FIELD(TREE_OPERAND(value, 1)))
		return false;
	while (TREE_CODE(base) == COMPONENT_REF) {
		if (!DECL_NAME(TREE_OPERAND(base, 1)))
			return false;
		base = TREE_OPERAND(base, 0);
	}
	return VAR_P(base) && is_global_var(base) && is_steady(base);
}

static bool is_candidate(tree value)
{
	if (is_variable(value))
		return is_steady(value) && is_number(TREE_TYPE(value));
	return is_through_reference(value) || is_member(value);
}

/* ---- reads and writes of a body ---- */

static bool contains(const vec<tree> &list, tree value)
{
	for (unsigned i = 0; i < list.length(); i++)
		if (list[i] == value || operand_equal_p(list[i], value, 0))
			return true;
	return false;
}

static void note(vec<tree> *list, tree value)
{
	if (list->length() < 8 * MAX_VALUES && !contains(*list, value))
		list->safe_push(value);
}

/* Clauses that give it another value inside. */
static bool is_hidden_by(tree clause)
{
	switch (OMP_CLAUSE_CODE(clause)) {
	case OMP_CLAUSE_PRIVATE:
	case OMP_CLAUSE_LASTPRIVATE:
	case OMP_CLAUSE_LINEAR:
	case OMP_CLAUSE_REDUCTION:
	case OMP_CLAUSE_IN_REDUCTION:
	case OMP_CLAUSE_TASK_REDUCTION:
		return true;
	default:
		return false;
	}
}

static void note_clauses(struct search *search, tree clauses)
{
	for (; clauses; clauses = OMP_CLAUSE_CHAIN(clauses))
		if (is_hidden_by(clauses) && DECL_P(OMP_CLAUSE_DECL(clauses)))
			note(&search->writes, OMP_CLAUSE_DECL(clauses));
}

static tree look_at(tree *operand, int *walk_subtrees, void *data);

/* In a[i] = ... the i is read. */
static void look_inside(tree *operand, struct walk_stmt_info *info)
{
	info->is_lhs = false;
	for (int i = 0; i < TREE_OPERAND_LENGTH(*operand); i++)
		walk_tree(&TREE_OPERAND(*operand, i), look_at, info, NULL);
	info->is_lhs = true;
}

/* walk_gimple_op's callback. */
static tree look_at(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	struct search *search = (struct search *)info->info;
	tree value = *operand;

	*walk_subtrees = 0;
	if (TYPE_P(value))
		return NULL_TREE;
	if (TREE_CODE(value) == OMP_CLAUSE) {
		note_clauses(search, value);
	} else if (is_candidate(value)) {
		note(info->is_lhs ? &search->writes : &search->reads, value);
	} else if (is_variable(value)) {
		/* An address that is passed on: who knows what is written. */
		if (info->is_lhs || is_reference(value))
			note(&search->writes, value);
	} else if (TREE_CODE(value) == ADDR_EXPR &&
		   get_base_address(TREE_OPERAND(value, 0)) ==
			   TREE_OPERAND(value, 0)) {
		note(&search->writes, TREE_OPERAND(value, 0));
	} else if (info->is_lhs && EXPR_P(value)) {
		look_inside(operand, info);
	} else {
		*walk_subtrees = 1;
	}
	return NULL_TREE;
}

/* walk_gimple_seq's other callback: variables of inner blocks. */
static tree look_at_block(gimple_stmt_iterator *gsi, bool *handled,
			  struct walk_stmt_info *info)
{
	struct search *search = (struct search *)info->info;
	gbind *block = dyn_cast<gbind *>(gsi_stmt(*gsi));
	tree variable = block ? gimple_bind_vars(block) : NULL_TREE;

	*handled = false;
	for (; variable; variable = DECL_CHAIN(variable))
		if (is_candidate(variable) && !is_global_var(variable))
			note(&search->writes, variable);
	return NULL_TREE;
}

static void look_through(struct search *search, gimple_seq body)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	info.info = search;
	walk_gimple_seq(body, look_at_block, look_at, &info);
}

/* ---- bounds ---- */

/* walk_gimple_seq's callback: the assignments to GCC's own variables. */
static tree note_computed(gimple_stmt_iterator *gsi, bool *handled,
			  struct walk_stmt_info *)
{
	gimple *statement = gsi_stmt(*gsi);
	tree target;

	*handled = false;
	if (!is_gimple_assign(statement))
		return NULL_TREE;
	target = gimple_assign_lhs(statement);
	if (VAR_P(target) && DECL_ARTIFICIAL(target) && !computed->get(target))
		computed->put(target, statement);
	return NULL_TREE;
}

void reads_begin(gimple_seq body)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	computed = new hash_map<tree, gimple *>;
	walk_gimple_seq(body, note_computed, NULL, &info);
}

void reads_end(void)
{
	delete computed;
	computed = NULL;
}

static void look_at_bound(struct search *search, tree bound, unsigned steps)
{
	gimple **known;

	if (!bound || steps == MAX_STEPS)
		return;
	if (is_candidate(bound) &&
	    !(is_variable(bound) && DECL_ARTIFICIAL(bound)))
		note(&search->reads, bound);
	if (TREE_CODE(bound) == TREE_VEC)
		for (int i = 0; i < TREE_VEC_LENGTH(bound); i++)
			look_at_bound(search, TREE_VEC_ELT(bound, i),
				      steps + 1);
	known = DECL_P(bound) ? computed->get(bound) : NULL;
	if (!known)
		return;
	for (unsigned i = 1; i < gimple_num_ops(*known); i++)
		look_at_bound(search, gimple_op(*known, i), steps + 1);
}

static void look_at_loop(struct search *search, gimple *loop)
{
	if (!loop)
		return;
	note_clauses(search, gimple_omp_for_clauses(loop));
	look_through(search, gimple_omp_for_pre_body(loop));
	for (size_t i = 0; i < gimple_omp_for_collapse(loop); i++) {
		tree increment = gimple_omp_for_incr(loop, i);

		note(&search->writes, gimple_omp_for_index(loop, i));
		look_at_bound(search, gimple_omp_for_initial(loop, i), 0);
		look_at_bound(search, gimple_omp_for_final(loop, i), 0);
		look_at_bound(search, TREE_OPERAND(increment, 1), 0);
	}
}

/* ---- where a variable can be seen ---- */

static bool is_own_of(tree variable, gbind *block)
{
	tree own = gimple_bind_vars(block);

	while (own && own != variable)
		own = DECL_CHAIN(own);
	return own;
}

static bool is_named_in(tree variable, tree clauses)
{
	for (; clauses; clauses = OMP_CLAUSE_CHAIN(clauses))
		switch (OMP_CLAUSE_CODE(clauses)) {
		case OMP_CLAUSE_SHARED:
		case OMP_CLAUSE_PRIVATE:
		case OMP_CLAUSE_FIRSTPRIVATE:
			if (OMP_CLAUSE_DECL(clauses) == variable)
				return true;
			break;
		default:
			break;
		}
	return false;
}

/* Its body becomes a function of its own. */
static bool is_outlined(gimple *statement)
{
	enum gimple_code code = gimple_code(statement);

	return code == GIMPLE_OMP_PARALLEL || code == GIMPLE_OMP_TASK ||
	       code == GIMPLE_OMP_TEAMS || code == GIMPLE_OMP_TARGET;
}

/* A region only knows the variables that its clauses name. */
static bool is_visible(tree variable, const struct around *around)
{
	if (is_global_var(variable))
		return true;
	if (decl_function_context(variable) != current_function_decl)
		return false;
	for (; around; around = around->outer) {
		gimple *statement = around->statement;

		if (gimple_code(statement) == GIMPLE_BIND &&
		    is_own_of(variable, as_a<gbind *>(statement)))
			return true;
		if (is_outlined(statement) &&
		    !is_named_in(variable, omp_clauses(statement)))
			return false;
	}
	return true;
}

/* ---- the list ---- */

static tree base_of(tree value)
{
	tree base = get_base_address(value);

	return TREE_CODE(base) == MEM_REF || TREE_CODE(base) == INDIRECT_REF
		       ? TREE_OPERAND(base, 0)
		       : base;
}

/* c.nx, n. */
static char *name_of(tree value)
{
	char *outer, *name;

	if (TREE_CODE(value) != COMPONENT_REF)
		return xstrdup(IDENTIFIER_POINTER(DECL_NAME(base_of(value))));
	outer = name_of(TREE_OPERAND(value, 0));
	name = concat(outer, ".",
		      IDENTIFIER_POINTER(DECL_NAME(TREE_OPERAND(value, 1))),
		      NULL);
	free(outer);
	return name;
}

static const char *kind_of(tree value)
{
	tree base = base_of(value);

	if (TREE_CODE(value) == COMPONENT_REF)
		return "memory";
	if (TREE_CODE(base) == PARM_DECL)
		return "argument";
	return is_global_var(base) ? "global" : "local";
}

static bool is_written(const struct search *search, tree value)
{
	return contains(search->writes, value) ||
	       contains(search->writes, base_of(value));
}

static void list(const struct search *search, const struct around *around,
		 vec<read_value> *values)
{
	for (unsigned i = 0;
	     i < search->reads.length() && values->length() < MAX_VALUES; i++) {
		tree value = search->reads[i], base = base_of(value);

		if (DECL_ARTIFICIAL(base) && !is_member(value))
			continue;
		if (is_written(search, value) || !is_visible(base, around))
			continue;
		values->safe_push({value, NULL, false, xstrdup(kind_of(value)),
				   name_of(value)});
	}
}

/* ---- what the child says ------------------------------------------------- */

static bool is_listed(const vec<read_value> *values, const char *name)
{
	for (unsigned i = 0; i < values->length(); i++)
		if (strcmp((*values)[i].name, name) == 0)
			return true;
	return false;
}

/* A guarded value is computed in the region, if the construct has one. */
static bool can_be_computed(const struct read_value *value,
			    const struct construct *construct,
			    const struct around *around)
{
	struct around region = {around, construct->statement};
	auto_vec<tree> variables;

	if (!evaluate_variables(value->words, &variables))
		return false;
	for (unsigned i = 0; i < variables.length(); i++)
		if (!is_visible(variables[i],
				value->guarded ? &region : around))
			return false;
	return true;
}

/* KIND NAME<tab>[?]WORDS */
static struct read_value read_line(const char *line, size_t length)
{
	const char *name = line + strcspn(line, " ") + 1;
	const char *words = line + strcspn(line, "\t") + 1;
	bool guarded = *words == '?';

	return {NULL_TREE,
		xstrndup(words + guarded, line + length - words - guarded),
		guarded, xstrndup(line, name - 1 - line),
		xstrndup(name, words - 1 - name)};
}

static void free_value(struct read_value *value)
{
	free(value->words);
	free(value->kind);
	free(value->name);
}

static void list_told(const char *told, const struct construct *construct,
		      const struct around *around, vec<read_value> *values)
{
	while (*told && values->length() < MAX_ALL) {
		size_t length = strcspn(told, "\n");
		struct read_value value = read_line(told, length);

		if (is_listed(values, value.name) ||
		    !can_be_computed(&value, construct, around))
			free_value(&value);
		else
			values->safe_push(value);
		told += length + 1;
	}
}

void reads_find(const struct construct *construct, const struct around *around,
		const char *told, vec<read_value> *values)
{
	struct search search = {};

	note_clauses(&search, omp_clauses(construct->statement));
	look_at_loop(&search, construct->share);
	if (construct->loop != construct->share)
		look_at_loop(&search, construct->loop);
	look_through(&search, gimple_omp_body(construct->loop));
	list(&search, around, values);
	list_told(told, construct, around, values);
	search.reads.release();
	search.writes.release();
}

void reads_free(vec<read_value> *values)
{
	for (unsigned i = 0; i < values->length(); i++)
		free_value(&(*values)[i]);
	values->release();
}
