/*
 * The analysis of a function in the child: for every construct the members
 * of its record that come from GCC's own view of the sequential loops.
 */
#include "base/gcc.h"
#include "analyse.h"
#include "base/marker.h"
#include "base/omp.h"
#include "base/place.h"
#include "calls.h"
#include "chain.h"
#include "child/attempt.h"
#include "child/child.h"
#include "child/gate.h"
#include "count.h"
#include "deps.h"
#include "hold.h"
#include "memory.h"
#include "ops.h"
#include "purpose.h"
#include "recipe.h"
#include "refs.h"
#include "shape.h"
#include "sure.h"
#include "type.h"
#include "value.h"

#define MAX_DIMS 16

/* What the markers say of one construct. */
struct marked {
	bool found;
	class loop *dims[MAX_DIMS];
	unsigned dim_count;
	gimple *names;
};

struct markers {
	struct marked *of; /* those of the function, from "first" on */
	int first, count;  /* in "constructs" */
	vec<struct protection> protections;
};

/* ---- markers ------------------------------------------------------------ */

static void note_loop(struct marked *marked, gimple *statement, unsigned dim)
{
	if (dim >= MAX_DIMS)
		return;
	marked->dims[dim] = gimple_bb(statement)->loop_father;
	marked->dim_count = MAX(marked->dim_count, dim + 1);
}

/* Of this construct; NULL if it is none of the function, as in a call that
   was put in. */
static struct marked *marked_of(const struct markers *markers, int construct)
{
	if (construct < markers->first ||
	    construct >= markers->first + markers->count)
		return NULL;
	return &markers->of[construct - markers->first];
}

static void note_protection(struct markers *markers, gimple *statement,
			    const char *kind)
{
	struct protection region = {kind, statement, NULL};

	markers->protections.safe_push(region);
}

/* The kind of region that ends here, or NULL. */
static const char *ended_kind(gimple *statement)
{
	enum marker_kind kind;
	int construct, number;

	if (omp_unlocks(statement))
		return "lock";
	if (marker_read(statement, &kind, &construct, &number) &&
	    kind == MARKER_UNPROTECT)
		return marker_protection_name(number);
	return NULL;
}

static void read_marker(struct markers *markers, gimple *statement)
{
	enum marker_kind kind;
	int construct, number;
	struct marked *marked;

	if (marker_read_names(statement, &construct)) {
		marked = marked_of(markers, construct);
		if (marked)
			marked->names = statement;
		return;
	}
	if (omp_locks(statement)) {
		note_protection(markers, statement, "lock");
		return;
	}
	if (!marker_read(statement, &kind, &construct, &number))
		return;
	if (kind == MARKER_PROTECT) {
		note_protection(markers, statement,
				marker_protection_name(number));
		return;
	}
	marked = marked_of(markers, construct);
	if (!marked)
		return;
	if (kind == MARKER_ENTER)
		marked->found = true;
	if (kind == MARKER_LOOP)
		note_loop(marked, statement, number);
}

/* The first end of such a region that follows its beginning closes it. */
static void read_exit(struct markers *markers, gimple *statement)
{
	const char *kind = ended_kind(statement);
	struct protection *region, *open = NULL;
	unsigned i;

	if (!kind)
		return;
	FOR_EACH_VEC_ELT (markers->protections, i, region)
		if (strcmp(region->kind, kind) == 0 && !region->exit &&
		    nest_stands_before(region->enter, statement) &&
		    (!open || nest_stands_before(open->enter, region->enter)))
			open = region;
	if (open)
		open->exit = statement;
}

static void each_call(function *fn, struct markers *markers,
		      void (*read)(struct markers *, gimple *))
{
	int *order = XNEWVEC(int, n_basic_blocks_for_fn(fn));
	int count = pre_and_rev_post_order_compute(NULL, order, false);

	for (int i = 0; i < count; i++) {
		basic_block block = BASIC_BLOCK_FOR_FN(fn, order[i]);

		for (gimple_stmt_iterator gsi = gsi_start_bb(block);
		     !gsi_end_p(gsi); gsi_next(&gsi))
			if (is_gimple_call(gsi_stmt(gsi)))
				read(markers, gsi_stmt(gsi));
	}
	free(order);
}

static void drop_open_regions(struct markers *markers)
{
	for (unsigned i = markers->protections.length(); i > 0; i--)
		if (!markers->protections[i - 1].exit)
			markers->protections.unordered_remove(i - 1);
}

/* ---- one construct --------------------------------------------------------
 */

struct parameters {
	struct json_writer *json;
	const struct nest *nest;
};

