/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who owns a variable inside an OpenMP statement: each thread or iteration
 * its own, all together, or each its part of a reduction.
 *
 * Owners are kept as DECL_UIDs: the statements that name the variables are
 * collected as garbage long before the analysis asks.
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "base/omp.h"
#include "sharing.h"

enum owner { OWNER_NONE, OWNER_PRIVATE, OWNER_REDUCTION, OWNER_SHARED };

static enum owner clause_owner(tree clause)
{
	switch (omp_clause_sharing(clause)) {
	case OMP_CLAUSE_PRIVATE:
	case OMP_CLAUSE_FIRSTPRIVATE:
	case OMP_CLAUSE_LASTPRIVATE:
	case OMP_CLAUSE_LINEAR:
		return OWNER_PRIVATE;
	case OMP_CLAUSE_REDUCTION:
	case OMP_CLAUSE_IN_REDUCTION:
	case OMP_CLAUSE_TASK_REDUCTION:
		return OWNER_REDUCTION;
	case OMP_CLAUSE_SHARED:
	case OMP_CLAUSE_MAP:
		return OWNER_SHARED;
	default:
		return OWNER_NONE;
	}
}

/* A variable of varying size lives behind a pointer that GCC made for it;
   NULL for others. */
static tree pointer_of(tree variable)
{
	tree place;

	if (!VAR_P(variable) || !DECL_HAS_VALUE_EXPR_P(variable))
		return NULL_TREE;
	place = DECL_VALUE_EXPR(variable);
	if (TREE_CODE(place) != INDIRECT_REF && TREE_CODE(place) != MEM_REF)
		return NULL_TREE;
	place = TREE_OPERAND(place, 0);
	return DECL_P(place) ? place : NULL_TREE;
}

/* The pointer is what the analysis meets. */
static void add_variable(vec<unsigned> *uids, tree variable)
{
	tree pointer = pointer_of(variable);

	uids->safe_push(DECL_UID(variable));
	if (pointer)
		uids->safe_push(DECL_UID(pointer));
}

/* GCC hands such a pointer on as firstprivate, whosever the variable is. */
static bool is_pointer_of_another(tree clauses, tree pointer)
{
	for (; clauses; clauses = OMP_CLAUSE_CHAIN(clauses)) {
		tree variable = clause_owner(clauses)
					? omp_clause_variable(clauses)
					: NULL_TREE;

		if (variable && pointer_of(variable) == pointer)
			return true;
	}
	return false;
}

static vec<unsigned> *list_of(struct sharing *sharing, enum owner owner)
{
	return owner == OWNER_PRIVATE	  ? &sharing->private_uids
	       : owner == OWNER_REDUCTION ? &sharing->reduction_uids
					  : &sharing->shared_uids;
}

/* A dummy argument: the program reaches the number through a pointer. */
static bool is_passed_scalar(tree variable)
{
	return (VAR_P(variable) || TREE_CODE(variable) == PARM_DECL) &&
	       is_gimple_reg(variable) && POINTER_TYPE_P(TREE_TYPE(variable)) &&
	       lang_hooks.decls.omp_privatize_by_reference(variable) &&
	       is_gimple_reg_type(TREE_TYPE(TREE_TYPE(variable)));
}

/* The same of an array of Fortran: a dummy argument, or an automatic one,
   which is made when the procedure begins. */
static bool is_passed_array(tree variable)
{
	tree type = TREE_TYPE(variable);

	return (VAR_P(variable) || TREE_CODE(variable) == PARM_DECL) &&
	       is_gimple_reg(variable) && POINTER_TYPE_P(type) &&
	       TREE_CODE(TREE_TYPE(type)) == ARRAY_TYPE &&
	       lang_hooks.decls.omp_privatize_by_reference(variable);
}

/*
 * Does the private copy need a place of its own? Other variables are local
 * to the function and serve as their own copy.
 */
