/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clocks: calls of the runtime library around every worksharing loop.
 *
 *	values of parameters
 *	REGION_ENTER
 *	#pragma omp parallel
 *	    (bounds computed); values of bounds; LOOP_ENTER
 *	    #pragma omp for nowait
 *	    LOOP_LEAVE
 *	    barrier; LOOP_DONE
 *	REGION_LEAVE
 *
 * The loop is entered at the end of what GCC computes in front of it, which
 * is a part of the statement: so the clock stands inside of all that the
 * statement means for its data. A barrier of the loop's own is turned into
 * one that follows it, which changes nothing but lets the clock stop before
 * each thread waits. A combined region has no barrier but its own end.
 *
 * All calls go through a table that the constructor of the unit fills in;
 * see site.cc.
 */
#include "gcc.h"
#include "clock.h"
#include "construct.h"
#include "omp.h"
#include "reads.h"
#include "site.h"

static bool wanted;
static unsigned first_construct; /* of the current function */
static bool cancels;		 /* there is a cancel in the function */

/* ---- code ---- */

/* Code under way: a block of statements with its own variables. */
struct code {
	gimple_seq statements;
	tree variables;
	location_t location;
};

static void add(struct code *code, gimple *statement)
{
	gimple_set_location(statement, code->location);
	gimple_seq_add_stmt(&code->statements, statement);
}

static tree new_variable(struct code *code, tree type)
{
	tree variable = create_tmp_var_raw(type, "podium");

	DECL_CONTEXT(variable) = current_function_decl;
	DECL_SEEN_IN_BIND_EXPR_P(variable) = 1;
	DECL_CHAIN(variable) = code->variables;
	code->variables = variable;
	return variable;
}

static void quieten(gimple *statement)
{
#if BUILDING_GCC_VERSION >= 12000
	suppress_warning(statement);
#else
	gimple_set_no_warning(statement, true);
#endif
}

static tree assign(struct code *code, tree type, tree value)
{
	tree variable = new_variable(code, type);
	gimple *statement = gimple_build_assign(variable, value);

	quieten(statement);
	add(code, statement);
	return variable;
}

/* An entry of the table, called with these arguments. */
static void add_call(struct code *code, tree table, enum hook hook,
		     const vec<tree> &arguments, bool varies)
{
	tree type = varies ? build_varargs_function_type_list(
				     void_type_node, ptr_type_node,
				     integer_type_node, integer_type_node,
				     NULL_TREE)
			   : build_function_type_list(void_type_node,
						      ptr_type_node, NULL_TREE);
	tree pointer = build_pointer_type(type);
	tree offset = build_int_cst(build_pointer_type(ptr_type_node),
				    hook * (POINTER_SIZE / BITS_PER_UNIT));
	tree entry = assign(code, ptr_type_node,
			    build2(MEM_REF, ptr_type_node, table, offset));
	gcall *call;

	entry = assign(code, pointer, build1(NOP_EXPR, pointer, entry));
	call = gimple_build_call_vec(entry, arguments);
	gimple_call_set_fntype(call, type);
	gimple_call_set_nothrow(call, true);
	quieten(call);
	add(code, call);
}

/* if (table) { inner }, as one block. */
static gimple *guarded(struct code *inner, tree table)
{
	struct code code = {NULL, inner->variables, inner->location};
	tree yes = create_artificial_label(code.location);
	tree no = create_artificial_label(code.location);
	gimple *load = gimple_build_assign(table, site_hooks());
	gbind *block;

	add(&code, load);
	add(&code,
	    gimple_build_cond(NE_EXPR, table, null_pointer_node, yes, no));
	add(&code, gimple_build_label(yes));
	gimple_seq_add_seq(&code.statements, inner->statements);
	add(&code, gimple_build_label(no));
	block = gimple_build_bind(code.variables, code.statements, NULL_TREE);
	gimple_set_location(block, code.location);
	return block;
}

static tree address_of(tree site)
{
	return build_fold_addr_expr_with_type(site, ptr_type_node);
}

static gimple *one_call(location_t location, tree site, enum hook hook)
{
	struct code code = {NULL, NULL_TREE, location};
	tree table = new_variable(&code, ptr_type_node);
	auto_vec<tree> arguments;

	arguments.safe_push(address_of(site));
	add_call(&code, table, hook, arguments, false);
	return guarded(&code, table);
}

/* ---- values ---- */

