/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread has for itself and carries from one iteration to the next.
 *
 * The body of a loop is gone through once, in the order in which it runs. A
 * variable that is read before it was written holds what an earlier iteration
 * of the same thread has left, and which one that was depends on how the
 * iterations are divided. Sums that only grow, the least and the greatest of
 * values, and lists that are only added to say nothing of that.
 *
 * Elements of arrays are told apart by their subscripts as text; an array
 * counts as written once a loop has gone through it. Inner loops are taken to
 * run at least once.
 */
#include "gcc.h"
#include "carry.h"
#include "construct.h"
#include "omp.h"
#include "question.h"
#include "reorder.h"
#include "standard.h"

#define MAX_KEY 160

/* Of more nothing is found out. */
#define MOST_STATEMENTS 20000

struct write {
	int place;
	char *key;
};

/* A variable, or what a pointer points at. */
struct subject {
	tree decl;
	bool content;
	int parameter;	   /* of the function, -1 for none */
	vec<char *> early; /* parts of it that are read before all writes */
	vec<struct write> writes;
	bool sums, inexact, collects, counts, compares, follows;
};

/* An element that is written, "" for all of it. */
struct cell {
	int subject;
	char *key;
};

/* Where a value came from, and by which operation. */
struct origin {
	int subject; /* -1: none */
	char key[MAX_KEY];
	enum tree_code operation; /* ERROR_MARK: none so far */
	bool address;		  /* it is where the value is */
};

struct span {
	int head, latch;
	bool at_top; /* it is left by the test at its head */
	vec<tree> exits;
};

struct scan {
	vec<struct subject> subjects;
	hash_map<tree, int> *direct, *contents; /* declarations: subjects */
	vec<gimple *> flat;			/* NULL: end of a simd loop */
	hash_map<tree, int> *labels;		/* their places */
	hash_map<tree, bitmap> *states;		/* what is written there */
	hash_map<tree, char *> *texts;		/* of temporaries */
	hash_map<tree, struct origin *> *origins;
	vec<struct span> spans;
	vec<struct cell> cells;
	hash_set<tree> *counted; /* by what the compiler adds to them */
	hash_set<tree> *begun;	 /* they have a value before the loop */
	vec<tree> counters;	 /* of the loop that is shared out */
	bitmap now;		 /* cells that are written; NULL: not reached */
	int place;
	bool learning; /* the first time: which elements are written */
	struct carried *found;
	gimple *loop;
};

/* ---- names ---- */

static bool is_temporary(const struct scan *scan, tree value)
{
	if (TREE_CODE(value) == SSA_NAME)
		return true;
	return VAR_P(value) && DECL_ARTIFICIAL(value) &&
	       !is_global_var(value) && !scan->direct->get(value) &&
	       !scan->counted->contains(value) &&
	       is_gimple_reg_type(TREE_TYPE(value));
}

static void print(char *text, const char *format, ...)
{
	size_t length = strlen(text);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text + length, MAX_KEY - length, format, arguments);
	va_end(arguments);
}

static void print_value(struct scan *scan, tree value, char *text)
{
	char **known = scan->texts->get(value);

	if (tree_fits_shwi_p(value))
		print(text, HOST_WIDE_INT_PRINT_DEC, tree_to_shwi(value));
	else if (known && *known)
		print(text, "%s", *known);
	else if (DECL_P(value))
		print(text, "@%u;", DECL_UID(value));
	else
		print(text, "?%d", scan->place);
}

/* "{x,i,}": x[i], so that a subscript computed anew is known again. */
static void print_load(struct scan *scan, tree ref, char *text)
{
	print(text, "{");
	for (; handled_component_p(ref); ref = TREE_OPERAND(ref, 0)) {
		if (TREE_CODE(ref) == ARRAY_REF)
			print_value(scan, TREE_OPERAND(ref, 1), text);
		else if (TREE_CODE(ref) == COMPONENT_REF)
			print(text, "%u", DECL_UID(TREE_OPERAND(ref, 1)));
		print(text, ",");
	}
	if (TREE_CODE(ref) == MEM_REF)
		ref = TREE_OPERAND(ref, 0);
	print_value(scan, ref, text);
	print(text, "}");
}

/* As far as it is a place: fields by number, elements by subscript. */
static bool print_place(struct scan *scan, tree ref, struct origin *origin);

static bool print_pointed(struct scan *scan, tree ref, struct origin *origin)
{
	tree pointer = TREE_OPERAND(ref, 0);
	bool moved = !integer_zerop(TREE_OPERAND(ref, 1));
	struct origin **known;
	int *subject;

	if (TREE_CODE(pointer) == ADDR_EXPR) {
		if (!print_place(scan, TREE_OPERAND(pointer, 0), origin))
			return false;
	} else if ((known = scan->origins->get(pointer)) && *known &&
		   (*known)->address) {
		*origin = **known;
		origin->address = false;
	} else if ((subject = scan->contents->get(pointer))) {
		origin->subject = *subject;
	} else {
		return false;
	}
	if (moved && tree_fits_shwi_p(TREE_OPERAND(ref, 1)))
		print(origin->key, "[+" HOST_WIDE_INT_PRINT_DEC "]",
		      tree_to_shwi(TREE_OPERAND(ref, 1)));
	else if (!origin->key[0] && is_gimple_reg_type(TREE_TYPE(ref)) &&
		 TREE_CODE(pointer) != ADDR_EXPR)
		print(origin->key, "[0]");
	return true;
}

static bool print_place(struct scan *scan, tree ref, struct origin *origin)
{
	int *subject;

	switch (TREE_CODE(ref)) {
	case COMPONENT_REF:
		if (!print_place(scan, TREE_OPERAND(ref, 0), origin))
			return false;
		print(origin->key, ".%u", DECL_UID(TREE_OPERAND(ref, 1)));
		return true;
	case ARRAY_REF:
	case ARRAY_RANGE_REF:
		if (!print_place(scan, TREE_OPERAND(ref, 0), origin))
			return false;
		print(origin->key, "[");
		print_value(scan, TREE_OPERAND(ref, 1), origin->key);
		print(origin->key, "]");
		return true;
	case REALPART_EXPR:
	case IMAGPART_EXPR:
	case BIT_FIELD_REF:
	case VIEW_CONVERT_EXPR:
		return print_place(scan, TREE_OPERAND(ref, 0), origin);
	case MEM_REF:
		return print_pointed(scan, ref, origin);
	default:
		subject = DECL_P(ref) ? scan->direct->get(ref) : NULL;
		if (!subject)
			return false;
		origin->subject = *subject;
		return true;
	}
}

/* Does the subscript speak of the loop that is shared out? */
static bool is_own_element(const struct scan *scan, const char *key)
{
	char name[32];

	if (strchr(key, '{'))
		return false;

	for (unsigned i = 0; i < scan->counters.length(); i++) {
		snprintf(name, sizeof(name), "@%u;",
			 DECL_UID(scan->counters[i]));
		if (strstr(key, name))
			return true;
	}
	return false;
}

/* The part of a subject that an operand is; others stand behind pointers that
   may well be those of all, each iteration with elements of its own. */
static bool find_place(struct scan *scan, tree ref, struct origin *origin)
{
	*origin = {-1, "", ERROR_MARK, false};
	if (!print_place(scan, ref, origin))
		return false;
	return !scan->subjects[origin->subject].content ||
	       !is_own_element(scan, origin->key);
}

