/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What functions, regions and loops have to do with their thread.
 *
 * Each is a part: what it asks by itself, and whom it calls. A loop is called
 * by the region or function around it, a region by its function, so that
 * everything is noted once. At the end of the unit the parts that reach
 * nothing of interest are dropped; of functions of that kind only the names
 * are kept, for other units.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "construct/carry.h"
#include "construct/construct.h"
#include "construct/neighbour.h"
#include "construct/pointer.h"
#include "construct/question.h"
#include "construct/reorder.h"
#include "construct/thread.h"
#include "construct/trail.h"
#include "reach.h"
#include "record.h"

/* Of a type as text; longer ones are cut, everywhere alike. */
#define MOST_TEXT 400

struct call {
	tree function; /* NULL: "part" is called */
	int part;      /* -1: none of the unit */
	char *name;    /* of a function of another unit */
	bool inner;    /* in a team of its own */
	bool used;     /* it may give something back */
	bool told;     /* it is given what a thread knows of itself */
};

/* To those around a region of its own, or only within. */
enum {
	SHOWS_OUTSIDE = 1,
	SHOWS_INSIDE = 2,
	CARRIES = 4, /* to those alone that lend it something */
};

enum kind { KIND_FUNCTION, KIND_REGION, KIND_LOOP };

struct part {
	enum kind kind;
	tree function;	   /* of a function */
	const char *id;	   /* of a loop, else NULL */
	bool is_orphan;	   /* a loop whose region is elsewhere */
	bool is_static;	   /* with a distribution that others may know */
	bool is_open;	   /* whoever calls it goes on without a barrier */
	bool has_regions;  /* by itself */
	unsigned interest; /* that it reaches something */
	bool is_wanted;	   /* and someone may ask */
	int number;	   /* in the record */
	vec<char *> asks[QUESTION_SELF + 1];
	vec<char *> own;     /* variables of which each thread has one */
	vec<char *> orders;  /* what depends on the order of threads */
	vec<char *> through; /* types of functions that pointers call */
	vec<struct call> calls;
	struct carried *carried; /* owned by the construct of a loop */
	/* a static loop: calls after it, if it has nowait, and before it, with
	   no barrier between */
	vec<tree> then, since;
	/* calls in order, and NULL_TREE for barriers */
	vec<tree> runs;
};

static vec<struct part *> parts;
static vec<tree> cast_functions;
static vec<char *> cast_types;
static vec<char *> known_types; /* of calls that need not reach anything */
static hash_map<int_hash<int, -1, -2>, int> *of_functions; /* by DECL_UID */
static struct json record;

/* Where the walk is. */
struct where {
	int part;
	bool alone; /* what one thread does */
	const hash_set<tree> *told;
};

/* ---- noting ---- */

static int part_new(enum kind kind)
{
	struct part *part = XCNEW(struct part);

	part->kind = kind;
	parts.safe_push(part);
	return (int)parts.length() - 1;
}

static void add_call(vec<struct call> *calls, const struct call *call)
{
	for (unsigned i = 0; i < calls->length(); i++) {
		struct call *known = &(*calls)[i];

		if (known->function != call->function ||
		    known->part != call->part || known->inner != call->inner)
			continue;
		known->used |= call->used;
		known->told |= call->told;
		return;
	}
	calls->safe_push(*call);
}

static void call_part(int from, int to, bool inner)
{
	struct call call = {NULL_TREE, to, NULL, inner, true, false};

	add_call(&parts[from]->calls, &call);
}

/* ---- casts ---- */

/* A function by itself, of pointers only what they may point to. */
static void note_cast(tree what)
{
	char type[200];

	if (TREE_CODE(what) == FUNCTION_DECL) {
		if (!cast_functions.contains(what))
			cast_functions.safe_push(what);
		return;
	}
	pointer_print_type(type, sizeof(type), what);
	names_add(&cast_types, type);
}

/* Tables of virtual functions are cast by the compiler. */
static void note_variables(void)
{
	varpool_node *node;

	FOR_EACH_VARIABLE(node)
	if (!DECL_VIRTUAL_P(node->decl))
		pointer_casts_of_initial(TREE_TYPE(node->decl),
					 DECL_INITIAL(node->decl), note_cast);
}

/* ---- statements ---- */

