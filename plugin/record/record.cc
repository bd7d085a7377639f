/*
 * The record pass: finds the constructs of a function before they are
 * lowered and notes what can be seen of them there.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "base/place.h"
#include "body.h"
#include "base/names.h"
#include "construct/construct.h"
#include "construct/countertype.h"
#include "construct/schedule.h"
#include "record.h"
#include "rewrite/reason.h"
#include "thread/known.h"
#include "thread/rule.h"
#include "transform/digest.h"

/* Where the walk stands: the region around, and the combined construct
   whose parts have been met so far. */
struct where {
	const struct construct *outer;
	gimple *parallel;
	gimple *head;	     /* outermost part, NULL between constructs */
	gimple *share;	     /* its GIMPLE_OMP_FOR that takes the schedule */
	const char *unknown; /* a statement around, as in omp.h */
	char name[128];	     /* "parallel for" */
};

/* What GCC computed into variables of its own before the construct: the
   arguments of clauses, for the most part. */
static hash_map<tree, tree> *computed;

static tree assigned_value(gimple *statement)
{
	tree type = TREE_TYPE(gimple_assign_lhs(statement));
	tree first = gimple_assign_rhs1(statement);
	enum tree_code code = gimple_assign_rhs_code(statement);

	switch (get_gimple_rhs_class(code)) {
	case GIMPLE_BINARY_RHS:
		return build2(code, type, first, gimple_assign_rhs2(statement));
	case GIMPLE_UNARY_RHS:
		return build1(code, type, first);
	default:
		return first;
	}
}

static void note_computed(gimple *statement)
{
	tree target = gimple_get_lhs(statement);

	if (!is_gimple_assign(statement) || !VAR_P(target) ||
	    !DECL_ARTIFICIAL(target) || !computed)
		return;
	computed->put(target, assigned_value(statement));
}

static const char *operation_name(enum tree_code code)
{
	switch (code) {
	case PLUS_EXPR:
	case MINUS_EXPR:
		return "+";
	case MULT_EXPR:
		return "*";
	case TRUNC_DIV_EXPR:
		return "div";
	case TRUNC_MOD_EXPR:
		return "mod";
	case BIT_AND_EXPR:
		return "&";
	case RSHIFT_EXPR:
		return ">>";
	case MIN_EXPR:
		return "min";
	case MAX_EXPR:
		return "max";
	default:
		return NULL;
	}
}

static void write_expression(struct json_writer *json, tree value);

static void write_operation(struct json_writer *json, tree value)
{
	tree second = TREE_OPERAND(value, 1);

	json_array(json);
	json_string(json, operation_name(TREE_CODE(value)));
	write_expression(json, TREE_OPERAND(value, 0));
	if (TREE_CODE(value) == MINUS_EXPR) {
		json_array(json);
		json_string(json, "*");
		json_int(json, -1);
	}
	write_expression(json, second);
	if (TREE_CODE(value) == MINUS_EXPR)
		json_end_array(json);
	json_end_array(json);
}

/* As the source says it, in the names of the source; else unknown. */
static void write_expression(struct json_writer *json, tree value)
{
	tree *known = value && DECL_P(value) ? computed->get(value) : NULL;

	if (value && TREE_CODE(value) == SSA_NAME &&
	    is_gimple_assign(SSA_NAME_DEF_STMT(value))) {
		write_expression(json,
				 assigned_value(SSA_NAME_DEF_STMT(value)));
	} else if (known) {
		tree once = *known;

		computed->remove(value); /* no circles */
		write_expression(json, once);
		computed->put(value, once);
	} else if (!value) {
		json_null(json);
	} else if (tree_fits_shwi_p(value)) {
		json_int(json, tree_to_shwi(value));
	} else if (CONVERT_EXPR_P(value) || TREE_CODE(value) == MEM_REF) {
		write_expression(json, TREE_OPERAND(value, 0));
	} else if (DECL_P(value) && DECL_NAME(value)) {
		json_string(json, IDENTIFIER_POINTER(DECL_NAME(value)));
	} else if (operation_name(TREE_CODE(value))) {
		write_operation(json, value);
	} else {
		json_string(json, "unnamed");
	}
}

static void write_schedule(struct json_writer *json, gimple *share)
{
	tree clause = omp_clause(share, OMP_CLAUSE_SCHEDULE);

	json_key(json, "schedule");
	json_object(json);
	json_key_string(json, "kind",
			clause ? schedule_kind_of(clause)->name : NULL);
	json_key(json, "chunk");
	write_expression(json, schedule_chunk(share));
	json_key_string(json, "modifier",
			clause ? schedule_modifier_of(clause) : NULL);
	json_end_object(json);
}