/* ---- cells ---- */

static int cell_of(struct scan *scan, int subject, const char *key)
{
	struct cell cell = {subject, NULL};

	for (unsigned i = 0; i < scan->cells.length(); i++)
		if (scan->cells[i].subject == subject &&
		    strcmp(scan->cells[i].key, key) == 0)
			return (int)i;
	cell.key = xstrdup(key);
	scan->cells.safe_push(cell);
	return (int)scan->cells.length() - 1;
}

static bool has(struct scan *scan, int subject, const char *key)
{
	return bitmap_bit_p(scan->now, cell_of(scan, subject, key));
}

/* Of "buf[i]" the array: what stands before the first subscript. */
static void root_of(const char *key, char *root)
{
	snprintf(root, MAX_KEY, "%.*s", (int)strcspn(key, "["), key);
}

static bool is_within(const char *part, const char *whole)
{
	size_t length = strlen(whole);

	return strncmp(part, whole, length) == 0 &&
	       (!part[length] || part[length] == '.' || part[length] == '[');
}

static bool overlap(const char *a, const char *b)
{
	return is_within(a, b) || is_within(b, a);
}

/* Is a variable that the key speaks of assigned in that loop? */
static bool varies_in(const struct scan *scan, const char *key,
		      const struct span *span)
{
	for (const char *at = strchr(key, '@'); at; at = strchr(at + 1, '@')) {
		unsigned uid = atoi(at + 1);

		for (int i = span->head; i <= span->latch; i++) {
			gimple *statement = scan->flat[i];
			tree target = statement ? gimple_get_lhs(statement)
						: NULL_TREE;

			if (target && DECL_P(target) && DECL_UID(target) == uid)
				return true;
		}
	}
	return false;
}

/* ---- what is written at a place ---- */

static bool any_element(struct scan *scan, int subject, const char *root)
{
	unsigned i;
	bitmap_iterator iterator;

	EXECUTE_IF_SET_IN_BITMAP(scan->now, 0, i, iterator)
	{
		if (scan->cells[i].subject == subject &&
		    is_within(scan->cells[i].key, root))
			return true;
	}
	return false;
}

/* An array of which every element was written by number. */
static bool all_elements(struct scan *scan, int subject)
{
	tree type = TREE_TYPE(scan->subjects[subject].decl), size, element;
	unsigned i, count = 0;
	bitmap_iterator iterator;

	if (scan->subjects[subject].content || TREE_CODE(type) != ARRAY_TYPE)
		return false;
	size = TYPE_SIZE_UNIT(type);
	element = TYPE_SIZE_UNIT(TREE_TYPE(type));
	if (!size || !tree_fits_uhwi_p(size) || !tree_fits_uhwi_p(element) ||
	    integer_zerop(element))
		return false;
	EXECUTE_IF_SET_IN_BITMAP(scan->now, 0, i, iterator)
	{
		count += scan->cells[i].subject == subject &&
			 ISDIGIT(scan->cells[i].key[1]) &&
			 !strchr(scan->cells[i].key, '@');
	}
	return count >= tree_to_uhwi(size) / tree_to_uhwi(element);
}

/* A recurrence that a written element begins: c[j] = f(c[j - 1]). */
static bool goes_on(struct scan *scan, int subject, const char *key,
		    const char *root)
{
	const struct subject *it = &scan->subjects[subject];

	if (!any_element(scan, subject, root))
		return false;
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		const struct span *span = &scan->spans[i];

		if (scan->place < span->head || scan->place > span->latch ||
		    !varies_in(scan, key, span))
			continue;
		for (unsigned j = 0; j < it->writes.length(); j++)
			if (it->writes[j].place >= span->head &&
			    it->writes[j].place <= span->latch &&
			    is_within(it->writes[j].key, root) &&
			    strcmp(it->writes[j].key, key) != 0)
				return true;
	}
	return false;
}

/* Is the variable counted up right beside that place? */
static bool counts_beside(const struct scan *scan, unsigned uid, int place)
{
	for (int step = -1; step <= 1; step += 2)
		for (int i = place; i >= 0 && i < (int)scan->flat.length();
		     i += step) {
			gimple *statement = scan->flat[i];
			tree target;

			if (!statement ||
			    gimple_code(statement) == GIMPLE_LABEL ||
			    gimple_code(statement) == GIMPLE_COND)
				break;
			target = gimple_get_lhs(statement);
			if (target && DECL_P(target) && DECL_UID(target) == uid)
				return true;
		}
	return false;
}

static bool is_counted_down(const struct scan *scan, unsigned uid)
{
	for (unsigned i = 0; i < scan->flat.length(); i++) {
		gimple *statement = scan->flat[i];
		tree target = statement ? gimple_get_lhs(statement) : NULL_TREE;

		if (!target || !DECL_P(target) || DECL_UID(target) != uid ||
		    !is_gimple_assign(statement))
			continue;
		if (gimple_assign_rhs_code(statement) == MINUS_EXPR ||
		    (gimple_assign_rhs_code(statement) == PLUS_EXPR &&
		     integer_minus_onep(gimple_assign_rhs2(statement))))
			return true;
	}
	return false;
}

/* Is all that was written of it, from here on upward, added behind what was:
   list[n++] = x, with n set anew in this iteration? */
static bool is_appended(struct scan *scan, int subject, const char *key)
{
	const struct subject *it = &scan->subjects[subject];
	const char *at =
		it->writes.length() && it->writes[0].place < scan->place
			? strchr(it->writes[0].key, '@')
			: NULL;

	for (; at; at = strchr(at + 1, '@')) {
		unsigned uid = atoi(at + 1), i;
		char name[32];

		snprintf(name, sizeof(name), "@%u;", uid);
		if (strstr(key, name) && !is_counted_down(scan, uid))
			continue;
		for (i = 0; i < it->writes.length(); i++)
			if (!strstr(it->writes[i].key, name) ||
			    !counts_beside(scan, uid, it->writes[i].place))
				break;
		if (i < it->writes.length())
			continue;
		for (i = 0; i < scan->subjects.length(); i++)
			if (!scan->subjects[i].content &&
			    DECL_UID(scan->subjects[i].decl) == uid)
				return has(scan, i, "");
		return true;
	}
	return false;
}

static bool is_written(struct scan *scan, int subject, const char *key)
{
	char root[MAX_KEY], part[MAX_KEY];

	root_of(key, root);
	snprintf(part, sizeof(part), "%s", key);
	for (char *end = part + strlen(part); end > part; end--)
		if (*end == '\0' || *end == '.' || *end == '[') {
			*end = '\0';
			if (has(scan, subject, part))
				return true;
		}
	if (has(scan, subject, "") || all_elements(scan, subject))
		return true;
	if (!strchr(key, '['))
		return any_element(scan, subject, key);
	return goes_on(scan, subject, key, root) ||
	       is_appended(scan, subject, key);
}

