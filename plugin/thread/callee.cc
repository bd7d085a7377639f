/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of the unit: what speaks against a call of each, and what is open.
 *
 * A function that is only mentioned counts as called; what is called through
 * pointers is not known. A branch that the front
 * end has folded away is dead: what it calls may never be lowered.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "base/place.h"
#include "base/standard.h"
#include "construct/construct.h"
#include "callee.h"
#include "known.h"
#include "master.h"

/* Facts of one body, without its callees. */
struct summary {
	char *name;	     /* as people know it */
	vec<unsigned> calls; /* of functions of the unit, by DECL_UID */
	vec<char *> needs, unknown;
	int locks;     /* that are left locked */
	bool opens;    /* a parallel region, or calls what may */
	bool shares;   /* a loop among its region, wherever that is */
	bool nowait;   /* one with nowait */
	bool changes;  /* what others see, or calls what may allocate memory */
	bool uncovers; /* casts a pointer to what is constant */
	bool asks_for_master; /* the thread number only tells whether it is 0 */
	bool of_library;      /* of C++'s, by the table */
};

typedef hash_map<int_hash<int, -1, -2>, struct summary *> summaries;
static summaries *known_bodies;
static void (*look_further)(tree function);

/* ---- functions ---- */

/* Other units may have the definition that counts; instances of templates are
   alike in all. */
static bool is_replaceable(tree function)
{
	return DECL_WEAK(function) && !DECL_COMDAT(function) &&
	       !DECL_COMDAT_GROUP(function);
}

tree callee_definition(tree function)
{
	struct cgraph_node *node = cgraph_node::get(function);

	if (!node || !node->alias)
		return function;
	if (node->analyzed)
		return node->ultimate_alias_target()->decl;
	return node->alias_target && DECL_P(node->alias_target)
		       ? node->alias_target
		       : function;
}

static struct summary *summary_of(tree function)
{
	struct summary **known =
		known_bodies ? known_bodies->get(DECL_UID(function)) : NULL;

	return known ? *known : NULL;
}

bool callee_is_seen(tree function)
{
	function = callee_definition(function);
	return summary_of(function) && !is_replaceable(function);
}

bool callee_is_known(tree function)
{
	return summary_of(callee_definition(function));
}

char *callee_name(tree function)
{
	const char *name = known_is_nested(function)
				   ? IDENTIFIER_POINTER(DECL_NAME(function))
				   : construct_assembler_name(function);

	return TREE_PUBLIC(function) || DECL_EXTERNAL(function)
		       ? xstrdup(name)
		       : concat(place_name(main_input_filename), ":", name,
				NULL);
}

/* ---- one body ---- */

static void note_unknown(struct summary *summary, char *reason)
{
	names_add(&summary->unknown, reason);
	free(reason);
}

static void note_unseen(struct summary *summary, tree function)
{
	char *name;

	summary->changes |= POINTER_TYPE_P(TREE_TYPE(TREE_TYPE(function)));
	summary->opens |= known_may_open(function);
	switch (known_function(function)) {
	case KNOWN_SAFE:
		break;
	case KNOWN_LOCKS:
		summary->locks++;
		break;
	case KNOWN_UNLOCKS:
		summary->locks--;
		break;
	case KNOWN_DEPENDS:
		if (summary->asks_for_master && master_is_number(function))
			break;
		note_unknown(summary,
			     xasprintf("calls '%s', which may depend on the "
				       "thread",
				       known_name(function)));
		break;
	default:
		summary->opens = true;
		name = callee_name(function);
		names_add(&summary->needs, name);
		free(name);
	}
}

static void note_function(struct summary *summary, tree function)
{
	tree body = callee_definition(function);

	if (!callee_is_seen(function))
		note_unseen(summary, function);
	else if (!summary->calls.contains(DECL_UID(body)))
		summary->calls.safe_push(DECL_UID(body));
}

/* Virtual methods of the standard library's own classes are known, and so is
   what its functions are given: std::endl. */
static void note_pointer(struct summary *summary, tree target)
{
	tree type = virtual_method_call_p(target) ? obj_type_ref_class(target)
						  : NULL_TREE;

	if (summary->of_library || (type && standard_declares(type)))
		return;
	summary->opens = true;
	names_add(&summary->unknown, "calls through a pointer");
}

static void note_own(struct summary *summary, tree variable)
{
	if (DECL_THREAD_LOCAL_P(variable))
		note_unknown(summary, xasprintf("uses '%s', of which each "
						"thread has one",
						names_decl(variable)));
}

