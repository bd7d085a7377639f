/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The digest of a construct; see digest.h.
 *
 * One visitor looks at the trees of GIMPLE and of GENERIC. A variable counts by
 * the number of its first appearance and, if it is the user's, by its name.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "thread/callee.h"
#include "digest.h"

/* Statements that each one is compared with; a bound on time. */
#define MOST_COMPARED 32

/* A function of the unit, or a table of constants, without what it refers to:
   each is looked at once. */
struct digest_body {
	hashval_t value;
	vec<unsigned> others; /* DECL_UIDs of functions and tables */
};

typedef hash_map<int_hash<int, -1, -2>, struct digest_body *> digest_bodies;
static digest_bodies *bodies;

/* A statement that sets a variable, but for arrays, or asks for its value. */
struct fact {
	gimple *statement;
	unsigned place;
};

struct extent {
	unsigned first, end;
};

/* Places of the statements of the current function. */
struct function_places {
	unsigned function_uid;
	unsigned count;
	hash_map<tree, vec<struct fact>> facts;
	hash_map<gimple *, struct extent> extents; /* of OpenMP statements */
};
static struct function_places *places;

/* A digest under way. */
struct digest {
	inchash::hash hash;
	hash_map<tree, unsigned> numbers;
	unsigned count = 0;
	vec<unsigned> others = vNULL; /* DECL_UIDs of functions and tables */
	vec<tree> variables =
		vNULL; /* what is known of them elsewhere counts */
};

static tree look(tree *at, int *walk_subtrees, void *data);

static void add_tree(struct digest *digest, tree t)
{
	if (t)
		walk_tree(&t, look, digest, NULL);
}

static void add_text(struct digest *digest, const char *text)
{
	digest->hash.add(text, strlen(text) + 1);
}

static void add_name(struct digest *digest, tree declaration)
{
	if (DECL_NAME(declaration))
		add_text(digest, IDENTIFIER_POINTER(DECL_NAME(declaration)));
}

/* ---- types ---- */

static void add_constant(struct digest *digest, tree value)
{
	if (value && TREE_CODE(value) == INTEGER_CST)
		digest->hash.add_wide_int(wi::to_wide(value));
	else
		digest->hash.add_int(value != NULL_TREE);
}

/* Adds size, precision and sign of a type, through pointers and arrays. */
static void add_type(struct digest *digest, tree type)
{
	while (type && TREE_CODE(type) != ERROR_MARK) {
		digest->hash.add_int(TREE_CODE(type));
		digest->hash.add_int(TYPE_VOLATILE(type) | TYPE_RESTRICT(type)
								   << 1);
		if (TREE_CODE(type) != FUNCTION_TYPE &&
		    TREE_CODE(type) != METHOD_TYPE)
			add_constant(digest, TYPE_SIZE(type));
		if (INTEGRAL_TYPE_P(type)) {
			digest->hash.add_int(TYPE_PRECISION(type));
			digest->hash.add_int(TYPE_UNSIGNED(type));
		} else if (SCALAR_FLOAT_TYPE_P(type)) {
			digest->hash.add_int(TYPE_PRECISION(type));
		} else if (TREE_CODE(type) == ARRAY_TYPE && TYPE_DOMAIN(type)) {
			add_constant(digest, TYPE_MIN_VALUE(TYPE_DOMAIN(type)));
		}
		if (!POINTER_TYPE_P(type) && TREE_CODE(type) != ARRAY_TYPE &&
		    TREE_CODE(type) != COMPLEX_TYPE && !VECTOR_TYPE_P(type))
			break;
		type = TREE_TYPE(type);
	}
}

/* ---- variables ---- */

static bool is_variable(tree t)
{
	return TREE_CODE(t) == SSA_NAME || VAR_P(t) ||
	       TREE_CODE(t) == PARM_DECL || TREE_CODE(t) == RESULT_DECL;
}

/* GCC's own; it may be set for many ends. */
static bool is_temporary(tree t)
{
	return TREE_CODE(t) == SSA_NAME ||
	       (VAR_P(t) && DECL_ARTIFICIAL(t) && !is_global_var(t) &&
		is_gimple_reg_type(TREE_TYPE(t)));
}

/* True at its first appearance. */
static bool add_number(struct digest *digest, tree t)
{
	bool known;
	unsigned &number = digest->numbers.get_or_insert(t, &known);

	if (!known)
		number = ++digest->count;
	digest->hash.add_int(number);
	return !known;
}