/* Elements that a loop has gone through are all that there are. */
static bitmap leave(struct scan *scan, const struct span *span)
{
	bitmap state = BITMAP_ALLOC(NULL);
	unsigned i, count = scan->cells.length();

	bitmap_copy(state, scan->now);
	for (i = 0; i < count; i++) {
		const char *key = scan->cells[i].key;
		char root[MAX_KEY];

		if (!bitmap_bit_p(scan->now, i) || !strchr(key, '[') ||
		    !varies_in(scan, key, span))
			continue;
		root_of(key + (*key == '~'), root);
		bitmap_set_bit(state,
			       cell_of(scan, scan->cells[i].subject, root));
	}
	return state;
}

/* ---- reads and writes ---- */

static void spoil(struct scan *scan, const struct origin *origin)
{
	char root[MAX_KEY];

	root_of(origin->key, root);
	scan->subjects[origin->subject].early.safe_push(xstrdup(root));
}

/* Is it a value that an earlier iteration may have left? */
static bool is_left_over(struct scan *scan, tree value, struct origin *origin)
{
	struct origin **known = scan->origins->get(value);

	if (known && *known) {
		*origin = **known;
		return !origin->address;
	}
	return find_place(scan, value, origin) &&
	       !is_written(scan, origin->subject, origin->key);
}

static void demand(struct scan *scan, tree value)
{
	struct origin origin;

	if (value && !CONSTANT_CLASS_P(value) &&
	    is_left_over(scan, value, &origin))
		spoil(scan, &origin);
}

/* Subscripts and pointers on the way to a place. */
static void demand_way(struct scan *scan, tree ref)
{
	for (; ref && handled_component_p(ref); ref = TREE_OPERAND(ref, 0))
		if (TREE_CODE(ref) == ARRAY_REF)
			demand(scan, TREE_OPERAND(ref, 1));
	if (ref && TREE_CODE(ref) == MEM_REF &&
	    TREE_CODE(TREE_OPERAND(ref, 0)) != ADDR_EXPR)
		demand(scan, TREE_OPERAND(ref, 0));
}

/* Elements at what the variable was are known for the end of the loop. */
static void forget(struct scan *scan, tree target)
{
	char name[32];
	unsigned i, count = scan->cells.length();

	snprintf(name, sizeof(name), "@%u;", DECL_UID(target));
	for (i = 0; i < count; i++) {
		char key[MAX_KEY];

		if (!strstr(scan->cells[i].key, name) ||
		    !bitmap_bit_p(scan->now, i) || *scan->cells[i].key == '~')
			continue;
		snprintf(key, sizeof(key), "~%s", scan->cells[i].key);
		bitmap_clear_bit(scan->now, i);
		bitmap_set_bit(scan->now,
			       cell_of(scan, scan->cells[i].subject, key));
	}
}

static void note_write(struct scan *scan, const struct origin *origin)
{
	struct write write = {scan->place, xstrdup(origin->key)};

	if (scan->learning)
		scan->subjects[origin->subject].writes.safe_push(write);
	else
		free(write.key);
}

static void set_text(struct scan *scan, tree target, const char *text)
{
	char *&known = scan->texts->get_or_insert(target);

	free(known);
	known = text ? xstrdup(text) : NULL;
}

static void set_origin(struct scan *scan, tree target,
		       const struct origin *origin)
{
	struct origin *&known = scan->origins->get_or_insert(target);

	free(known);
	known = NULL;
	if (!origin)
		return;
	known = XNEW(struct origin);
	*known = *origin;
}

static void fill(struct scan *scan, const struct origin *origin)
{
	note_write(scan, origin);
	bitmap_set_bit(scan->now, cell_of(scan, origin->subject, origin->key));
}

static void assign(struct scan *scan, tree target, const char *text)
{
	struct origin origin;

	if (is_temporary(scan, target)) {
		set_origin(scan, target, NULL);
		set_text(scan, target, text);
		return;
	}
	if (DECL_P(target))
		forget(scan, target);
	if (find_place(scan, target, &origin))
		fill(scan, &origin);
}

/* ---- sums ---- */

static bool is_comparison(enum tree_code code)
{
	return TREE_CODE_CLASS(code) == tcc_comparison;
}

/*
 * The operation by which a value goes on that came by "before"; false where
 * what comes out depends on the order of such steps.
 */
static bool combine(enum tree_code before, enum tree_code code, bool first,
		    enum tree_code *together)
{
	enum tree_code now = code;

	if (CONVERT_EXPR_CODE_P(code) || code == FLOAT_EXPR ||
	    code == PAREN_EXPR ||
	    get_gimple_rhs_class(code) == GIMPLE_SINGLE_RHS) {
		*together = before;
		return true;
	}
	if ((code == MINUS_EXPR || code == POINTER_PLUS_EXPR) && first)
		now = PLUS_EXPR;
	if (code == RDIV_EXPR && first)
		now = MULT_EXPR;
	*together = now;
	if (is_comparison(before))
		return is_comparison(code);
	switch (now) {
	case PLUS_EXPR:
	case MULT_EXPR:
	case MIN_EXPR:
	case MAX_EXPR:
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case TRUTH_AND_EXPR:
	case TRUTH_OR_EXPR:
		return before == ERROR_MARK || before == now;
	default:
		return before == ERROR_MARK && is_comparison(now);
	}
}

static void add_up(struct scan *scan, const struct origin *origin,
		   enum tree_code operation, tree type)
{
	struct subject *subject = &scan->subjects[origin->subject];

	note_write(scan, origin);
	if (operation == ERROR_MARK)
		return;
	subject->sums = true;
	subject->inexact |=
		(operation == PLUS_EXPR || operation == MULT_EXPR) &&
		reorder_is_inexact(type);
}

/* The value goes into a temporary, back to where it came from, or elsewhere. */
static void pass_on(struct scan *scan, tree target, struct origin *origin,
		    enum tree_code code, bool first)
{
	enum tree_code together;
	struct origin other;

	if (!combine(origin->operation, code, first, &together)) {
		spoil(scan, origin);
		assign(scan, target, NULL);
		return;
	}
	origin->operation = together;
	if (is_temporary(scan, target)) {
		set_text(scan, target, NULL);
		set_origin(scan, target, origin);
	} else if (!is_comparison(together) &&
		   find_place(scan, target, &other) &&
		   other.subject == origin->subject &&
		   strcmp(other.key, origin->key) == 0) {
		add_up(scan, origin, together, TREE_TYPE(target));
	} else {
		spoil(scan, origin);
		assign(scan, target, NULL);
	}
}

/* ---- statements ---- */

/* Where an address leads to: base and offset. */
static bool takes_address(struct scan *scan, gimple *statement,
			  struct origin *origin)
{
	tree first = gimple_assign_rhs1(statement);
	struct origin **known = scan->origins->get(first);
	int *content = scan->contents->get(first);

	*origin = {-1, "", ERROR_MARK, false};
	if (TREE_CODE(first) == ADDR_EXPR) {
		if (!print_place(scan, TREE_OPERAND(first, 0), origin))
			return false;
	} else if (known && *known && (*known)->address) {
		*origin = **known;
	} else if (content) {
		origin->subject = *content;
	} else {
		return false;
	}
	origin->address = true;
	if (gimple_assign_rhs_code(statement) == POINTER_PLUS_EXPR) {
		print(origin->key, "[");
		print_value(scan, gimple_assign_rhs2(statement), origin->key);
		print(origin->key, "]");
	}
	return POINTER_TYPE_P(TREE_TYPE(gimple_assign_lhs(statement)));
}