/* Without a text it only keeps the compiler from moving something. */
static void note_assembler(struct summary *summary, const char *text)
{
	if (*text)
		names_add(&summary->unknown, "contains inline assembler");
}

static bool has_nowait(tree loop)
{
	return omp_find_clause(OMP_FOR_CLAUSES(loop), OMP_CLAUSE_NOWAIT);
}

/* Is it anything but a variable of the function? */
static bool is_seen_by_others(tree place)
{
	tree base = get_base_address(place);

	return !base || !DECL_P(base) || is_global_var(base);
}

/* A cast of a pointer to what is constant to one by which it is written. */
static bool uncovers(tree cast)
{
	tree to = TREE_TYPE(cast), from = TREE_TYPE(TREE_OPERAND(cast, 0));

	return POINTER_TYPE_P(to) && POINTER_TYPE_P(from) &&
	       TYPE_READONLY(TREE_TYPE(from)) && !TYPE_READONLY(TREE_TYPE(to));
}

static tree look(tree *at, int *walk_subtrees, void *data);

static void walk(tree *body, struct summary *summary, hash_set<tree> *seen)
{
	void *data[2] = {summary, seen};

	walk_tree(body, look, data, seen);
}

/* Its loops are shared out to a team of its own. */
static void walk_region(tree *body, struct summary *summary,
			hash_set<tree> *seen)
{
	bool shares = summary->shares, nowait = summary->nowait;

	walk(body, summary, seen);
	summary->shares = shares;
	summary->nowait = nowait;
}

/* Only the branch that a constant condition chooses. */
static void walk_branch(tree condition, struct summary *summary,
			hash_set<tree> *seen)
{
	walk(&TREE_OPERAND(condition,
			   integer_zerop(TREE_OPERAND(condition, 0)) ? 2 : 1),
	     summary, seen);
}

/* GENERIC, and operands of GIMPLE. */
static tree look(tree *at, int *walk_subtrees, void *data)
{
	struct summary *summary = (struct summary *)((void **)data)[0];
	hash_set<tree> *seen = (hash_set<tree> *)((void **)data)[1];
	tree t = *at;

	if (TYPE_P(t)) {
		*walk_subtrees = 0;
		return NULL_TREE;
	}
	switch (TREE_CODE(t)) {
	case FUNCTION_DECL:
		note_function(summary, t);
		break;
	case VAR_DECL:
		note_own(summary, t);
		break;
	case ASM_EXPR:
		note_assembler(summary, TREE_STRING_POINTER(ASM_STRING(t)));
		break;
	case CALL_EXPR:
		if (CALL_EXPR_FN(t) && !get_callee_fndecl(t))
			note_pointer(summary, CALL_EXPR_FN(t));
		break;
	case COND_EXPR:
		if (TREE_CODE(TREE_OPERAND(t, 0)) == INTEGER_CST) {
			walk_branch(t, summary, seen);
			*walk_subtrees = 0;
		}
		break;
	case MODIFY_EXPR:
	case PREINCREMENT_EXPR:
	case PREDECREMENT_EXPR:
	case POSTINCREMENT_EXPR:
	case POSTDECREMENT_EXPR:
		summary->changes |= is_seen_by_others(TREE_OPERAND(t, 0));
		break;
	CASE_CONVERT:
		summary->uncovers |= uncovers(t);
		break;
	case OMP_PARALLEL:
		summary->opens = true;
		walk_region(&OMP_PARALLEL_BODY(t), summary, seen);
		*walk_subtrees = 0;
		break;
	case OMP_FOR:
		summary->shares = true;
		summary->nowait |= has_nowait(t);
		break;
	case OMP_SECTIONS:
	case OMP_SINGLE:
		summary->shares = true;
		break;
	default:
		if (strcmp(get_tree_code_name(TREE_CODE(t)), "vec_init_expr") ==
		    0)
			names_add(&summary->unknown,
				  "constructs elements of an array");
	}
	return NULL_TREE;
}

static struct summary *new_summary(const char *name)
{
	struct summary *summary = XCNEW(struct summary);

	summary->name = xstrdup(name);
	return summary;
}

static void conclude(struct summary *summary)
{
	if (summary->locks != 0)
		names_add(&summary->unknown, "locks or unlocks alone");
}

/* ---- GIMPLE ---- */