static bool needs_temporary(tree variable)
{
	tree type = TREE_TYPE(variable);

	if (is_passed_scalar(variable) || is_passed_array(variable))
		return true;
	return VAR_P(variable) &&
	       (is_global_var(variable) || DECL_HAS_VALUE_EXPR_P(variable)) &&
	       !DECL_THREAD_LOCAL_P(variable) &&
	       !lang_hooks.decls.omp_privatize_by_reference(variable) &&
	       TYPE_SIZE_UNIT(type) &&
	       TREE_CODE(TYPE_SIZE_UNIT(type)) == INTEGER_CST;
}

/* A local variable that looks and is called like the other one. */
static tree make_temporary(tree variable)
{
	tree type = is_passed_scalar(variable) ? TREE_TYPE(TREE_TYPE(variable))
					       : TREE_TYPE(variable);
	tree copy = create_tmp_var_raw(type, "podium");

	gimple_add_tmp_var(copy);
	DECL_NAME(copy) = DECL_NAME(variable);
	if (is_passed_scalar(variable)) {
		DECL_NOT_GIMPLE_REG_P(copy) = TREE_CODE(type) == COMPLEX_TYPE;
		return copy;
	}
	TREE_ADDRESSABLE(copy) = TREE_ADDRESSABLE(variable);
	DECL_NOT_GIMPLE_REG_P(copy) = DECL_NOT_GIMPLE_REG_P(variable);
	return copy;
}

static void add_copy(gimple_seq *code, tree to, tree from)
{
	tree value = from;

	if (!is_gimple_reg(to) && is_gimple_reg_type(TREE_TYPE(to)) &&
	    !is_gimple_reg(from)) {
		value = create_tmp_reg(TREE_TYPE(to));
		gimple_seq_add_stmt(code, gimple_build_assign(value, from));
	}
	gimple_seq_add_stmt(code, gimple_build_assign(to, value));
}

/*
 * A private scalar starts without a value. Of arrays and structures always
 * have the former contents: a descriptor's bounds survive privatisation.
 */
static void copy_around(tree clause, tree variable, tree temporary,
			gimple_seq *before, gimple_seq *after)
{
	enum omp_clause_code code = OMP_CLAUSE_CODE(clause);

	if (is_passed_array(variable)) {
		gimple_seq_add_stmt(before, marker_build_own(temporary));
		return;
	}
	if (is_passed_scalar(variable))
		variable = build_simple_mem_ref(variable);
	if (code != OMP_CLAUSE_PRIVATE ||
	    !is_gimple_reg_type(TREE_TYPE(variable)))
		add_copy(before, temporary, variable);
	if (code != OMP_CLAUSE_PRIVATE && code != OMP_CLAUSE_FIRSTPRIVATE)
		add_copy(after, unshare_expr(variable), temporary);
}

/* The variable behind the pointer by which it was passed, else NULL. */
static tree passed_variable(tree reference)
{
	tree pointer;

	if (TREE_CODE(reference) != MEM_REF &&
	    TREE_CODE(reference) != INDIRECT_REF)
		return NULL_TREE;
	pointer = TREE_OPERAND(reference, 0);
	return is_passed_scalar(pointer) ? pointer : NULL_TREE;
}

static tree replace_variable(tree *operand, int *walk_subtrees, void *data);

/*
 * Addresses of globals are constants, which statements may have in common;
 * that of a temporary is none.
 */
static void replace_in_address(tree *address, void *data)
{
	*address = unshare_expr(*address);
	walk_tree(&TREE_OPERAND(*address, 0), replace_variable, data, NULL);
	recompute_tree_invariant_for_addr_expr(*address);
}

/* A dummy argument that is passed on: the address of the temporary. */
static tree address_of(tree temporary, tree type)
{
	tree address = build1(ADDR_EXPR, type, temporary);

	TREE_ADDRESSABLE(temporary) = 1;
	recompute_tree_invariant_for_addr_expr(address);
	return address;
}

/*
 * A clause further in names the variable, and not the pointer by which it
 * was passed: the temporary takes its place without its address being taken.
 */