static bool is_told(tree value, const hash_set<tree> *told)
{
	if (!told || !value)
		return false;
	if (TREE_CODE(value) == ADDR_EXPR)
		value = get_base_address(TREE_OPERAND(value, 0));
	return value && ((struct hash_set<tree> *)told)->contains(value);
}

static bool has_told_argument(gimple *call, const hash_set<tree> *told)
{
	for (unsigned i = 0; i < gimple_call_num_args(call); i++)
		if (is_told(gimple_call_arg(call, i), told))
			return true;
	return false;
}

static bool is_address_of_function(tree value)
{
	return TREE_CODE(value) == ADDR_EXPR &&
	       TREE_CODE(TREE_OPERAND(value, 0)) == FUNCTION_DECL;
}

/* A function that is given to another one is called by it. */
static void note_arguments(gimple *statement, struct call call,
			   vec<struct call> *calls)
{
	for (unsigned i = 0; i < gimple_call_num_args(statement); i++) {
		tree value = gimple_call_arg(statement, i);

		if (!is_address_of_function(value))
			continue;
		call.function = TREE_OPERAND(value, 0);
		add_call(calls, &call);
	}
}

/* A class of the system calls what the program puts into the place of its
   methods, if anything. */
static void note_pointer(gimple *statement, struct part *part)
{
	char text[MOST_TEXT];
	tree type, method = pointer_method(statement, &type);

	if (!method) {
		pointer_print_call(text, sizeof(text),
				   gimple_call_fntype(statement));
		names_add(&part->through, text);
		return;
	}
	pointer_print_method(text, sizeof(text), type, method);
	names_add(&part->through, text);
	if (question_is_harmless(method))
		names_add(&known_types, text);
}

static void note_call(gimple *statement, const struct where *where)
{
	struct part *part = parts[where->part];
	tree function = gimple_call_fndecl(statement);
	struct call call = {function,
			    -1,
			    NULL,
			    false,
			    gimple_call_lhs(statement) != NULL_TREE,
			    has_told_argument(statement, where->told)};

	if (gimple_call_internal_p(statement))
		return;
	note_arguments(statement, call, &part->calls);
	if (function) {
		if (!fndecl_built_in_p(function))
			add_call(&part->calls, &call);
		return;
	}
	note_pointer(statement, part);
}

/* Flags that let GCC change sums let it do so in vectors alone. */
static void note_arithmetic(gimple *statement, struct part *part)
{
	tree target = gimple_get_lhs(statement);

	if (flag_unsafe_math_optimizations && part->kind == KIND_LOOP &&
	    target && reorder_is_inexact(TREE_TYPE(target)))
		names_add(&part->orders, "-ffast-math and the like compute an "
					 "iteration otherwise "
					 "in vectors than alone");
}

static void note_statement(gimple *statement, const struct where *where)
{
	struct part *part = parts[where->part];
	enum question question = question_of(statement);
	tree own = question_own_variable(statement);
	const char *order = reorder_of(statement);

	if (own)
		names_add(&part->own,
			  DECL_NAME(own) ? IDENTIFIER_POINTER(DECL_NAME(own))
					 : "?");
	if (order)
		names_add(&part->orders, order);
	note_arithmetic(statement, part);
	if (question != QUESTION_NONE)
		names_add(&part->asks[question],
			  omp_plain_name(gimple_call_fndecl(statement)));
	else if (is_gimple_call(statement))
		note_call(statement, where);
}

/* The construct whose loop this is; one without a loop is met as a whole. */
static struct construct *met(gimple *statement)
{
	struct construct *construct = construct_of(statement);

	if (!construct || !construct->loop)
		return construct;
	return construct->loop == statement ? construct : NULL;
}

static bool is_for_one(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_MASTER:
	case GIMPLE_OMP_SINGLE:
#if BUILDING_GCC_VERSION >= 12000
	case GIMPLE_OMP_MASKED:
#endif
		return true;
	default:
		return false;
	}
}

/* Those of a loop that threads share. */
static void note_reductions(struct part *part, gimple *statement)
{
	tree clause = statement ? omp_clauses(statement) : NULL_TREE;

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause)) {
		char *text = reorder_of_clause(clause);

		if (text)
			names_add(&part->orders, text);
		free(text);
	}
}

/* Vectors add up in an order of their own, which is always the same. */
static bool is_of_vectors(const struct construct *construct)
{
	return construct->loop && !construct->share &&
	       gimple_omp_for_kind(construct->loop) == GF_OMP_FOR_KIND_SIMD;
}

