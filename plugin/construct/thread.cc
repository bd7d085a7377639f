/*
 * What a loop has to do with the thread that it runs in.
 *
 * A region where each thread learns its number may do something with it that
 * fits the loop: elements written by hand before it, by the distribution that
 * it is known to have. One thread that asks for itself, all that ask whether
 * they are that one, and all that ask of how many they are, learn nothing that
 * tells threads apart; what they make of the answer must only not come into the
 * loop.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "question.h"
#include "thread.h"
#include "zero.h"

struct search {
	gimple *loop;
	struct thread_facts *facts;
	hash_set<tree>
		*told;	     /* variables that hold an answer, or made of one */
	bool inside;	     /* the loop */
	bool alone;	     /* what one thread does */
	bool grown;	     /* told, in this pass */
	bool others;	     /* regions are other ones than that of the loop */
	enum question least; /* of which the answers are followed */
};

static tree find_told(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	hash_set<tree> *told = (hash_set<tree> *)info->info;

	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	return told->contains(*operand) ? *operand : NULL_TREE;
}

bool thread_uses(gimple *statement, hash_set<tree> *told)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	info.info = told;
	return walk_gimple_op(statement, find_told, &info);
}

/* Of an element, all: through a pointer, the pointer stands for it. */
static void tell(tree target, struct search *search)
{
	if (!target)
		return;
	target = get_base_address(target);
	if (target && TREE_CODE(target) == MEM_REF)
		target = TREE_OPERAND(target, 0);
	if (target && (DECL_P(target) || TREE_CODE(target) == SSA_NAME))
		search->grown |= !search->told->add(target);
}

static void visit(gimple *statement, struct search *search)
{
	enum question asked = question_of(statement);
	bool uses =
		asked >= search->least || thread_uses(statement, search->told);

	search->facts->matters |= zero_leaves_own(statement);
	if (asked != QUESTION_NONE) {
		search->facts->asked = true;
		search->facts->matters |=
			asked > QUESTION_TEAM && !search->alone;
	}
	if (!uses)
		return;
	search->facts->matters |= search->inside;
	if (is_gimple_assign(statement) || is_gimple_call(statement))
		tell(gimple_get_lhs(statement), search);
}

bool thread_is_alone(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_MASTER:
	case GIMPLE_OMP_SINGLE:
	case GIMPLE_OMP_MASKED:
		return true;
	default:
		return zero_is_alone(statement);
	}
}

static void visit_all(gimple_seq body, struct search *search)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);
		bool inside = search->inside, alone = search->alone;

		if (search->others &&
		    gimple_code(statement) == GIMPLE_OMP_PARALLEL)
			continue;
		search->inside |= statement == search->loop;
		search->alone |= thread_is_alone(statement);
		visit(statement, search);
		for (unsigned i = 0; i < count; i++)
			visit_all(*bodies[i], search);
		search->inside = inside;
		search->alone = alone;
	}
}

static void search_all(gimple_seq body, struct search *search)
{
	do {
		search->grown = false;
		visit_all(body, search);
	} while (search->grown);
}

/* An orphaned loop may use what its function asks around it. */
void thread_inspect(gimple *loop, gimple *parallel, struct thread_facts *facts)
{
	struct search search = {};
	hash_set<tree> told;

	*facts = {};
	search.told = &told;
	search.loop = loop;
	search.facts = facts;
	search.inside = parallel == loop;
	search.others = !parallel;
	search.least = QUESTION_TEAM;
	search_all(parallel ? gimple_omp_body(parallel)
			    : gimple_body(current_function_decl),
		   &search);
}

static bool asks_who(gimple_seq body)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(gsi_stmt(gsi), bodies);

		if (question_of(gsi_stmt(gsi)) >= QUESTION_WHO)
			return true;
		for (unsigned i = 0; i < count; i++)
			if (asks_who(*bodies[i]))
				return true;
	}
	return false;
}

bool thread_tells(gimple_seq body, hash_set<tree> *told)
{
	struct thread_facts facts = {};
	struct search search = {};

	if (!asks_who(body))
		return false;
	search.told = told;
	search.facts = &facts;
	search.least = QUESTION_WHO;
	search_all(body, &search);
	return true;
}