static void write_num_threads(struct json_writer *json, gimple *parallel)
{
	tree clause = omp_clause(parallel, OMP_CLAUSE_NUM_THREADS);

	json_key(json, "num_threads");
	write_expression(json, clause ? OMP_CLAUSE_NUM_THREADS_EXPR(clause)
				      : NULL_TREE);
}

static void write_ordered(struct json_writer *json, gimple *share)
{
	tree clause = omp_clause(share, OMP_CLAUSE_ORDERED);

	json_key(json, "ordered");
	if (!clause)
		json_null(json);
	else if (OMP_CLAUSE_ORDERED_EXPR(clause))
		write_expression(json, OMP_CLAUSE_ORDERED_EXPR(clause));
	else
		json_int(json, 0);
}

/* Clauses that say who owns which data. */
static bool is_data_clause(tree clause)
{
	switch (OMP_CLAUSE_CODE(clause)) {
	case OMP_CLAUSE_PRIVATE:
	case OMP_CLAUSE_FIRSTPRIVATE:
	case OMP_CLAUSE_LASTPRIVATE:
	case OMP_CLAUSE_SHARED:
	case OMP_CLAUSE_REDUCTION:
	case OMP_CLAUSE_IN_REDUCTION:
	case OMP_CLAUSE_TASK_REDUCTION:
	case OMP_CLAUSE_LINEAR:
	case OMP_CLAUSE_COPYIN:
	case OMP_CLAUSE_COPYPRIVATE:
		return true;
	default:
		return false;
	}
}

static const char *reduction_operator(tree clause)
{
	switch (OMP_CLAUSE_REDUCTION_CODE(clause)) {
	case MIN_EXPR:
		return "min";
	case MAX_EXPR:
		return "max";
	case ERROR_MARK:
		return "declared";
	case TRUTH_ANDIF_EXPR:
	case TRUTH_AND_EXPR:
		return "&&";
	case TRUTH_ORIF_EXPR:
	case TRUTH_OR_EXPR:
		return "||";
	default:
		return op_symbol_code(OMP_CLAUSE_REDUCTION_CODE(clause));
	}
}

/* The variable of a clause; of an array section the array. */
static void write_data_clause(struct json_writer *json, tree clause)
{
	tree variable = omp_clause_variable(clause);
	enum omp_clause_code code = omp_clause_sharing(clause);
	bool reduction = code == OMP_CLAUSE_REDUCTION ||
			 code == OMP_CLAUSE_IN_REDUCTION ||
			 code == OMP_CLAUSE_TASK_REDUCTION;

	if (!variable || !DECL_NAME(variable) ||
	    strchr(IDENTIFIER_POINTER(DECL_NAME(variable)), '.'))
		return;
	json_object(json);
	json_key_string(json, "name", omp_clause_code_name[code]);
	json_key(json, "vars");
	json_array(json);
	json_string(json, IDENTIFIER_POINTER(DECL_NAME(variable)));
	json_end_array(json);
	json_key_string(json, "op",
			reduction ? reduction_operator(clause) : NULL);
	json_end_object(json);
}

static void write_clauses_of(struct json_writer *json, gimple *statement)
{
	for (tree clause = omp_clauses(statement); clause;
	     clause = OMP_CLAUSE_CHAIN(clause))
		if (is_data_clause(clause))
			write_data_clause(json, clause);
}

/* The clauses of every part of a combined construct, outermost first. */
static void write_clauses(struct json_writer *json,
			  const struct construct *construct)
{
	json_key(json, "clauses");
	json_array(json);
	write_clauses_of(json, construct->statement);
	if (construct->share && construct->share != construct->statement)
		write_clauses_of(json, construct->share);
	if (construct->loop && construct->loop != construct->share &&
	    construct->loop != construct->statement)
		write_clauses_of(json, construct->loop);
	json_end_array(json);
}

static void write_place(struct json_writer *json, location_t location)
{
	expanded_location place = expand_location(location);

	json_key_string(json, "file",
			place.file ? place_name(place.file) : "?");
	json_key_int(json, "line", place.line);
}

static void write_parallel(struct json_writer *json, gimple *parallel)
{
	json_key(json, "parallel");
	if (!parallel) {
		json_null(json);
		return;
	}
	json_object(json);
	write_place(json, gimple_location(parallel));
	write_num_threads(json, parallel);
	json_end_object(json);
}

static const char *language(void)
{
	if (lang_GNU_Fortran())
		return "Fortran";
	return lang_GNU_CXX() ? "C++" : "C";
}

void record_write_origin(struct json_writer *json, const char *id,
			 location_t location)
{
	tree function = current_function_decl;
	const char *assembler_name = construct_assembler_name(function);

	json_key_int(json, "schema", 1);
	json_key_string(json, "id", id ? id : assembler_name);
	json_key_string(json, "function", assembler_name);
	json_key_string(json, "name", construct_shown_name(function));
	json_key_string(json, "language", language());
	json_key_string(json, "gcc", gcc_version.basever);
	json_key_string(json, "unit", place_name(main_input_filename));
	write_place(json, location);
}