/* Sums of each thread and the like, which it joins with those of others. */
static void note_gathered(struct part *part, struct construct *construct)
{
	part->carried = &construct->carried;
	for (unsigned i = 0; i < construct->carried.sums.length(); i++) {
		char *text = xasprintf("what each thread gathers in '%s' "
				       "depends on its iterations",
				       construct->carried.sums[i]);

		names_add(&part->orders, text);
		free(text);
	}
}

static int loop_new(struct construct *construct)
{
	int number = part_new(KIND_LOOP);
	struct part *part = parts[number];

	part->id = construct->id;
	if (!is_of_vectors(construct)) {
		note_reductions(part, construct->statement);
		note_reductions(part, construct->share);
		note_reductions(part, construct->loop);
	}
	note_gathered(part, construct);
	part->is_orphan = !construct->parallel;
	part->is_static = neighbour_calls(construct, &part->since, &part->then,
					  &part->is_open);
	return number;
}

static void enter(gimple *statement, struct where *where)
{
	int outer = where->part;
	struct construct *construct;

	where->alone |= is_for_one(statement);
	if (gimple_code(statement) == GIMPLE_OMP_PARALLEL) {
		parts[outer]->has_regions = true;
		where->part = part_new(KIND_REGION);
		trail_calls(statement, &parts[where->part]->runs);
		where->alone = false;
		call_part(outer, where->part, true);
	}
	construct = met(statement);
	if (!construct)
		return;
	outer = where->part;
	where->part = loop_new(construct);
	call_part(outer, where->part, false);
}

static void note_all(gimple_seq body, const struct where *where);

/* What C++ calls for a clause: to begin, to end, and to assign. */
static void note_methods(tree clause, struct part *part)
{
	tree methods = OMP_CLAUSE_CODE(clause) <= OMP_CLAUSE__CONDTEMP_
			       ? TREE_TYPE(clause)
			       : NULL_TREE;

	if (!methods || TREE_CODE(methods) != TREE_VEC)
		return;
	for (int i = 0; i < TREE_VEC_LENGTH(methods); i++) {
		struct call call = {
			TREE_VEC_ELT(methods, i), -1, NULL, false, true, false};

		if (call.function && TREE_CODE(call.function) == FUNCTION_DECL)
			add_call(&part->calls, &call);
	}
}

/* Clauses run code. */
static void note_clauses(gimple *statement, const struct where *where)
{
	for (tree c = omp_clauses(statement); c; c = OMP_CLAUSE_CHAIN(c)) {
		switch (OMP_CLAUSE_CODE(c)) {
		case OMP_CLAUSE_REDUCTION:
		case OMP_CLAUSE_TASK_REDUCTION:
		case OMP_CLAUSE_IN_REDUCTION:
			note_all(OMP_CLAUSE_REDUCTION_GIMPLE_INIT(c), where);
			note_all(OMP_CLAUSE_REDUCTION_GIMPLE_MERGE(c), where);
			break;
		case OMP_CLAUSE_LASTPRIVATE:
			note_all(OMP_CLAUSE_LASTPRIVATE_GIMPLE_SEQ(c), where);
			break;
		case OMP_CLAUSE_LINEAR:
			note_all(OMP_CLAUSE_LINEAR_GIMPLE_SEQ(c), where);
			break;
		default:
			break;
		}
		note_methods(c, parts[where->part]);
	}
}

static void note_all(gimple_seq body, const struct where *outer)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);
		struct where where = *outer;

		enter(statement, &where);
		pointer_casts_of(statement, note_cast);
		note_clauses(statement, &where);
		if (!where.alone)
			note_statement(statement, &where);
		for (unsigned i = 0; i < count; i++)
			note_all(*bodies[i], &where);
	}
}

void reach_function(gimple_seq body)
{
	hash_set<tree> told;
	struct where where = {part_new(KIND_FUNCTION), false, NULL};

	if (!of_functions)
		of_functions = new hash_map<int_hash<int, -1, -2>, int>;
	of_functions->put(DECL_UID(current_function_decl), where.part);
	parts[where.part]->function = current_function_decl;
	trail_calls(NULL, &parts[where.part]->runs);
	parts[where.part]->carried = XCNEW(struct carried);
	if (!in_system_header_at(DECL_SOURCE_LOCATION(current_function_decl)))
		carry_of_function(body, parts[where.part]->carried);
	if (thread_tells(body, &told))
		where.told = &told;
	note_all(body, &where);
}

