/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What only thread 0 of a team does, as a condition asks for its number.
 *
 * Each region, and what of a function is in none, is looked at by itself. The
 * number must come from omp_get_thread_num() in it, by variables of the thread
 * that hold nothing else, and may only decide about parts that are entered and
 * left as a block. What such a part leaves in a variable of its thread must not
 * be read outside.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "question.h"
#include "touch.h"
#include "zero.h"

struct part {
	gimple *condition, *first, *end;
	unsigned begin, last; /* places in "flat": the first, and behind */
};

/* A statement of the region; "after" is the place behind what it contains. */
struct entry {
	gimple *statement;
	unsigned after;
	bool plain; /* every thread comes there, by itself */
};

struct search {
	gimple *parallel; /* NULL: the function */
	vec<struct entry> flat;
	hash_map<tree, unsigned> labels; /* places */
	hash_set<tree> numbers, tests;	 /* what holds only these */
	vec<struct part> parts;
};

/* Of the function that was last asked for. */
static unsigned function_uid;
static vec<struct part> known_parts;
static hash_set<gimple *> *alone, *leaving;

/* ---- the statements ---- */

static bool has_own_flow(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_FOR:
	case GIMPLE_OMP_SECTIONS:
	case GIMPLE_OMP_SINGLE:
	case GIMPLE_OMP_TASK:
	case GIMPLE_OMP_TARGET:
	case GIMPLE_OMP_TEAMS:
		return true;
	default:
		return false;
	}
}

static void flatten(struct search *search, gimple_seq body, bool plain)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);
		unsigned place = search->flat.length();
		struct entry entry = {statement, place + 1, plain};

		search->flat.safe_push(entry);
		if (gimple_code(statement) == GIMPLE_LABEL)
			search->labels.put(
				gimple_label_label(as_a<glabel *>(statement)),
				place);
		if (gimple_code(statement) == GIMPLE_OMP_PARALLEL)
			continue;
		for (unsigned i = 0; i < count; i++)
			flatten(search, *bodies[i],
				plain && !has_own_flow(statement));
		search->flat[place].after = search->flat.length();
	}
}

/* Does each thread have one? What has no clause is declared inside. */
static bool is_own(const struct search *search, tree variable)
{
	return TREE_CODE(variable) == SSA_NAME ||
	       (DECL_P(variable) && !is_global_var(variable) &&
		omp_sharing_of(search->parallel, variable) !=
			OMP_CLAUSE_SHARED);
}

/* Has it a value where the region begins? */
static bool is_begun(const struct search *search, tree variable)
{
	enum omp_clause_code code = omp_sharing_of(search->parallel, variable);

	return search->parallel
		       ? code != OMP_CLAUSE_ERROR && code != OMP_CLAUSE_PRIVATE
		       : TREE_CODE(variable) == PARM_DECL;
}

/* ---- numbers and tests ---- */

static bool asks_number(gimple *statement)
{
	return question_of(statement) == QUESTION_WHO &&
	       startswith(omp_plain_name(gimple_call_fndecl(statement)),
			  "omp_get_thread_num");
}

static bool is_number_and_zero(struct search *search, tree a, tree b)
{
	return (search->numbers.contains(a) && integer_zerop(b)) ||
	       (search->numbers.contains(b) && integer_zerop(a));
}

static bool gives_number(struct search *search, gimple *statement)
{
	if (asks_number(statement))
		return true;
	return (gimple_assign_copy_p(statement) ||
		gimple_assign_cast_p(statement)) &&
	       search->numbers.contains(gimple_assign_rhs1(statement));
}

/* It is true for thread 0 alone. */
static bool gives_test(struct search *search, gimple *statement)
{
	tree a, b;

	if (!is_gimple_assign(statement))
		return false;
	a = gimple_assign_rhs1(statement);
	b = gimple_num_ops(statement) > 2 ? gimple_assign_rhs2(statement)
					  : NULL_TREE;
	switch (gimple_assign_rhs_code(statement)) {
	case EQ_EXPR:
		return is_number_and_zero(search, a, b);
	case BIT_AND_EXPR:
	case TRUTH_AND_EXPR:
		return search->tests.contains(a) || search->tests.contains(b);
	case NE_EXPR:
		return search->tests.contains(a) && integer_zerop(b);
	default:
		return (gimple_assign_copy_p(statement) ||
			gimple_assign_cast_p(statement)) &&
		       search->tests.contains(a);
	}
}

