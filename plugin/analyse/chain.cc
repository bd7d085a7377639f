/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chains: a sum is as slow as its additions one after the other.
 */
#include "base/gcc.h"
#include "chain.h"
#include "operation.h"
#include "ops.h"

#include "base/json.h"

/* How a value is reached from the one that goes around the loop. */
struct step {
	bool reached;
	unsigned length;   /* operations on the longest way */
	tree before;	   /* the value before it on that way */
	gimple *operation; /* NULL where the last step is none */
};

struct walk {
	class loop *loop;
	tree start; /* that the ways come from: PHI or load */
	hash_map<tree, struct step> *steps;
};

static struct step step_to(struct walk *walk, tree value);

static void try_operand(struct walk *walk, tree operand, struct step *best)
{
	struct step one = step_to(walk, operand);

	if (!one.reached || (best->reached && best->length >= one.length))
		return;
	*best = one;
	best->before = operand;
	best->operation = NULL;
}

static struct step step_over(struct walk *walk, gimple *statement)
{
	struct step best = {};
	ssa_op_iter iterator;
	use_operand_p use;

	if (gphi *phi = dyn_cast<gphi *>(statement))
		for (unsigned i = 0; i < gimple_phi_num_args(phi); i++)
			try_operand(walk, gimple_phi_arg_def(phi, i), &best);
	else
		FOR_EACH_SSA_USE_OPERAND(use, statement, iterator, SSA_OP_USE)
	try_operand(walk, USE_FROM_PTR(use), &best);
	if (best.reached && operation_class(statement) &&
	    gimple_bb(statement)->loop_father == walk->loop) {
		best.operation = statement;
		best.length++;
	}
	return best;
}

static bool is_inside(const struct walk *walk, gimple *statement)
{
	basic_block block = gimple_bb(statement);

	return block && flow_bb_inside_loop_p(walk->loop, block) &&
	       !(gimple_code(statement) == GIMPLE_PHI &&
		 block == walk->loop->header);
}

static struct step step_to(struct walk *walk, tree value)
{
	struct step step = {};

	if (TREE_CODE(value) != SSA_NAME)
		return step;
	if (value == walk->start) {
		step.reached = true;
		return step;
	}
	if (!is_inside(walk, SSA_NAME_DEF_STMT(value)))
		return step;
	if (struct step *known = walk->steps->get(value))
		return *known;
	walk->steps->put(value, step); /* an inner loop comes back to it */
	step = step_over(walk, SSA_NAME_DEF_STMT(value));
	walk->steps->put(value, step);
	return step;
}

/* Put the operations on the longest way between them into the list. */
static void follow(class loop *loop, tree start, tree value,
		   vec<gimple *> *operations)
{
	hash_map<tree, struct step> steps;
	struct walk walk = {loop, start, &steps};
	struct step step = step_to(&walk, value);

	while (step.reached && value != walk.start) {
		if (step.operation)
			operations->safe_push(step.operation);
		value = step.before;
		step = step_to(&walk, value);
	}
}

static bool is_floating(tree type)
{
	return SCALAR_FLOAT_TYPE_P(type) || COMPLEX_FLOAT_TYPE_P(type);
}

/* Take this way where it is longer than those so far. */
static void try_way(class loop *loop, tree start, tree value,
		    vec<gimple *> *longest)
{
	auto_vec<gimple *> operations;

	follow(loop, start, value, &operations);
	if (operations.length() <= longest->length())
		return;
	longest->truncate(0);
	longest->safe_splice(operations);
}

/* Through variables: a PHI of the header. Most integers are counters. */
static void try_variables(class loop *loop, vec<gimple *> *longest)
{
	int latch = loop_latch_edge(loop)->dest_idx;

	for (gphi_iterator i = gsi_start_phis(loop->header); !gsi_end_p(i);
	     gsi_next(&i))
		if (is_floating(TREE_TYPE(gimple_phi_result(i.phi()))))
			try_way(loop, gimple_phi_result(i.phi()),
				gimple_phi_arg_def(i.phi(), latch), longest);
}

/* Does the next iteration read what this one writes? */
static bool is_read_next(const struct nest *nest, const struct reference *write,
			 const struct reference *read)
{
	const struct expr *stride;

	if (!write->write || read->write || write->loop != read->loop ||
	    !write->address || !read->address || !write->base ||
	    write->base != read->base)
		return false;
	stride = memory_stride(nest, write->address, write->loop);
	return stride &&
	       expr_equal(expr_sub(write->address, read->address), stride);
}

/* Through memory: an element is made of the one before it. */
static void try_memory(const struct nest *nest,
		       const struct references *references, int index,
		       vec<gimple *> *longest)
{
	for (unsigned i = 0; i < references->count; i++)
		for (unsigned j = 0; j < references->count; j++) {
			const struct reference *write = &references->of[i];
			const struct reference *read = &references->of[j];

			if (write->loop == index &&
			    is_read_next(nest, write, read) &&
			    gimple_assign_single_p(write->statement) &&
			    gimple_assign_load_p(read->statement))
				try_way(nest->loops[index].loop,
					gimple_assign_lhs(read->statement),
					gimple_assign_rhs1(write->statement),
					longest);
		}
}

void chain_write(struct json_writer *json, const struct nest *nest,
		 const struct references *references, int index)
{
	class loop *loop = nest->loops[index].loop;
	auto_vec<gimple *> operations;

	if (loop->latch) {
		try_variables(loop, &operations);
		try_memory(nest, references, index, &operations);
	}
	json_key(json, "chain");
	ops_write_statements(json, &operations);
}