struct gimple_walk {
	struct summary *summary;
	hash_set<tree> seen;
	bool function; /* not only a region: its loops count */
};

static tree look_at_operand(tree *at, int *walk_subtrees, void *data)
{
	struct gimple_walk *search =
		(struct gimple_walk *)((struct walk_stmt_info *)data)->info;
	void *inner[2] = {search->summary, &search->seen};

	return look(at, walk_subtrees, inner);
}

static void look_at_loop(struct summary *summary, gimple *loop)
{
	if (gimple_omp_for_kind(loop) != GF_OMP_FOR_KIND_FOR)
		return;
	summary->shares = true;
	summary->nowait |= omp_clause(loop, OMP_CLAUSE_NOWAIT) != NULL_TREE;
}

static tree look_at_statement(gimple_stmt_iterator *gsi, bool *handled,
			      struct walk_stmt_info *info);

static void walk_inner(gimple_seq body, struct gimple_walk *outer)
{
	struct gimple_walk search;
	struct walk_stmt_info info = {};

	search.summary = outer->summary;
	search.function = false;
	info.info = &search;
	walk_gimple_seq(body, look_at_statement, look_at_operand, &info);
}

static tree look_at_statement(gimple_stmt_iterator *gsi, bool *handled,
			      struct walk_stmt_info *info)
{
	struct gimple_walk *search = (struct gimple_walk *)info->info;
	struct summary *summary = search->summary;
	gimple *statement = gsi_stmt(*gsi);

	*handled = false;
	switch (gimple_code(statement)) {
	case GIMPLE_CALL:
		if (!gimple_call_internal_p(statement) &&
		    !gimple_call_fndecl(statement))
			note_pointer(summary, gimple_call_fn(statement));
		break;
	case GIMPLE_ASM:
		note_assembler(summary,
			       gimple_asm_string(as_a<gasm *>(statement)));
		break;
	case GIMPLE_OMP_PARALLEL:
		summary->opens = true;
		if (search->function) {
			walk_inner(gimple_omp_body(statement), search);
			*handled = true;
		}
		break;
	case GIMPLE_OMP_FOR:
		if (search->function)
			look_at_loop(summary, statement);
		break;
	default:
		break;
	}
	return NULL_TREE;
}

static void walk_gimple(gimple_seq body, bool function, struct summary *summary)
{
	struct gimple_walk search;
	struct walk_stmt_info info = {};

	search.summary = summary;
	search.function = function;
	info.info = &search;
	walk_gimple_seq(body, look_at_statement, look_at_operand, &info);
	conclude(summary);
}

/* ---- all functions ---- */

static struct summary *begin_function(tree function)
{
	struct summary *summary = new_summary(construct_shown_name(function));

	summary->of_library = standard_declares(function) &&
			      known_function(function) == KNOWN_SAFE;
	known_bodies->put(DECL_UID(function), summary);
	return summary;
}

static bool has_body(tree function)
{
	return DECL_SAVED_TREE(function) || gimple_has_body_p(function);
}

static void walk_function(tree function)
{
	struct summary *summary = summary_of(function);
	hash_set<tree> seen;

	if (!DECL_SAVED_TREE(function)) {
		summary->changes = summary->uncovers = true;
		walk_gimple(gimple_body(function), true, summary);
		return;
	}
	summary->asks_for_master = master_asks(DECL_SAVED_TREE(function));
	walk(&DECL_SAVED_TREE(function), summary, &seen);
	conclude(summary);
	look_further(function);
}

/* A function is seen if it has a summary, so all have one first. */
static void collect_all(void)
{
	struct cgraph_node *node;

	known_bodies = new summaries;
	FOR_EACH_FUNCTION(node)
	if (has_body(node->decl))
		begin_function(node->decl);
	FOR_EACH_FUNCTION(node)
	if (has_body(node->decl))
		walk_function(node->decl);
}

void callee_collect(gimple_seq body)
{
	if (!known_bodies)
		collect_all();
	if (!summary_of(current_function_decl))
		walk_gimple(body, true, begin_function(current_function_decl));
}

/* GCC has no event between parsing and the first function's way to GIMPLE; all
   ways there come by this hook of the front end. */
static int (*next_hook)(tree *, gimple_seq *, gimple_seq *);

static int collect_first(tree *expression, gimple_seq *before,
			 gimple_seq *behind)
{
	if (!known_bodies && symtab->state == CONSTRUCTION)
		collect_all();
	return next_hook(expression, before, behind);
}

