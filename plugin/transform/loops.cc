/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loops of a construct as its high GIMPLE holds them; see loops.h.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "loops.h"
#include "memory.h"
#include "statement.h"
#include "straight.h"

struct reader {
	struct loop_tree *to;
	label_uses uses;
	tree_set backward; /* labels that are jumped back to */
	const char *why;   /* of the last loop that is not counted */
};

/* A piece of a sequence: v[from] to v[to - 1]. */
struct piece {
	const vec<gimple *> *v;
	unsigned from, to;
	gimple_seq *sequence;
	struct part *around;
};

static void count_labels(struct reader *reader)
{
	auto_vec<gimple *> all;
	tree_set met;

	statement_flatten(reader->to->construct, &all);
	for (unsigned i = 0; i < all.length(); i++) {
		glabel *label = dyn_cast<glabel *>(all[i]);
		auto_vec<tree> targets;

		if (label) {
			tree name = gimple_label_label(label);

			met.add(name);
			if (FORCED_LABEL(name) || DECL_NONLOCAL(name))
				reader->uses.get_or_insert(name) += 100;
		}
		statement_targets(all[i], &targets);
		for (unsigned k = 0; k < targets.length(); k++) {
			reader->uses.get_or_insert(targets[k])++;
			if (met.contains(targets[k]))
				reader->backward.add(targets[k]);
		}
	}
}

static bool is_used_once(struct reader *reader, tree label)
{
	int *uses = reader->uses.get(label);

	return uses && *uses == 1;
}

/* The last real statement of v[from] to v[end - 1], or "from". */
static unsigned last_real(const vec<gimple *> &v, unsigned from, unsigned end)
{
	while (end > from && !statement_is_real(v[end - 1]))
		end--;
	return end > from ? end - 1 : from;
}

static tree jump_at(const vec<gimple *> &v, unsigned at, unsigned end)
{
	return at < end && gimple_code(v[at]) == GIMPLE_GOTO
		       ? gimple_goto_dest(v[at])
		       : NULL_TREE;
}

static unsigned find_label(const vec<gimple *> &v, unsigned at, unsigned end,
			   tree label)
{
	while (at < end && statement_label(v, at, end) != label)
		at++;
	return at;
}

/* ---- heads of counted loops ---- */

static bool fail(struct reader *reader, const char *why)
{
	reader->why = why;
	return false;
}

/* Is it the counter, or a conversion of it by one of v[from] to v[to - 1]? */
static bool converts_counter(const vec<gimple *> &v, unsigned from, unsigned to,
			     tree value, tree counter)
{
	while (to > from && gimple_get_lhs(v[to - 1]) != value)
		to--;
	return value == counter ||
	       (to > from && is_gimple_assign(v[to - 1]) &&
		CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(v[to - 1])) &&
		gimple_assign_rhs1(v[to - 1]) == counter);
}

/*
 * counter = counter + step in v[*at] or, for counters narrower than int and
 * steps that are computed, in several statements that end there; *at becomes
 * the first of them. "before" becomes what computes a step that is no constant.
 */
static bool read_step(const vec<gimple *> &v, unsigned from, unsigned *at,
		      struct part *loop)
{
	tree by = NULL_TREE, value, type;
	enum tree_code adds = ERROR_MARK;
	tree_set needed;

	if (!is_gimple_assign(v[*at]) ||
	    !statement_is_scalar(gimple_assign_lhs(v[*at])))
		return false;
	value = loop->counter = gimple_assign_lhs(v[*at]);
	type = TREE_TYPE(value);
	if (!INTEGRAL_TYPE_P(type) && !POINTER_TYPE_P(type))
		return false;
	loop->location = gimple_location(v[*at]);
	loop->before.truncate(0);
	for (unsigned p = *at + 1; p-- > from;) {
		gimple *g = v[p];
		tree set = gimple_get_lhs(g), first, second;
		enum tree_code code;

		if (!statement_is_real(g))
			continue;
		if (!is_gimple_assign(g))
			break;
		code = gimple_assign_rhs_code(g);
		first = gimple_assign_rhs1(g);
		if (by && needed.contains(set) && statement_is_scalar(set) &&
		    statement_is_temporary(set) && !memory_may_trap(g)) {
			loop->before.safe_insert(0, g);
			statement_reads(g, &needed);
		} else if (set != value || (by && value == loop->counter)) {
			break;
		} else if (!by && (code == PLUS_EXPR || code == MINUS_EXPR ||
				   code == POINTER_PLUS_EXPR)) {
			second = gimple_assign_rhs2(g);
			if (code == PLUS_EXPR &&
			    converts_counter(v, from, p, second, loop->counter))
				std::swap(first, second);
			by = second;
			adds = code;
			value = first;
			needed.add(by);
		} else if (CONVERT_EXPR_CODE_P(code) ||
			   gimple_assign_single_p(g)) {
			value = first;
		} else {
			break;
		}
		*at = p;
	}
	if (value != loop->counter || !by)
		return false;
	loop->compare = adds == MINUS_EXPR ? GT_EXPR : LT_EXPR;
	loop->step = 0;
	loop->by = by;
	if (TREE_CODE(by) != INTEGER_CST)
		return adds != POINTER_PLUS_EXPR && statement_is_scalar(by) &&
		       !needed.contains(loop->counter);
	type = adds == POINTER_PLUS_EXPR ? ssizetype
					 : signed_type_for(TREE_TYPE(by));
	loop->step = tree_to_shwi(fold_convert(type, by));
	loop->by = NULL_TREE;
	if (adds == MINUS_EXPR)
		loop->step = -loop->step;
	if (loop->step < 0)
		loop->compare = GT_EXPR;
	return loop->step != 0;
}