/* Variables of which each value that they get in the region is one. */
static bool add_holders(struct search *search,
			bool (*gives)(struct search *, gimple *),
			hash_set<tree> *holders)
{
	hash_set<tree> others;
	bool grown = false;

	for (unsigned i = 0; i < search->flat.length(); i++) {
		gimple *statement = search->flat[i].statement;
		tree target = gimple_get_lhs(statement);

		if (target && !gimple_clobber_p(statement) &&
		    (!search->flat[i].plain || !gives(search, statement)))
			others.add(target);
	}
	for (unsigned i = 0; i < search->flat.length(); i++) {
		tree target = gimple_get_lhs(search->flat[i].statement);

		if (!target || gimple_clobber_p(search->flat[i].statement) ||
		    !(DECL_P(target) || TREE_CODE(target) == SSA_NAME) ||
		    others.contains(target) || !is_own(search, target) ||
		    is_begun(search, target) ||
		    (DECL_P(target) &&
		     (TREE_ADDRESSABLE(target) || TREE_THIS_VOLATILE(target))))
			continue;
		grown |= !holders->add(target);
	}
	return grown;
}

static void find_holders(struct search *search)
{
	while (add_holders(search, gives_number, &search->numbers))
		;
	while (add_holders(search, gives_test, &search->tests))
		;
}

/* ---- parts ---- */

/* Where those go on that are thread 0, and the others; false if it does not
   tell them apart. */
static bool tells_zero(struct search *search, gcond *condition, tree *zero,
		       tree *others)
{
	tree a = gimple_cond_lhs(condition), b = gimple_cond_rhs(condition);
	bool number = is_number_and_zero(search, a, b);
	bool test = search->tests.contains(a) && integer_zerop(b);
	enum tree_code code = gimple_cond_code(condition);

	*zero = gimple_cond_true_label(condition);
	*others = gimple_cond_false_label(condition);
	if ((number && code == NE_EXPR) || (test && code == EQ_EXPR))
		std::swap(*zero, *others);
	return (number || test) && (code == EQ_EXPR || code == NE_EXPR);
}

static bool is_label(gimple *statement, tree label)
{
	return statement && gimple_code(statement) == GIMPLE_LABEL &&
	       gimple_label_label(as_a<glabel *>(statement)) == label;
}

static bool is_within(const struct part *part, unsigned place)
{
	return place >= part->begin && place < part->last;
}

static bool is_in_parts(const struct search *search, unsigned place)
{
	for (unsigned i = 0; i < search->parts.length(); i++)
		if (is_within(&search->parts[i], place))
			return true;
	return false;
}

/* Is the label the end of the part, or right behind it? */
static bool is_exit(const struct part *part, tree label)
{
	gimple *statement = part->end;

	for (; statement && gimple_code(statement) == GIMPLE_LABEL;
	     statement = statement->next)
		if (is_label(statement, label))
			return true;
	return false;
}

/* May this jump be, where the part is one that is entered and left as a
   block? */
static bool keeps_block(struct search *search, const struct part *part,
			unsigned place, tree label)
{
	unsigned *to = search->labels.get(label);

	if (!to)
		return !is_within(part, place);
	if (is_within(part, place))
		return is_within(part, *to) || is_exit(part, label);
	return !is_within(part, *to) ||
	       search->flat[place].statement == part->condition;
}

static bool jumps_keep_block(struct search *search, const struct part *part,
			     unsigned place)
{
	gimple *statement = search->flat[place].statement;

	if (gcond *condition = dyn_cast<gcond *>(statement))
		return keeps_block(search, part, place,
				   gimple_cond_true_label(condition)) &&
		       keeps_block(search, part, place,
				   gimple_cond_false_label(condition));
	if (gimple_code(statement) == GIMPLE_GOTO)
		return keeps_block(search, part, place,
				   gimple_goto_dest(statement));
	if (gswitch *choice = dyn_cast<gswitch *>(statement))
		for (unsigned i = 0; i < gimple_switch_num_labels(choice); i++)
			if (!keeps_block(
				    search, part, place,
				    CASE_LABEL(gimple_switch_label(choice, i))))
				return false;
	return true;
}