void callee_begin(void (*look)(tree function))
{
	look_further = look;
	next_hook = lang_hooks.gimplify_expr;
	lang_hooks.gimplify_expr = collect_first;
}

/* ---- what is reached ---- */

static void add_reasons(const struct summary *summary, bool inner,
			struct callee_needs *needs)
{
	for (unsigned i = 0; i < summary->needs.length(); i++)
		names_add(&needs->needs, summary->needs[i]);
	for (unsigned i = 0; i < summary->unknown.length(); i++) {
		char *text =
			inner ? xasprintf("calls '%s', which %s", summary->name,
					  summary->unknown[i])
			      : xstrdup(summary->unknown[i]);

		names_add(&needs->unknown, text);
		free(text);
	}
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the needs of callees, transitively. */
static void close(const struct summary *first, struct callee_needs *needs)
{
	vec<const struct summary *> work = vNULL;
	hash_set<const struct summary *> met;

	work.safe_push(first);
	met.add(first);
	while (!work.is_empty()) {
		const struct summary *summary = work.pop();

		add_reasons(summary, summary != first, needs);
		for (unsigned i = 0; i < summary->calls.length(); i++) {
			const struct summary *callee =
				*known_bodies->get(summary->calls[i]);

			if (!met.add(callee))
				work.safe_push(callee);
		}
	}
	work.release();
	needs->needs.qsort(compare_names);
	needs->unknown.qsort(compare_names);
}

static void free_summary(struct summary *summary)
{
	free(summary->name);
	summary->calls.release();
	names_free(&summary->needs);
	names_free(&summary->unknown);
	free(summary);
}

void callee_of_body(gimple_seq body, struct callee_needs *needs)
{
	struct summary *summary = new_summary("");
	const struct summary *around = summary_of(current_function_decl);

	summary->asks_for_master = around && around->asks_for_master;
	walk_gimple(body, false, summary);
	close(summary, needs);
	free_summary(summary);
}

void callee_of_function(tree function, struct callee_needs *needs)
{
	struct summary *summary = summary_of(callee_definition(function));

	if (summary)
		close(summary, needs);
}

/* Does the body, or one that it calls, have the property? "others": functions
   of other units that it calls may have any. */
static bool reaches_from(const struct summary *first, bool summary::*property,
			 bool others)
{
	vec<const struct summary *> work = vNULL;
	hash_set<const struct summary *> met;
	bool found = false;

	work.safe_push(first);
	while (!work.is_empty() && !found) {
		const struct summary *summary = work.pop();

		found = summary->*property ||
			(others && summary->needs.length() > 0);
		for (unsigned i = 0; i < summary->calls.length(); i++) {
			const struct summary *callee =
				*known_bodies->get(summary->calls[i]);

			if (!met.add(callee))
				work.safe_push(callee);
		}
	}
	work.release();
	return found;
}

/* One of another unit may have any. */
static bool reaches(tree function, bool summary::*property, bool others)
{
	if (!callee_is_seen(function))
		return known_function(function) == KNOWN_NOTHING;
	return reaches_from(summary_of(callee_definition(function)), property,
			    others);
}

bool callee_may_open(gimple_seq body)
{
	struct summary *summary = new_summary("");
	bool opens;

	walk_gimple(body, false, summary);
	opens = reaches_from(summary, &summary::opens, false);
	free_summary(summary);
	return opens;
}

bool callee_may_share(tree function)
{
	return reaches(function, &summary::shares, true);
}

bool callee_call_may_share(gimple *call)
{
	tree function = gimple_call_internal_p(call) ? NULL_TREE
						     : gimple_call_fndecl(call);

	return function && callee_may_share(function);
}

bool callee_may_renew(tree function)
{
	return !callee_is_seen(function) ||
	       reaches(function, &summary::changes, true);
}

bool callee_may_uncover(tree function)
{
	return reaches(function, &summary::uncovers, true);
}

bool callee_may_go_on(tree function)
{
	return reaches(function, &summary::nowait, false);
}

void callee_needs_free(struct callee_needs *needs)
{
	names_free(&needs->needs);
	names_free(&needs->unknown);
}

void callee_free_all(void)
{
	if (!known_bodies)
		return;
	for (summaries::iterator i = known_bodies->begin();
	     i != known_bodies->end(); ++i)
		free_summary((*i).second);
	delete known_bodies;
	known_bodies = NULL;
}