/* Do products and sums become one operation, as far as they can? */
static bool fuses(void)
{
	return flag_fp_contract_mode == FP_CONTRACT_FAST &&
	       direct_internal_fn_supported_p(IFN_FMA, double_type_node,
					      OPTIMIZE_FOR_SPEED);
}

static void write_identity(struct json_writer *json,
			   const struct construct *construct)
{
	char digest[16];

	record_write_origin(json, construct->id, construct->location);
	json_key_int(json, "ordinal", construct->ordinal);
	json_key_int(json, "column",
		     expand_location(construct->location).column);
	json_key_bool(json, "fuses", fuses());
	snprintf(digest, sizeof(digest), "%08x", construct->digest);
	json_key_string(json, "digest", digest);
}

static bool asks(gimple_seq body, bool within)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);

		if (known_asks(statement))
			return true;
		if (!within && gimple_code(statement) == GIMPLE_OMP_PARALLEL)
			continue;
		for (unsigned i = 0; i < count; i++)
			if (asks(*bodies[i], within))
				return true;
	}
	return false;
}

/* Does its region, or its function, ask which thread it is, or of how many? */
static bool asks_thread(const struct construct *construct)
{
	return construct->parallel
		       ? asks(gimple_omp_body(construct->parallel), true)
		       : asks(gimple_body(current_function_decl), false);
}

static void write_body_facts(struct json_writer *json,
			     struct construct *construct)
{
	gimple *loop = construct->loop ? construct->loop : construct->statement;
	struct body_facts facts;

	body_inspect(loop, construct->parallel, &facts);
	body_write(json, &facts);
	json_key_bool(json, "uses_thread_id", asks_thread(construct));
	json_key_bool(json, "uses_threadprivate", facts.uses_threadprivate);
}

static void write_rewritable(struct json_writer *json,
			     struct construct *construct)
{
	struct json_writer reasons = {};
	bool rewritable;

	rewritable = reason_write(construct, &reasons);

	json_key_bool(json, "rewritable", rewritable);
	json_key(json, "rewrite_why");
	json_array(json);
	json_raw(json, reasons.text, reasons.length);
	json_end_array(json);
	json_free(&reasons);
	names_write(&construct->needs, json, "needs");
}

/* A combined parallel loop bears a nowait of GCC's own. */
static bool is_nowait(const struct construct *construct)
{
	gimple *waits =
		construct->share ? construct->share : construct->statement;

	return !(construct->parallel &&
		 gimple_omp_parallel_combined_p(construct->parallel)) &&
	       omp_clause(waits, OMP_CLAUSE_NOWAIT);
}

/* null where every number is right, or none is asked for. */
static void write_most(struct json_writer *json, const char *key, long most,
		       long any)
{
	if (most == any)
		json_key_null(json, key);
	else
		json_key_int(json, key, most);
}

/* What a static schedule can do; what is static is so already. */
static void write_counter(struct json_writer *json,
			  const struct construct *construct)
{
	bool shares = construct->share != NULL;
	long most = -1;

	if (shares && !schedule_of(construct->share)->is_counted)
		most = countertype_is_too_small(construct)
			       ? 0
			       : countertype_iterations_most(construct);

	write_most(json, "static_chunk_most",
		   shares ? countertype_chunk_most(construct)
			  : COUNTERTYPE_ANY_CHUNK,
		   COUNTERTYPE_ANY_CHUNK);
	write_most(json, "static_iterations_most", most, -1);
}

static void write_head(struct construct *construct, const char *name)
{
	struct json_writer *json = &construct->head;
	gimple *share = construct->share ? construct->share : construct->loop;

	write_identity(json, construct);
	json_key_string(json, "construct", name);
	write_schedule(json, construct->share);
	write_num_threads(json, construct->parallel);
	json_key_int(json, "collapse", construct->collapse);
	write_ordered(json, share);
	json_key_bool(json, "nowait", construct->nowait);
	write_clauses(json, construct);
	write_parallel(json, construct->parallel);
	write_body_facts(json, construct);
	write_rewritable(json, construct);
	write_counter(json, construct);
}

/* How many loops are shared out; ordered(n) names more than that. */
static unsigned collapse_of(const struct construct *construct)
{
	tree clause = omp_clause(construct->loop, OMP_CLAUSE_COLLAPSE);

	if (!clause)
		clause = omp_clause(construct->share, OMP_CLAUSE_COLLAPSE);
	return clause ? tree_to_uhwi(OMP_CLAUSE_COLLAPSE_EXPR(clause)) : 1;
}

