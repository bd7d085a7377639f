/*
 * What the body of a construct holds as written: statements, conditions,
 * synchronisation, questions for the thread's number.
 *
 * The statements of the source are counted, not those that GCC makes of
 * them: an assignment to a variable with a name or to memory, a call for its
 * effect, a condition.
 */
#include "gcc.h"
#include "body.h"
#include "omp.h"

/* Labels and jumps by their place in the walk: a condition that decides
   whether a loop goes on is not a conditional statement. */
struct walk {
	struct body_facts *facts;
	hash_map<tree, int> *labels; /* label -> place */
	vec<int> backward_from, backward_to;
	int place;
	bool numbering;
	/* lock section under way: statements before it */
	int lock_statements;
	location_t lock_location;
};

static void walk_sequence(gimple_seq body, struct walk *walk);

static bool is_named(tree variable)
{
	return !DECL_P(variable) ||
	       (DECL_NAME(variable) && !DECL_ARTIFICIAL(variable)) ||
	       (VAR_P(variable) && is_global_var(variable));
}

/* The value of c ? a : b; its condition stands for the statement. */
static bool is_choice(tree value)
{
	return VAR_P(value) && DECL_ARTIFICIAL(value) && DECL_NAME(value) &&
	       startswith(IDENTIFIER_POINTER(DECL_NAME(value)), "iftmp");
}

static bool is_thread_question(const char *name)
{
	static const char *const names[] = {
		"omp_get_thread_num",  "omp_get_thread_num_",
		"omp_get_num_threads", "omp_get_num_threads_",
		"omp_get_team_num",    "omp_get_team_num_"};

	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static void write_sync(struct walk *walk, const char *kind, const char *name,
		       int statements, location_t location)
{
	struct json *json = &walk->facts->sync;

	json_object(json);
	json_key_string(json, "kind", kind);
	json_key_string(json, "name", name);
	json_key_int(json, "statements", statements);
	json_key_int(json, "line", expand_location(location).line);
	json_end_object(json);
}

/* Library calls that synchronise; locks are sections from set to unset. */
static void note_call(struct walk *walk, gimple *call, const char *name)
{
	static const char *const kinds[][2] = {
		{"GOMP_barrier", "barrier"},
		{"GOMP_taskwait", "taskwait"},
		{"GOMP_taskyield", "taskyield"},
		{"__sync_synchronize", "flush"},
		{"GOMP_cancel", "cancel"},
		{"GOMP_cancellation_point", "cancellation point"}};

	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++)
		if (strcmp(name, kinds[i][0]) == 0)
			write_sync(walk, kinds[i][1], NULL, 0,
				   gimple_location(call));
	if (startswith(name, "omp_set_lock") ||
	    startswith(name, "omp_set_nest_lock")) {
		walk->lock_statements = walk->facts->statements;
		walk->lock_location = gimple_location(call);
	} else if ((startswith(name, "omp_unset_lock") ||
		    startswith(name, "omp_unset_nest_lock")) &&
		   walk->lock_statements >= 0) {
		/* the two calls themselves are no work under the lock */
		write_sync(walk, "lock", NULL,
			   walk->facts->statements - walk->lock_statements - 1,
			   walk->lock_location);
		walk->lock_statements = -1;
	}
}

/* Without the prefix of GCC's own declarations. */
static const char *plain_name(tree function)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(function));

	return startswith(name, "__builtin_GOMP_") ||
			       startswith(name, "__builtin_omp_")
		       ? name + strlen("__builtin_")
		       : name;
}

static void count_call(struct walk *walk, gimple *call)
{
	tree function = gimple_call_fndecl(call);
	tree result = gimple_call_lhs(call);

	if (gimple_call_internal_p(call))
		return;
	if (function && DECL_NAME(function))
		note_call(walk, call, plain_name(function));
	if (!result || is_named(result))
		walk->facts->statements++;
}

/* Does one of the two jumps leave or repeat a loop that this is inside of? */
static bool decides_loop(struct walk *walk, gcond *condition)
{
	int *targets[2] = {
		walk->labels->get(gimple_cond_true_label(condition)),
		walk->labels->get(gimple_cond_false_label(condition))};

	for (int i = 0; i < 2; i++) {
		if (!targets[i])
			continue;
		if (*targets[i] < walk->place)
			return true;
		for (unsigned j = 0; j < walk->backward_to.length(); j++)
			if (walk->backward_to[j] < walk->place &&
			    walk->place < walk->backward_from[j] &&
			    walk->backward_from[j] < *targets[i])
				return true;
	}
	return false;
}

static void number_jump(struct walk *walk, tree label)
{
	int *target = label ? walk->labels->get(label) : NULL;

	if (target && *target < walk->place) {
		walk->backward_to.safe_push(*target);
		walk->backward_from.safe_push(walk->place);
	}
}