static void replace_in_clause(tree clause, hash_map<tree, tree> *temporaries)
{
	tree *temporary = clause_owner(clause)
				  ? temporaries->get(OMP_CLAUSE_DECL(clause))
				  : NULL;

	if (temporary)
		OMP_CLAUSE_DECL(clause) = *temporary;
}

static tree replace_variable(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	hash_map<tree, tree> *temporaries = (hash_map<tree, tree> *)info->info;
	tree *temporary, passed = passed_variable(*operand);

	if (TREE_CODE(*operand) == OMP_CLAUSE)
		replace_in_clause(*operand, temporaries);
	if (TREE_CODE(*operand) == ADDR_EXPR)
		replace_in_address(operand, data);
	if (TYPE_P(*operand) || TREE_CODE(*operand) == ADDR_EXPR) {
		*walk_subtrees = 0;
		return NULL_TREE;
	}
	temporary = passed	       ? temporaries->get(passed)
		    : DECL_P(*operand) ? temporaries->get(*operand)
				       : NULL;
	if (!temporary)
		return NULL_TREE;
	*operand = passed || !is_passed_scalar(*operand)
			   ? *temporary
			   : address_of(*temporary, TREE_TYPE(*operand));
	*walk_subtrees = 0;
	return NULL_TREE;
}

static void replace_variables(gimple_seq *body,
			      hash_map<tree, tree> *temporaries)
{
	struct walk_stmt_info info = {};

	info.info = temporaries;
	walk_gimple_seq_mod(body, NULL, replace_variable, &info);
}

/* Private copies of an inner statement are private further out, too. */
static void tell_open_constructs(const struct sharing *outer,
				 const struct sharing *sharing)
{
	for (; outer; outer = outer->outer) {
		struct construct *construct = outer->construct;

		if (!construct)
			continue;
		construct->private_uids.safe_splice(sharing->private_uids);
		construct->local_uids.safe_splice(sharing->local_uids);
	}
}

/* The variable that the clause makes private, else NULL. */
static tree private_variable(tree clause)
{
	enum owner owner = clause_owner(clause);

	if (owner != OWNER_PRIVATE && owner != OWNER_REDUCTION)
		return NULL_TREE;
	return omp_clause_variable(clause) == OMP_CLAUSE_DECL(clause)
		       ? OMP_CLAUSE_DECL(clause)
		       : NULL_TREE;
}

static bool has_result(tree clause)
{
	return clause_owner(clause) == OWNER_REDUCTION ||
	       clause_owner(clause) == OWNER_SHARED ||
	       OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_LASTPRIVATE ||
	       OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_LINEAR;
}

static void note_owners(struct sharing *sharing,
			hash_map<tree, tree> *temporaries)
{
	tree clause = omp_clauses(sharing->statement);

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause)) {
		enum owner owner = clause_owner(clause);
		tree variable = owner ? omp_clause_variable(clause) : NULL_TREE;

		if (!variable ||
		    is_pointer_of_another(omp_clauses(sharing->statement),
					  variable))
			continue;
		add_variable(list_of(sharing, owner), variable);
		if (!private_variable(clause) || temporaries->get(variable) ||
		    !needs_temporary(variable) ||
		    (is_passed_array(variable) && has_result(clause)))
			continue;
		tree temporary = make_temporary(variable);

		temporaries->put(variable, temporary);
		add_variable(list_of(sharing, owner), temporary);
	}
}

/* Only when all are replaced is it known which temporaries have addresses. */
static void read_clauses(struct sharing *sharing, gimple_seq *before,
			 gimple_seq *after)
{
	hash_map<tree, tree> temporaries;
	tree clause = omp_clauses(sharing->statement);

	note_owners(sharing, &temporaries);
	if (temporaries.is_empty())
		return;
	replace_variables(gimple_omp_body_ptr(sharing->statement),
			  &temporaries);
	for (; clause; clause = OMP_CLAUSE_CHAIN(clause)) {
		tree variable = private_variable(clause);
		tree *temporary = variable ? temporaries.get(variable) : NULL;

		if (temporary)
			copy_around(clause, variable, *temporary, before,
				    after);
	}
}