/* ---- joining ---- */

/* Other units may have the one that counts; instances of templates are alike
   in all. */
static bool is_replaceable(tree function)
{
	return DECL_WEAK(function) && !DECL_COMDAT(function) &&
	       !DECL_COMDAT_GROUP(function);
}

static int part_of(tree function)
{
	struct cgraph_node *node = cgraph_node::get(function);
	int *known;

	if (node)
		node = node->ultimate_alias_target();
	if (node)
		function = node->decl;
	known = of_functions->get(DECL_UID(function));
	return known && !is_replaceable(function) ? *known : -1;
}

/* What the system does by itself is no part, and has no name. */
static void resolve(struct call *call)
{
	if (!call->function)
		return;
	call->part = part_of(call->function);
	if (call->part < 0 && !question_is_harmless(call->function))
		call->name = xstrdup(construct_assembler_name(call->function));
}

static bool asks_anything(const struct part *part)
{
	for (unsigned i = 0; i <= QUESTION_SELF; i++)
		if (part->asks[i].length() > 0)
			return true;
	return part->own.length() > 0;
}

/* What a region of its own does not hide from those around it. */
static bool shows_outside(const struct part *part)
{
	bool found = part->asks[QUESTION_SELF].length() > 0 ||
		     part->own.length() > 0 || part->through.length() > 0;

	for (unsigned i = 0; i < part->calls.length(); i++)
		found |= part->calls[i].name != NULL;
	return found;
}

/* Whoever calls a loop of that kind brings its region with it. */
static bool is_of_interest(const struct part *part)
{
	return asks_anything(part) || part->orders.length() > 0 ||
	       part->is_orphan || part->has_regions ||
	       part->then.length() > 0 || part->since.length() > 0;
}

static bool carries(const struct part *part)
{
	const struct carried *carried = part->carried;

	return carried &&
	       (carried->moved.length() > 0 || carried->summed.length() > 0 ||
		carried->lends.length() > 0);
}

static void add_callers(vec<vec<int>> *callers, int from)
{
	const struct part *part = parts[from];

	for (unsigned i = 0; i < part->calls.length(); i++)
		if (part->calls[i].part >= 0)
			(*callers)[part->calls[i].part].safe_push(from);
}

/* From what is called to those who call it. */
static void spread_interest(void)
{
	vec<vec<int>> callers = vNULL;
	vec<int> work = vNULL;

	callers.safe_grow_cleared(parts.length(), true);
	for (unsigned i = 0; i < parts.length(); i++) {
		add_callers(&callers, i);
		if (parts[i]->interest)
			work.safe_push(i);
	}
	while (!work.is_empty()) {
		const struct part *part = parts[work.last()];
		vec<int> *from = &callers[work.pop()];
		unsigned interest = part->kind == KIND_REGION
					    ? part->interest & SHOWS_OUTSIDE
					    : part->interest & ~CARRIES;

		for (unsigned i = 0; i < from->length(); i++) {
			unsigned *its = &parts[(*from)[i]]->interest;

			if ((*its | interest) != *its)
				work.safe_push((*from)[i]);
			*its |= interest;
		}
	}
	for (unsigned i = 0; i < callers.length(); i++)
		callers[i].release();
	callers.release();
	work.release();
}

/* What is true of a region is so of its loops. */
static void spread_to_loops(void)
{
	for (unsigned i = 0; i < parts.length(); i++)
		for (unsigned j = 0; j < parts[i]->calls.length(); j++) {
			const struct call *call = &parts[i]->calls[j];

			if (parts[i]->interest && call->part >= 0 &&
			    parts[call->part]->kind == KIND_LOOP)
				parts[call->part]->interest |= SHOWS_INSIDE;
		}
}

static void want(int number)
{
	struct part *part = parts[number];

	if (!part->interest || part->is_wanted)
		return;
	part->is_wanted = true;
	for (unsigned i = 0; i < part->calls.length(); i++)
		if (part->calls[i].part >= 0)
			want(part->calls[i].part);
}

/* Other units may call it by this name; what is inline they have, too, unless
   a template is instantiated here for them. */
static bool is_shared(tree function)
{
	struct cgraph_node *node = cgraph_node::get(function);

	return TREE_PUBLIC(function) &&
	       (!DECL_COMDAT(function) || (node && node->forced_by_abi));
}

