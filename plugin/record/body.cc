/*
 * What the body of a construct holds as written: statements, conditions,
 * synchronisation.
 *
 * The statements of the source are counted, not those that GCC makes of
 * them: an assignment to a variable with a name or to memory, a call for its
 * effect, a condition.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "base/standard.h"
#include "body.h"

/* A section under a lock. */
struct locked {
	tree object; /* what was locked, or holds it; NULL: not known */
	const char *name;
	int before; /* statements before it */
	int place;  /* in the walk */
	location_t location;
};

/* Labels and jumps by their place in the walk: a condition that decides
   whether a loop goes on is not a conditional statement. */
struct walk {
	struct body_facts *facts;
	hash_map<tree, int> *labels; /* label -> place */
	vec<int> backward_from, backward_to;
	vec<int> backward_line; /* line of the loop, as GCC places the jump */
	int place;
	bool numbering;
	int loop_line; /* of the construct's own loop */
	/* conditions met on the line under way, and whether all they choose
	   is 0 or 1 */
	int choice_line, conditions;
	tree choice;
	bool logical;
	vec<struct locked> locked; /* under way, the innermost last */
	/* of a function: regions around, and what those hold that have none */
	bool function;
	unsigned around, regions;
	unsigned statements, conditional_statements;
};

static void walk_sequence(gimple_seq body, struct walk *walk);

static int line_of(gimple *statement)
{
	return expand_location(gimple_location(statement)).line;
}

static bool is_named(tree variable)
{
	if (TREE_CODE(variable) == SSA_NAME)
		return false;
	return !DECL_P(variable) ||
	       (DECL_NAME(variable) &&
		!strchr(IDENTIFIER_POINTER(DECL_NAME(variable)), '.')) ||
	       (VAR_P(variable) && is_global_var(variable));
}

/* The line of the innermost sequential loop around a place, 0 for none. */
static int loop_around(const struct walk *walk, int place)
{
	int line = 0, least = INT_MAX;

	for (unsigned i = 0; i < walk->backward_to.length(); i++) {
		int length = walk->backward_from[i] - walk->backward_to[i];

		if (walk->backward_to[i] > place ||
		    walk->backward_from[i] < place || length >= least)
			continue;
		least = length;
		line = walk->backward_line[i];
	}
	return line;
}

static void write_sync(struct walk *walk, const char *kind, const char *name,
		       int statements, location_t location, int place)
{
	struct json_writer *json = &walk->facts->sync;
	int loop = loop_around(walk, place);

	json_object(json);
	json_key_string(json, "kind", kind);
	json_key_string(json, "name", name);
	json_key_int(json, "statements", statements);
	json_key_int(json, "line", expand_location(location).line);
	if (loop)
		json_key_int(json, "loop_line", loop);
	else
		json_key_null(json, "loop_line");
	json_end_object(json);
}

/* What a call is that synchronises by itself, or NULL. */
static const char *kind_of_name(const char *name)
{
	static const char *const kinds[][2] = {
		{"GOMP_barrier", "barrier"},
		{"GOMP_taskwait", "taskwait"},
		{"GOMP_taskyield", "taskyield"},
		{"__sync_synchronize", "flush"},
		{"GOMP_cancel", "cancel"},
		{"GOMP_cancellation_point", "cancellation point"},
		{"pthread_barrier_wait", "barrier"},
		{"pthread_cond_wait", "condition"},
		{"pthread_cond_timedwait", "condition"},
		{"pthread_join", "join"}};

	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++)
		if (strcmp(name, kinds[i][0]) == 0)
			return kinds[i][1];
	return NULL;
}

/* The variable that an argument names; NULL for what has no name of its own,
   as an element of an array. */
static tree variable_of(gimple *call, unsigned argument)
{
	tree variable = gimple_call_num_args(call) > argument
				? gimple_call_arg(call, argument)
				: NULL_TREE;

	if (variable && TREE_CODE(variable) == ADDR_EXPR)
		variable = TREE_OPERAND(variable, 0);
	return variable && DECL_P(variable) && DECL_NAME(variable) ? variable
								   : NULL_TREE;
}