/* Fortran keeps arrays behind pointers in descriptors of their own. */
static bool loads_descriptor(struct scan *scan, gimple *statement,
			     struct origin *origin)
{
	tree value = gimple_assign_rhs1(statement);

	if (!lang_GNU_Fortran() || !gimple_assign_single_p(statement) ||
	    TREE_CODE(value) != COMPONENT_REF ||
	    !POINTER_TYPE_P(TREE_TYPE(value)) ||
	    !find_place(scan, value, origin))
		return false;
	origin->address = true;
	return true;
}

static void print_operation(struct scan *scan, gimple *statement, char *text)
{
	enum tree_code code = gimple_assign_rhs_code(statement);

	text[0] = '\0';
	if (gimple_num_ops(statement) == 3) {
		print(text, "(");
		print_value(scan, gimple_assign_rhs1(statement), text);
		print(text, " %d ", (int)code);
		print_value(scan, gimple_assign_rhs2(statement), text);
		print(text, ")");
	} else if (CONVERT_EXPR_CODE_P(code) ||
		   (gimple_assign_single_p(statement) &&
		    DECL_P(gimple_assign_rhs1(statement)))) {
		print_value(scan, gimple_assign_rhs1(statement), text);
	} else if (gimple_assign_load_p(statement)) {
		print_load(scan, gimple_assign_rhs1(statement), text);
	} else if (gimple_num_ops(statement) == 2 &&
		   get_gimple_rhs_class(code) == GIMPLE_UNARY_RHS) {
		print(text, "(%d ", (int)code);
		print_value(scan, gimple_assign_rhs1(statement), text);
		print(text, ")");
	} else {
		print(text, "?%d", scan->place);
	}
}

static void visit_assign(struct scan *scan, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	enum tree_code code = gimple_assign_rhs_code(statement);
	struct origin origin, left = {};
	unsigned count = 0, which = 0;
	char text[MAX_KEY];

	if (gimple_clobber_p(statement))
		return;
	demand_way(scan, target);
	for (unsigned i = 1; i < gimple_num_ops(statement); i++)
		demand_way(scan, gimple_op(statement, i));
	if (is_temporary(scan, target) &&
	    (takes_address(scan, statement, &origin) ||
	     loads_descriptor(scan, statement, &origin))) {
		set_origin(scan, target, &origin);
		return;
	}
	for (unsigned i = 1; i < gimple_num_ops(statement); i++) {
		if (!is_left_over(scan, gimple_op(statement, i), &origin))
			continue;
		if (count++ > 0)
			spoil(scan, &origin);
		left = origin;
		which = i;
	}
	if (count == 1) {
		pass_on(scan, target, &left, code, which == 1);
		return;
	}
	if (count > 1)
		spoil(scan, &left);
	print_operation(scan, statement, text);
	assign(scan, target, text);
}

static int place_of(const struct scan *scan, tree label)
{
	int *place = label ? scan->labels->get(label) : NULL;

	return place ? *place : -1;
}

/* Is it an address of something of the thread's? */
static bool is_address(struct scan *scan, tree value, struct origin *origin)
{
	struct origin **known = scan->origins->get(value);
	int *content = scan->contents->get(value);

	*origin = {-1, "", ERROR_MARK, false};
	if (TREE_CODE(value) == ADDR_EXPR)
		return print_place(scan, TREE_OPERAND(value, 0), origin);
	if (known && *known && (*known)->address) {
		*origin = **known;
		origin->address = false;
		return true;
	}
	if (content)
		origin->subject = *content;
	return content != NULL;
}

/* A call that only computes something, as far as the thread's own goes. */
static bool is_plain_call(struct scan *scan, gimple *call)
{
	tree function = gimple_call_fndecl(call),
	     target = gimple_call_lhs(call);
	struct origin origin;

	if (!function || !target || !is_temporary(scan, target) ||
	    !question_is_harmless(function))
		return false;
	for (unsigned i = 0; i < gimple_call_num_args(call); i++)
		if (is_address(scan, gimple_call_arg(call, i), &origin))
			return false;
	return true;
}

/* May this stand behind the comparison with what was the greatest so far? */
static bool is_guardable(struct scan *scan, gimple *statement, int end)
{
	tree target = gimple_get_lhs(statement);
	struct origin origin;

	switch (gimple_code(statement)) {
	case GIMPLE_LABEL:
	case GIMPLE_COND:
	case GIMPLE_BIND:
	case GIMPLE_PREDICT:
	case GIMPLE_NOP:
	case GIMPLE_DEBUG:
		return true;
	case GIMPLE_GOTO:
		return place_of(scan, gimple_goto_dest(statement)) <= end;
	case GIMPLE_ASSIGN:
		return is_temporary(scan, target) ||
		       find_place(scan, target, &origin);
	case GIMPLE_CALL:
		return is_plain_call(scan, statement);
	default:
		return false;
	}
}

/*
 * Does a comparison with a value of before decide on nothing but what the
 * thread keeps in place of it: if (x > most) { most = x; where = i; }
 */
static bool decides_for_itself(struct scan *scan, gcond *condition, int subject)
{
	int one = place_of(scan, gimple_cond_true_label(condition));
	int other = place_of(scan, gimple_cond_false_label(condition));
	int end = MAX(one, other);

	if (MIN(one, other) <= scan->place)
		return false;
	if (end > 0 && scan->flat[end - 1] &&
	    gimple_code(scan->flat[end - 1]) == GIMPLE_GOTO)
		end = MAX(end, place_of(scan,
					gimple_goto_dest(scan->flat[end - 1])));
	for (int i = scan->place + 1; i < end; i++)
		if (!scan->flat[i] || !is_guardable(scan, scan->flat[i], end))
			return false;
	for (int i = scan->place + 1; i < end; i++) {
		tree target = gimple_get_lhs(scan->flat[i]);
		struct origin origin;

		if (target && !is_temporary(scan, target) &&
		    find_place(scan, target, &origin) &&
		    origin.subject != subject)
			scan->subjects[origin.subject].follows = true;
	}
	return true;
}

static void visit_condition(struct scan *scan, gcond *condition)
{
	tree values[2] = {gimple_cond_lhs(condition),
			  gimple_cond_rhs(condition)};
	enum tree_code code = gimple_cond_code(condition);
	struct origin origins[2];
	bool left[2];

	for (int i = 0; i < 2; i++) {
		demand_way(scan, values[i]);
		left[i] = is_left_over(scan, values[i], &origins[i]);
	}
	if (left[0] && left[1])
		spoil(scan, &origins[1]);
	if (!left[0] && !left[1])
		return;
	if (!left[0])
		origins[0] = origins[1];
	if (is_comparison(origins[0].operation))
		code = origins[0].operation;
	if ((code == LT_EXPR || code == LE_EXPR || code == GT_EXPR ||
	     code == GE_EXPR) &&
	    (origins[0].operation == ERROR_MARK ||
	     origins[0].operation == code) &&
	    decides_for_itself(scan, condition, origins[0].subject))
		scan->subjects[origins[0].subject].compares = true;
	else
		spoil(scan, &origins[0]);
}

/* ---- calls ---- */