/* Names of values, as the site lists them: "kind name;kind name;". */
struct names {
	struct obstack text;
	unsigned count;
};

static void add_name(struct names *names, const char *kind, const char *name)
{
	obstack_grow(&names->text, kind, strlen(kind));
	obstack_1grow(&names->text, ' ');
	obstack_grow(&names->text, name, strlen(name));
	obstack_1grow(&names->text, ';');
	names->count++;
}

static tree as_long(struct code *code, tree value)
{
	tree type = long_long_integer_type_node;

	if (TREE_CODE(value) == INTEGER_CST)
		return fold_convert(type, value);
	if (!is_gimple_reg(value))
		value = assign(code, TYPE_MAIN_VARIANT(TREE_TYPE(value)),
			       unshare_expr(value));
	return assign(code, type, build1(NOP_EXPR, type, value));
}

/* Number "first" of the site's values and those after it. */
static void add_values(struct code *code, tree table, tree site, unsigned first,
		       const vec<tree> &values)
{
	auto_vec<tree> arguments;

	if (values.is_empty())
		return;
	arguments.safe_push(address_of(site));
	arguments.safe_push(build_int_cst(integer_type_node, first));
	arguments.safe_push(build_int_cst(integer_type_node, values.length()));
	for (unsigned i = 0; i < values.length(); i++)
		arguments.safe_push(values[i]);
	add_call(code, table, HOOK_VALUES, arguments, true);
}

static tree plus_one(struct code *code, tree value, int one)
{
	tree type = long_long_integer_type_node;
	tree summand = build_int_cst(type, one);

	if (TREE_CODE(value) == INTEGER_CST)
		return fold_build2(PLUS_EXPR, type, value, summand);
	return assign(code, type, build2(PLUS_EXPR, type, value, summand));
}

/* What is added to the counter; an unsigned one may count downwards. */
static tree step_of(struct code *code, gimple *loop, unsigned dimension)
{
	tree increment = gimple_omp_for_incr(loop, dimension);
	tree step = TREE_OPERAND(increment, 1), type = TREE_TYPE(step);
	tree value;

	if (TREE_CODE(increment) == MINUS_EXPR ||
	    (TREE_CODE(step) != INTEGER_CST && !is_gimple_reg(step)))
		return NULL_TREE;
	type = signed_type_for(type);
	value = TREE_CODE(step) == INTEGER_CST
			? fold_convert(type, step)
			: assign(code, type, build1(NOP_EXPR, type, step));
	return as_long(code, value);
}

/* Where the counter begins and ends; addresses count from the first. */
static void bounds_of(struct code *code, gimple *loop, unsigned dimension,
		      tree *begin, tree *end)
{
	tree initial = gimple_omp_for_initial(loop, dimension);
	tree final = gimple_omp_for_final(loop, dimension);
	enum tree_code test = gimple_omp_for_cond(loop, dimension);

	*begin = as_long(code, initial);
	*end = as_long(code, final);
	if (POINTER_TYPE_P(TREE_TYPE(gimple_omp_for_index(loop, dimension)))) {
		tree type = long_long_integer_type_node;

		*end = assign(code, type,
			      build2(MINUS_EXPR, type, *end, *begin));
		*begin = build_int_cst(type, 0);
	}
	if (test == LE_EXPR || test == GE_EXPR)
		*end = plus_one(code, *end, test == LE_EXPR ? 1 : -1);
}

static bool depends_on_outer(gimple *loop, unsigned dimension)
{
	return TREE_CODE(gimple_omp_for_initial(loop, dimension)) == TREE_VEC ||
	       TREE_CODE(gimple_omp_for_final(loop, dimension)) == TREE_VEC;
}

static void add_bounds(struct code *code, gimple *loop, struct names *names,
		       vec<tree> *values)
{
	for (size_t i = 0; i < gimple_omp_for_collapse(loop); i++) {
		tree begin, end, step;
		char number[24];

		if (depends_on_outer(loop, i))
			continue;
		snprintf(number, sizeof(number), "%zu", i);
		bounds_of(code, loop, i, &begin, &end);
		step = step_of(code, loop, i);
		add_name(names, "begin", number);
		values->safe_push(begin);
		add_name(names, "end", number);
		values->safe_push(end);
		if (!step)
			continue;
		add_name(names, "step", number);
		values->safe_push(step);
	}
}

/* ---- which constructs ---- */