static void begin_section(struct walk *walk, gimple *call)
{
	bool holder = DECL_CXX_CONSTRUCTOR_P(gimple_call_fndecl(call));
	tree lock = variable_of(call, holder);
	struct locked section = {variable_of(call, 0),
				 lock ? IDENTIFIER_POINTER(DECL_NAME(lock))
				      : NULL,
				 (int)walk->facts->statements, walk->place,
				 gimple_location(call)};

	walk->locked.safe_push(section);
}

/* The section that the call ends, a number; -1 for none. What is destroyed
   holds no lock any more if it gave it back before. */
static int ended_section(struct walk *walk, gimple *call)
{
	tree object = variable_of(call, 0);
	int last = (int)walk->locked.length() - 1;

	for (int i = last; i >= 0; i--)
		if (walk->locked[i].object == object)
			return i;
	return DECL_CXX_DESTRUCTOR_P(gimple_call_fndecl(call)) ? -1 : last;
}

/* The call that locks is no work under the lock. */
static void end_section(struct walk *walk, int number)
{
	struct locked section = walk->locked[number];

	walk->locked.ordered_remove(number);
	write_sync(walk, "lock", section.name,
		   walk->facts->statements - section.before - 1,
		   section.location, section.place);
}

/* What a call does that synchronises, "lock" and "unlock" among it; else
   NULL. */
static const char *kind_of_call(gimple *call)
{
	tree function = gimple_call_fndecl(call);
	const char *kind;

	if (!function || !DECL_NAME(function))
		return NULL;
	if (omp_locks(call))
		return "lock";
	if (omp_unlocks(call))
		return "unlock";
	kind = kind_of_name(omp_plain_name(function));
	return kind ? kind : standard_kind(call);
}

/* A section under a lock goes from the call that locks to the one that
   unlocks. */
static void note_call(struct walk *walk, gimple *call)
{
	const char *kind = kind_of_call(call);
	int section;

	if (!kind)
		return;
	if (strcmp(kind, "lock") == 0) {
		begin_section(walk, call);
	} else if (strcmp(kind, "unlock") == 0) {
		section = ended_section(walk, call);
		if (section >= 0)
			end_section(walk, section);
	} else {
		write_sync(walk, kind, NULL, 0, gimple_location(call),
			   walk->place);
	}
}

static void count_call(struct walk *walk, gimple *call)
{
	tree result = gimple_call_lhs(call);

	if (gimple_call_internal_p(call))
		return;
	note_call(walk, call);
	if (!result || is_named(result))
		walk->facts->statements++;
}

/* Is it the test of a loop: does it jump back, or out of a loop from the line
   where that loop is written? */
static bool decides_loop(struct walk *walk, gcond *condition)
{
	int line = line_of(condition);
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
			    walk->backward_from[j] < *targets[i] &&
			    walk->backward_line[j] == line)
				return true;
	}
	return false;
}

/* j = 0 and j++ on the line of a loop are part of the loop. */
static bool is_loop_header(struct walk *walk, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	int line = line_of(statement);

	return DECL_P(target) && !SCALAR_FLOAT_TYPE_P(TREE_TYPE(target)) &&
	       (walk->backward_line.contains(line) || walk->loop_line == line);
}

static void number_jump(struct walk *walk, tree label, int line)
{
	int *target = label ? walk->labels->get(label) : NULL;

	if (target && *target < walk->place) {
		walk->backward_to.safe_push(*target);
		walk->backward_from.safe_push(walk->place);
		walk->backward_line.safe_push(line);
	}
}

/* First walk: where the labels stand and which jumps go backward. */
static void number_statement(struct walk *walk, gimple *statement)
{
	int line = line_of(statement);

	if (glabel *label = dyn_cast<glabel *>(statement)) {
		walk->labels->put(gimple_label_label(label), walk->place);
	} else if (gimple_code(statement) == GIMPLE_GOTO) {
		number_jump(walk, gimple_goto_dest(statement), line);
	} else if (gcond *condition = dyn_cast<gcond *>(statement)) {
		number_jump(walk, gimple_cond_true_label(condition), line);
		number_jump(walk, gimple_cond_false_label(condition), line);
	}
}