static void write_parameter(const struct atom *atom, void *data)
{
	const struct parameters *all = (const struct parameters *)data;
	struct json_writer *json = all->json;

	json_object(json);
	json_key_string(json, "name", atom->name);
	json_key_string(json, "kind", atom->origin);
	json_key_string(json, "type",
			atom->type ? type_word(atom->type) : NULL);
	json_key(json, "is");
	expr_write(json, value_definition(atom));
	json_key_bool(json, "sure", sure_to_read(all->nest, atom));
	json_end_object(json);
}

static void use_definition(const struct atom *atom, void *data)
{
	bool *fresh = (bool *)data;

	*fresh |= expr_use(value_definition(atom));
}

static void write_parameters(struct json_writer *json, const struct nest *nest)
{
	struct parameters all = {json, nest};
	bool fresh;

	do {
		fresh = false;
		atom_each_used(use_definition, &fresh);
	} while (fresh);
	json_key(json, "params");
	json_array(json);
	atom_each_used(write_parameter, &all);
	json_end_array(json);
}

static void write_bounds(struct json_writer *json, const struct nest_loop *loop)
{
	json_key(json, "from");
	expr_write(json, loop->from);
	json_key_string(json, "while",
			loop->trip ? op_symbol_code(loop->compare) : NULL);
	json_key(json, "to");
	expr_write(json, loop->to);
	json_key(json, "step");
	expr_write(json, loop->step);
	json_key(json, "trip");
	expr_write(json, loop->trip);
	json_key_bool(json, "data_dependent",
		      expr_contains_kind(loop->trip, ATOM_AT));
	json_key_bool(json, "early_exit", loop->early_exit);
	json_key_bool(json, "conditional", loop->conditional);
}

/* GCC puts a shared loop where its pragma stands; a counter declared in the
   for statement shows where that is. */
static expanded_location shown_place(const struct nest_loop *loop)
{
	expanded_location place = expand_location(loop->location), declared;
	tree variable = loop->counter
				? SSA_NAME_VAR(gimple_phi_result(loop->counter))
				: NULL_TREE;

	if (loop->dim < 0 || !variable || !place.file)
		return place;
	declared = expand_location(DECL_SOURCE_LOCATION(variable));
	if (declared.file && strcmp(declared.file, place.file) == 0 &&
	    declared.line > place.line && declared.line < place.line + 20)
		return declared;
	return place;
}

static void write_loop(struct json_writer *json, const struct nest *nest,
		       const struct references *references, int index)
{
	const struct nest_loop *loop = &nest->loops[index];
	expanded_location place = shown_place(loop);
	char number[16];

	snprintf(number, sizeof(number), "loop%d", index);
	json_object(json);
	json_key_string(json, "var",
			loop->variable ? loop->variable->name : number);
	json_key_string(json, "file",
			place.file ? place_name(place.file) : "?");
	json_key_int(json, "line", place.line);
	if (index > nest->around)
		json_key_int(json, "parent", loop->parent - nest->around);
	else
		json_key_null(json, "parent");
	json_key_int(json, "depth", index < nest->around ? index : loop->depth);
	if (loop->dim >= 0)
		json_key_int(json, "omp", loop->dim);
	else
		json_key_null(json, "omp");
	write_bounds(json, loop);
	ops_write(json, nest, references, index);
	chain_write(json, nest, references, index);
	hold_write(json, nest, index);
	json_end_object(json);
}

static void write_loops(struct json_writer *json, const char *key,
			const struct nest *nest,
			const struct references *references, int from, int to)
{
	json_key(json, key);
	json_array(json);
	for (int i = from; i < to; i++)
		write_loop(json, nest, references, i);
	json_end_array(json);
}

static void write_why(struct json_writer *json, const struct nest *nest)
{
	char *sentence;
	unsigned i;

	json_key_bool(json, "analysed", true);
	json_key(json, "why");
	json_array(json);
	FOR_EACH_VEC_ELT (nest->why, i, sentence)
		json_string(json, sentence);
	json_end_array(json);
}

static void write_nest(struct json_writer *json, struct nest *nest,
		       const vec<struct protection> *protections)
{
	struct references references = {};

	count_loops(nest);
	memory_find(&references, nest, protections);
	write_loops(json, "around", nest, &references, 0, nest->around);
	write_loops(json, "nest", nest, &references, nest->around, nest->count);
	ops_write(json, nest, &references, -1);
	refs_write(json, &references, nest);
	deps_write(json, nest, &references, protections);
	calls_write(json, nest);
	write_parameters(json, nest);
	write_why(json, nest);
	memory_free(&references);
}

static bool is_innermost(const struct nest *nest, int index)
{
	return nest->loops[index].loop->inner == NULL;
}