/* What becomes of a thing whose address a function is given. */
enum effect {
	EFFECT_NONE,
	EFFECT_READ,
	EFFECT_FILL,
	EFFECT_STATE, /* it is read, and written */
	EFFECT_SUM,
	EFFECT_ADD,  /* to a list */
	EFFECT_SIZE, /* of a list */
	EFFECT_LEND, /* not known here */
};

static const struct {
	const char *name;
	enum effect effect;
} methods[] = {
	{"push_back", EFFECT_ADD},  {"emplace_back", EFFECT_ADD},
	{"push_front", EFFECT_ADD}, {"emplace_front", EFFECT_ADD},
	{"push", EFFECT_ADD},	    {"emplace", EFFECT_ADD},
	{"insert", EFFECT_ADD},	    {"append", EFFECT_ADD},
	{"size", EFFECT_SIZE},	    {"empty", EFFECT_SIZE},
	{"length", EFFECT_SIZE},    {"begin", EFFECT_NONE},
	{"end", EFFECT_NONE},	    {"cbegin", EFFECT_NONE},
	{"cend", EFFECT_NONE},	    {"data", EFFECT_NONE},
	{"front", EFFECT_NONE},	    {"back", EFFECT_NONE},
	{"at", EFFECT_NONE},	    {"operator[]", EFFECT_NONE},
	{"operator*", EFFECT_NONE}, {"operator->", EFFECT_NONE},
	{"get", EFFECT_NONE},	    {"reserve", EFFECT_NONE},
	{"capacity", EFFECT_NONE},  {"c_str", EFFECT_NONE},
	{"real", EFFECT_READ},	    {"imag", EFFECT_READ},
	{"operator+=", EFFECT_SUM}, {"operator-=", EFFECT_SUM},
	{"operator*=", EFFECT_SUM}, {"pop_back", EFFECT_STATE},
	{"pop", EFFECT_STATE},	    {"operator()", EFFECT_STATE},
};

/* Functions of C whose argument is a state of theirs. */
static bool keeps_state(const char *name)
{
	static const char *const names[] = {
		"rand_r",    "erand48",	  "nrand48",   "jrand48",   "random_r",
		"drand48_r", "lrand48_r", "mrand48_r", "erand48_r", "nrand48_r",
		"jrand48_r", "strtok_r",  "strcat",    "strncat"};

	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static enum effect effect_of_method(tree function, unsigned argument,
				    bool constant)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(function));

	for (unsigned i = 0; argument == 0 && i < ARRAY_SIZE(methods); i++)
		if (strcmp(name, methods[i].name) == 0)
			return methods[i].effect == EFFECT_STATE && constant
				       ? EFFECT_READ
				       : methods[i].effect;
	if (strcmp(name, "operator()") == 0 && !constant)
		return EFFECT_STATE; /* the generator of a distribution */
	if (DECL_CXX_DESTRUCTOR_P(function))
		return EFFECT_NONE;
	return constant ? EFFECT_READ : EFFECT_FILL;
}

static tree type_of_argument(tree type, unsigned argument)
{
	tree list = TYPE_ARG_TYPES(type);

	while (list && argument-- > 0)
		list = TREE_CHAIN(list);
	return list && list != void_list_node ? TREE_VALUE(list) : NULL_TREE;
}

static bool is_constant(tree type)
{
	return type && POINTER_TYPE_P(type) && TYPE_READONLY(TREE_TYPE(type));
}

static bool is_in_std(tree function)
{
	tree space = DECL_CONTEXT(function);

	while (space && TYPE_P(space))
		space = TYPE_CONTEXT(space);
	for (; space && TREE_CODE(space) == NAMESPACE_DECL;
	     space = DECL_CONTEXT(space))
		if (DECL_NAME(space) && id_equal(DECL_NAME(space), "std"))
			return true;
	return false;
}

static bool is_sum_operator(tree function)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(function));

	return strcmp(name, "operator+=") == 0 ||
	       strcmp(name, "operator-=") == 0;
}

static enum effect effect_of(gimple *call, unsigned argument)
{
	tree function = gimple_call_fndecl(call);
	bool constant = is_constant(
		type_of_argument(gimple_call_fntype(call), argument));
	const char *name;

	if (!function || !DECL_NAME(function))
		return constant ? EFFECT_READ : EFFECT_FILL;
	name = omp_plain_name(function);
	if (is_in_std(function))
		return effect_of_method(function, argument, constant);
	if (constant)
		return EFFECT_READ;
	if (argument == 0 && lang_GNU_CXX() && is_sum_operator(function))
		return EFFECT_SUM;
	if (keeps_state(name))
		return EFFECT_STATE;
	if (strcmp(name, "qsort") == 0)
		return EFFECT_READ;
	if (fndecl_built_in_p(function) || question_is_harmless(function))
		return startswith(name, "_gfortran_") ? EFFECT_NONE
						      : EFFECT_FILL;
	return EFFECT_LEND;
}

static void lend(struct scan *scan, gimple *call, unsigned argument,
		 const struct origin *origin)
{
	const struct subject *subject = &scan->subjects[origin->subject];
	tree name = DECL_NAME(subject->decl);
	struct carry_lend lend = {NULL, subject->parameter,
				  gimple_call_fndecl(call), (int)argument};

	if (scan->learning)
		return;
	if (subject->parameter < 0)
		lend.name = xstrdup(name ? IDENTIFIER_POINTER(name) : "?");
	scan->found->lends.safe_push(lend);
}

static void give(struct scan *scan, gimple *call, unsigned argument,
		 struct origin *origin)
{
	struct subject *subject = &scan->subjects[origin->subject];
	bool known = is_written(scan, origin->subject, origin->key);

	switch (effect_of(call, argument)) {
	case EFFECT_NONE:
		return;
	case EFFECT_SIZE:
		subject->counts |= !known;
		return;
	case EFFECT_READ:
		if (!known)
			spoil(scan, origin);
		return;
	case EFFECT_STATE:
		if (!known)
			spoil(scan, origin);
		break;
	case EFFECT_SUM:
		if (!known)
			add_up(scan, origin, PLUS_EXPR,
			       TREE_TYPE(subject->decl));
		return;
	case EFFECT_ADD:
		if (!known) {
			note_write(scan, origin);
			subject->collects = true;
			return;
		}
		break;
	case EFFECT_LEND:
		if (!known)
			lend(scan, call, argument, origin);
		break;
	default:
		break;
	}
	fill(scan, origin);
}

static enum tree_code selection_of(gimple *call)
{
	static const char *const names[][2] = {
		{"fmin", "fmax"}, {"fminf", "fmaxf"}, {"fminl", "fmaxl"}};
	tree function = gimple_call_fndecl(call);
	const char *name;

	if (!function || !DECL_NAME(function))
		return ERROR_MARK;
	name = IDENTIFIER_POINTER(DECL_NAME(function));
	if (startswith(name, "__builtin_"))
		name += strlen("__builtin_");
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i][0]) == 0)
			return MIN_EXPR;
		if (strcmp(name, names[i][1]) == 0)
			return MAX_EXPR;
	}
	if (gimple_call_num_args(call) < 2 || !is_in_std(function))
		return ERROR_MARK;
	return strcmp(name, "min") == 0	  ? MIN_EXPR
	       : strcmp(name, "max") == 0 ? MAX_EXPR
					  : ERROR_MARK;
}