/* The counter, or a conversion of it among the tests, which is taken out. */
static bool is_counter(const struct part *loop, tree value,
		       vec<gimple *> *tests)
{
	if (value == loop->counter)
		return true;
	for (unsigned i = tests->length(); i-- > 0;) {
		gimple *g = (*tests)[i];

		if (!is_gimple_assign(g) || gimple_assign_lhs(g) != value ||
		    !CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(g)) ||
		    gimple_assign_rhs1(g) != loop->counter ||
		    TYPE_PRECISION(TREE_TYPE(value)) <
			    TYPE_PRECISION(TREE_TYPE(loop->counter)))
			continue;
		tests->ordered_remove(i);
		return true;
	}
	return false;
}

static bool is_hint(gimple *g)
{
	return gimple_call_internal_p(g, IFN_ANNOTATE) ||
	       gimple_call_internal_p(g, IFN_BUILTIN_EXPECT);
}

/*
 * The comparison behind a condition: itself, or that which gave its flag.
 * What led from the comparison to the flag is taken out of the tests. True if
 * "ends" is to be turned round.
 */
static bool read_comparison(gcond *cond, vec<gimple *> *tests,
			    enum tree_code *code, tree *left, tree *right)
{
	bool turned = false;
	tree flag = gimple_cond_lhs(cond);

	*code = gimple_cond_code(cond);
	*left = flag;
	*right = gimple_cond_rhs(cond);
	if ((*code != NE_EXPR && *code != EQ_EXPR) || !integer_zerop(*right))
		return false;
	turned = *code == EQ_EXPR;
	for (unsigned i = tests->length(); i-- > 0;) {
		gimple *g = (*tests)[i];

		if (gimple_get_lhs(g) != flag)
			continue;
		if (is_hint(g)) {
			flag = gimple_call_arg(g, 0);
		} else if (!is_gimple_assign(g)) {
			return false;
		} else if (CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(g))) {
			flag = gimple_assign_rhs1(g);
		} else if (TREE_CODE_CLASS(gimple_assign_rhs_code(g)) ==
			   tcc_comparison) {
			*code = gimple_assign_rhs_code(g);
			*left = gimple_assign_rhs1(g);
			*right = gimple_assign_rhs2(g);
			tests->ordered_remove(i);
			return turned;
		} else {
			return false;
		}
		tests->ordered_remove(i);
	}
	return false;
}

/* Does it come to every value of its type? */
static bool is_one_step(const struct part *loop)
{
	tree type = TREE_TYPE(loop->counter);
	HOST_WIDE_INT one =
		POINTER_TYPE_P(type) ? int_size_in_bytes(TREE_TYPE(type)) : 1;

	return loop->step == one || loop->step == -one;
}