static void add_body(tree declaration, tree from);

static void add_variable(struct digest *digest, tree variable)
{
	if (!add_number(digest, variable))
		return;
	add_type(digest, TREE_TYPE(variable));
	digest->variables.safe_push(variable);
	if (!DECL_P(variable))
		return;
	if (!DECL_ARTIFICIAL(variable))
		add_name(digest, variable);
	add_tree(digest, lookup_attribute("alias", DECL_ATTRIBUTES(variable)));
	if (!VAR_P(variable) || !is_global_var(variable))
		return;
	digest->hash.add_int(DECL_THREAD_LOCAL_P(variable));
	if (TREE_READONLY(variable) && DECL_INITIAL(variable)) {
		add_body(variable, DECL_INITIAL(variable));
		digest->others.safe_push(DECL_UID(variable));
	}
}

/* The body of one that is seen speaks for itself. */
static void add_function(struct digest *digest, tree function)
{
	if (!add_number(digest, function))
		return;
	add_name(digest, function);
	digest->hash.add_int(flags_from_decl_or_type(function) &
			     (ECF_CONST | ECF_PURE | ECF_MALLOC | ECF_NORETURN |
			      ECF_LEAF | ECF_RETURNS_TWICE));
	if (callee_is_seen(function)) {
		digest->others.safe_push(DECL_UID(callee_definition(function)));
		return;
	}
	digest->hash.add_int(fndecl_built_in_p(function));
	if (TREE_PUBLIC(function))
		add_text(digest, construct_assembler_name(function));
}

/* ---- trees ---- */

static void add_sequence(struct digest *digest, gimple_seq sequence);

/* Adds a clause with its statements, as the combiner of a reduction. */
static void add_clause(struct digest *digest, tree clause)
{
	unsigned word;

	memcpy(&word, &clause->omp_clause.subcode, sizeof(word));
	digest->hash.add_int(OMP_CLAUSE_CODE(clause));
	digest->hash.add_int(word);
	switch (OMP_CLAUSE_CODE(clause)) {
	case OMP_CLAUSE_REDUCTION:
	case OMP_CLAUSE_IN_REDUCTION:
	case OMP_CLAUSE_TASK_REDUCTION:
		add_sequence(digest, OMP_CLAUSE_REDUCTION_GIMPLE_INIT(clause));
		add_sequence(digest, OMP_CLAUSE_REDUCTION_GIMPLE_MERGE(clause));
		break;
	case OMP_CLAUSE_LASTPRIVATE:
		add_sequence(digest, OMP_CLAUSE_LASTPRIVATE_GIMPLE_SEQ(clause));
		break;
	case OMP_CLAUSE_LINEAR:
		add_sequence(digest, OMP_CLAUSE_LINEAR_GIMPLE_SEQ(clause));
		break;
	default:
		break;
	}
}

static void add_indices(struct digest *digest, tree constructor)
{
	unsigned count = CONSTRUCTOR_NELTS(constructor);

	digest->hash.add_int(count);
	for (unsigned i = 0; i < count; i++)
		add_constant(digest, CONSTRUCTOR_ELT(constructor, i)->index);
}

/* Adds what the operands of a tree do not tell: constants, names, offsets. */
static void add_leaf(struct digest *digest, tree t)
{
	switch (TREE_CODE(t)) {
	case INTEGER_CST:
		digest->hash.add_wide_int(wi::to_wide(t));
		break;
	case REAL_CST:
		digest->hash.add_int(real_hash(TREE_REAL_CST_PTR(t)));
		break;
	case STRING_CST:
		digest->hash.add(TREE_STRING_POINTER(t), TREE_STRING_LENGTH(t));
		break;
	case IDENTIFIER_NODE:
		add_text(digest, IDENTIFIER_POINTER(t));
		break;
	case CONSTRUCTOR:
		add_indices(digest, t);
		break;
	case CALL_EXPR:
		digest->hash.add_int(call_expr_nargs(t));
		if (!CALL_EXPR_FN(t))
			digest->hash.add_int(CALL_EXPR_IFN(t));
		break;
	case FIELD_DECL:
		add_name(digest, t);
		add_constant(digest, DECL_FIELD_OFFSET(t));
		add_constant(digest, DECL_FIELD_BIT_OFFSET(t));
		add_constant(digest, DECL_SIZE(t));
		break;
	case FUNCTION_DECL:
		add_function(digest, t);
		break;
	case OMP_CLAUSE:
		add_clause(digest, t);
		break;
	default:
		break;
	}
}