/* Of combined constructs: what stands around the loop that is clocked. */
static bool is_with_region(const struct construct *construct)
{
	return gimple_code(construct->statement) == GIMPLE_OMP_PARALLEL;
}

static bool stands_in(const struct around *around, enum gimple_code code)
{
	for (; around; around = around->outer)
		if (gimple_code(around->statement) == code)
			return true;
	return false;
}

/* NULL, or why the construct gets no clock. */
static const char *reason_against(const struct construct *construct,
				  const struct around *around)
{
	if (stands_in(around, GIMPLE_OMP_TARGET) ||
	    gimple_code(construct->statement) == GIMPLE_OMP_TARGET ||
	    lookup_attribute("omp declare target",
			     DECL_ATTRIBUTES(current_function_decl)))
		return "the code may run on another device";
	if (!is_with_region(construct) &&
	    construct->statement != construct->share)
		return "the loop is distributed to teams first";
	return NULL;
}

/* The construct that begins here, if it shares a loop among threads. */
static struct construct *construct_at(gimple *statement)
{
	for (unsigned i = first_construct; i < constructs.length(); i++)
		if (constructs[i]->statement == statement &&
		    constructs[i]->share && constructs[i]->loop)
			return constructs[i];
	return NULL;
}

/* Reductions and copies of these kinds need the loop's own barrier. */
static bool needs_own_barrier(gimple *loop)
{
	tree clause = gimple_omp_for_clauses(loop);

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause))
		switch (OMP_CLAUSE_CODE(clause)) {
		case OMP_CLAUSE_REDUCTION:
			if (OMP_CLAUSE_REDUCTION_TASK(clause) ||
			    OMP_CLAUSE_REDUCTION_INSCAN(clause))
				return true;
			break;
		case OMP_CLAUSE_LASTPRIVATE:
			if (OMP_CLAUSE_LASTPRIVATE_CONDITIONAL(clause))
				return true;
			break;
		default:
			break;
		}
	return false;
}

static bool has_nowait(gimple *loop)
{
	return omp_find_clause(gimple_omp_for_clauses(loop), OMP_CLAUSE_NOWAIT);
}

static bool may_take_barrier(const struct construct *construct)
{
	return !has_nowait(construct->share) && !cancels &&
	       !needs_own_barrier(construct->share) &&
	       !needs_own_barrier(construct->loop);
}

/* ---- placing ---- */

/* One construct that is being given clocks. */
struct clocked {
	struct construct *construct;
	tree site;
	bool waits;
	struct code enter; /* what goes to the end of the loop's front */
};

static struct clocked *current;

static void add_nowait(gimple *loop)
{
	tree *clauses = gimple_omp_for_clauses_ptr(loop);
	tree clause =
		build_omp_clause(gimple_location(loop), OMP_CLAUSE_NOWAIT);

	OMP_CLAUSE_CHAIN(clause) = *clauses;
	*clauses = clause;
}

static void insert_after(gimple_stmt_iterator *gsi, gimple *statement)
{
	gsi_insert_after(gsi, statement, GSI_NEW_STMT);
}

/* The loop itself, wherever the construct begins. */
static void clock_loop(gimple_stmt_iterator *gsi, struct clocked *clocked)
{
	gimple *loop = gsi_stmt(*gsi);
	location_t location = gimple_location(loop);
	gimple *barrier;

	gimple_seq_add_seq(gimple_omp_for_pre_body_ptr(loop),
			   clocked->enter.statements);
	insert_after(gsi, one_call(location, clocked->site, HOOK_LOOP_LEAVE));
	if (!clocked->waits)
		return;
	add_nowait(loop);
	barrier = gimple_build_call(
		builtin_decl_explicit(BUILT_IN_GOMP_BARRIER), 0);
	gimple_set_location(barrier, location);
	insert_after(gsi, barrier);
	insert_after(gsi, one_call(location, clocked->site, HOOK_LOOP_DONE));
}

static void begin_code(struct code *code, location_t location)
{
	code->statements = NULL;
	code->variables = NULL_TREE;
	code->location = location;
}

/*
 * The two pieces of code that hold values: one for the head, with those of
 * parameters, one for the loop, with those of its bounds.
 */