/* The innermost part of a construct was met: it gets its record. One that the
   changes have made plain is none any more. */
static void construct_met(gimple *statement, struct where *where,
			  enum record_what what)
{
	gimple *head = where->head ? where->head : statement;
	struct construct *construct =
		what == RECORD_CHANGED ? construct_of(head)
				       : construct_new(current_function_decl,
						       gimple_location(head));

	if (!construct)
		return;
	construct->outer = where->outer;
	where->outer = construct;
	construct->statement = head;
	construct->parallel = where->parallel;
	construct->share = where->share;
	if (gimple_code(statement) == GIMPLE_OMP_FOR)
		construct->loop = statement;
	construct->ordered = omp_clause(construct->share, OMP_CLAUSE_ORDERED);
	construct->nowait = is_nowait(construct);
	construct->collapse = collapse_of(construct);
	construct->unknown =
		where->unknown ? where->unknown
			       : omp_unknown_within(gimple_omp_body(head));
	if (what == RECORD_PLACES)
		return;
	if (what == RECORD_ALL) {
		construct->digest = digest_construct(construct);
		rule_judge(construct);
	}
	json_free(&construct->head);
	write_head(construct, where->name);
}

static void add_part(struct where *where, gimple *statement)
{
	size_t length = strlen(where->name);

	if (!where->head)
		where->head = statement;
	snprintf(where->name + length, sizeof(where->name) - length, "%s%s",
		 length ? " " : "", omp_name(statement));
	if (gimple_code(statement) == GIMPLE_OMP_FOR &&
	    gimple_omp_for_kind(statement) == GF_OMP_FOR_KIND_FOR)
		where->share = statement;
}

/* The only OpenMP statement in the body; NULL if none or several. */
static gimple *only_openmp(gimple_seq body)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	gimple *only = NULL;

	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi), *found = NULL;

		if (omp_has_body(statement))
			found = statement;
		else if (omp_bodies(statement, bodies) > 0)
			found = only_openmp(*bodies[0]);
		if (found && only)
			return NULL;
		only = found ? found : only;
	}
	return only;
}

/* GCC does not mark target and teams as parts of a combined construct. */
static bool holds_one_on_same_line(gimple *statement)
{
	gimple *only = only_openmp(gimple_omp_body(statement));

	return only && expand_location(gimple_location(only)).line ==
			       expand_location(gimple_location(statement)).line;
}

/* Does the next OpenMP statement inside belong to the same construct? */
static bool is_outer_part(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_PARALLEL:
		return gimple_omp_parallel_combined_p(statement);
	case GIMPLE_OMP_FOR:
		return gimple_omp_for_combined_p(statement);
	case GIMPLE_OMP_TASK:
		return gimple_omp_task_taskloop_p(statement);
	case GIMPLE_OMP_TARGET:
	case GIMPLE_OMP_TEAMS:
		return holds_one_on_same_line(statement);
	default:
		return false;
	}
}

static void walk(gimple_seq body, const struct where *outer,
		 enum record_what what);

static void walk_openmp(gimple *statement, const struct where *outer,
			enum record_what what)
{
	struct where where = *outer;
	enum gimple_code code = gimple_code(statement);

	if (code == GIMPLE_OMP_PARALLEL)
		where.parallel = statement;
	if (is_outer_part(statement)) {
		if (code != GIMPLE_OMP_TASK)
			add_part(&where, statement);
		walk(gimple_omp_body(statement), &where, what);
		return;
	}
	if (omp_shares_work(statement)) {
		add_part(&where, statement);
		/* a taskloop's inner half repeats its name */
		if (code == GIMPLE_OMP_FOR &&
		    gimple_omp_for_kind(statement) ==
			    GF_OMP_FOR_KIND_TASKLOOP &&
		    gimple_omp_for_combined_into_p(statement))
			strcpy(where.name, outer->name);
		construct_met(statement, &where, what);
	}
	if (omp_unknown(statement))
		where.unknown = omp_unknown(statement);
	where.head = where.share = NULL;
	where.name[0] = '\0';
	walk(gimple_omp_body(statement), &where, what);
}

static void walk(gimple_seq body, const struct where *outer,
		 enum record_what what)
{
	gimple_seq *bodies[OMP_MAX_BODIES];

	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		unsigned count;

		if (omp_has_body(statement)) {
			walk_openmp(statement, outer, what);
			continue;
		}
		note_computed(statement);
		count = omp_bodies(statement, bodies);
		for (unsigned i = 0; i < count; i++)
			walk(*bodies[i], outer, what);
	}
}

void record_function(gimple_seq body, enum record_what what)
{
	struct where where = {};

	computed = what == RECORD_PLACES ? NULL : new hash_map<tree, tree>;
	walk(body, &where, what);
	delete computed;
	computed = NULL;
}