/* most = max(most, x): by value, or by reference as std::max has it. */
static bool visit_selection(struct scan *scan, gimple *call)
{
	enum tree_code code = selection_of(call);
	tree target = gimple_call_lhs(call);
	struct origin origin;

	if (code == ERROR_MARK || !target)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		tree value = gimple_call_arg(call, i);

		if (TREE_CODE(value) == ADDR_EXPR
			    ? is_left_over(scan, TREE_OPERAND(value, 0),
					   &origin)
			    : is_left_over(scan, value, &origin)) {
			pass_on(scan, target, &origin, code, true);
			return true;
		}
	}
	return false;
}

static void visit_call(struct scan *scan, gimple *call)
{
	tree target = gimple_call_lhs(call);
	struct origin origin, first = {-1, "", ERROR_MARK, false};

	if (visit_selection(scan, call))
		return;
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree value = gimple_call_arg(call, i);

		demand_way(scan, value);
		if (!is_address(scan, value, &origin)) {
			demand(scan, value);
			continue;
		}
		if (i == 0)
			first = origin;
		if (!gimple_call_internal_p(call))
			give(scan, call, i, &origin);
	}
	if (!target)
		return;
	demand_way(scan, target);
	assign(scan, target, NULL);
	if (first.subject >= 0 && is_temporary(scan, target) &&
	    POINTER_TYPE_P(TREE_TYPE(target)) && gimple_call_fndecl(call) &&
	    is_in_std(gimple_call_fndecl(call))) {
		print(first.key, "[");
		for (unsigned i = 1; i < gimple_call_num_args(call); i++)
			print_value(scan, gimple_call_arg(call, i), first.key);
		print(first.key, "]");
		first.address = true;
		set_origin(scan, target, &first);
	}
}

/* ---- the way through the statements ---- */

static void stop(struct scan *scan)
{
	BITMAP_FREE(scan->now);
}

static void record_state(struct scan *scan, tree label, bitmap state)
{
	bitmap &known = scan->states->get_or_insert(label);

	if (!known) {
		known = BITMAP_ALLOC(NULL);
		bitmap_copy(known, state);
	} else {
		bitmap_and_into(known, state);
	}
}

/* Nothing but tests and what they need stands before it in its loop. */
static bool is_at_top(const struct scan *scan, const struct span *span)
{
	for (int i = span->head; i < scan->place; i++) {
		gimple *statement = scan->flat[i];
		tree target = statement ? gimple_get_lhs(statement) : NULL_TREE;

		if (!statement || (target && !is_temporary(scan, target)))
			return false;
	}
	return true;
}

/* Jumps backward say nothing new: a first round knows the least. */
static void jump(struct scan *scan, tree label)
{
	int to = place_of(scan, label);
	bitmap state, next;

	if (!scan->now || to <= scan->place)
		return;
	state = BITMAP_ALLOC(NULL);
	bitmap_copy(state, scan->now);
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];

		if (span->head > scan->place || span->latch < scan->place ||
		    span->latch >= to)
			continue;
		if (scan->place < span->latch && is_at_top(scan, span)) {
			span->exits.safe_push(label);
			BITMAP_FREE(state);
			return;
		}
		std::swap(state, scan->now);
		next = leave(scan, span);
		std::swap(state, scan->now);
		BITMAP_FREE(state);
		state = next;
	}
	record_state(scan, label, state);
	BITMAP_FREE(state);
}

/* The end of a loop that is left at its top: what it has done is done. */
static void jump_back(struct scan *scan)
{
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];
		bitmap state;

		if (span->latch != scan->place || !scan->now)
			continue;
		state = leave(scan, span);
		for (unsigned j = 0; j < span->exits.length(); j++)
			record_state(scan, span->exits[j], state);
		BITMAP_FREE(state);
		span->exits.truncate(0);
	}
}

/* A jump to the test at the end of a loop, which stands right behind it. */
static bool enters_loop(const struct scan *scan, tree label)
{
	int to = place_of(scan, label);

	for (unsigned i = 0; i < scan->spans.length(); i++)
		if (scan->spans[i].head == scan->place + 1 &&
		    to > scan->place + 1 && to <= scan->spans[i].latch)
			return true;
	return false;
}

/* A test that only passes a loop by. */
static bool passes_loop(const struct scan *scan, int to)
{
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		const struct span *span = &scan->spans[i];
		int at = scan->place + 1;

		if (span->head <= scan->place || span->latch >= to)
			continue;
		while (at < span->head && scan->flat[at] &&
		       (gimple_code(scan->flat[at]) == GIMPLE_LABEL ||
			gimple_code(scan->flat[at]) == GIMPLE_BIND ||
			(gimple_get_lhs(scan->flat[at]) &&
			 DECL_P(gimple_get_lhs(scan->flat[at])))))
			at++;
		if (at == span->head)
			return true;
	}
	return false;
}

static void visit_jumps(struct scan *scan, gcond *condition)
{
	tree one = gimple_cond_true_label(condition);
	tree other = gimple_cond_false_label(condition);
	bool passes =
		lang_GNU_Fortran() && passes_loop(scan, place_of(scan, other));

	jump_back(scan);
	jump(scan, one);
	if (!passes)
		jump(scan, other);
	stop(scan);
}

static void meet_label(struct scan *scan, tree label)
{
	bitmap *known = scan->states->get(label);

	if (!known || !*known)
		return;
	if (scan->now) {
		bitmap_and_into(scan->now, *known);
	} else {
		scan->now = BITMAP_ALLOC(NULL);
		bitmap_copy(scan->now, *known);
	}
}

static void end_simd(struct scan *scan)
{
	bitmap state;

	for (unsigned i = 0; i < scan->spans.length(); i++) {
		if (scan->spans[i].latch != scan->place || !scan->now)
			continue;
		state = leave(scan, &scan->spans[i]);
		BITMAP_FREE(scan->now);
		scan->now = state;
	}
}

static void visit(struct scan *scan, gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_ASSIGN:
		visit_assign(scan, statement);
		break;
	case GIMPLE_CALL:
		visit_call(scan, statement);
		break;
	case GIMPLE_COND:
		visit_condition(scan, as_a<gcond *>(statement));
		visit_jumps(scan, as_a<gcond *>(statement));
		break;
	case GIMPLE_GOTO:
		if (enters_loop(scan, gimple_goto_dest(statement)))
			break;
		jump_back(scan);
		jump(scan, gimple_goto_dest(statement));
		stop(scan);
		break;
	case GIMPLE_SWITCH: {
		gswitch *choice = as_a<gswitch *>(statement);

		demand(scan, gimple_switch_index(choice));
		for (unsigned i = 0; i < gimple_switch_num_labels(choice); i++)
			jump(scan, CASE_LABEL(gimple_switch_label(choice, i)));
		stop(scan);
		break;
	}
	case GIMPLE_RETURN: {
		tree value = gimple_return_retval(as_a<greturn *>(statement));

		if (value)
			demand(scan, value);
		stop(scan);
		break;
	}
	case GIMPLE_OMP_ATOMIC_LOAD:
		assign(scan,
		       gimple_omp_atomic_load_lhs(
			       as_a<gomp_atomic_load *>(statement)),
		       NULL);
		break;
	case GIMPLE_OMP_ATOMIC_STORE:
		break;
	case GIMPLE_OMP_FOR:
		for (unsigned i = 0; i < gimple_omp_for_collapse(statement);
		     i++)
			assign(scan, gimple_omp_for_index(statement, i), NULL);
		break;
	default:
		break;
	}
}