/* Does GCC keep the value of c ? a : b or of a || b there? */
static bool is_choice(struct walk *walk, tree value)
{
	tree name = TREE_CODE(value) == SSA_NAME ? SSA_NAME_IDENTIFIER(value)
		    : VAR_P(value)		 ? DECL_NAME(value)
						 : NULL_TREE;

	return value == walk->choice ||
	       (name && startswith(IDENTIFIER_POINTER(name), "iftmp"));
}

static void count_condition(struct walk *walk, gimple *statement)
{
	if (walk->choice_line != line_of(statement)) {
		walk->choice_line = line_of(statement);
		walk->conditions = 0;
		walk->logical = true;
	}
	walk->conditions++;
	walk->facts->statements++;
	walk->facts->conditional_statements++;
}

/* Fortran computes the variable of a loop that does not go by 1 from a count
   of its own, first thing in the body. */
static bool is_do_variable(struct walk *walk, gimple *statement)
{
	tree from = gimple_assign_rhs1(statement);

	return lang_GNU_Fortran() && walk->facts->statements == 0 &&
	       DECL_P(gimple_assign_lhs(statement)) &&
	       INTEGRAL_TYPE_P(TREE_TYPE(gimple_assign_lhs(statement))) &&
	       (TREE_CODE(from) == SSA_NAME ||
		(VAR_P(from) && DECL_ARTIFICIAL(from)));
}

/*
 * The conditions of x = c ? a : b are one statement together with the
 * assignment; those of x = a || b are no conditional statement either.
 */
static void join_conditions(struct walk *walk)
{
	walk->facts->statements -= walk->conditions;
	walk->facts->conditional_statements -= walk->conditions;
	if (walk->conditions && !walk->logical)
		walk->facts->conditional_statements++;
	walk->conditions = 0;
}

static void count_assignment(struct walk *walk, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	tree value = gimple_assign_rhs1(statement);

	if (gimple_clobber_p(statement))
		return;
	if (is_choice(walk, target) && !integer_zerop(value) &&
	    !integer_onep(value))
		walk->logical = false;
	if (is_choice(walk, value) && !is_named(target))
		walk->choice = target; /* a converted copy */
	if (!is_named(target) || is_loop_header(walk, statement) ||
	    is_do_variable(walk, statement))
		return;
	if (is_choice(walk, value))
		join_conditions(walk);
	walk->facts->statements++;
}

/* Second walk. */
static void count_statement(struct walk *walk, gimple *statement)
{
	struct body_facts *facts = walk->facts;

	switch (gimple_code(statement)) {
	case GIMPLE_ASSIGN:
		count_assignment(walk, statement);
		break;
	case GIMPLE_CALL:
		count_call(walk, statement);
		break;
	case GIMPLE_COND:
		if (!decides_loop(walk, as_a<gcond *>(statement)))
			count_condition(walk, statement);
		break;
	case GIMPLE_SWITCH:
		facts->statements++;
		facts->conditional_statements++;
		break;
	case GIMPLE_OMP_ATOMIC_LOAD:
		facts->statements++;
		write_sync(walk, "atomic", NULL, 1, gimple_location(statement),
			   walk->place);
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
	case GIMPLE_OMP_MASKED:
		return true;
	case GIMPLE_OMP_PARALLEL:
		return !gimple_omp_parallel_combined_p(statement);
	default:
		return false;
	}
}

/* Threads do not wait for each other at the end of such a single. */
static const char *kind_of_statement(gimple *statement)
{
	if (gimple_code(statement) == GIMPLE_OMP_SINGLE &&
	    omp_clause(statement, OMP_CLAUSE_NOWAIT))
		return "single nowait";
	return omp_name(statement);
}

