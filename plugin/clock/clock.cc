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
#include "base/gcc.h"
#include "base/omp.h"
#include "child/child.h"
#include "clock.h"
#include "construct/construct.h"
#include "evaluate.h"
#include "hook.h"
#include "reads.h"
#include "site.h"
#include "version/plant.h"
#include "version/several.h"

static bool wanted;
static unsigned first_construct; /* of the current function */
static bool cancels;		 /* there is a cancel in the function */

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
		value = plant_assign(code, TYPE_MAIN_VARIANT(TREE_TYPE(value)),
				     unshare_expr(value));
	return plant_assign(code, type, build1(NOP_EXPR, type, value));
}

/* Number "first" of the site's values and those after it. */
static void add_values(struct code *code, tree table, tree site, unsigned first,
		       const vec<tree> &values)
{
	auto_vec<tree> arguments;

	if (values.is_empty())
		return;
	arguments.safe_push(hook_address(site));
	arguments.safe_push(build_int_cst(integer_type_node, first));
	arguments.safe_push(build_int_cst(integer_type_node, values.length()));
	for (unsigned i = 0; i < values.length(); i++)
		arguments.safe_push(values[i]);
	hook_add(code, table, HOOK_VALUES, arguments, true);
}

static tree plus_one(struct code *code, tree value, int one)
{
	tree type = long_long_integer_type_node;
	tree summand = build_int_cst(type, one);

	if (TREE_CODE(value) == INTEGER_CST)
		return fold_build2(PLUS_EXPR, type, value, summand);
	return plant_assign(code, type,
			    build2(PLUS_EXPR, type, value, summand));
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
			: plant_assign(code, type,
				       build1(NOP_EXPR, type, step));
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

		*end = plant_assign(code, type,
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

/* Where the child says how it is computed; NULL where that cannot be. */
static tree value_of(struct code *code, const struct read_value *read)
{
	return read->value ? as_long(code, read->value)
			   : evaluate(code, read->words);
}

/* Those that are guarded, or those that are not. */
static void add_reads(struct code *code, const vec<read_value> &reads,
		      bool guarded, struct names *names, vec<tree> *values)
{
	for (unsigned i = 0; i < reads.length(); i++) {
		tree value = reads[i].guarded == guarded
				     ? value_of(code, &reads[i])
				     : NULL_TREE;

		if (!value)
			continue;
		add_name(names, reads[i].kind, reads[i].name);
		values->safe_push(value);
	}
}

static tree as_operand(struct code *code, tree bound)
{
	return is_gimple_val(bound)
		       ? bound
		       : plant_assign(code, TYPE_MAIN_VARIANT(TREE_TYPE(bound)),
				      unshare_expr(bound));
}

/* Leave the code for "done" unless each loop has an iteration; false where
   that cannot be told from their bounds. */
static bool add_guard(struct code *code, gimple *loop, tree done)
{
	for (size_t i = 0; i < gimple_omp_for_collapse(loop); i++)
		if (depends_on_outer(loop, i))
			return false;
	for (size_t i = 0; i < gimple_omp_for_collapse(loop); i++) {
		tree on = create_artificial_label(code->location);
		tree initial =
			as_operand(code, gimple_omp_for_initial(loop, i));
		tree final = as_operand(code, gimple_omp_for_final(loop, i));

		plant_add(code, gimple_build_cond(gimple_omp_for_cond(loop, i),
						  initial, final, on, done));
		plant_add(code, gimple_build_label(on));
	}
	return true;
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
	return !cancels && !needs_own_barrier(construct->share) &&
	       !needs_own_barrier(construct->loop);
}

/* Ends of lifetimes, and what is no code. */
static bool is_nothing(gimple *statement)
{
	return gimple_clobber_p(statement) || is_gimple_debug(statement) ||
	       gimple_code(statement) == GIMPLE_NOP ||
	       gimple_code(statement) == GIMPLE_LABEL ||
	       gimple_code(statement) == GIMPLE_PREDICT;
}

static gimple *skip_nothing(gimple *statement)
{
	while (statement && is_nothing(statement))
		statement = statement->next;
	return statement;
}

/* Does the statement end where what it holds does? */
static bool ends_with_it(gimple *statement)
{
	return gimple_code(statement) == GIMPLE_BIND ||
	       (gimple_code(statement) == GIMPLE_TRY &&
		!skip_nothing(gimple_try_cleanup(statement)));
}

/*
 * Do all threads meet right behind the statement, in a barrier or at the end of
 * the region? One more before that changes nothing.
 */
static bool comes_to_barrier(gimple *statement, const struct around *around)
{
	gimple *next = skip_nothing(statement->next);

	while (!next && around && ends_with_it(around->statement)) {
		next = skip_nothing(around->statement->next);
		around = around->outer;
	}
	if (next)
		return gimple_call_builtin_p(next, BUILT_IN_GOMP_BARRIER);
	return around && gimple_code(around->statement) == GIMPLE_OMP_PARALLEL;
}

/* ---- placing ---- */

/* One construct that is being given clocks. */
struct clocked {
	struct construct *construct;
	tree site;
	bool waits;
	struct several several;
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
	insert_after(gsi, hook_call(location, clocked->site, HOOK_LOOP_LEAVE));
	if (!clocked->waits)
		return;
	if (!has_nowait(loop))
		add_nowait(loop);
	barrier = gimple_build_call(
		builtin_decl_explicit(BUILT_IN_GOMP_BARRIER), 0);
	gimple_set_location(barrier, location);
	insert_after(gsi, barrier);
	insert_after(gsi, hook_call(location, clocked->site, HOOK_LOOP_DONE));
}

/*
 * The pieces of code that hold values: at the head those of parameters; in
 * the loop those of its bounds, and of parameters that may only be read where
 * it has an iteration.
 */
struct pieces {
	struct code head, bounds, guarded;
	tree tables[3], done;
	auto_vec<tree> values[3];
	unsigned first[3];
};

static void begin_pieces(struct pieces *pieces, location_t location)
{
	plant_begin(&pieces->head, location);
	plant_begin(&pieces->bounds, location);
	plant_begin(&pieces->guarded, location);
	pieces->tables[0] = plant_variable(&pieces->head, ptr_type_node);
	pieces->tables[1] = plant_variable(&pieces->bounds, ptr_type_node);
	pieces->tables[2] = plant_variable(&pieces->guarded, ptr_type_node);
	pieces->done = create_artificial_label(location);
}

static void fill_pieces(struct pieces *pieces, gimple *loop,
			const vec<read_value> &reads, struct names *names)
{
	add_reads(&pieces->head, reads, false, names, &pieces->values[0]);
	pieces->first[1] = names->count;
	add_bounds(&pieces->bounds, loop, names, &pieces->values[1]);
	pieces->first[2] = names->count;
	if (add_guard(&pieces->guarded, loop, pieces->done))
		add_reads(&pieces->guarded, reads, true, names,
			  &pieces->values[2]);
}

static void place_piece(struct code *code, tree table, tree site,
			unsigned first, const vec<tree> &values,
			gimple_seq *where)
{
	if (values.is_empty())
		return;
	add_values(code, table, site, first, values);
	gimple_seq_add_stmt(where, hook_guarded(code, table));
}

static void place_pieces(struct pieces *pieces, tree site, gimple_seq *head,
			 gimple_seq *enter)
{
	place_piece(&pieces->head, pieces->tables[0], site, 0,
		    pieces->values[0], head);
	place_piece(&pieces->bounds, pieces->tables[1], site, pieces->first[1],
		    pieces->values[1], enter);
	if (pieces->values[2].is_empty())
		return;
	add_values(&pieces->guarded, pieces->tables[2], site, pieces->first[2],
		   pieces->values[2]);
	plant_add(&pieces->guarded, gimple_build_label(pieces->done));
	gimple_seq_add_stmt(enter,
			    hook_guarded(&pieces->guarded, pieces->tables[2]));
}

/* NULL, or why versions of the construct are not tried within a run. */
static const char *why_not_tried(const struct clocked *clocked)
{
	const struct construct *construct = clocked->construct;
	const struct several *several = &clocked->several;

	if (!several->candidates || several->why)
		return several->why;
	if (!several_are_made(several))
		return several->candidates->why[1];
	return is_with_region(construct) || clocked->waits ||
			       !has_nowait(construct->share)
		       ? NULL
		       : "nowait: no thread can tell how long it takes";
}

static void build_values(struct clocked *clocked, const struct around *around,
			 gimple_seq *head, const char *why)
{
	struct construct *construct = clocked->construct;
	location_t location = gimple_location(construct->share);
	unsigned flags = (is_with_region(construct) ? SITE_REGION : 0) |
			 (clocked->waits ? SITE_WAITS : 0) |
			 (clocked->several.candidates ? SITE_TRIES : 0);
	struct site_text text = {NULL, 0, why, clocked->several.text,
				 why_not_tried(clocked)};
	vec<read_value> reads = vNULL;
	struct pieces pieces = {};
	struct names names = {};

	gcc_obstack_init(&names.text);
	begin_pieces(&pieces, location);
	if (!why) {
		reads_find(construct, around, child_values(construct), &reads);
		fill_pieces(&pieces, construct->share, reads, &names);
	}
	obstack_1grow(&names.text, '\0');
	text.values = (const char *)obstack_finish(&names.text);
	text.heads = pieces.first[1];
	clocked->site = site_build(construct, flags, &text);
	obstack_free(&names.text, NULL);
	reads_free(&reads);
	if (why)
		return;
	place_pieces(&pieces, clocked->site, head, &clocked->enter.statements);
	gimple_seq_add_stmt(
		&clocked->enter.statements,
		hook_call(location, clocked->site, HOOK_LOOP_ENTER));
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

/* A variable with the runtime's answer; 0 where there is no runtime. */
static tree add_choice(struct code *code, tree site)
{
	tree choice = plant_variable(code, integer_type_node);
	struct code inner;
	tree table;

	plant_begin(&inner, code->location);
	table = plant_variable(&inner, ptr_type_node);
	plant_add(code, gimple_build_assign(choice, integer_zero_node));
	hook_add_choice(&inner, table, site, choice);
	gimple_seq_add_stmt(&code->statements, hook_guarded(&inner, table));
	return choice;
}

/* Makes the versions of the construct at the iterator, if it has any, behind
   the call "enter" unless that is NULL. */
static bool make_versions(gimple_stmt_iterator *gsi, struct clocked *clocked,
			  gimple *enter)
{
	struct code code;
	tree choice;

	if (!several_are_made(&clocked->several)) {
		if (enter)
			gsi_insert_before(gsi, enter, GSI_SAME_STMT);
		return true;
	}
	plant_begin(&code, gimple_location(gsi_stmt(*gsi)));
	choice = add_choice(&code, clocked->site);
	if (enter)
		gimple_seq_add_stmt(&code.statements, enter);
	return several_make(gsi, &clocked->several, &code, choice);
}

/* The arguments of clock_construct(), for a rehearsal of it. */
struct rehearsed {
	gimple_stmt_iterator gsi;
	struct construct *construct;
	const struct around *around;
};

static bool clock_construct(gimple_stmt_iterator *gsi,
			    struct construct *construct,
			    const struct around *around);

static bool clock_in_rehearsal(void *data)
{
	struct rehearsed *of = (struct rehearsed *)data;

	return clock_construct(&of->gsi, of->construct, of->around);
}

/* The construct begins at the iterator, which ends up behind the clocks. False
   if not all of its versions could be made. */
static bool clock_construct(gimple_stmt_iterator *gsi,
			    struct construct *construct,
			    const struct around *around)
{
	gimple *statement = gsi_stmt(*gsi);
	location_t location = gimple_location(statement);
	struct clocked clocked = {construct, NULL_TREE, false, {}, {}};
	const char *why = reason_against(construct, around);
	struct clocked *before = current;
	gimple *enter = NULL;
	gimple_seq head = NULL;
	gimple_stmt_iterator loop;
	bool made;

	if (!why) {
		bool goes_on = has_nowait(construct->share) &&
			       !(candidates_of(construct) &&
				 comes_to_barrier(statement, around));
		struct rehearsed rehearsed = {*gsi, construct, around};

		/* the messages of the child are read here, not in a fork */
		child_values(construct);
		several_begin(&clocked.several, construct, *gsi,
			      clock_in_rehearsal, &rehearsed);
		clocked.waits = !goes_on && may_take_barrier(construct);
	}
	build_values(&clocked, around, &head, why);
	if (why) {
		walk_inside(statement, around);
		return true;
	}
	if (is_with_region(construct))
		enter = hook_call(location, clocked.site, HOOK_REGION_ENTER);
	gsi_insert_seq_before(gsi, head, GSI_SAME_STMT);
	current = &clocked;
	walk_inside(statement, around);
	current = before;
	if (enter) {
		made = make_versions(gsi, &clocked, enter);
		insert_after(gsi, hook_call(location, clocked.site,
					    HOOK_REGION_LEAVE));
	} else {
		loop = *gsi;
		clock_loop(gsi, &clocked);
		made = make_versions(&loop, &clocked, NULL);
	}
	several_end(&clocked.several);
	return made;
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

bool clock_is_wanted(void)
{
	return wanted && flag_openmp;
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
	evaluate_begin(body);
	walk(&body, NULL);
	evaluate_end();
	reads_end();
	gimple_set_body(current_function_decl, body);
}

void clock_end(void)
{
	if (wanted)
		site_finish();
}