static bool is_root(const struct part *part)
{
	struct cgraph_node *node;

	if (part->kind != KIND_FUNCTION || is_shared(part->function))
		return true;
	node = cgraph_node::get(part->function);
	return DECL_VIRTUAL_P(part->function) || (node && node->address_taken);
}

static void choose_parts(void)
{
	int number = 0;

	for (unsigned i = 0; i < parts.length(); i++)
		if (is_root(parts[i]))
			want(i);
	for (unsigned i = 0; i < parts.length(); i++)
		if (parts[i]->is_wanted)
			parts[i]->number = number++;
}

/* ---- writing ---- */

static void write_names(const char *key, const vec<char *> *names)
{
	if (names->length() == 0)
		return;
	json_key(&record, key);
	json_array(&record);
	for (unsigned i = 0; i < names->length(); i++)
		json_string(&record, (*names)[i]);
	json_end_array(&record);
}

/* Of the unit by its number, elsewhere by its name. */
static void write_call(const char *key, bool *begun, const struct call *call)
{
	if (call->part >= 0 ? !parts[call->part]->is_wanted : !call->name)
		return;
	if (!*begun) {
		json_key(&record, key);
		json_array(&record);
	}
	*begun = true;
	if (call->part >= 0)
		json_int(&record, parts[call->part]->number);
	else
		json_string(&record, call->name);
}

static void end_calls(bool begun)
{
	if (begun)
		json_end_array(&record);
}

/* Nothing comes back from most calls of functions elsewhere. */
static void write_calls(const struct part *part)
{
	static const char *const keys[] = {"calls", "does", "inner", "told"};

	for (int i = 0; i < 4; i++) {
		bool begun = false;

		for (unsigned j = 0; j < part->calls.length(); j++) {
			const struct call *call = &part->calls[j];
			bool does = call->part < 0 && !call->used;
			int kind = call->inner ? 2 : does ? 1 : 0;

			if (i == 3 ? call->told : i == kind)
				write_call(keys[i], &begun, call);
		}
		end_calls(begun);
	}
}

static void write_neighbours(const char *key, const vec<tree> *functions)
{
	bool begun = false;

	for (unsigned i = 0; i < functions->length(); i++) {
		struct call call = {(*functions)[i], -1,    NULL,
				    false,	     false, false};

		resolve(&call);
		write_call(key, &begun, &call);
		free(call.name);
	}
	end_calls(begun);
}

static void write_run(const vec<tree> *calls)
{
	json_object(&record);
	write_neighbours("calls", calls);
	json_end_object(&record);
}

static bool is_written(tree function)
{
	struct call call = {function, -1, NULL, false, false, false};
	bool written;

	resolve(&call);
	written = call.part >= 0 ? parts[call.part]->is_wanted
				 : call.name != NULL;
	free(call.name);
	return written;
}

/* Where one call follows another with no barrier between. */
static void write_runs(const struct part *part)
{
	vec<tree> run = vNULL;
	bool begun = false;

	for (unsigned i = 0; i <= part->runs.length(); i++) {
		tree function =
			i < part->runs.length() ? part->runs[i] : NULL_TREE;

		if (function) {
			if (is_written(function))
				run.safe_push(function);
			continue;
		}
		if (run.length() > 1 && !begun) {
			json_key(&record, "runs");
			json_array(&record);
			begun = true;
		}
		if (run.length() > 1)
			write_run(&run);
		run.truncate(0);
	}
	end_calls(begun);
	run.release();
}

/* For the linker, where that says it; for people, where it is told to them. */
static void write_function(const struct part *part)
{
	if (is_shared(part->function))
		json_key_string(&record, "function",
				construct_assembler_name(part->function));
	if (asks_anything(part) || carries(part))
		json_key_string(&record, "name",
				construct_shown_name(part->function));
}

static void write_parameters(const char *key, const vec<int> *parameters)
{
	if (parameters->length() == 0)
		return;
	json_key(&record, key);
	json_array(&record);
	for (unsigned i = 0; i < parameters->length(); i++)
		json_int(&record, (*parameters)[i]);
	json_end_array(&record);
}