static void walk(struct scan *scan, bool learning)
{
	scan->learning = learning;
	scan->now = BITMAP_ALLOC(NULL);
	for (scan->place = 0; scan->place < (int)scan->flat.length();
	     scan->place++) {
		gimple *statement = scan->flat[scan->place];

		if (statement && gimple_code(statement) == GIMPLE_LABEL)
			meet_label(scan, gimple_label_label(
						 as_a<glabel *>(statement)));
		else if (scan->now && statement)
			visit(scan, statement);
		else if (scan->now)
			end_simd(scan);
	}
	if (scan->now)
		stop(scan);
}

/* ---- before it ---- */

static void add_span(struct scan *scan, tree label, int from)
{
	struct span span = {place_of(scan, label), from, false, vNULL};

	if (span.head >= 0 && span.head <= from)
		scan->spans.safe_push(span);
}

/* Such as the compiler's own loops over an array of Fortran have. */
static void note_counted(struct scan *scan, gimple *statement)
{
	tree target = gimple_get_lhs(statement);

	if (is_gimple_assign(statement) && gimple_num_ops(statement) == 3 &&
	    VAR_P(target) && gimple_assign_rhs1(statement) == target &&
	    CONSTANT_CLASS_P(gimple_assign_rhs2(statement)))
		scan->counted->add(target);
}

static void flatten(struct scan *scan, gimple_seq body)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);
		struct span span = {(int)scan->flat.length(), 0, false, vNULL};

		if (glabel *label = dyn_cast<glabel *>(statement))
			scan->labels->put(gimple_label_label(label), span.head);
		scan->flat.safe_push(statement);
		note_counted(scan, statement);
		for (unsigned i = 0; i < count; i++)
			flatten(scan, *bodies[i]);
		if (gimple_code(statement) != GIMPLE_OMP_FOR)
			continue;
		span.latch = (int)scan->flat.length();
		scan->spans.safe_push(span);
		scan->flat.safe_push(NULL);
	}
}

static void find_spans(struct scan *scan)
{
	for (int i = 0; i < (int)scan->flat.length(); i++) {
		gimple *statement = scan->flat[i];

		if (!statement)
			continue;
		if (gimple_code(statement) == GIMPLE_GOTO)
			add_span(scan, gimple_goto_dest(statement), i);
		if (gcond *condition = dyn_cast<gcond *>(statement)) {
			add_span(scan, gimple_cond_true_label(condition), i);
			add_span(scan, gimple_cond_false_label(condition), i);
		}
	}
}

static int add_subject(struct scan *scan, tree decl, bool content,
		       int parameter)
{
	struct subject subject = {};
	hash_map<tree, int> *map = content ? scan->contents : scan->direct;

	if (map->get(decl))
		return *map->get(decl);
	subject.decl = decl;
	subject.content = content;
	subject.parameter = parameter;
	map->put(decl, (int)scan->subjects.length());
	scan->subjects.safe_push(subject);
	return (int)scan->subjects.length() - 1;
}

static void begin(struct scan *scan, struct carried *found)
{
	*scan = {};
	scan->direct = new hash_map<tree, int>;
	scan->contents = new hash_map<tree, int>;
	scan->labels = new hash_map<tree, int>;
	scan->states = new hash_map<tree, bitmap>;
	scan->texts = new hash_map<tree, char *>;
	scan->counted = new hash_set<tree>;
	scan->begun = new hash_set<tree>;
	scan->origins = new hash_map<tree, struct origin *>;
	scan->found = found;
}

static void free_names(vec<char *> *names)
{
	for (unsigned i = 0; i < names->length(); i++)
		free((*names)[i]);
	names->release();
}

static void free_states(struct scan *scan)
{
	for (hash_map<tree, bitmap>::iterator i = scan->states->begin();
	     i != scan->states->end(); ++i)
		BITMAP_FREE((*i).second);
	scan->states->empty();
	for (hash_map<tree, char *>::iterator i = scan->texts->begin();
	     i != scan->texts->end(); ++i)
		free((*i).second);
	scan->texts->empty();
	for (hash_map<tree, struct origin *>::iterator i =
		     scan->origins->begin();
	     i != scan->origins->end(); ++i)
		free((*i).second);
	scan->origins->empty();
}

static void end(struct scan *scan)
{
	free_states(scan);
	for (unsigned i = 0; i < scan->subjects.length(); i++) {
		struct subject *subject = &scan->subjects[i];

		free_names(&subject->early);
		for (unsigned j = 0; j < subject->writes.length(); j++)
			free(subject->writes[j].key);
		subject->writes.release();
	}
	for (unsigned i = 0; i < scan->cells.length(); i++)
		free(scan->cells[i].key);
	for (unsigned i = 0; i < scan->spans.length(); i++)
		scan->spans[i].exits.release();
	scan->subjects.release();
	scan->cells.release();
	scan->spans.release();
	scan->flat.release();
	scan->counters.release();
	delete scan->direct;
	delete scan->contents;
	delete scan->labels;
	delete scan->states;
	delete scan->texts;
	delete scan->counted;
	delete scan->begun;
	delete scan->origins;
}

/* ---- what comes of it ---- */

/* Is something read that an earlier iteration has written? */
static bool is_state(const struct subject *subject)
{
	for (unsigned i = 0; i < subject->early.length(); i++)
		for (unsigned j = 0; j < subject->writes.length(); j++)
			if (overlap(subject->early[i], subject->writes[j].key))
				return true;
	return (subject->compares && subject->sums) ||
	       (subject->collects && subject->counts);
}

static bool is_sum(const struct subject *subject)
{
	return (subject->sums && subject->inexact) || subject->collects ||
	       (subject->follows && !subject->sums);
}

static void conclude(const struct subject *subject, struct carried *found)
{
	tree name = DECL_NAME(subject->decl);
	const char *text = name ? IDENTIFIER_POINTER(name) : "?";

	if (subject->parameter >= 0 && is_state(subject))
		found->moved.safe_push(subject->parameter);
	else if (subject->parameter >= 0 && is_sum(subject))
		found->summed.safe_push(subject->parameter);
	else if (subject->parameter < 0 && is_state(subject))
		found->states.safe_push(xstrdup(text));
	else if (subject->parameter < 0 && is_sum(subject))
		found->sums.safe_push(xstrdup(text));
}

static void run(struct scan *scan, gimple_seq body)
{
	flatten(scan, body);
	if (scan->flat.length() > MOST_STATEMENTS)
		return;
	find_spans(scan);
	walk(scan, true);
	free_states(scan);
	for (unsigned i = 0; i < scan->subjects.length(); i++) {
		struct subject *subject = &scan->subjects[i];

		free_names(&subject->early);
		subject->sums = subject->inexact = subject->collects = false;
		subject->counts = subject->compares = false;
		subject->follows = false;
	}
	walk(scan, false);
	for (unsigned i = 0; i < scan->subjects.length(); i++)
		conclude(&scan->subjects[i], scan->found);
}

/* ---- loops ---- */

