/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "operation.h"
#include "ops.h"
#include "purpose.h"
#include "type.h"

/* How often each operation was met, in the order in which they were. */
struct counts {
	unsigned count;
	struct {
		const char *class_name, *type;
		unsigned times;
	} of[96];
};

static void add_count(struct counts *counts, const char *class_name, tree type)
{
	const char *type_name = type_word(type);
	unsigned i;

	for (i = 0; i < counts->count; i++)
		if (strcmp(counts->of[i].class_name, class_name) == 0 &&
		    strcmp(counts->of[i].type, type_name) == 0)
			break;
	if (i == ARRAY_SIZE(counts->of))
		return;
	if (i == counts->count) {
		counts->of[i].class_name = class_name;
		counts->of[i].type = type_name;
		counts->of[i].times = 0;
		counts->count++;
	}
	counts->of[i].times++;
}

/* In place of an integer divided by a constant: shifts, or a product. */
static void count_shared_out(struct counts *counts, gimple *statement,
			     tree type)
{
	bool shifts = integer_pow2p(gimple_assign_rhs2(statement));
	bool rest = strcmp(operation_of_code(gimple_assign_rhs_code(statement)),
			   "mod") == 0;

	add_count(counts, "logic", type);
	if (!shifts)
		add_count(counts, "mul", type);
	if (!shifts || !TYPE_UNSIGNED(type))
		add_count(counts, "add", type);
	if (rest && !shifts)
		add_count(counts, "mul", type);
	if (rest && !(shifts && TYPE_UNSIGNED(type)))
		add_count(counts, "add", type);
}

static void count_division(struct counts *counts, gimple *division)
{
	tree type = TREE_TYPE(gimple_assign_lhs(division));

	if (TREE_CODE(gimple_assign_rhs2(division)) == INTEGER_CST)
		count_shared_out(counts, division, type);
	else
		add_count(counts,
			  operation_of_code(gimple_assign_rhs_code(division)),
			  type);
}

static void count_computation(struct counts *counts, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	enum tree_code code = gimple_assign_rhs_code(statement);
	unsigned purpose = purpose_of(target);
	const char *class_name = operation_of_code(code);
	tree type = TREE_TYPE(target);

	if (operation_is_free(statement))
		return;
	if (TREE_CODE_CLASS(code) == tcc_comparison)
		type = TREE_TYPE(gimple_assign_rhs1(statement));
	if (!(purpose & IS_VALUE))
		class_name = purpose & IS_CONTROL ? "control" : "address";
	if ((purpose & IS_VALUE) && operation_is_division(statement))
		count_division(counts, statement);
	else
		add_count(counts, class_name ? class_name : "other", type);
	if ((purpose & IS_VALUE) && operation_may_fuse(statement))
		add_count(counts, "fma", type);
}

static void count_assignment(struct counts *counts, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);

	if (gimple_clobber_p(statement))
		return;
	if (memory_is_reference(target))
		add_count(counts, "store", TREE_TYPE(target));
	count_computation(counts, statement);
}

/* A function of GCC's own has a type only where its value is used. */
static tree type_of_result(gimple *call)
{
	if (gimple_call_internal_p(call) && !gimple_call_lhs(call))
		return void_type_node;
	return gimple_call_return_type(as_a<gcall *>(call));
}

static void count_call(struct counts *counts, gimple *call)
{
	tree type = type_of_result(call);
	const char *class_name = operation_of_call(call);

	if (strcmp(class_name, "fma") == 0) {
		add_count(counts, "add", type);
		add_count(counts, "mul", type);
	}
	add_count(counts, class_name, VOID_TYPE_P(type) ? ptr_type_node : type);
}

static void count_statement(struct counts *counts, gimple *statement)
{
	tree type;

	if (is_gimple_assign(statement)) {
		count_assignment(counts, statement);
	} else if (is_gimple_call(statement)) {
		if (operation_is_silent(statement))
			return;
		count_call(counts, statement);
	} else if (gimple_code(statement) == GIMPLE_COND) {
		type = TREE_TYPE(gimple_cond_lhs(statement));
		if (purpose_is_control(statement)) {
			add_count(counts, "control", type);
		} else {
			add_count(counts, "compare", type);
			add_count(counts, "branch", type);
		}
	} else if (gimple_code(statement) == GIMPLE_SWITCH) {
		add_count(counts, "branch", integer_type_node);
	}
}

