/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The body of a strip-mined loop; see jam.h.
 */
#include "base/gcc.h"
#include "jam.h"
#include "statement.h"

struct jam {
	const struct parts *parts;
	tree begin;		     /* first value of the counter */
	struct range range;	     /* of the loop within the tile */
	hash_map<tree, tree> arrays; /* of expanded scalars */
};

/* The element of an expanded scalar that the iteration has. */
static tree element_of(struct jam *jam, struct code *code, tree variable)
{
	const struct part *loop = jam->parts->loop;
	tree array = *jam->arrays.get(variable), at;
	bool up = loop->step > 0;

	at = code_compute(code, MINUS_EXPR, TREE_TYPE(loop->counter),
			  up ? loop->counter : jam->begin,
			  up ? jam->begin : loop->counter);
	return build4(ARRAY_REF, TREE_TYPE(TREE_TYPE(array)), array, at,
		      NULL_TREE, NULL_TREE);
}

/* A name of SSA has one definition: others that read it read a variable. */
static tree name_in_leaf(struct code *code, tree variable,
			 hash_map<tree, tree> *names)
{
	tree fresh;

	if (TREE_CODE(variable) != SSA_NAME)
		return variable;
	fresh = code_variable(code, TREE_TYPE(variable), "value");
	names->put(variable, fresh);
	return fresh;
}

static void define_again(struct code *code, const struct definition *definition,
			 hash_map<tree, tree> *names)
{
	hash_map<tree, tree> own;
	tree name;

	for (auto at = names->begin(); at != names->end(); ++at)
		own.put((*at).first, (*at).second);
	for (unsigned i = 0; i < definition->slice.length(); i++)
		code_add_renamed(code, definition->slice[i], &own);
	name = name_in_leaf(code, definition->variable, names);
	code_set(code, name, *own.get(definition->variable));
}

void jam_define_again(struct code *code, const struct leaf *leaf,
		      hash_map<tree, tree> *names)
{
	for (unsigned i = 0; i < leaf->again.length(); i++)
		define_again(code, leaf->again[i], names);
	code_rename_uses(leaf->list, names);
}

/* The loop within the tile, around the leaf. */
static void add_leaf(struct jam *jam, struct code *code,
		     const struct leaf *leaf)
{
	const struct part *loop = jam->parts->loop;
	struct code body = {NULL, code->variables, loop->location};
	hash_map<tree, tree> names;

	for (unsigned i = 0; i < leaf->loads.length(); i++) {
		tree t = leaf->loads[i];

		code_set(&body, name_in_leaf(&body, t, &names),
			 element_of(jam, &body, t));
	}
	jam_define_again(&body, leaf, &names);
	for (unsigned i = 0; i < leaf->list.length(); i++)
		gimple_seq_add_stmt(&body.statements, leaf->list[i]);
	for (unsigned i = 0; i < leaf->stores.length(); i++) {
		tree t = leaf->stores[i];

		code_set(&body, element_of(jam, &body, t), t);
	}
	code_add_loop(code, loop, &jam->range, body.statements);
}

/* The loop that stands directly in "around" and holds the part. */
static struct part *next_towards(struct part *part, const struct part *around)
{
	struct part *found = part;

	for (; part != around; part = part->around)
		if (part->kind == PART_LOOP)
			found = part;
	return found;
}

/* Leaves from *at on that stand in this loop. */
static void add_leaves(struct jam *jam, struct code *code,
		       const struct part *around, unsigned *at)
{
	const struct parts *parts = jam->parts;

	while (*at < parts->leaves.length()) {
		const struct leaf *leaf = &parts->leaves[*at];
		struct code body = {NULL, code->variables, code->location};
		hash_map<tree, tree> names;
		struct range range = {};
		struct part *loop;

		if (leaf->around == around) {
			add_leaf(jam, code, leaf);
			++*at;
			continue;
		}
		if (!parts_is_inside(leaf->around, around))
			return;
		loop = next_towards(leaf->around, around);
		code->location = loop->location;
		for (unsigned i = 0; i < loop->before.length(); i++)
			code_add_renamed(code, loop->before[i], &names);
		range.low = code_renamed(&names, loops_first(loop));
		range.high = code_renamed(&names, loop->last);
		range.compare = loop->compare;
		if (loop->by)
			range.step = code_renamed(&names, loop->by);
		add_leaves(jam, &body, loop, at);
		code_add_loop(code, loop, &range, body.statements);
	}
}

static void declare_arrays(struct jam *jam, unsigned size, struct code *code)
{
	const struct parts *parts = jam->parts;
	unsigned elements = (size - 1) * absu_hwi(parts->loop->step) + 1;

	for (unsigned i = 0; i < parts->expanded.length(); i++) {
		tree t = parts->expanded[i];
		tree type = build_array_type_nelts(
			TYPE_MAIN_VARIANT(TREE_TYPE(t)), elements);

		jam->arrays.put(t, code_variable(code, type, get_name(t)));
	}
}

void jam_make(const struct parts *parts, unsigned size, struct code *body,
	      tree tile, tree high, const struct range *range)
{
	HOST_WIDE_INT step = parts->loop->step;
	tree type = TREE_TYPE(tile), last = TREE_TYPE(range->high), end;
	bool strict = range->compare == LT_EXPR || range->compare == GT_EXPR;
	struct jam jam;
	unsigned at = 0;

	for (unsigned i = 0; i < parts->variables.length(); i++)
		body->variables->safe_push(parts->variables[i].variable);
	jam.parts = parts;
	jam.range.step = NULL_TREE;
	declare_arrays(&jam, size, body);
	end = code_compute(
		body, PLUS_EXPR, type, tile,
		build_int_cst(type, step * (strict ? size : size - 1)));
	end = code_compute(body, step > 0 ? MIN_EXPR : MAX_EXPR, type, end,
			   high);
	jam.begin = code_convert(body, TREE_TYPE(parts->loop->counter), tile);
	jam.range.low = code_convert(body, last, tile);
	jam.range.high = code_convert(body, last, end);
	jam.range.compare = range->compare;
	add_leaves(&jam, body, parts->loop, &at);
}