/* Variables without a name that live in registers are GCC's own. */
static void read_block(struct sharing *sharing)
{
	tree variable = gimple_bind_vars(as_a<gbind *>(sharing->statement));

	for (; variable; variable = DECL_CHAIN(variable))
		if (VAR_P(variable) && !is_global_var(variable) &&
		    (DECL_NAME(variable) || !is_gimple_reg(variable))) {
			add_variable(&sharing->private_uids, variable);
			add_variable(&sharing->local_uids, variable);
		}
}

void sharing_enter(struct sharing *sharing, const struct sharing *outer,
		   gimple *statement, gimple_seq *before, gimple_seq *after)
{
	memset(sharing, 0, sizeof(*sharing));
	sharing->outer = outer;
	sharing->statement = statement;
	if (gimple_code(statement) == GIMPLE_BIND)
		read_block(sharing);
	else
		read_clauses(sharing, before, after);
	tell_open_constructs(outer, sharing);
}

void sharing_leave(struct sharing *sharing)
{
	sharing->private_uids.release();
	sharing->reduction_uids.release();
	sharing->shared_uids.release();
	sharing->local_uids.release();
}

/* Do the clauses of statements further out speak of other threads? */
static bool starts_threads(gimple *statement)
{
	return gimple_code(statement) == GIMPLE_OMP_PARALLEL ||
	       (gimple_code(statement) == GIMPLE_OMP_TASK &&
		!gimple_omp_task_taskloop_p(statement));
}

static bool is_known(const struct construct *construct, unsigned uid)
{
	return construct->private_uids.contains(uid) ||
	       construct->reduction_uids.contains(uid) ||
	       construct->shared_uids.contains(uid);
}

/*
 * What a construct says of a variable counts more than what is said of it
 * further out; "known" are those of which it said something.
 */
static void add_unknown(const struct construct *construct,
			vec<unsigned> *result, const vec<unsigned> &uids)
{
	for (unsigned i = 0; i < uids.length(); i++)
		if (!is_known(construct, uids[i]))
			result->safe_push(uids[i]);
}

void sharing_note(const struct sharing *sharing, struct construct *construct)
{
	for (; sharing; sharing = sharing->outer) {
		construct->local_uids.safe_splice(sharing->local_uids);
		add_unknown(construct, &construct->reduction_uids,
			    sharing->reduction_uids);
		add_unknown(construct, &construct->private_uids,
			    sharing->private_uids);
		add_unknown(construct, &construct->shared_uids,
			    sharing->shared_uids);
		if (starts_threads(sharing->statement))
			return;
	}
}

/* std::max(s, x) takes the address of a number only for a while. */
static bool is_number(tree variable)
{
	return is_gimple_reg_type(TREE_TYPE(variable)) &&
	       !POINTER_TYPE_P(TREE_TYPE(variable)) &&
	       !TREE_THIS_VOLATILE(variable);
}

static tree load_value(tree variable, gimple_seq *code)
{
	tree value = create_tmp_reg(TREE_TYPE(variable));

	gimple_seq_add_stmt(code, gimple_build_assign(value, variable));
	return value;
}

void sharing_results(gimple *statement, vec<tree> *values, gimple_seq *code)
{
	tree clause = omp_clauses(statement);

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause)) {
		tree variable =
			has_result(clause) ? omp_clause_variable(clause) : NULL;

		if (!variable ||
		    (VAR_P(variable) && (is_global_var(variable) ||
					 DECL_HAS_VALUE_EXPR_P(variable))) ||
		    (!VAR_P(variable) && TREE_CODE(variable) != PARM_DECL &&
		     TREE_CODE(variable) != RESULT_DECL))
			continue;
		if (is_gimple_reg(variable)) {
			values->safe_push(variable);
		} else if (clause_owner(clause) == OWNER_REDUCTION &&
			   is_number(variable)) {
			values->safe_push(load_value(variable, code));
		} else {
			TREE_ADDRESSABLE(variable) = 1;
			values->safe_push(build_fold_addr_expr(variable));
		}
	}
}
