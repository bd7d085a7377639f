/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The dimensions that an array of Fortran was declared with.
 *
 * Their bounds are constants, or variables that the front end has computed at
 * the beginning of the function. With these the address is taken apart: what
 * is a multiple of a row belongs to the next dimension. Where rows have a
 * constant size, a multiple could have been meant as the far end of a row, so
 * only small numbers are taken to stand beside a subscript, as in a(i - 1, j).
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "range.h"
#include "shape.h"
#include "value.h"

struct dimension {
	const struct expr *low, *stride; /* bytes; NULL: not known */
	long extent;			 /* elements, 0 if no constant */
};

struct shape {
	struct dimension of[DECLARED_MOST];
	int rank;
};

/* ---- bounds ---- */

/* Values of variables by their DECL_UID; NULL where there are several, as of
   a function that stands in the place of two calls. */
static hash_map<int_hash<unsigned, 0>, tree> *values;

static void read_bounds(gimple *marker)
{
	for (unsigned i = 1; i + 1 < gimple_call_num_args(marker); i += 2) {
		unsigned uid = tree_to_uhwi(gimple_call_arg(marker, i));
		tree value = gimple_call_arg(marker, i + 1);
		bool known;
		tree &found = values->get_or_insert(uid, &known);

		found = known && found != value ? NULL_TREE : value;
	}
}

void shape_begin(void)
{
	basic_block block;

	values = new hash_map<int_hash<unsigned, 0>, tree>;
	FOR_EACH_BB_FN (block, cfun)
		for (gimple_stmt_iterator i = gsi_start_bb(block);
		     !gsi_end_p(i); gsi_next(&i))
			if (marker_is_bounds(gsi_stmt(i)))
				read_bounds(gsi_stmt(i));
}

void shape_end(void)
{
	delete values;
	values = NULL;
}

static const struct expr *bound(tree of)
{
	tree *value =
		declared_by_variable(of) ? values->get(DECL_UID(of)) : NULL;

	if (value)
		of = *value;
	return of && (TREE_CODE(of) == INTEGER_CST || TREE_CODE(of) == SSA_NAME)
		       ? value_of(of)
		       : NULL;
}

/* max(high - low + 1, 0), as the front end computes it. */
static const struct expr *extent_of(tree type)
{
	tree domain = TYPE_DOMAIN(type);
	const struct expr *low = bound(TYPE_MIN_VALUE(domain));
	const struct expr *high = bound(TYPE_MAX_VALUE(domain));

	return expr_operation(OP_MAX,
			      expr_add(expr_sub(high, low), expr_int(1)),
			      expr_int(0), NULL);
}

/* False unless all but the last extent are known. */
static bool find_shape(tree operand, struct shape *shape)
{
	tree types[DECLARED_MOST];
	const struct expr *stride =
		value_of(TYPE_SIZE_UNIT(TREE_TYPE(operand)));

	shape->rank = declared_types(operand, types);
	for (int i = 0; i < shape->rank; i++) {
		struct dimension *of = &shape->of[i];
		const struct expr *extent = extent_of(types[i]);

		of->low = bound(TYPE_MIN_VALUE(TYPE_DOMAIN(types[i])));
		of->stride = stride;
		if (!of->low || !stride || stride->count != 1)
			return false;
		if (!expr_is_int(extent, &of->extent))
			of->extent = 0;
		stride = expr_mul(stride, extent);
	}
	return shape->rank > 1;
}

/* ---- subscripts ---- */

/* The part of the term that is no whole number of these units. */
static const struct expr *rest_of_term(const struct term *term,
				       const struct expr *unit)
{
	struct expr one = {1, {*term}}, symbols = {1, {unit->terms[0]}};
	const struct expr *factor;
	long times, size = symbols.terms[0].factor;

	symbols.terms[0].factor = 1;
	factor = expr_quotient(&one, &symbols);
	if (!factor)
		return expr_add(expr_int(0), &one);
	times = range_quotient(factor->terms[0].factor, size);
	one.terms[0].factor -= times * size;
	return one.terms[0].factor ? expr_add(expr_int(0), &one) : expr_int(0);
}

static const struct expr *rest_of(const struct expr *sum,
				  const struct expr *unit)
{
	const struct expr *rest = expr_int(0);

	for (unsigned i = 0; sum && i < sum->count; i++)
		rest = expr_add(rest, rest_of_term(&sum->terms[i], unit));
	return sum ? rest : NULL;
}

/* Bytes from element 0 of every dimension, be there one or not. */
static const struct expr *from_zero(const struct expr *address,
				    const struct shape *shape)
{
	for (int i = 0; i < shape->rank; i++)
		address = expr_add(address, expr_mul(shape->of[i].low,
						     shape->of[i].stride));
	return address;
}

/* Can nothing of it have been meant as a step in the next dimension? */
static bool is_plain(const struct expr *part, const struct dimension *of)
{
	long stride, constant;

	if (!of->extent || !expr_is_int(of->stride, &stride) ||
	    expr_is_int(part, &constant))
		return true;
	for (unsigned i = 0; i < part->count; i++) {
		long elements = labs(part->terms[i].factor) / stride;

		if (part->terms[i].count
			    ? 2 * elements >= of->extent
			    : elements > 1 && 8 * elements > of->extent)
			return false;
	}
	return true;
}

/* A constant subscript is one of the row; the next one counts on from there. */
static const struct expr *in_row(const struct expr *part,
				 const struct dimension *of)
{
	long bytes, stride, low, size;

	if (!of->extent || !expr_is_int(part, &bytes) ||
	    !expr_is_int(of->stride, &stride) || !expr_is_int(of->low, &low))
		return part;
	size = of->extent * stride;
	bytes -= low * stride;
	bytes = (bytes % size + size) % size;
	return expr_int(bytes + low * stride);
}

static const struct expr *bytes_in_array(tree operand)
{
	return expr_sub(value_address(operand),
			value_address(TREE_OPERAND(operand, 0)));
}

int shape_rows(tree operand, struct shape_row *rows)
{
	struct shape shape;
	const struct expr *left;

	if (TREE_CODE(operand) != ARRAY_REF || !find_shape(operand, &shape))
		return 0;
	left = from_zero(bytes_in_array(operand), &shape);
	for (int i = 0; i < shape.rank - 1; i++) {
		const struct dimension *of = &shape.of[i];
		const struct expr *size = shape.of[i + 1].stride, *part;

		part = in_row(rest_of(left, size), of);
		if (!part || !is_plain(part, of))
			return 0;
		left = expr_sub(left, part);
		rows[i].at = expr_sub(part, expr_mul(of->low, of->stride));
		rows[i].size = size;
	}
	return shape.rank - 1;
}