static void write_lend(const struct carry_lend *lend, bool *begun)
{
	struct call call = {lend->function, -1, NULL, false, false, false};

	resolve(&call);
	if (call.part >= 0 ? parts[call.part]->is_wanted : call.name != NULL) {
		if (!*begun) {
			json_key(&record, "lends");
			json_array(&record);
		}
		*begun = true;
		json_object(&record);
		if (lend->name)
			json_key_string(&record, "name", lend->name);
		else
			json_key_int(&record, "parameter", lend->parameter);
		if (call.part >= 0)
			json_key_int(&record, "call", parts[call.part]->number);
		else
			json_key_string(&record, "call", call.name);
		json_key_int(&record, "argument", lend->argument);
		json_end_object(&record);
	}
	free(call.name);
}

/* What parameters point at, and whose addresses are given away. */
static void write_carried(const struct part *part)
{
	const struct carried *carried = part->carried;
	bool begun = false;

	if (!carried)
		return;
	write_parameters("moves", &carried->moved);
	write_parameters("gathers", &carried->summed);
	for (unsigned i = 0; i < carried->lends.length(); i++)
		write_lend(&carried->lends[i], &begun);
	end_calls(begun);
}

static void write_part(const struct part *part)
{
	json_object(&record);
	if (part->kind == KIND_LOOP)
		json_key_string(&record, "loop", part->id);
	else if (part->kind == KIND_REGION)
		json_key_bool(&record, "region", true);
	else
		write_function(part);
	if (part->is_orphan)
		json_key_bool(&record, "orphan", true);
	if (part->is_static)
		json_key_bool(&record, "static", true);
	if (part->is_open)
		json_key_bool(&record, "open", true);
	if (part->has_regions)
		json_key_bool(&record, "regions", true);
	write_names("team", &part->asks[QUESTION_TEAM]);
	write_names("who", &part->asks[QUESTION_WHO]);
	write_names("self", &part->asks[QUESTION_SELF]);
	write_names("own", &part->own);
	write_names("orders", &part->orders);
	write_names("through", &part->through);
	write_calls(part);
	write_neighbours("then", &part->then);
	write_neighbours("since", &part->since);
	write_runs(part);
	write_carried(part);
	json_end_object(&record);
}

static void write_parts(void)
{
	json_key(&record, "parts");
	json_array(&record);
	for (unsigned i = 0; i < parts.length(); i++)
		if (parts[i]->is_wanted)
			write_part(parts[i]);
	json_end_array(&record);
}

/* Names under which other units call what is of no interest. */
static void write_clean(void)
{
	struct cgraph_node *node;

	json_key(&record, "clean");
	json_array(&record);
	FOR_EACH_FUNCTION(node)
	{
		int part = is_shared(node->decl) &&
					   (node->definition || node->alias)
				   ? part_of(node->decl)
				   : -1;

		if (part >= 0 && !parts[part]->is_wanted)
			json_string(&record,
				    construct_assembler_name(node->decl));
	}
	json_end_array(&record);
}

/* Other names of what is of interest. */
static void write_aliases(void)
{
	struct cgraph_node *node;

	json_key(&record, "aliases");
	json_array(&record);
	FOR_EACH_FUNCTION(node)
	{
		int part = node->alias && is_shared(node->decl)
				   ? part_of(node->decl)
				   : -1;

		if (part < 0 || !parts[part]->is_wanted)
			continue;
		json_object(&record);
		json_key_string(&record, "function",
				construct_assembler_name(node->decl));
		json_key_int(&record, "part", parts[part]->number);
		json_end_object(&record);
	}
	json_end_array(&record);
}

/* A type, and a function of it where that is of interest; types by
   themselves only once. */
static void write_taken_one(struct call *call, const char *type,
			    vec<char *> *known)
{
	unsigned count = known->length();
	bool plain;

	resolve(call);
	plain = call->part >= 0 ? !parts[call->part]->is_wanted : !call->name;
	names_add(known, type);
	if (plain && known->length() == count)
		return;
	json_object(&record);
	json_key_string(&record, "type", type);
	if (!plain && call->part >= 0)
		json_key_int(&record, "call", parts[call->part]->number);
	else if (!plain)
		json_key_string(&record, "call", call->name);
	json_end_object(&record);
	free(call->name);
}

/* Tables of virtual methods are reached by virtual calls alone. */
static bool is_taken(struct cgraph_node *node)
{
	struct ipa_ref *ref = NULL;

	if (!node->address_taken || !DECL_VIRTUAL_P(node->decl))
		return node->address_taken;
	for (unsigned i = 0; node->iterate_referring(i, ref); i++)
		if (ref->use == IPA_REF_ADDR &&
		    !DECL_VIRTUAL_P(ref->referring->decl))
			return true;
	return false;
}