/* What needs the other threads, or may go on elsewhere, is no such part. */
static bool is_plain_work(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_RETURN:
	case GIMPLE_ASM:
	case GIMPLE_OMP_FOR:
	case GIMPLE_OMP_SECTIONS:
	case GIMPLE_OMP_SINGLE:
		return false;
	case GIMPLE_CALL:
		return !gimple_call_builtin_p(statement, BUILT_IN_GOMP_BARRIER);
	default:
		return true;
	}
}

static bool is_block(struct search *search, const struct part *part)
{
	for (unsigned i = 0; i < search->flat.length(); i++) {
		if (is_within(part, i) &&
		    !is_plain_work(search->flat[i].statement))
			return false;
		if (!jumps_keep_block(search, part, i))
			return false;
	}
	return true;
}

static unsigned skip_remarks(const struct search *search, unsigned place)
{
	while (place < search->flat.length() &&
	       (gimple_code(search->flat[place].statement) == GIMPLE_PREDICT ||
		is_gimple_debug(search->flat[place].statement)))
		place++;
	return place;
}

static bool find_part(struct search *search, unsigned place, struct part *part)
{
	gcond *condition = dyn_cast<gcond *>(search->flat[place].statement);
	tree zero, others;
	unsigned *end;

	if (!condition || !search->flat[place].plain ||
	    !tells_zero(search, condition, &zero, &others))
		return false;
	part->condition = condition;
	part->begin = skip_remarks(search, place + 1);
	if (part->begin >= search->flat.length())
		return false;
	part->first = search->flat[part->begin].statement;
	end = search->labels.get(others);
	if (!end || *end <= part->begin || !is_label(part->first, zero))
		return false;
	part->last = *end;
	part->end = part->first;
	while (part->end && part->end != search->flat[*end].statement)
		part->end = part->end->next;
	return part->end && is_block(search, part);
}

/* ---- what becomes of the answer, and of what the parts leave ---- */

static tree find_member(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	hash_set<tree> *set = (hash_set<tree> *)info->info;

	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	return set->contains(*operand) ? *operand : NULL_TREE;
}

static bool names_one_of(gimple *statement, hash_set<tree> *set)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	info.info = set;
	return walk_gimple_op(statement, find_member, &info);
}

static bool is_condition_of_part(const struct search *search, gimple *statement)
{
	for (unsigned i = 0; i < search->parts.length(); i++)
		if (search->parts[i].condition == statement)
			return true;
	return false;
}

/* The answer comes into something else than these parts. */
static bool leaks_answer(struct search *search)
{
	for (unsigned i = 0; i < search->flat.length(); i++) {
		gimple *statement = search->flat[i].statement;
		tree target = gimple_get_lhs(statement);

		if (is_in_parts(search, i) ||
		    is_condition_of_part(search, statement) ||
		    (target && (search->numbers.contains(target) ||
				search->tests.contains(target))))
			continue;
		if (names_one_of(statement, &search->numbers) ||
		    names_one_of(statement, &search->tests))
			return true;
	}
	return false;
}

/* It gets another value, without a look at the one that it has. */
static bool sets_anew(gimple *statement, tree variable)
{
	hash_set<tree> set;

	if (gimple_get_lhs(statement) != variable)
		return false;
	set.add(variable);
	for (unsigned i = 1; i < gimple_num_ops(statement); i++) {
		tree value = gimple_op(statement, i);
		struct walk_stmt_info info;

		memset(&info, 0, sizeof(info));
		info.info = &set;
		if (value && walk_tree(&value, find_member, &info, NULL))
			return false;
	}
	return true;
}

/* From "place" on as far as "stop": is the variable read before it is set? All
   that a jump back leads to is looked at as well, once: "stop" is its place. */
static bool is_read(struct search *search, tree variable, unsigned place,
		    unsigned stop)
{
	hash_set<tree> set;

	set.add(variable);
	for (; place < stop; place++) {
		gimple *statement = search->flat[place].statement;
		unsigned *to = NULL;

		if (is_in_parts(search, place))
			continue;
		if (omp_sharing_of(statement, variable) == OMP_CLAUSE_PRIVATE) {
			place = search->flat[place].after - 1;
			continue;
		}
		if (sets_anew(statement, variable))
			return false;
		if (names_one_of(statement, &set))
			return true;
		if (gimple_code(statement) == GIMPLE_GOTO)
			to = search->labels.get(gimple_goto_dest(statement));
		else if (gcond *condition = dyn_cast<gcond *>(statement))
			to = search->labels.get(
				gimple_cond_true_label(condition));
		if (to && *to < place && is_read(search, variable, *to, place))
			return true;
	}
	return false;
}

