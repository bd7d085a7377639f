/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memset, memcpy and memmove as what they do: one load and store of a whole
 * object where the pointer is of its type, else a loop of its elements,
 *
 *	for (memset = 0; memset < size; memset += 8)
 *		*(double *)(to + memset) = 0;
 *
 * so that all is known of it that is known of loops.
 */
#include "base/gcc.h"
#include "block.h"

struct block {
	const char *name;
	location_t location;
	tree to, size;
	tree from;		     /* NULL: it is filled with "value" */
	tree value;		     /* int */
	tree to_object, from_object; /* what the pointers lead to, or NULL */
};

static bool is_fill(gimple *call)
{
	return gimple_call_builtin_p(call, BUILT_IN_MEMSET) ||
	       gimple_call_builtin_p(call, BUILT_IN_MEMSET_CHK);
}

static bool is_copy(gimple *call)
{
	return gimple_call_builtin_p(call, BUILT_IN_MEMCPY) ||
	       gimple_call_builtin_p(call, BUILT_IN_MEMCPY_CHK) ||
	       gimple_call_builtin_p(call, BUILT_IN_MEMMOVE) ||
	       gimple_call_builtin_p(call, BUILT_IN_MEMMOVE_CHK);
}

static void add(gimple_seq *code, gimple *statement, location_t location)
{
	gimple_set_location(statement, location);
	gimple_seq_add_stmt(code, statement);
}

/* What a pointer of this type leads to; NULL if that cannot be copied. */
static tree object_behind(tree pointer_type)
{
	tree type = TREE_TYPE(pointer_type);

	if (VOID_TYPE_P(type) || !COMPLETE_TYPE_P(type) ||
	    TREE_CODE(type) == FUNCTION_TYPE || TREE_ADDRESSABLE(type) ||
	    int_size_in_bytes(type) <= 0)
		return NULL_TREE;
	return TYPE_MAIN_VARIANT(type);
}

#define FAR 8

/*
 * What the pointer led to before it became a void *, as it does where it is
 * restrict or points at what is constant: that stands just before the call.
 */
static tree object_of(gimple_stmt_iterator gsi, tree pointer)
{
	tree type = object_behind(TREE_TYPE(pointer));

	for (int i = 0; !type && i < FAR && !gsi_end_p(gsi);
	     i++, gsi_prev(&gsi)) {
		gimple *statement = gsi_stmt(gsi);

		if (!is_gimple_assign(statement) ||
		    gimple_assign_lhs(statement) != pointer)
			continue;
		pointer = gimple_assign_rhs1(statement);
		if (!POINTER_TYPE_P(TREE_TYPE(pointer)))
			break;
		type = object_behind(TREE_TYPE(pointer));
	}
	return type;
}

/* The one that tells more than that there are bytes. */
static tree object(const struct block *block)
{
	tree type = block->to_object, other = block->from_object;

	if (!type || (other && int_size_in_bytes(type) == 1))
		type = other;
	return type ? type : unsigned_char_type_node;
}

static tree element_of(tree type)
{
	while (TREE_CODE(type) == ARRAY_TYPE)
		type = TREE_TYPE(type);
	return TYPE_MAIN_VARIANT(type);
}

static void read_call(gimple_stmt_iterator gsi, struct block *block)
{
	gimple *call = gsi_stmt(gsi);
	bool fills = is_fill(call);

	block->name = fills ? "memset" : "memcpy";
	block->location = gimple_location(call);
	block->to = gimple_call_arg(call, 0);
	block->to_object = object_of(gsi, block->to);
	block->from = fills ? NULL_TREE : gimple_call_arg(call, 1);
	block->from_object = fills ? NULL_TREE : object_of(gsi, block->from);
	block->value = fills ? gimple_call_arg(call, 1) : NULL_TREE;
	block->size = gimple_call_arg(call, 2);
}

/* Of the type at the address, whatever else is said to be there. */
static tree place(tree type, tree address)
{
	return build2(MEM_REF, type, address,
		      build_int_cst(build_pointer_type(char_type_node), 0));
}

/* An address may be written into a reference where it is a variable's. */
static tree pointer_to(gimple_seq *code, tree address, location_t location)
{
	tree pointer;

	if (TREE_CODE(address) != ADDR_EXPR)
		return address;
	pointer = create_tmp_reg(ptr_type_node);
	add(code, gimple_build_assign(pointer, unshare_expr(address)),
	    location);
	return pointer;
}

/* One element, at this offset from both addresses. */
static void add_store(gimple_seq *code, const struct block *block, tree type,
		      tree to, tree from)
{
	tree value = build_zero_cst(type);

	if (from && is_gimple_reg_type(type)) {
		value = create_tmp_reg(type);
		add(code, gimple_build_assign(value, place(type, from)),
		    block->location);
	} else if (from) {
		value = place(type, from);
	} else if (INTEGRAL_TYPE_P(type) && !integer_zerop(block->value)) {
		value = create_tmp_reg(type);
		add(code, gimple_build_assign(value, NOP_EXPR, block->value),
		    block->location);
	}
	add(code, gimple_build_assign(place(type, to), value), block->location);
}

static tree moved(gimple_seq *code, const struct block *block, tree pointer,
		  tree by)
{
	tree result = create_tmp_reg(ptr_type_node);

	add(code, gimple_build_assign(result, POINTER_PLUS_EXPR, pointer, by),
	    block->location);
	return result;
}

static void add_loop(gimple_seq *code, const struct block *block, tree to,
		     tree from)
{
	tree type = element_of(object(block)), counter;
	tree again = create_artificial_label(block->location);
	tree test = create_artificial_label(block->location);
	tree done = create_artificial_label(block->location);

	counter = create_tmp_reg(sizetype, block->name);
	add(code, gimple_build_assign(counter, size_zero_node),
	    block->location);
	add(code, gimple_build_goto(test), block->location);
	add(code, gimple_build_label(again), block->location);
	to = moved(code, block, to, counter);
	if (from)
		from = moved(code, block, from, counter);
	add_store(code, block, type, to, from);
	add(code,
	    gimple_build_assign(counter, PLUS_EXPR, counter,
				TYPE_SIZE_UNIT(type)),
	    block->location);
	add(code, gimple_build_label(test), block->location);
	add(code, gimple_build_cond(LT_EXPR, counter, block->size, again, done),
	    block->location);
	add(code, gimple_build_label(done), block->location);
}

/* Is it an object as a whole? Of values only zeros can be stored in one. */
static bool is_whole(const struct block *block)
{
	return tree_fits_shwi_p(block->size) &&
	       tree_to_shwi(block->size) == int_size_in_bytes(object(block)) &&
	       (block->from || integer_zerop(block->value));
}

bool block_open(gimple_stmt_iterator *gsi)
{
	gimple *call = gsi_stmt(*gsi);
	gimple_seq code = NULL;
	struct block block;
	tree to, from;

	if (!is_fill(call) && !is_copy(call))
		return false;
	read_call(*gsi, &block);
	to = pointer_to(&code, block.to, block.location);
	from = block.from ? pointer_to(&code, block.from, block.location)
			  : NULL_TREE;
	if (is_whole(&block))
		add_store(&code, &block, object(&block), to, from);
	else
		add_loop(&code, &block, to, from);
	if (gimple_call_lhs(call))
		add(&code, gimple_build_assign(gimple_call_lhs(call), block.to),
		    block.location);
	gsi_insert_seq_before(gsi, code, GSI_SAME_STMT);
	gsi_remove(gsi, true);
	return true;
}