/* First walk: where the labels stand and which jumps go backward. */
static void number_statement(struct walk *walk, gimple *statement)
{
	if (glabel *label = dyn_cast<glabel *>(statement)) {
		walk->labels->put(gimple_label_label(label), walk->place);
	} else if (gimple_code(statement) == GIMPLE_GOTO) {
		number_jump(walk, gimple_goto_dest(statement));
	} else if (gcond *condition = dyn_cast<gcond *>(statement)) {
		number_jump(walk, gimple_cond_true_label(condition));
		number_jump(walk, gimple_cond_false_label(condition));
	}
}

/* Second walk. */
static void count_statement(struct walk *walk, gimple *statement)
{
	struct body_facts *facts = walk->facts;

	switch (gimple_code(statement)) {
	case GIMPLE_ASSIGN:
		if (!gimple_clobber_p(statement) &&
		    is_named(gimple_assign_lhs(statement)) &&
		    !is_choice(gimple_assign_rhs1(statement)))
			facts->statements++;
		break;
	case GIMPLE_CALL:
		count_call(walk, statement);
		break;
	case GIMPLE_COND:
		facts->statements++;
		if (!decides_loop(walk, as_a<gcond *>(statement)))
			facts->conditional_statements++;
		break;
	case GIMPLE_SWITCH:
		facts->statements++;
		facts->conditional_statements++;
		break;
	case GIMPLE_OMP_ATOMIC_LOAD:
		facts->statements++;
		write_sync(walk, "atomic", NULL, 1, gimple_location(statement));
		break;
	default:
		break;
	}
}

static const char *critical_name(gimple *statement)
{
	tree name;

	if (gimple_code(statement) != GIMPLE_OMP_CRITICAL)
		return NULL;
	name = gimple_omp_critical_name(as_a<gomp_critical *>(statement));
	return name ? IDENTIFIER_POINTER(name) : NULL;
}

/* ordered depend(source) and depend(sink: ...) have no body to order. */
static bool is_synchronisation(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_CRITICAL:
	case GIMPLE_OMP_ORDERED:
	case GIMPLE_OMP_SINGLE:
	case GIMPLE_OMP_MASTER:
	case GIMPLE_OMP_TASK:
	case GIMPLE_OMP_TASKGROUP:
#if BUILDING_GCC_VERSION >= 12000
	case GIMPLE_OMP_MASKED:
#endif
		return true;
	default:
		return false;
	}
}

static void walk_statement(gimple *statement, struct walk *walk)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	unsigned count = omp_bodies(statement, bodies);
	int before = walk->facts->statements;

	walk->place++;
	if (walk->numbering)
		number_statement(walk, statement);
	else
		count_statement(walk, statement);
	for (unsigned i = 0; i < count; i++)
		walk_sequence(*bodies[i], walk);
	if (!walk->numbering && is_synchronisation(statement))
		write_sync(walk, omp_name(statement), critical_name(statement),
			   walk->facts->statements - before,
			   gimple_location(statement));
}

static void walk_sequence(gimple_seq body, struct walk *walk)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		walk_statement(gsi_stmt(gsi), walk);
}

static tree look_for_thread_question(gimple_stmt_iterator *gsi, bool *handled,
				     struct walk_stmt_info *info)
{
	struct body_facts *facts = (struct body_facts *)info->info;
	tree function = is_gimple_call(gsi_stmt(*gsi))
				? gimple_call_fndecl(gsi_stmt(*gsi))
				: NULL_TREE;

	*handled = false;
	if (function && DECL_NAME(function) &&
	    is_thread_question(plain_name(function)))
		facts->uses_thread_id = true;
	return NULL_TREE;
}

static tree look_for_threadprivate(tree *operand, int *walk_subtrees,
				   void *data)
{
	struct body_facts *facts =
		(struct body_facts *)((struct walk_stmt_info *)data)->info;

	if (VAR_P(*operand) && DECL_THREAD_LOCAL_P(*operand))
		facts->uses_threadprivate = true;
	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	return NULL_TREE;
}

void body_inspect(gimple *construct, gimple *parallel, struct body_facts *facts)
{
	struct walk walk = {};
	struct walk_stmt_info info = {};
	hash_map<tree, int> labels;
	gimple_seq body = gimple_omp_body(construct);

	memset(facts, 0, sizeof(*facts));
	walk.facts = facts;
	walk.labels = &labels;
	walk.lock_statements = -1;
	walk.numbering = true;
	walk_sequence(body, &walk);
	walk.numbering = false;
	walk.place = 0;
	walk_sequence(body, &walk);
	walk.backward_from.release();
	walk.backward_to.release();
	info.info = facts;
	walk_gimple_seq(parallel ? gimple_omp_body(parallel) : body,
			look_for_thread_question, look_for_threadprivate,
			&info);
}