static unsigned list_places(const struct nest *nest, struct place *places)
{
	for (int i = nest->around; i < nest->count; i++) {
		const struct nest_loop *of = &nest->loops[i];
		expanded_location at = expand_location(of->location);
		struct place *place = &places[i - nest->around];

		place->file = const_cast<char *>(at.file ? at.file : "");
		place->line = at.line;
		place->column = at.column;
		place->parent = MAX(of->parent - nest->around, -1);
		place->innermost = is_innermost(nest, i);
		place->shared = of->dim + 1 == (int)nest->construct->collapse;
	}
	return nest->count - nest->around;
}

void analyse_write_nothing(struct json_writer *json, const char *why)
{
	static const char *const lists[] = {
		"params",    "around", "nest",		 "refs",     "deps",
		"class_why", "races",  "possible_races", "overlaps", "calls"};

	for (unsigned i = 0; i < ARRAY_SIZE(lists); i++) {
		json_key(json, lists[i]);
		json_array(json);
		json_end_array(json);
	}
	json_key(json, "ops");
	json_object(json);
	json_key(json, "certain");
	json_object(json);
	json_end_object(json);
	json_key(json, "conditional");
	json_object(json);
	json_end_object(json);
	json_end_object(json);
	json_key_string(json, "class", "unknown");
	json_key_bool(json, "analysed", false);
	json_key(json, "why");
	json_array(json);
	json_string(json, why);
	json_end_array(json);
}

/* The names that the source has for values at the entry of the region. */
static void read_names(const struct construct *construct, gimple *names)
{
	for (unsigned i = 1; names && i < gimple_call_num_args(names); i++) {
		tree value = gimple_call_arg(names, i);

		if (TREE_CODE(value) == SSA_NAME &&
		    i - 1 < construct->witness_names.length())
			value_name(value, construct->witness_names[i - 1]);
	}
}

static const char *reason_of(enum nest_status status, bool found)
{
	if (!found)
		return "GCC found that this code is never reached";
	if (status == NEST_TOO_LARGE)
		return "the nest has more loops than podium can follow (60)";
	return "GCC found that the loop runs at most once";
}

static unsigned analyse_loop(struct json_writer *json, struct nest *nest,
			     const struct marked *marked,
			     const vec<struct protection> *protections,
			     struct place *places, char **values)
{
	enum nest_status status =
		nest_find(nest, marked->dims, marked->dim_count);

	if (status != NEST_OK) {
		analyse_write_nothing(json, reason_of(status, marked->found));
		return 0;
	}
	expr_begin();
	value_begin(nest);
	shape_begin();
	read_names(nest->construct, marked->names);
	write_nest(json, nest, protections);
	*values = recipe_write(nest, marked->names);
	shape_end();
	value_end();
	expr_end();
	return list_places(nest, places);
}

static void analyse_construct(int number, struct markers *markers)
{
	struct construct *construct = constructs[number];
	struct nest *nest = XCNEW(struct nest);
	struct place places[NEST_MAX_LOOPS];
	struct json_writer json = {};
	char *values = NULL;
	unsigned count = 0;

	attempt_analyses(number);
	nest->construct = construct;
	nest->number = number;
	if (construct->loop)
		count = analyse_loop(&json, nest, marked_of(markers, number),
				     &markers->protections, places, &values);
	else
		analyse_write_nothing(&json, "only loops are analysed: this "
					     "construct was seen, no more");
	child_send(construct->function_uid, construct->ordinal, places, count,
		   json.text, json.length, values ? values : "");
	attempt_sent(number);
	free(values);
	json_free(&json);
	nest_release(nest);
	free(nest);
}

/* ---- one function -----------------------------------------------------------
 */

/* The constructs of a function follow one another. */
static void find_constructs(const function *fn, struct markers *markers)
{
	struct construct *construct;
	unsigned i;

	FOR_EACH_VEC_ELT (constructs, i, construct) {
		if (construct->function_uid != DECL_UID(fn->decl))
			continue;
		if (markers->count == 0)
			markers->first = i;
		markers->count = i + 1 - markers->first;
	}
}

static void analyse_constructs(function *fn, struct markers *markers)
{
	markers->of = XCNEWVEC(struct marked, markers->count);
	each_call(fn, markers, read_marker);
	each_call(fn, markers, read_exit);
	drop_open_regions(markers);
	for (int i = markers->first; i < markers->first + markers->count; i++)
		if (!attempt_is_settled(i))
			analyse_construct(i, markers);
	markers->protections.release();
	free(markers->of);
}

void analyse_function(function *fn)
{
	struct markers markers = {};

	find_constructs(fn, &markers);
	if (markers.count == 0 || attempt_is_needless(fn->decl))
		return;
	gate_analysed(fn);
	loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
	scev_initialize();
	calculate_dominance_info(CDI_DOMINATORS);
	renumber_gimple_stmt_uids(fn);
	purpose_begin(fn);
	analyse_constructs(fn, &markers);
	purpose_end();
	scev_finalize();
	loop_optimizer_finalize();
}