/* Ends of lives say nothing where blocks are taken apart. */
static bool is_trivial_cleanup(gtry *block)
{
	gimple_seq cleanup = gimple_try_cleanup(block);

	if (gimple_try_kind(block) != GIMPLE_TRY_FINALLY)
		return false;
	for (gimple_stmt_iterator gsi = gsi_start(cleanup); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		if (!gimple_clobber_p(gsi_stmt(gsi)) &&
		    statement_is_real(gsi_stmt(gsi)))
			return false;
	return true;
}

/*
 * Reads the tests from *at on as straight code: to *conditions,
 * each of which leads on to the next one, and the last one to "body".
 */
static bool find_tests(struct reader *reader, const vec<gimple *> &v,
		       unsigned *at, unsigned end, tree body,
		       vec<gimple *> *tests, vec<gcond *> *conditions)
{
	while (*at < end) {
		gimple *g = v[*at];
		gcond *cond = dyn_cast<gcond *>(g);
		gtry *block = dyn_cast<gtry *>(g);
		unsigned next;

		if (straight_choice(&reader->uses, v, at, end, tests))
			continue;
		++*at;
		if (statement_is_simple(g) && statement_is_real(g)) {
			tests->safe_push(g);
		} else if (block && is_trivial_cleanup(block)) {
			statement_list(gimple_try_eval(block), tests);
		} else if (cond) {
			conditions->safe_push(cond);
			if (gimple_cond_true_label(cond) == body)
				return true;
			next = statement_next(v, *at, end);
			if (gimple_cond_true_label(cond) !=
				    statement_label(v, next, end) ||
			    !is_used_once(reader,
					  statement_label(v, next, end)))
				return false;
			*at = next + 1;
		} else if (statement_is_real(g)) {
			return false;
		}
	}
	return false;
}

/* "ends": the loop ends where the condition holds. */
static bool read_test(struct part *loop, vec<gimple *> *tests, gcond *cond,
		      bool ends)
{
	enum tree_code code;
	tree left, right;
	bool up = loops_up(loop);

	ends ^= read_comparison(cond, tests, &code, &left, &right);
	if (!is_counter(loop, left, tests)) {
		if (!is_counter(loop, right, tests))
			return false;
		code = swap_tree_comparison(code);
		right = left;
	}
	if (ends)
		code = invert_tree_comparison(code, false);
	if (code == NE_EXPR && is_one_step(loop))
		code = up ? LT_EXPR : GT_EXPR;
	loop->compare = code;
	loop->last = right;
	return up ? code == LT_EXPR || code == LE_EXPR
		  : code == GT_EXPR || code == GE_EXPR;
}

/* All of them, each of which ends the loop: the tightest is its last value. */
static bool read_tests(struct part *loop, vec<gimple *> *tests,
		       const vec<gcond *> &conditions, bool ends)
{
	tree last = NULL_TREE;
	enum tree_code compare = ERROR_MARK;

	straight_library(tests);
	for (unsigned i = 0; i < conditions.length(); i++) {
		tree both;

		if (!read_test(loop, tests, conditions[i], ends))
			return false;
		if (i > 0) {
			if (loop->compare != compare ||
			    !INTEGRAL_TYPE_P(TREE_TYPE(last)) ||
			    !types_compatible_p(TREE_TYPE(last),
						TREE_TYPE(loop->last)))
				return false;
			both = create_tmp_var_raw(TREE_TYPE(last), "last");
			tests->safe_push(gimple_build_assign(
				both, loops_up(loop) ? MIN_EXPR : MAX_EXPR,
				last, loop->last));
			loop->last = both;
		}
		last = loop->last;
		compare = loop->compare;
	}
	for (unsigned i = 0; i < tests->length(); i++) {
		tree_set reads;

		statement_reads((*tests)[i], &reads);
		if (reads.contains(loop->counter) ||
		    (conditions.length() > 1 && memory_may_trap((*tests)[i])))
			return false;
	}
	loop->before.safe_splice(*tests);
	return true;
}

static bool is_plain_statement(const struct part *part)
{
	return part->kind == PART_STATEMENT;
}

/* Skip from items[*keep - 1] down what is not real. */
static void skip_unreal(const vec<struct part *> &items, unsigned *keep)
{
	while (*keep > 0 && is_plain_statement(items[*keep - 1]) &&
	       !statement_is_real(items[*keep - 1]->statement))
		--*keep;
}

/* The statements of the last item, if they only compute values; none: it is
   another one. */
static void last_statements(const vec<struct part *> &items, unsigned keep,
			    vec<gimple *> *list)
{
	const struct part *part = keep > 0 ? items[keep - 1] : NULL;

	if (!part)
		return;
	if (is_plain_statement(part)) {
		list->safe_push(part->statement);
	} else if (part->plain && gimple_code(part->statement) == GIMPLE_TRY) {
		for (unsigned i = 0; i < part->inside.length(); i++)
			last_statements(part->inside, i + 1, list);
	}
	for (unsigned i = 0; i < list->length(); i++) {
		tree set = gimple_get_lhs((*list)[i]);

		if (!statement_is_simple((*list)[i]) ||
		    (statement_is_real((*list)[i]) && i + 1 < list->length() &&
		     !(set && statement_is_temporary(set))))
			list->truncate(0);
	}
}

/* The value where the loop starts, if the last one of these sets it. */
static void take_first(struct part *loop, vec<gimple *> *list)
{
	gimple *g;

	straight_library(list);
	g = list->last();
	loop->first = NULL_TREE;
	if (gimple_assign_single_p(g) && is_gimple_val(gimple_assign_rhs1(g))) {
		loop->first = gimple_assign_rhs1(g);
		list->pop();
	}
}

/* Does the variable lie in memory for these statements alone, as an argument
   that is passed by reference? GCC 11 sets it before them. */
static bool ends_with(const struct part *part, tree variable)
{
	gimple *end;

	if (!part->plain || gimple_code(part->statement) != GIMPLE_TRY)
		return false;
	end = gimple_seq_first_stmt(gimple_try_cleanup(part->statement));
	return end && gimple_clobber_p(end) &&
	       gimple_assign_lhs(end) == variable;
}

/*
 * counter = first at the end of the items, and before it what computes the
 * bounds alone. *keep becomes how many items stand before all of that.
 */
static bool read_first(struct part *loop, const vec<struct part *> &items,
		       unsigned *keep)
{
	auto_vec<gimple *> list;
	const struct part *start;
	tree_set needed;

	skip_unreal(items, keep);
	last_statements(items, *keep, &list);
	if (list.is_empty() || !is_gimple_assign(list.last()) ||
	    gimple_assign_lhs(list.last()) != loop->counter)
		return false;
	start = items[--*keep];
	needed.add(loop->last);
	if (loop->by)
		needed.add(loop->by);
	for (unsigned i = 0; i < loop->before.length(); i++)
		statement_reads(loop->before[i], &needed);
	for (unsigned i = 0; i < list.length(); i++)
		statement_reads(list[i], &needed);
	while (*keep > 0 && is_plain_statement(items[*keep - 1])) {
		gimple *g = items[*keep - 1]->statement;
		tree set = gimple_get_lhs(g);

		if (statement_is_real(g)) {
			if (!statement_is_simple(g) || !set ||
			    !needed.contains(set) ||
			    !statement_is_temporary(set) ||
			    !(statement_is_scalar(set) ||
			      ends_with(start, set)))
				break;
			list.safe_insert(0, g);
			statement_reads(g, &needed);
		}
		--*keep;
	}
	take_first(loop, &list);
	list.safe_splice(loop->before);
	loop->before.truncate(0);
	loop->before.safe_splice(list);
	return true;
}

static bool sets_in(const vec<gimple *> &v, unsigned from, unsigned to,
		    tree counter)
{
	auto_vec<gimple *> all;

	for (unsigned i = from; i < to; i++)
		statement_flatten(v[i], &all);
	for (unsigned i = 0; i < all.length(); i++) {
		if (statement_sets(all[i]) == counter)
			return true;
		if (gimple_code(all[i]) == GIMPLE_OMP_FOR)
			for (unsigned k = 0;
			     k < gimple_omp_for_collapse(all[i]); k++)
				if (gimple_omp_for_index(all[i], k) == counter)
					return true;
	}
	return false;
}

/* ---- the tree ---- */

static void parse(struct reader *reader, const struct piece *piece,
		  vec<struct part *> *items);

static struct part *new_part(struct reader *reader, enum part_kind kind,
			     const struct piece *piece)
{
	struct part *part = XCNEW(struct part);

	part->kind = kind;
	part->around = piece->around;
	part->sequence = piece->sequence;
	reader->to->all.safe_push(part);
	return part;
}

static void number_loop(struct reader *reader, struct part *loop)
{
	loop->number = reader->to->list.length();
	reader->to->list.safe_push(loop);
}

/*
 * What was matched is a loop: put it at the end of the items, of which it
 * takes those behind "keep", and read its body.
 */
static void add_loop(struct reader *reader, const struct part *matched,
		     const struct piece *piece, unsigned keep, unsigned from,
		     unsigned to, const struct piece *body,
		     vec<struct part *> *items)
{
	struct part *loop = new_part(reader, PART_LOOP, piece);
	struct piece inner = *body;
	vec<gimple *> before = vNULL;

	*loop = *matched;
	loop->kind = PART_LOOP;
	loop->around = piece->around;
	loop->sequence = piece->sequence;
	before.safe_splice(matched->before);
	loop->before = before;
	for (unsigned i = keep; i < items->length(); i++)
		loop->whole.safe_splice((*items)[i]->whole);
	items->truncate(keep);
	for (unsigned i = from; i < to; i++)
		loop->whole.safe_push((*piece->v)[i]);
	number_loop(reader, loop);
	inner.around = loop;
	parse(reader, &inner, &loop->inside);
	items->safe_push(loop);
}

/* goto T; B: BODY  STEP  T: if (i < Z) goto B; else goto E;  E: */
static bool match_tested_behind(struct reader *reader,
				const struct piece *piece, unsigned *at,
				struct part *loop, vec<struct part *> *items)
{
	const vec<gimple *> &v = *piece->v;
	unsigned end = piece->to, keep = items->length();
	tree test = jump_at(v, *at, end), body, out;
	unsigned b, t, c, e, s;
	struct piece inner = *piece;
	auto_vec<gimple *> tests;
	auto_vec<gcond *> conditions;

	b = statement_next(v, *at + 1, end);
	body = statement_label(v, b, end);
	if (!body)
		return false;
	t = find_label(v, b + 1, end, test);
	c = t + 1;
	if (!find_tests(reader, v, &c, end, body, &tests, &conditions))
		return false;
	out = gimple_cond_false_label(conditions[0]);
	e = statement_next(v, c, end);
	if (statement_label(v, e, end) != out || !is_used_once(reader, body) ||
	    !is_used_once(reader, test))
		return false;
	for (unsigned i = 0; i < conditions.length(); i++)
		if (gimple_cond_false_label(conditions[i]) != out)
			return false;
	if (*reader->uses.get(out) != (int)conditions.length())
		return fail(reader, "it is left early");
	s = last_real(v, b + 1, t);
	if (s <= b || !read_step(v, b + 1, &s, loop))
		return fail(reader, "its step is not known");
	if (!read_tests(loop, &tests, conditions, false))
		return fail(reader, "its test is not one of its counter");
	if (sets_in(v, b + 1, s, loop->counter))
		return fail(reader, "its body sets its counter");
	if (!read_first(loop, *items, &keep))
		return fail(reader, "where it starts is not known");
	inner.from = b + 1;
	inner.to = s;
	add_loop(reader, loop, piece, keep, *at, e + 1, &inner, items);
	*at = e + 1;
	return true;
}

/*
 * The comparison that skips a Fortran loop says its last value: where it goes
 * up, last < first, or what GCC makes of that if one of the two is known.
 */
static bool read_skip(struct part *loop, const vec<gimple *> &tests,
		      gcond *cond, tree first)
{
	bool up = loops_up(loop);
	enum tree_code code;
	tree left, right;
	auto_vec<gimple *> all;
	HOST_WIDE_INT off;

	all.safe_splice(tests);
	if (read_comparison(cond, &all, &code, &left, &right))
		code = invert_tree_comparison(code, false);
	if (right == first ||
	    (left != first && TREE_CODE(left) == INTEGER_CST)) {
		std::swap(left, right);
		code = swap_tree_comparison(code);
	}
	if (left == first) {
		loop->last = right;
		if (code == (up ? GT_EXPR : LT_EXPR))
			return true;
		loop->last = int_const_binop(
			PLUS_EXPR, right,
			build_int_cst(TREE_TYPE(right), up ? -1 : 1));
		return loop->last && code == (up ? GE_EXPR : LE_EXPR);
	}
	if (!tree_fits_shwi_p(first) || !tree_fits_shwi_p(right))
		return false;
	loop->last = left;
	off = tree_to_shwi(first) - tree_to_shwi(right);
	return code == (up ? LT_EXPR : GT_EXPR)
		       ? off == 0
		       : code == (up ? LE_EXPR : GE_EXPR) &&
				 off == (up ? 1 : -1);
}

/*
 * Fortran's loop with another step than 1 and -1 counts down beside:
 *	i = A; c = (Z - A) / S; if (Z < A) goto E; else goto N;  N:
 *	B: { BODY  i = i + S; t = c; c = c - 1; if (t == 0) goto E; else goto M;
 *M: } goto B;  E: The piece is what stands in the block, "keep" items stand
 *before B.
 */
static bool match_counted_down(struct reader *reader, const struct piece *inner,
			       struct part *loop, tree out,
			       const vec<struct part *> &items, unsigned *keep,
			       unsigned *to)
{
	const vec<gimple *> &v = *inner->v;
	unsigned m = last_real(v, 0, inner->to), c, d, t, s;
	auto_vec<gimple *> tests;
	tree count, copy, first = NULL_TREE;
	gcond *skip = NULL, *cond;
	int *uses = reader->uses.get(out);

	if (!statement_label(v, m, inner->to) || m == 0)
		return false;
	c = last_real(v, 0, m);
	cond = dyn_cast<gcond *>(v[c]);
	if (!cond || gimple_cond_code(cond) != EQ_EXPR ||
	    gimple_cond_true_label(cond) != out ||
	    !integer_zerop(gimple_cond_rhs(cond)) || c == 0)
		return false;
	copy = gimple_cond_lhs(cond);
	d = last_real(v, 0, c);
	t = last_real(v, 0, d);
	if (!is_gimple_assign(v[d]) || !is_gimple_assign(v[t]) ||
	    gimple_assign_lhs(v[t]) != copy)
		return false;
	count = gimple_assign_rhs1(v[t]);
	if (gimple_assign_lhs(v[d]) != count ||
	    gimple_assign_rhs1(v[d]) != count)
		return false;
	s = last_real(v, 0, t);
	if (!read_step(v, 0, &s, loop) || loop->by)
		return fail(reader, "its step is not a constant");
	/* back over what stands before: label N, the skip, the count, i = A */
	skip_unreal(items, keep);
	for (; *keep > 0 && is_plain_statement(items[*keep - 1]); --*keep) {
		gimple *g = items[*keep - 1]->statement;

		if (gimple_code(g) == GIMPLE_COND && !skip)
			skip = as_a<gcond *>(g);
		else if (is_gimple_assign(g) &&
			 gimple_assign_lhs(g) == loop->counter)
			break;
		else if (!statement_is_simple(g) &&
			 gimple_code(g) != GIMPLE_LABEL)
			return false;
		if (statement_is_simple(g) && statement_is_real(g))
			tests.safe_insert(0, g);
	}
	if (!uses || *uses != 1 + (skip != NULL))
		return fail(reader, "it is left early");
	if (*keep == 0 || !is_plain_statement(items[*keep - 1]) ||
	    !gimple_assign_single_p(items[*keep - 1]->statement))
		return false;
	first = gimple_assign_rhs1(items[*keep - 1]->statement);
	if (skip && (gimple_cond_true_label(skip) != out ||
		     !read_skip(loop, tests, skip, first)))
		return fail(reader, "its last value is not known");
	if (!skip) {
		gimple *g = tests.length() == 1 ? tests[0] : NULL;
		tree trips = g ? gimple_assign_rhs1(g) : NULL_TREE;

		if (!trips || gimple_assign_lhs(g) != count ||
		    !tree_fits_shwi_p(trips) || !tree_fits_shwi_p(first))
			return false;
		loop->last = build_int_cst(
			TREE_TYPE(loop->counter),
			tree_to_shwi(first) + tree_to_shwi(trips) * loop->step);
	}
	loop->compare = loops_up(loop) ? LE_EXPR : GE_EXPR;
	*to = s;
	return read_first(loop, items, keep);
}

/*
 * A loop of `do concurrent` counts down as well:
 *	i = A; c = N;  B: { if (c <= 0) goto E; BODY  i = i + S; c = c - 1; }
 *goto B; "loop" was matched as one of c; make it one of i, below A + N * S.
 */
static void count_up(struct part *loop, const vec<gimple *> &v, unsigned from,
		     unsigned *to, const vec<struct part *> &items,
		     unsigned *keep)
{
	struct part other = {};
	unsigned s = last_real(v, from, *to), k = *keep;
	tree type, trips = loop->first, product, last;
	gimple *g, *multiply, *add;

	if (loop->step != -1 || loop->compare != GT_EXPR ||
	    !integer_zerop(loop->last) || s <= from ||
	    !read_step(v, from, &s, &other) || other.by ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(other.counter)) || !lang_GNU_Fortran())
		return;
	skip_unreal(items, &k);
	g = k > 0 && is_plain_statement(items[k - 1]) ? items[k - 1]->statement
						      : NULL;
	if (!g || !gimple_assign_single_p(g) ||
	    gimple_assign_lhs(g) != other.counter ||
	    !is_gimple_val(gimple_assign_rhs1(g)) ||
	    sets_in(v, from, s, other.counter))
		return;
	type = TREE_TYPE(other.counter);
	if (!trips) {
		trips = create_tmp_var_raw(TREE_TYPE(loop->counter), "trips");
		gimple *copy = gimple_copy(loop->before.last());

		gimple_set_lhs(copy, trips);
		loop->before.pop();
		loop->before.safe_push(copy);
	}
	if (!useless_type_conversion_p(type, TREE_TYPE(trips)))
		return;
	product = create_tmp_var_raw(type, "product");
	last = create_tmp_var_raw(type, "last");
	multiply = gimple_build_assign(product, MULT_EXPR, trips,
				       build_int_cst(type, other.step));
	add = gimple_build_assign(last, PLUS_EXPR, product,
				  gimple_assign_rhs1(g));
	loop->before.safe_push(multiply);
	loop->before.safe_push(add);
	loop->named = loop->counter;
	loop->counter = other.counter;
	loop->first = gimple_assign_rhs1(g);
	loop->last = last;
	loop->step = other.step;
	loop->compare = other.compare;
	*to = s;
	*keep = k - 1;
}