static bool is_ones_own(tree decl)
{
	return (VAR_P(decl) || TREE_CODE(decl) == PARM_DECL) &&
	       !DECL_ARTIFICIAL(decl) && !is_global_var(decl);
}

static void add_private(struct scan *scan, tree clauses, bool of_loop)
{
	for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN(c)) {
		enum omp_clause_code code = omp_clause_sharing(c);
		bool own = code == OMP_CLAUSE_PRIVATE ||
			   code == OMP_CLAUSE_FIRSTPRIVATE ||
			   code == OMP_CLAUSE_LASTPRIVATE ||
			   (code == OMP_CLAUSE_REDUCTION && !of_loop);
		tree decl = own ? omp_clause_variable(c) : NULL_TREE;

		if (!decl || !is_ones_own(decl) || !DECL_P(OMP_CLAUSE_DECL(c)))
			continue;
		add_subject(scan, decl, false, -1);
		if (code == OMP_CLAUSE_FIRSTPRIVATE ||
		    code == OMP_CLAUSE_REDUCTION ||
		    (lang_GNU_CXX() && RECORD_OR_UNION_TYPE_P(TREE_TYPE(decl))))
			scan->begun->add(decl);
		if (lang_hooks.decls.omp_privatize_by_reference(decl))
			add_subject(scan, decl, true, -1);
	}
}

static void note_begun(struct scan *scan, tree value)
{
	tree base = value ? get_base_address(value) : NULL_TREE;

	if (base && TREE_CODE(base) == MEM_REF)
		base = TREE_OPERAND(base, 0);
	if (base && TREE_CODE(base) == ADDR_EXPR)
		base = get_base_address(TREE_OPERAND(base, 0));
	if (base && DECL_P(base))
		scan->begun->add(base);
}

/* What a statement before the loop, or behind, writes or gives away. */
static void note_all_begun(struct scan *scan, gimple *statement)
{
	if (gimple_clobber_p(statement))
		return;
	note_begun(scan, gimple_get_lhs(statement));
	if (!is_gimple_assign(statement) && !is_gimple_call(statement))
		return;
	for (unsigned i = 1; i < gimple_num_ops(statement); i++) {
		tree value = gimple_op(statement, i);

		if (value && TREE_CODE(value) == ADDR_EXPR)
			note_begun(scan, TREE_OPERAND(value, 0));
	}
}

/* Declared around the loop, or given memory there. */
static void add_declared(struct scan *scan, gimple_seq body,
			 hash_set<tree> *allocated, bool in_region)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);
		tree target = gimple_get_lhs(statement);

		if (statement == scan->loop ||
		    (!in_region &&
		     gimple_code(statement) == GIMPLE_OMP_PARALLEL))
			continue;
		note_all_begun(scan, statement);
		if (gbind *bind = dyn_cast<gbind *>(statement))
			for (tree var = gimple_bind_vars(bind); var;
			     var = DECL_CHAIN(var))
				if (is_ones_own(var))
					add_subject(scan, var, false, -1);
		if (target && DECL_P(target) &&
		    (is_gimple_call(statement) ||
		     (gimple_assign_single_p(statement) &&
		      allocated->contains(gimple_assign_rhs1(statement)))))
			allocated->add(target);
		for (unsigned i = 0; i < count; i++)
			add_declared(scan, *bodies[i], allocated, in_region);
	}
}

static void add_contents(struct scan *scan, hash_set<tree> *allocated)
{
	unsigned count = scan->subjects.length();

	for (unsigned i = 0; i < count; i++) {
		tree decl = scan->subjects[i].decl;

		if (!scan->subjects[i].content &&
		    POINTER_TYPE_P(TREE_TYPE(decl)) &&
		    allocated->contains(decl))
			add_subject(scan, decl, true, -1);
	}
}

static void drop_reductions(struct scan *scan, gimple *statement)
{
	tree clause = statement ? omp_clauses(statement) : NULL_TREE;

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause)) {
		enum omp_clause_code code = OMP_CLAUSE_CODE(clause);
		tree decl = code == OMP_CLAUSE_REDUCTION ||
					    code == OMP_CLAUSE_LINEAR
				    ? omp_clause_variable(clause)
				    : NULL_TREE;

		if (!decl)
			continue;
		scan->direct->remove(decl);
		scan->contents->remove(decl);
	}
}

/*
 * What has no value before the loop is written first in every iteration that
 * reads it, or the program is wrong as it stands.
 */
static void drop_unbegun(struct scan *scan)
{
	for (unsigned i = 0; i < scan->subjects.length(); i++) {
		tree decl = scan->subjects[i].decl;

		if (scan->begun->contains(decl))
			continue;
		scan->direct->remove(decl);
		scan->contents->remove(decl);
	}
}

static void add_subjects(struct scan *scan, const struct construct *construct)
{
	gimple *parallel = construct->parallel;
	hash_set<tree> allocated;

	add_private(scan, omp_clauses(construct->loop), true);
	if (construct->share)
		add_private(scan, omp_clauses(construct->share), true);
	if (parallel)
		add_private(scan, omp_clauses(parallel), false);
	if (!parallel)
		for (tree argument = DECL_ARGUMENTS(current_function_decl);
		     argument; argument = DECL_CHAIN(argument))
			if (is_ones_own(argument)) {
				add_subject(scan, argument, false, -1);
				scan->begun->add(argument);
			}
	add_declared(scan,
		     parallel ? gimple_omp_body(parallel)
			      : gimple_body(current_function_decl),
		     &allocated, parallel != NULL);
	add_contents(scan, &allocated);
	drop_reductions(scan, construct->statement);
	drop_reductions(scan, construct->share);
	drop_reductions(scan, construct->loop);
	drop_unbegun(scan);
}

void carry_of_loop(const struct construct *construct, struct carried *found)
{
	struct scan scan;

	if (!construct->loop)
		return;
	begin(&scan, found);
	scan.loop = construct->share ? construct->share : construct->loop;
	add_subjects(&scan, construct);
	for (unsigned i = 0; i < gimple_omp_for_collapse(construct->loop);
	     i++) {
		tree counter = gimple_omp_for_index(construct->loop, i);

		if (DECL_P(counter)) {
			scan.counters.safe_push(counter);
			scan.direct->remove(counter);
		}
	}
	if (scan.subjects.length() > 0)
		run(&scan, gimple_omp_body(construct->loop));
	end(&scan);
}

void carry_of_function(gimple_seq body, struct carried *found)
{
	struct scan scan;
	int number = 0;

	begin(&scan, found);
	for (tree argument = DECL_ARGUMENTS(current_function_decl); argument;
	     argument = DECL_CHAIN(argument), number++) {
		tree type = TREE_TYPE(argument);

		if (POINTER_TYPE_P(type) && !TYPE_READONLY(TREE_TYPE(type)) &&
		    !FUNC_OR_METHOD_TYPE_P(TREE_TYPE(type)))
			add_subject(&scan, argument, true, number);
	}
	if (scan.subjects.length() > 0)
		run(&scan, body);
	end(&scan);
}

void carry_free(struct carried *found)
{
	free_names(&found->states);
	free_names(&found->sums);
	found->moved.release();
	found->summed.release();
	for (unsigned i = 0; i < found->lends.length(); i++)
		free(found->lends[i].name);
	found->lends.release();
}
