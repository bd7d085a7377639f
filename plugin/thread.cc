/*
 * What a loop has to do with the thread that it runs in.
 *
 * A region where each thread learns its number may do something with it that
 * fits the loop: elements written by hand before it, by the distribution that
 * it is known to have. One thread that asks for itself, and all that ask of
 * how many they are, learn nothing that tells threads apart; what they make
 * of the answer must only not come into the loop.
 */
#include "gcc.h"
#include "thread.h"
#include "omp.h"

struct search {
	gimple *loop;
	struct thread_facts *facts;
	hash_set<tree>
		*told; /* variables that hold an answer, or made of one */
	bool inside;   /* the loop */
	bool alone;    /* what one thread does */
	bool grown;    /* told, in this pass */
};

/* Of the thread, or of the team that it is in. */
static bool asks_who(const char *name)
{
	static const char *const names[] = {
		"omp_get_thread_num", "omp_get_thread_num_", "omp_get_team_num",
		"omp_get_team_num_"};

	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static bool asks_how_many(const char *name)
{
	return strcmp(name, "omp_get_num_threads") == 0 ||
	       strcmp(name, "omp_get_num_threads_") == 0;
}

/* Which of these a statement asks, or NULL. */
static const char *question(gimple *statement)
{
	tree function = is_gimple_call(statement)
				? gimple_call_fndecl(statement)
				: NULL_TREE;
	const char *name;

	if (!function || !DECL_NAME(function))
		return NULL;
	name = omp_plain_name(function);
	return asks_who(name) || asks_how_many(name) ? name : NULL;
}

static tree find_told(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	struct search *search = (struct search *)info->info;

	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	return search->told->contains(*operand) ? *operand : NULL_TREE;
}

static bool uses_answer(gimple *statement, struct search *search)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	info.info = search;
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
	const char *asked = question(statement);
	bool uses = asked || uses_answer(statement, search);

	if (asked) {
		search->facts->asked = true;
		search->facts->matters |= asks_who(asked) && !search->alone;
	}
	if (!uses)
		return;
	search->facts->matters |= search->inside;
	if (is_gimple_assign(statement) || is_gimple_call(statement))
		tell(gimple_get_lhs(statement), search);
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

static void visit_all(gimple_seq body, struct search *search)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);
		bool inside = search->inside, alone = search->alone;

		search->inside |= statement == search->loop;
		search->alone |= is_for_one(statement);
		visit(statement, search);
		for (unsigned i = 0; i < count; i++)
			visit_all(*bodies[i], search);
		search->inside = inside;
		search->alone = alone;
	}
}

void thread_inspect(gimple *loop, gimple *parallel, struct thread_facts *facts)
{
	struct search search = {};
	hash_set<tree> told;

	*facts = {};
	search.told = &told;
	search.loop = loop;
	search.facts = facts;
	search.inside = !parallel || parallel == loop;
	do {
		search.grown = false;
		visit_all(gimple_omp_body(parallel ? parallel : loop), &search);
	} while (search.grown);
}