/* if (i > Z) goto E; else goto N;  N: BODY  STEP, with goto B behind it. */
static bool match_tested_before(struct reader *reader,
				const struct piece *inner, struct part *loop,
				tree out, const vec<struct part *> &items,
				unsigned *keep, unsigned *from, unsigned *to)
{
	const vec<gimple *> &v = *inner->v;
	unsigned end = inner->to, c, n, s;
	auto_vec<gimple *> tests;
	auto_vec<gcond *> conditions;
	gcond *cond;

	for (c = inner->from; c < end && statement_is_simple(v[c]); c++)
		;
	cond = c < end ? dyn_cast<gcond *>(v[c]) : NULL;
	if (!cond || gimple_cond_true_label(cond) != out)
		return false;
	n = statement_next(v, c + 1, end);
	if (!statement_label(v, n, end) ||
	    gimple_cond_false_label(cond) != statement_label(v, n, end))
		return false;
	if (!is_used_once(reader, out))
		return fail(reader, "it is left early");
	s = last_real(v, n, end);
	if (s <= n || !read_step(v, n + 1, &s, loop))
		return fail(reader, "its step is not known");
	for (unsigned i = inner->from; i < c; i++)
		if (statement_is_real(v[i]))
			tests.safe_push(v[i]);
	conditions.safe_push(cond);
	if (!read_tests(loop, &tests, conditions, true))
		return fail(reader, "its test is not one of its counter");
	if (sets_in(v, n + 1, s, loop->counter))
		return fail(reader, "its body sets its counter");
	if (!read_first(loop, items, keep))
		return fail(reader, "where it starts is not known");
	count_up(loop, v, n + 1, &s, items, keep);
	*from = n + 1;
	*to = s;
	return true;
}