static bool is_made_here(const struct search *search, tree result)
{
	for (unsigned i = 0; i < search->flat.length(); i++)
		if (gimple_get_lhs(search->flat[i].statement) == result)
			return true;
	return false;
}

/* Does it leave something in a variable of its thread that is read by what all
   do, or in memory that each thread has got for itself? */
static bool leaves_own(struct search *search, const struct part *part)
{
	vec<struct touch> touches = vNULL;
	bool leaves = false;

	touch_add(part->first, part->end, &touches);
	for (unsigned i = 0; !leaves && i < touches.length(); i++) {
		tree base = touches[i].writes ? touches[i].base : NULL_TREE;

		if (!base || !is_own(search, base))
			continue;
		leaves = touches[i].level == 0
				 ? is_read(search, base, part->last,
					   search->flat.length())
				 : touches[i].level == 1 && touches[i].alone &&
					   is_made_here(search, base);
	}
	touches.release();
	return leaves;
}

/* ---- regions ---- */

static bool is_certain(struct search *search)
{
	if (leaks_answer(search))
		return false;
	for (unsigned i = 0; i < search->parts.length(); i++)
		if (leaves_own(search, &search->parts[i]))
			return false;
	return true;
}

static void keep(struct search *search)
{
	for (unsigned i = 0; i < search->parts.length(); i++) {
		const struct part *part = &search->parts[i];

		known_parts.safe_push(*part);
		for (gimple *s = part->first; s != part->end; s = s->next)
			alone->add(s);
	}
	for (unsigned i = 0; i < search->flat.length(); i++) {
		tree target = gimple_get_lhs(search->flat[i].statement);

		if (target && search->numbers.contains(target))
			alone->add(search->flat[i].statement);
	}
}

/* What stands in master and masked. */
static void find_leaving(struct search *search)
{
	for (unsigned i = 0; i < search->flat.length(); i++) {
		gimple *statement = search->flat[i].statement;
		struct part part = {};

		if (gimple_code(statement) != GIMPLE_OMP_MASTER &&
		    gimple_code(statement) != GIMPLE_OMP_MASKED)
			continue;
		part.first = statement;
		part.end = statement->next;
		part.begin = i + 1;
		part.last = search->flat[i].after;
		if (leaves_own(search, &part))
			leaving->add(statement);
	}
}

static void look_at_region(gimple_seq body, gimple *parallel)
{
	struct search search;
	struct part part;

	search.parallel = parallel;
	search.flat = vNULL;
	search.parts = vNULL;
	flatten(&search, body, true);
	find_holders(&search);
	for (unsigned i = 0;
	     search.numbers.elements() > 0 && i < search.flat.length(); i++)
		if (!is_in_parts(&search, i) && find_part(&search, i, &part))
			search.parts.safe_push(part);
	if (search.parts.length() > 0 && is_certain(&search))
		keep(&search);
	find_leaving(&search);
	search.parts.release();
	for (unsigned i = 0; i < search.flat.length(); i++) {
		gimple *statement = search.flat[i].statement;

		if (gimple_code(statement) == GIMPLE_OMP_PARALLEL)
			look_at_region(gimple_omp_body(statement), statement);
	}
	search.flat.release();
}

static void look_at_function(void)
{
	if (alone && function_uid == DECL_UID(current_function_decl))
		return;
	zero_free_all();
	alone = new hash_set<gimple *>;
	leaving = new hash_set<gimple *>;
	function_uid = DECL_UID(current_function_decl);
	look_at_region(gimple_body(current_function_decl), NULL);
}

bool zero_begins(gimple *condition, gimple **first, gimple **end)
{
	look_at_function();
	for (unsigned i = 0; i < known_parts.length(); i++) {
		if (known_parts[i].condition != condition)
			continue;
		*first = known_parts[i].first;
		*end = known_parts[i].end;
		return true;
	}
	return false;
}

bool zero_is_alone(gimple *statement)
{
	look_at_function();
	return alone->contains(statement);
}

bool zero_leaves_own(gimple *master)
{
	look_at_function();
	return leaving->contains(master);
}

void zero_free_all(void)
{
	delete alone;
	delete leaving;
	alone = leaving = NULL;
	known_parts.release();
	known_parts = vNULL;
}