static void count_block(struct counts *counts, basic_block block)
{
	for (gimple_stmt_iterator gsi = gsi_start_bb(block); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		count_statement(counts, gsi_stmt(gsi));
}

static void write_counts(struct json_writer *json, const struct counts *counts)
{
	json_object(json);
	for (unsigned i = 0; i < counts->count; i++)
		json_key_int(json,
			     ACONCAT((counts->of[i].class_name, ".",
				      counts->of[i].type, NULL)),
			     counts->of[i].times);
	json_end_object(json);
}

static int compare_names(const void *a, const void *b)
{
	const char *const *first = (const char *const *)a;
	const char *const *second = (const char *const *)b;
	int order = strcmp(first[0], second[0]);

	return order ? order : strcmp(first[1], second[1]);
}

static void count_loads(struct counts *counts, const struct nest *nest,
			const struct references *references, int loop)
{
	for (unsigned i = 0; i < references->count; i++) {
		const struct reference *reference = &references->of[i];
		bool certain = !reference->conditional;

		if (reference->write || (loop >= 0 && reference->loop != loop))
			continue;
		if (loop < 0)
			certain &= nest_is_certain_loop(nest, reference->loop);
		for (unsigned j = 0; j < reference->count; j++)
			add_count(&counts[!certain], "load",
				  TREE_TYPE(reference->operand));
	}
}

/* ---- divisions in addresses ---- */

/* table[i % n]: no addressing mode divides. */
static bool divides_for_address(gimple *statement)
{
	return is_gimple_assign(statement) &&
	       operation_is_division(statement) &&
	       !integer_pow2p(gimple_assign_rhs2(statement)) &&
	       !(purpose_of(gimple_assign_lhs(statement)) &
		 (IS_VALUE | IS_CONTROL));
}

/* Loads whose address the loop does not change were made before it. */
static bool loads_in(class loop *loop, gimple *load, const struct nest *nest,
		     const struct references *references)
{
	for (unsigned i = 0; i < references->count; i++) {
		const struct reference *reference = &references->of[i];
		class loop *its = nest->loops[reference->loop].loop;

		if (reference->statement == load)
			return its == loop || flow_loop_nested_p(loop, its);
	}
	return true;
}

#define DEEPEST 8

/* Is the statement's result another one in each iteration of the loop? */
static bool changes_in(class loop *loop, gimple *statement,
		       const struct nest *nest,
		       const struct references *references, int depth)
{
	ssa_op_iter iterator;
	tree operand;

	if (!gimple_bb(statement) ||
	    !flow_bb_inside_loop_p(loop, gimple_bb(statement)))
		return false;
	if (depth == DEEPEST || !is_gimple_assign(statement))
		return true;
	if (gimple_vuse(statement))
		return loads_in(loop, statement, nest, references);
	FOR_EACH_SSA_TREE_OPERAND (operand, statement, iterator, SSA_OP_USE)
		if (changes_in(loop, SSA_NAME_DEF_STMT(operand), nest,
			       references, depth + 1))
			return true;
	return false;
}

/* The loop that the division stays in: it goes before those in which it is the
   same each time. */
static class loop *home_of(gimple *division, const struct nest *nest,
			   const struct references *references)
{
	class loop *outermost = nest->loops[nest->around].loop;
	class loop *home = gimple_bb(division)->loop_father;

	while (home != outermost &&
	       !changes_in(home, division, nest, references, 0))
		home = loop_outer(home);
	return home;
}

/* In the block, of those that stay in the loop, or of all. */
static void count_divisions(struct counts *counts, const struct nest *nest,
			    const struct references *references, int loop,
			    basic_block block)
{
	for (gimple_stmt_iterator gsi = gsi_start_bb(block); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		bool certain = nest_is_certain(block);
		int home;

		if (!divides_for_address(statement))
			continue;
		home = nest_index(nest, home_of(statement, nest, references));
		if (loop < 0)
			certain &= nest_is_certain_loop(nest, home);
		if (loop < 0 || loop == home)
			count_division(&counts[!certain], statement);
	}
}

static void count_all_divisions(struct counts *counts, const struct nest *nest,
				const struct references *references, int loop)
{
	class loop *outermost = nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body(outermost);

	for (unsigned i = 0; i < outermost->num_nodes; i++)
		count_divisions(counts, nest, references, loop, blocks[i]);
	free(blocks);
}

/* ---- writing ---- */

/* In one iteration of its loop; of all loops around it, where asked. */
static bool is_certain(const struct nest *nest, basic_block block, bool all)
{
	return nest_is_certain(block) &&
	       (!all || nest_is_certain_loop(
				nest, nest_index(nest, block->loop_father)));
}

void ops_write(struct json_writer *json, const struct nest *nest,
	       const struct references *references, int index)
{
	struct counts counts[2];
	class loop *loop = index >= 0 ? nest->loops[index].loop : NULL;
	class loop *root = loop ? loop : nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body(root);

	counts[0].count = counts[1].count = 0;
	for (unsigned i = 0; i < root->num_nodes; i++)
		if (!loop || blocks[i]->loop_father == loop)
			count_block(
				&counts[!is_certain(nest, blocks[i], !loop)],
				blocks[i]);
	free(blocks);
	count_loads(counts, nest, references, index);
	count_all_divisions(counts, nest, references, index);
	for (int i = 0; i < 2; i++)
		qsort(counts[i].of, counts[i].count, sizeof(counts[i].of[0]),
		      compare_names);
	json_key(json, "ops");
	json_object(json);
	json_key(json, "certain");
	write_counts(json, &counts[0]);
	json_key(json, "conditional");
	write_counts(json, &counts[1]);
	json_end_object(json);
}

void ops_write_statements(struct json_writer *json,
			  const vec<gimple *> *statements)
{
	struct counts counts;
	gimple *statement;
	unsigned i;

	counts.count = 0;
	FOR_EACH_VEC_ELT (*statements, i, statement)
		add_count(&counts, operation_class(statement),
			  TREE_TYPE(gimple_get_lhs(statement)));
	qsort(counts.of, counts.count, sizeof(counts.of[0]), compare_names);
	write_counts(json, &counts);
}