/* Lists of one statement and debug statements come and go. */
static bool is_transparent(tree t)
{
	return TREE_CODE(t) == STATEMENT_LIST ||
	       TREE_CODE(t) == DEBUG_BEGIN_STMT;
}

static tree look(tree *at, int *walk_subtrees, void *data)
{
	struct digest *digest = (struct digest *)data;
	tree t = *at;

	if (TYPE_P(t)) {
		add_type(digest, t);
		*walk_subtrees = 0;
		return NULL_TREE;
	}
	if (is_transparent(t))
		return NULL_TREE;
	digest->hash.add_int(TREE_CODE(t));
	if (EXPR_P(t) || CONSTANT_CLASS_P(t)) {
		digest->hash.add_int(TREE_THIS_VOLATILE(t));
		add_type(digest, TREE_TYPE(t));
	}
	switch (TREE_CODE(t)) {
	case SSA_NAME:
	case VAR_DECL:
	case PARM_DECL:
	case RESULT_DECL:
		add_variable(digest, t);
		break;
	case LABEL_DECL:
		add_number(digest, t);
		break;
	case SAVE_EXPR:
	case TARGET_EXPR:
	case BIND_EXPR:
		*walk_subtrees = add_number(digest, t);
		break;
	default:
		add_leaf(digest, t);
	}
	return NULL_TREE;
}

/* ---- statements ---- */

static bool is_without_effect(gimple *statement)
{
	return is_gimple_debug(statement) || gimple_clobber_p(statement) ||
	       gimple_nop_p(statement) ||
	       gimple_code(statement) == GIMPLE_PREDICT;
}

/* Does the cleanup only end the life of variables? */
static bool cleans_nothing(gimple *statement)
{
	gimple_seq cleanup = gimple_try_cleanup(statement);

	for (gimple_stmt_iterator gsi = gsi_start(cleanup); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		if (!is_without_effect(gsi_stmt(gsi)))
			return false;
	return true;
}

static void add_for(struct digest *digest, gimple *loop)
{
	digest->hash.add_int(gimple_omp_for_collapse(loop));
	for (size_t i = 0; i < gimple_omp_for_collapse(loop); i++)
		digest->hash.add_int(gimple_omp_for_cond(loop, i));
}

/* The subcode is an operation, a comparison, or what an OpenMP statement is. */
static void add_code(struct digest *digest, gimple *statement)
{
	enum gimple_code code = gimple_code(statement);

	digest->hash.add_int(code);
	if (code == GIMPLE_CALL && gimple_call_internal_p(statement))
		digest->hash.add_int(gimple_call_internal_fn(statement));
	else if (code != GIMPLE_CALL)
		digest->hash.add_int(statement->subcode);
	if (code == GIMPLE_OMP_FOR)
		add_for(digest, statement);
	else if (code == GIMPLE_ASM)
		add_text(digest, gimple_asm_string(as_a<gasm *>(statement)));
}

static tree look_at_statement(gimple_stmt_iterator *gsi, bool *handled,
			      struct walk_stmt_info *info)
{
	struct digest *digest = (struct digest *)info->info;
	gimple *statement = gsi_stmt(*gsi);

	*handled = is_without_effect(statement);
	if (!*handled && gimple_code(statement) != GIMPLE_BIND &&
	    !(gimple_code(statement) == GIMPLE_TRY &&
	      cleans_nothing(statement)))
		add_code(digest, statement);
	return NULL_TREE;
}

static tree look_at_operand(tree *at, int *walk_subtrees, void *data)
{
	return look(at, walk_subtrees, ((struct walk_stmt_info *)data)->info);
}

static void add_sequence(struct digest *digest, gimple_seq sequence)
{
	struct walk_stmt_info info = {};

	info.info = digest;
	walk_gimple_seq(sequence, look_at_statement, look_at_operand, &info);
}

/* Without those that it holds. */
static void add_statement(struct digest *digest, gimple *statement)
{
	struct walk_stmt_info info = {};

	if (is_without_effect(statement))
		return;
	info.info = digest;
	add_code(digest, statement);
	walk_gimple_op(statement, look_at_operand, &info);
}

/* ---- the current function ---- */

static void note_fact(tree variable, gimple *statement, unsigned place)
{
	struct fact fact = {statement, place};

	if (variable && TREE_CODE(variable) != SSA_NAME)
		variable = get_base_address(variable);
	if (variable && is_variable(variable) &&
	    TREE_CODE(TREE_TYPE(variable)) != ARRAY_TYPE)
		places->facts.get_or_insert(variable).safe_push(fact);
}

/* Behind "if (n == 4)" n is a constant. Of what is less than another no
   analysis makes anything. */
static void note_condition(gimple *condition, unsigned place)
{
	if (gimple_expr_code(condition) != EQ_EXPR &&
	    gimple_expr_code(condition) != NE_EXPR)
		return;
	for (unsigned i = 0; i < 2; i++) {
		tree asked = gimple_op(condition, i);
		vec<struct fact> *list = places->facts.get(asked);

		if (list && is_temporary(asked))
			asked = gimple_assign_load_p(list->last().statement)
					? gimple_assign_rhs1(
						  list->last().statement)
					: NULL_TREE;
		note_fact(asked, condition, place);
	}
}

static void note_places(gimple_seq body)
{
	gimple_seq *inner[OMP_MAX_BODIES];

	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		struct extent extent = {places->count++, 0};
		unsigned count = omp_bodies(gsi_stmt(gsi), inner);

		note_fact(gimple_get_lhs(gsi_stmt(gsi)), gsi_stmt(gsi),
			  extent.first);
		if (gimple_code(gsi_stmt(gsi)) == GIMPLE_COND)
			note_condition(gsi_stmt(gsi), extent.first);
		for (unsigned i = 0; i < count; i++)
			note_places(*inner[i]);
		extent.end = places->count;
		if (is_gimple_omp(gsi_stmt(gsi)))
			places->extents.put(gsi_stmt(gsi), extent);
	}
}