/* B: { ... } goto B;  E: */
static bool match_label(struct reader *reader, const struct piece *piece,
			unsigned *at, struct part *loop,
			vec<struct part *> *items)
{
	const vec<gimple *> &v = *piece->v;
	unsigned end = piece->to, keep = items->length(), g, e, b;
	tree body = statement_label(v, *at, end), out;
	auto_vec<gimple *> list;
	struct piece inner = *piece;
	gbind *bind;

	if (!is_used_once(reader, body))
		return false;
	for (g = *at + 1; g < end && jump_at(v, g, end) != body; g++)
		;
	e = statement_next(v, g + 1, end);
	out = statement_label(v, e, end);
	if (g >= end || !out)
		return false;
	inner.from = *at + 1;
	inner.to = g;
	b = statement_next(v, *at + 1, g);
	bind = b < g ? dyn_cast<gbind *>(v[b]) : NULL;
	if (bind && statement_next(v, b + 1, g) == g) {
		statement_list(gimple_bind_body(bind), &list);
		loop->variables = gimple_bind_vars(bind);
		inner.v = &list;
		inner.from = 0;
		inner.to = list.length();
		inner.sequence = gimple_bind_body_ptr(bind);
	}
	if (inner.from == inner.to)
		return false;
	if (!match_tested_before(reader, &inner, loop, out, *items, &keep,
				 &inner.from, &inner.to) &&
	    (keep = items->length(),
	     !match_counted_down(reader, &inner, loop, out, *items, &keep,
				 &inner.to)))
		return false;
	add_loop(reader, loop, piece, keep, *at, e + 1, &inner, items);
	*at = e + 1;
	return true;
}