static void write_taken_method(tree type, tree method, void *known)
{
	struct call call = {method, -1, NULL, false, false, false};
	char text[MOST_TEXT];

	pointer_print_method(text, sizeof(text), type, method);
	write_taken_one(&call, text, (vec<char *> *)known);
}

static void write_taken_function(struct cgraph_node *node, vec<char *> *known)
{
	tree type = TREE_TYPE(node->decl);
	bool taken = is_taken(node);
	char text[MOST_TEXT];

	if (taken) {
		struct call call = {node->decl, -1, NULL, false, false, false};

		pointer_print_type(text, sizeof(text), type);
		write_taken_one(&call, text, known);
	}
	if (TREE_CODE(type) == METHOD_TYPE) {
		struct call call = {node->decl, -1, NULL, false, false, false};

		pointer_print_call(text, sizeof(text), type);
		write_taken_one(&call, text, known);
	}
	if (DECL_VIRTUAL_P(node->decl))
		pointer_classes_of(node->decl, write_taken_method, known);
}

/* What pointers and virtual calls may reach. */
static void write_taken(void)
{
	struct cgraph_node *node;
	vec<char *> known = vNULL;

	json_key(&record, "taken");
	json_array(&record);
	FOR_EACH_FUNCTION(node)
	{
		if (!node->address_taken && !DECL_VIRTUAL_P(node->decl))
			continue;
		if (part_of(node->decl) >= 0 || !node->definition)
			write_taken_function(node, &known);
	}
	for (unsigned i = 0; i < known_types.length(); i++) {
		struct call call = {NULL_TREE, -1, NULL, false, false, false};

		write_taken_one(&call, known_types[i], &known);
	}
	for (unsigned i = 0; i < cast_functions.length(); i++) {
		struct call call = {
			cast_functions[i], -1, NULL, false, false, false};

		write_taken_one(&call, "*", &known);
	}
	json_end_array(&record);
	names_free(&known);
}

static void write_unit(void)
{
	json_object(&record);
	json_key_int(&record, "schema", 1);
	json_key_string(&record, "unit", main_input_filename);
	write_parts();
	write_clean();
	write_aliases();
	write_taken();
	write_names("cast", &cast_types);
	json_end_object(&record);
	record.comma = false;
	json_raw(&record, "\n", 1);
}

/* A unit may have nothing but a table of functions. */
static bool takes_addresses(void)
{
	struct cgraph_node *node;

	FOR_EACH_FUNCTION(node)
	if (node->address_taken)
		return true;
	return false;
}

void reach_join(void)
{
	note_variables();
	if (parts.length() == 0 && !takes_addresses())
		return;
	if (!of_functions)
		of_functions = new hash_map<int_hash<int, -1, -2>, int>;
	for (unsigned i = 0; i < parts.length(); i++) {
		for (unsigned j = 0; j < parts[i]->calls.length(); j++)
			resolve(&parts[i]->calls[j]);
		parts[i]->interest =
			(shows_outside(parts[i]) ? SHOWS_OUTSIDE : 0) |
			(is_of_interest(parts[i]) ? SHOWS_INSIDE : 0) |
			(carries(parts[i]) ? CARRIES : 0);
	}
	spread_interest();
	spread_to_loops();
	choose_parts();
	write_unit();
}

const struct json *reach_record(void)
{
	return &record;
}

static void part_free(struct part *part)
{
	for (unsigned i = 0; i <= QUESTION_SELF; i++)
		names_free(&part->asks[i]);
	names_free(&part->own);
	names_free(&part->orders);
	names_free(&part->through);
	for (unsigned i = 0; i < part->calls.length(); i++)
		free(part->calls[i].name);
	part->calls.release();
	if (part->kind == KIND_FUNCTION && part->carried) {
		carried_free(part->carried);
		free(part->carried);
	}
	part->then.release();
	part->since.release();
	part->runs.release();
	free(part);
}

void reach_free_all(void)
{
	for (unsigned i = 0; i < parts.length(); i++)
		part_free(parts[i]);
	parts.release();
	cast_functions.release();
	names_free(&cast_types);
	names_free(&known_types);
	delete of_functions;
	of_functions = NULL;
	json_free(&record);
}