static void free_places(void)
{
	if (places)
		for (auto entry : places->facts)
			entry.second.release();
	delete places;
	places = NULL;
}

static void look_at_function(tree function)
{
	if (places && places->function_uid == DECL_UID(function))
		return;
	free_places();
	places = new function_places();
	places->function_uid = DECL_UID(function);
	note_places(gimple_body(function));
}

/* Does a value that it has before the construct not matter there? */
static bool is_private(const struct construct *construct, tree variable)
{
	gimple *const parts[] = {construct->statement, construct->share,
				 construct->loop, construct->parallel};

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		enum omp_clause_code code = omp_sharing_of(parts[i], variable);

		if (code == OMP_CLAUSE_PRIVATE || code == OMP_CLAUSE_LINEAR ||
		    code == OMP_CLAUSE_LASTPRIVATE)
			return true;
	}
	return false;
}

/* GCC sets a temporary of one value wherever that is needed. */
static bool is_same(const gimple *a, const gimple *b)
{
	if (gimple_code(a) != gimple_code(b) ||
	    gimple_expr_code(a) != gimple_expr_code(b) ||
	    gimple_num_ops(a) != gimple_num_ops(b))
		return false;
	for (unsigned i = 0; i < gimple_num_ops(a); i++) {
		tree one = gimple_op(a, i), other = gimple_op(b, i);

		if (one != other &&
		    (!one || !other || !operand_equal_p(one, other, 0)))
			return false;
	}
	return true;
}

/* Adds the facts about the variable outside of the construct. */
static void add_facts_of(struct digest *digest, tree variable,
			 const struct extent *extent)
{
	vec<struct fact> *list = places->facts.get(variable);
	auto_vec<gimple *> added;

	for (unsigned i = list ? list->length() : 0; i-- > 0;) {
		struct fact fact = (*list)[i];
		unsigned j = 0;

		if (fact.place >= extent->first && fact.place < extent->end)
			continue;
		while (j < added.length() && !is_same(added[j], fact.statement))
			j++;
		if (j < added.length())
			continue;
		if (j < MOST_COMPARED)
			added.safe_push(fact.statement);
		add_statement(digest, fact.statement);
	}
}