/* Any other loop: from a label to the last statement that jumps back to it. */
static bool match_uncounted(struct reader *reader, const struct piece *piece,
			    unsigned *at, vec<struct part *> *items)
{
	const vec<gimple *> &v = *piece->v;
	tree label = statement_label(v, *at, piece->to);
	unsigned last = 0;
	struct part loop = {};
	struct piece inner = *piece;

	if (!label || !reader->backward.contains(label))
		return false;
	for (unsigned i = *at; i < piece->to; i++) {
		auto_vec<gimple *> all;
		auto_vec<tree> targets;

		statement_flatten(v[i], &all);
		for (unsigned k = 0; k < all.length(); k++)
			statement_targets(all[k], &targets);
		for (unsigned k = 0; k < targets.length(); k++)
			if (targets[k] == label)
				last = i;
	}
	if (last == 0)
		return false;
	loop.why = reader->why ? reader->why : "it is not a counted loop";
	loop.location = gimple_location(v[last]);
	reader->why = NULL;
	inner.from = *at + 1;
	inner.to = last + 1;
	add_loop(reader, &loop, piece, items->length(), *at, last + 1, &inner,
		 items);
	*at = last + 1;
	return true;
}

/* if (c) goto Y; else goto N;  Y: ...  N: and of C++ with goto E before N and E
   behind it, an else part without anything. */
static bool match_condition(struct reader *reader, const struct piece *piece,
			    unsigned *at, vec<struct part *> *items)
{
	const vec<gimple *> &v = *piece->v;
	gcond *cond = dyn_cast<gcond *>(v[*at]);
	unsigned n, e, g, end;
	tree next, skip;
	struct part *part;
	struct piece inner = *piece;

	if (!cond)
		return false;
	n = statement_next(v, *at + 1, piece->to);
	next = statement_label(v, n, piece->to);
	skip = next == gimple_cond_true_label(cond)
		       ? gimple_cond_false_label(cond)
		       : gimple_cond_true_label(cond);
	if (!next || skip == next || !is_used_once(reader, next) ||
	    !is_used_once(reader, skip))
		return false;
	e = find_label(v, n + 1, piece->to, skip);
	if (e >= piece->to)
		return false;
	inner.from = n + 1;
	inner.to = e;
	g = last_real(v, n + 1, e);
	end = statement_next(v, e + 1, piece->to);
	if (jump_at(v, g, e) &&
	    jump_at(v, g, e) == statement_label(v, end, piece->to) &&
	    is_used_once(reader, jump_at(v, g, e))) {
		inner.to = g;
		e = end;
	}
	part = new_part(reader, PART_CONDITION, piece);
	part->statement = cond;
	for (unsigned i = *at; i <= e; i++)
		part->whole.safe_push(v[i]);
	inner.around = part;
	parse(reader, &inner, &part->inside);
	items->safe_push(part);
	*at = e + 1;
	return true;
}