static void build_values(struct clocked *clocked, const struct around *around,
			 gimple_seq *head, const char *why)
{
	struct construct *construct = clocked->construct;
	location_t location = gimple_location(construct->share);
	unsigned flags = (is_with_region(construct) ? SITE_REGION : 0) |
			 (clocked->waits ? SITE_WAITS : 0);
	vec<read_value> reads = vNULL;
	auto_vec<tree> first, second;
	struct code outside, inside;
	struct names names = {};
	tree table, inner_table;
	unsigned count;

	gcc_obstack_init(&names.text);
	begin_code(&outside, location);
	begin_code(&inside, location);
	table = new_variable(&outside, ptr_type_node);
	inner_table = new_variable(&inside, ptr_type_node);
	if (!why)
		reads_find(construct, around, &reads);
	for (unsigned i = 0; i < reads.length(); i++) {
		add_name(&names, reads[i].kind, reads[i].name);
		first.safe_push(as_long(&outside, reads[i].value));
	}
	count = names.count;
	if (!why)
		add_bounds(&inside, construct->share, &names, &second);
	obstack_1grow(&names.text, '\0');
	clocked->site = site_build(construct, flags,
				   (const char *)obstack_finish(&names.text),
				   count, why);
	obstack_free(&names.text, NULL);
	reads_free(&reads);
	if (why)
		return;
	add_values(&outside, table, clocked->site, 0, first);
	if (!first.is_empty())
		gimple_seq_add_stmt(head, guarded(&outside, table));
	add_values(&inside, inner_table, clocked->site, count, second);
	if (!second.is_empty())
		gimple_seq_add_stmt(&clocked->enter.statements,
				    guarded(&inside, inner_table));
	gimple_seq_add_stmt(&clocked->enter.statements,
			    one_call(location, clocked->site, HOOK_LOOP_ENTER));
}

static void walk(gimple_seq *sequence, const struct around *outer);

static void walk_inside(gimple *statement, const struct around *outer)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	unsigned count = omp_bodies(statement, bodies);
	struct around around = {outer, statement};

	for (unsigned i = 0; i < count; i++)
		walk(bodies[i], &around);
}

/* The construct begins at the iterator, which ends up behind the clocks. */
static void clock_construct(gimple_stmt_iterator *gsi,
			    struct construct *construct,
			    const struct around *around)
{
	gimple *statement = gsi_stmt(*gsi);
	location_t location = gimple_location(statement);
	struct clocked clocked = {construct, NULL_TREE, false, {}};
	const char *why = reason_against(construct, around);
	struct clocked *before = current;
	gimple_seq head = NULL;

	clocked.waits = !why && may_take_barrier(construct);
	build_values(&clocked, around, &head, why);
	if (why) {
		walk_inside(statement, around);
		return;
	}
	if (is_with_region(construct))
		gimple_seq_add_stmt(&head, one_call(location, clocked.site,
						    HOOK_REGION_ENTER));
	gsi_insert_seq_before(gsi, head, GSI_SAME_STMT);
	current = &clocked;
	walk_inside(statement, around);
	current = before;
	if (is_with_region(construct))
		insert_after(gsi, one_call(location, clocked.site,
					   HOOK_REGION_LEAVE));
	else
		clock_loop(gsi, &clocked);
}

static void walk_statement(gimple_stmt_iterator *gsi,
			   const struct around *outer)
{
	gimple *statement = gsi_stmt(*gsi);
	struct construct *construct = construct_at(statement);

	if (construct) {
		clock_construct(gsi, construct, outer);
		return;
	}
	walk_inside(statement, outer);
	if (current && current->construct->share == statement)
		clock_loop(gsi, current);
}

static void walk(gimple_seq *sequence, const struct around *outer)
{
	for (gimple_stmt_iterator gsi = gsi_start(*sequence); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		walk_statement(&gsi, outer);
}

/* ---- the function ---- */

static tree find_cancel(gimple_stmt_iterator *gsi, bool *handled,
			struct walk_stmt_info *)
{
	*handled = false;
	if (gimple_call_builtin_p(gsi_stmt(*gsi), BUILT_IN_GOMP_CANCEL))
		cancels = true;
	return NULL_TREE;
}

void clock_wanted(void)
{
	wanted = true;
}

void clock_function(gimple_seq body, unsigned first)
{
	struct walk_stmt_info info;

	if (!wanted || !flag_openmp)
		return;
	memset(&info, 0, sizeof(info));
	first_construct = first;
	cancels = false;
	walk_gimple_seq(body, find_cancel, NULL, &info);
	reads_begin(body);
	walk(&body, NULL);
	reads_end();
	gimple_set_body(current_function_decl, body);
}

void clock_end(void)
{
	if (wanted)
		site_finish();
}