static void leave_region(struct walk *walk, unsigned statements,
			 unsigned conditional_statements)
{
	if (--walk->around > 0)
		return;
	walk->regions++;
	walk->statements += walk->facts->statements - statements;
	walk->conditional_statements +=
		walk->facts->conditional_statements - conditional_statements;
}

static void walk_statement(gimple *statement, struct walk *walk)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	unsigned count = omp_bodies(statement, bodies);
	unsigned before = walk->facts->statements;
	unsigned conditional = walk->facts->conditional_statements;
	bool region = gimple_code(statement) == GIMPLE_OMP_PARALLEL;
	int place;

	if (walk->function && omp_shares_work(statement))
		return;
	place = ++walk->place;
	walk->around += region;
	if (walk->numbering)
		number_statement(walk, statement);
	else
		count_statement(walk, statement);
	for (unsigned i = 0; i < count; i++)
		walk_sequence(*bodies[i], walk);
	if (!walk->numbering && is_synchronisation(statement))
		write_sync(walk, kind_of_statement(statement),
			   critical_name(statement),
			   walk->facts->statements - before,
			   gimple_location(statement), place);
	if (region)
		leave_region(walk, before, conditional);
}

static void walk_sequence(gimple_seq body, struct walk *walk)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		walk_statement(gsi_stmt(gsi), walk);
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

static void inspect(gimple_seq body, struct walk *walk,
		    struct body_facts *facts)
{
	hash_map<tree, int> labels;

	memset(facts, 0, sizeof(*facts));
	walk->facts = facts;
	walk->labels = &labels;
	walk->numbering = true;
	walk_sequence(body, walk);
	walk->numbering = false;
	walk->place = 0;
	walk_sequence(body, walk);
	while (!walk->locked.is_empty())
		end_section(walk, (int)walk->locked.length() - 1);
	walk->locked.release();
	walk->backward_from.release();
	walk->backward_line.release();
	walk->backward_to.release();
}

void body_inspect(gimple *construct, gimple *parallel, struct body_facts *facts)
{
	struct walk walk = {};
	struct walk_stmt_info info = {};
	gimple_seq body = gimple_omp_body(construct);

	walk.loop_line = line_of(construct);
	inspect(body, &walk, facts);
	info.info = facts;
	walk_gimple_seq(parallel ? gimple_omp_body(parallel) : body, NULL,
			look_for_threadprivate, &info);
}

void body_inspect_function(gimple_seq body, struct body_facts *facts)
{
	struct walk walk = {};

	walk.function = true;
	inspect(body, &walk, facts);
	if (walk.regions == 0)
		return;
	facts->statements = walk.statements;
	facts->conditional_statements = walk.conditional_statements;
}

static bool synchronises(gimple *statement)
{
	const char *kind;

	switch (gimple_code(statement)) {
	case GIMPLE_OMP_CRITICAL:
	case GIMPLE_OMP_SINGLE:
	case GIMPLE_OMP_ATOMIC_LOAD:
		return true;
	case GIMPLE_OMP_PARALLEL:
		return !gimple_omp_parallel_combined_p(statement);
	case GIMPLE_CALL:
		kind = kind_of_call(statement);
		return kind && strcmp(kind, "unlock") != 0;
	default:
		return false;
	}
}

bool body_synchronises(gimple_seq body)
{
	gimple_seq *bodies[OMP_MAX_BODIES];

	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		unsigned count = omp_bodies(statement, bodies);

		if (omp_shares_work(statement))
			continue;
		if (synchronises(statement))
			return true;
		for (unsigned i = 0; i < count; i++)
			if (body_synchronises(*bodies[i]))
				return true;
	}
	return false;
}

void body_write(struct json_writer *json, struct body_facts *facts)
{
	json_key(json, "sync");
	json_array(json);
	json_raw(json, facts->sync.text, facts->sync.length);
	json_end_array(json);
	json_free(&facts->sync);
	json_key_int(json, "statements", facts->statements);
	json_key_int(json, "conditional_statements",
		     facts->conditional_statements);
}