/* Loops of a `simd` or another loop of OpenMP within; *inner is its body's. */
static void read_heads(struct reader *reader, gimple *statement,
		       struct piece *piece, vec<struct part *> *items)
{
	for (unsigned i = 0; i < gimple_omp_for_collapse(statement); i++) {
		struct part *loop = new_part(reader, PART_LOOP, piece);
		tree counter = gimple_omp_for_index(statement, i);
		tree step = TREE_OPERAND(gimple_omp_for_incr(statement, i), 1);
		tree type = POINTER_TYPE_P(TREE_TYPE(counter))
				    ? ssizetype
				    : signed_type_for(TREE_TYPE(step));

		loop->statement = statement;
		loop->location = gimple_location(statement);
		loop->first = gimple_omp_for_initial(statement, i);
		loop->last = gimple_omp_for_final(statement, i);
		loop->compare = gimple_omp_for_cond(statement, i);
		loop->counter = counter;
		if (i == 0)
			statement_list(gimple_omp_for_pre_body(statement),
				       &loop->before);
		if (TREE_CODE(step) == INTEGER_CST)
			loop->step = tree_to_shwi(fold_convert(type, step));
		else
			loop->by = step;
		if (TREE_CODE(gimple_omp_for_incr(statement, i)) == MINUS_EXPR)
			loop->step = -loop->step;
		if (loop->compare == NE_EXPR)
			loop->compare = loop->step > 0 ? LT_EXPR : GT_EXPR;
		if (loop->by &&
		    TREE_CODE(gimple_omp_for_incr(statement, i)) !=
			    (loops_up(loop) ? PLUS_EXPR : MINUS_EXPR)) {
			loop->counter = NULL_TREE;
			loop->why = "its step goes against its test";
		}
		number_loop(reader, loop);
		items->safe_push(loop);
		items = &loop->inside;
		piece->around = loop;
	}
	piece->sequence = gimple_omp_body_ptr(statement);
}

/* A condition that chooses a minimum or maximum, as statements that do so. */
static bool match_choice(struct reader *reader, const struct piece *piece,
			 unsigned *at, vec<struct part *> *items)
{
	auto_vec<gimple *> list;
	unsigned from = *at, known = items->length();

	while (known > 0 && is_plain_statement((*items)[known - 1]) &&
	       statement_is_simple((*items)[known - 1]->statement))
		known--;
	for (unsigned i = known; i < items->length(); i++)
		list.safe_push((*items)[i]->statement);
	known = list.length();
	if (!straight_choice(&reader->uses, *piece->v, at, piece->to, &list))
		return false;
	for (unsigned i = known; i < list.length(); i++) {
		struct part *part = new_part(reader, PART_STATEMENT, piece);

		part->statement = list[i];
		while (i == known && from < *at)
			part->whole.safe_push((*piece->v)[from++]);
		items->safe_push(part);
	}
	return true;
}

/* A block, or a statement of OpenMP or of exceptions with statements inside. */
static void add_block(struct reader *reader, const struct piece *piece,
		      gimple *statement, vec<struct part *> *items)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	unsigned count = omp_bodies(statement, bodies);
	struct part *part = new_part(reader, PART_BLOCK, piece);
	struct piece inner = *piece;
	gbind *bind = dyn_cast<gbind *>(statement);
	gtry *block = dyn_cast<gtry *>(statement);

	part->statement = statement;
	part->whole.safe_push(statement);
	inner.around = part;
	if (bind) {
		part->plain = true;
		part->variables = gimple_bind_vars(bind);
	} else if (block && is_trivial_cleanup(block)) {
		part->plain = true;
		count = 1;
	}
	items->safe_push(part);
	items = &part->inside;
	if (gimple_code(statement) == GIMPLE_OMP_FOR) {
		if (!gimple_omp_for_combined_p(statement)) {
			read_heads(reader, statement, &inner, items);
			items = &inner.around->inside;
		}
		count = 1;
	}
	for (unsigned i = 0; i < count; i++) {
		auto_vec<gimple *> list;

		statement_list(*bodies[i], &list);
		inner.v = &list;
		inner.from = 0;
		inner.to = list.length();
		inner.sequence = bodies[i];
		parse(reader, &inner, items);
	}
}

static bool match_loop(struct reader *reader, const struct piece *piece,
		       unsigned *at, vec<struct part *> *items)
{
	struct part loop = {};
	bool matched = false;

	if (jump_at(*piece->v, *at, piece->to))
		matched = match_tested_behind(reader, piece, at, &loop, items);
	else if (statement_label(*piece->v, *at, piece->to))
		matched = match_label(reader, piece, at, &loop, items);
	loop.before.release();
	return matched;
}

static void parse(struct reader *reader, const struct piece *piece,
		  vec<struct part *> *items)
{
	gimple_seq *bodies[OMP_MAX_BODIES];

	for (unsigned at = piece->from; at < piece->to;) {
		gimple *statement = (*piece->v)[at];
		struct part *part;

		if (match_loop(reader, piece, &at, items) ||
		    match_uncounted(reader, piece, &at, items) ||
		    match_choice(reader, piece, &at, items) ||
		    match_condition(reader, piece, &at, items))
			continue;
		at++;
		if (omp_bodies(statement, bodies) > 0) {
			add_block(reader, piece, statement, items);
			continue;
		}
		part = new_part(reader, PART_STATEMENT, piece);
		part->statement = statement;
		part->whole.safe_push(statement);
		items->safe_push(part);
	}
}