static void add_facts(struct digest *digest, const struct construct *construct)
{
	struct extent *extent = places->extents.get(construct->statement);

	for (unsigned i = 0; extent && i < digest->variables.length(); i++)
		if (!is_private(construct, digest->variables[i]))
			add_facts_of(digest, digest->variables[i], extent);
}

/* ---- functions ---- */

/*
 * Flags under which the same code means something else: those that GCC wants
 * alike before it puts one function into another (ipa-inline.c), as far as they
 * do not follow the level of optimisation.
 */
static void add_flags(struct digest *digest, tree function)
{
	const int flags[] = {
		opt_for_fn(function, flag_wrapv),
		opt_for_fn(function, flag_wrapv_pointer),
		opt_for_fn(function, flag_trapv),
		opt_for_fn(function, flag_rounding_math),
		opt_for_fn(function, flag_trapping_math),
		opt_for_fn(function, flag_unsafe_math_optimizations),
		opt_for_fn(function, flag_finite_math_only),
		opt_for_fn(function, flag_signaling_nans),
		flag_complex_method, /* also of the function, since 16 */
		opt_for_fn(function, flag_signed_zeros),
		opt_for_fn(function, flag_associative_math),
		opt_for_fn(function, flag_reciprocal_math),
		opt_for_fn(function, flag_fp_int_builtin_inexact),
		opt_for_fn(function, flag_errno_math),
		opt_for_fn(function, flag_non_call_exceptions),
		opt_for_fn(function, flag_delete_null_pointer_checks),
		global_options_set.x_flag_strict_aliasing &&
			!opt_for_fn(function, flag_strict_aliasing),
	};

	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		digest->hash.add_int(flags[i]);
}

static void add_body(tree declaration, tree from)
{
	struct digest_body *body;
	struct digest digest;

	if (!bodies)
		bodies = new digest_bodies;
	if (bodies->get(DECL_UID(declaration)))
		return;
	body = XCNEW(struct digest_body);
	bodies->put(DECL_UID(declaration), body);
	if (TREE_CODE(declaration) == FUNCTION_DECL)
		add_flags(&digest, declaration);
	add_tree(&digest, from);
	body->value = digest.hash.end();
	body->others = digest.others;
	digest.variables.release();
}

void digest_collect(tree function)
{
	add_body(function, DECL_SAVED_TREE(function));
}

/* Functions and tables in the order of their first appearance. */
static void add_others(struct digest *digest)
{
	hash_set<int_hash<int, -1, -2>> met;

	for (unsigned i = 0; i < digest->others.length(); i++) {
		struct digest_body **body =
			bodies ? bodies->get(digest->others[i]) : NULL;

		if (!body || met.add(digest->others[i]))
			continue;
		digest->hash.add_int((*body)->value);
		digest->others.safe_splice((*body)->others);
	}
}

/* Clauses of the region around it, of variables that it names. */
static void add_region(struct digest *digest, gimple *parallel)
{
	for (tree c = omp_clauses(parallel); c; c = OMP_CLAUSE_CHAIN(c)) {
		tree variable = omp_clause_variable(c);

		if (!variable || !digest->numbers.get(variable))
			continue;
		add_clause(digest, c);
		add_variable(digest, variable);
	}
}

unsigned digest_construct(const struct construct *construct)
{
	gimple_seq *inner[OMP_MAX_BODIES];
	unsigned count = omp_bodies(construct->statement, inner);
	struct digest digest;

	look_at_function(current_function_decl);
	digest.hash.add_int(atoi(gcc_version.basever));
	add_flags(&digest, current_function_decl);
	add_statement(&digest, construct->statement);
	for (unsigned i = count; i-- > 0;)
		add_sequence(&digest, *inner[i]);
	if (construct->parallel && construct->parallel != construct->statement)
		add_region(&digest, construct->parallel);
	add_facts(&digest, construct);
	add_others(&digest);
	digest.others.release();
	digest.variables.release();
	return digest.hash.end();
}

unsigned digest_function(tree function)
{
	struct digest digest;

	digest.hash.add_int(atoi(gcc_version.basever));
	digest.others.safe_push(DECL_UID(callee_definition(function)));
	add_others(&digest);
	digest.others.release();
	return digest.hash.end();
}

void digest_free_all(void)
{
	free_places();
	if (bodies)
		for (auto entry : *bodies) {
			entry.second->others.release();
			free(entry.second);
		}
	delete bodies;
	bodies = NULL;
}