void loops_read(struct loop_tree *to, gimple *construct)
{
	struct reader reader;
	struct piece piece = {};
	auto_vec<gimple *> list;
	auto_vec<struct part *> heads;

	to->construct = construct;
	reader.to = to;
	reader.why = NULL;
	count_labels(&reader);
	read_heads(&reader, construct, &piece, &heads);
	for (unsigned i = 0; i < to->list.length(); i++) {
		to->list[i]->shared = true;
		to->list[i]->statement = NULL;
		to->list[i]->before.truncate(0);
	}
	statement_list(gimple_omp_body(construct), &list);
	piece.v = &list;
	piece.to = list.length();
	parse(&reader, &piece, &piece.around->inside);
}

void loops_free(struct loop_tree *to)
{
	for (unsigned i = 0; i < to->all.length(); i++) {
		to->all[i]->whole.release();
		to->all[i]->inside.release();
		to->all[i]->before.release();
		free(to->all[i]);
	}
	to->all.release();
	to->list.release();
}

bool loops_up(const struct part *loop)
{
	return loop->compare == LT_EXPR || loop->compare == LE_EXPR;
}

void loops_body(const struct part *loop, vec<gimple *> *list)
{
	for (unsigned i = 0; i < loop->inside.length(); i++)
		list->safe_splice(loop->inside[i]->whole);
}

tree loops_first(const struct part *loop)
{
	return loop->first ? loop->first : loop->counter;
}

void loops_add_operand(tree bound, vec<tree> *operands)
{
	if (TREE_CODE(bound) != TREE_VEC) {
		operands->safe_push(bound);
		return;
	}
	for (int i = 0; i < TREE_VEC_LENGTH(bound); i++)
		operands->safe_push(TREE_VEC_ELT(bound, i));
}

void loops_operands(const struct part *loop, vec<tree> *operands)
{
	loops_add_operand(loops_first(loop), operands);
	loops_add_operand(loop->last, operands);
	if (loop->by)
		operands->safe_push(loop->by);
}

/* ---- names and the dump ---- */

/* The user's variable that one of the first statements of the body makes of a
   counter of the front end's own. */
static tree named_by_body(const struct part *loop)
{
	auto_vec<gimple *> all;
	tree_set made;

	made.add(loop->counter);
	for (unsigned i = 0; i < loop->inside.length() && i < 4; i++)
		statement_flatten_all(loop->inside[i]->whole, &all);
	for (unsigned i = 0; i < all.length() && i < 12; i++) {
		tree set = gimple_get_lhs(all[i]);
		tree_set reads;
		bool uses = false;

		if (!set || !DECL_P(set) || !statement_is_simple(all[i]))
			continue;
		statement_reads(all[i], &reads);
		for (tree read : reads)
			uses |= made.contains(read);
		if (!uses)
			continue;
		if (!statement_is_temporary(set))
			return set;
		made.add(set);
	}
	return NULL_TREE;
}

const char *loops_name(const struct part *loop)
{
	tree counter = loop->counter, named;
	const char *name;

	if (!counter || !DECL_P(counter))
		return "_";
	if (loop->named)
		counter = loop->named;
	named = DECL_ARTIFICIAL(counter) || !DECL_NAME(counter)
			? named_by_body(loop)
			: NULL_TREE;
	if (named)
		counter = named;
	if (!DECL_NAME(counter))
		return "_";
	name = IDENTIFIER_POINTER(DECL_NAME(counter));
	return IDENTIFIER_POINTER(
		get_identifier_with_length(name, strcspn(name, ".")));
}

char *loops_unread(const struct part *loop)
{
	return xasprintf("the loop in line %d cannot be moved: %s",
			 LOCATION_LINE(loop->location), loop->why);
}

static int depth_of(const struct part *part)
{
	int depth = 0;

	for (part = part->around; part; part = part->around)
		depth += part->kind == PART_LOOP;
	return depth;
}

static void dump_loop(FILE *file, const struct part *loop)
{
	fprintf(file, ";; loop %d depth %d %s%s", loop->number, depth_of(loop),
		loops_name(loop), loop->shared ? " shared" : "");
	if (loop->counter) {
		fprintf(file, ": from ");
		if (loop->first)
			print_generic_expr(file, loop->first, TDF_NONE);
		else
			fprintf(file, "what is computed");
		fprintf(file, " while %s ", op_symbol_code(loop->compare));
		print_generic_expr(file, loop->last, TDF_NONE);
		if (loop->by) {
			fprintf(file, " step %s", loops_up(loop) ? "" : "-");
			print_generic_expr(file, loop->by, TDF_NONE);
		} else {
			fprintf(file, " step " HOST_WIDE_INT_PRINT_DEC,
				loop->step);
		}
	} else {
		fprintf(file, ": not counted: %s", loop->why);
	}
	fprintf(file, ", %u parts\n", loop->inside.length());
}

void loops_dump(FILE *file, const char *id, gimple *construct)
{
	struct loop_tree to = {};

	fprintf(file, ";; loops of %s\n", id);
	if (!construct)
		return;
	loops_read(&to, construct);
	for (unsigned i = 0; i < to.list.length(); i++)
		dump_loop(file, to.list[i]);
	loops_free(&to);
}
