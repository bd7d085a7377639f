/*
 * Symbolic integers in normal form; see expr.h.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "expr.h"

/* A sum that grows longer than this is given up. */
#define MAX_TERMS 48
#define MAX_FACTORS ((int)ARRAY_SIZE(((struct term *)0)->atoms))

/* What is computed in so many steps is not known: walks through a value meet
   whatever it uses twice again each time. */
#define MAX_WEIGHT 400

static struct obstack memory;
static vec<struct atom *> atoms;

void expr_begin(void)
{
	gcc_obstack_init(&memory);
	atoms.create(64);
}

void expr_end(void)
{
	obstack_free(&memory, NULL);
	atoms.release();
}

static struct expr *new_expr(unsigned count)
{
	size_t size = sizeof(struct expr) + count * sizeof(struct term);
	struct expr *e = (struct expr *)obstack_alloc(&memory, size);

	memset(e, 0, size);
	e->count = count;
	return e;
}

const struct expr *expr_int(long value)
{
	struct expr *e = new_expr(value != 0);

	if (value != 0)
		e->terms[0].factor = value;
	return e;
}

const struct expr *expr_atom(const struct atom *atom)
{
	struct expr *e;

	if (atom->weight > MAX_WEIGHT)
		return NULL;
	e = new_expr(1);
	e->terms[0].factor = 1;
	e->terms[0].count = 1;
	e->terms[0].atoms[0] = atom;
	return e;
}

bool expr_is_int(const struct expr *e, long *value)
{
	if (!e || e->count > 1 || (e->count == 1 && e->terms[0].count > 0))
		return false;
	*value = e->count ? e->terms[0].factor : 0;
	return true;
}

/* Products with more atoms first, so that the constant comes last. */
static int compare_products(const struct term *a, const struct term *b)
{
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	for (unsigned i = 0; i < a->count; i++)
		if (a->atoms[i] != b->atoms[i])
			return a->atoms[i]->number < b->atoms[i]->number ? -1
									 : 1;
	return 0;
}

bool expr_equal(const struct expr *a, const struct expr *b)
{
	if (!a || !b || a->count != b->count)
		return false;
	for (unsigned i = 0; i < a->count; i++)
		if (a->terms[i].factor != b->terms[i].factor ||
		    compare_products(&a->terms[i], &b->terms[i]) != 0)
			return false;
	return true;
}

/* Bounds above LONG_MAX are unsigned in the program: their difference is
   right where the sum wraps around. */
static long wrapping_add(long a, long b)
{
	return (long)((unsigned long)a + (unsigned long)b);
}

const struct expr *expr_add(const struct expr *a, const struct expr *b)
{
	struct expr *sum;
	unsigned i = 0, j = 0, n = 0;

	if (!a || !b || a->count + b->count > MAX_TERMS)
		return NULL;
	sum = new_expr(a->count + b->count);
	while (i < a->count || j < b->count) {
		int order = i == a->count   ? 1
			    : j == b->count ? -1
					    : compare_products(&a->terms[i],
							       &b->terms[j]);

		sum->terms[n] = order <= 0 ? a->terms[i] : b->terms[j];
		if (order == 0)
			sum->terms[n].factor = wrapping_add(a->terms[i].factor,
							    b->terms[j].factor);
		i += order <= 0;
		j += order >= 0;
		n += sum->terms[n].factor != 0;
	}
	sum->count = n;
	return sum;
}

const struct expr *expr_scale(const struct expr *a, long factor)
{
	struct expr *product;

	if (!a)
		return NULL;
	if (factor == 0)
		return expr_int(0);
	product = new_expr(a->count);
	for (unsigned i = 0; i < a->count; i++) {
		product->terms[i] = a->terms[i];
		if (factor == -1)
			product->terms[i].factor =
				wrapping_add(~a->terms[i].factor, 1);
		else if (__builtin_mul_overflow(a->terms[i].factor, factor,
						&product->terms[i].factor))
			return NULL;
	}
	return product;
}

const struct expr *expr_sub(const struct expr *a, const struct expr *b)
{
	return expr_add(a, expr_scale(b, -1));
}

/* Insert the atom where the order of numbers wants it. */
static bool add_factor(struct term *term, const struct atom *atom)
{
	int i = term->count;

	if (i == MAX_FACTORS)
		return false;
	for (; i > 0 && term->atoms[i - 1]->number > atom->number; i--)
		term->atoms[i] = term->atoms[i - 1];
	term->atoms[i] = atom;
	term->count++;
	return true;
}

static const struct expr *multiply_terms(const struct term *a,
					 const struct term *b)
{
	struct expr *product = new_expr(1);
	struct term *term = &product->terms[0];

	*term = *a;
	if (__builtin_mul_overflow(a->factor, b->factor, &term->factor))
		return NULL;
	for (unsigned i = 0; i < b->count; i++)
		if (!add_factor(term, b->atoms[i]))
			return NULL;
	return product;
}

const struct expr *expr_mul(const struct expr *a, const struct expr *b)
{
	const struct expr *sum = expr_int(0);

	if (!a || !b)
		return NULL;
	for (unsigned i = 0; i < a->count; i++)
		for (unsigned j = 0; j < b->count; j++)
			sum = expr_add(sum, multiply_terms(&a->terms[i],
							   &b->terms[j]));
	return sum;
}

/* a / b for single products; false if b does not divide a. */
static bool divide_term(const struct term *a, const struct term *b,
			struct term *quotient)
{
	unsigned j = 0;

	memset(quotient, 0, sizeof(*quotient));
	if (a->factor % b->factor != 0)
		return false;
	quotient->factor = a->factor / b->factor;
	for (unsigned i = 0; i < a->count; i++)
		if (j < b->count && a->atoms[i] == b->atoms[j])
			j++;
		else
			quotient->atoms[quotient->count++] = a->atoms[i];
	return j == b->count;
}

static const struct expr *divide_by_term(const struct expr *a,
					 const struct term *b)
{
	const struct expr *sum = expr_int(0);

	for (unsigned i = 0; i < a->count; i++) {
		struct expr *one = new_expr(1);

		if (!divide_term(&a->terms[i], b, &one->terms[0]))
			return NULL;
		sum = expr_add(sum, one);
	}
	return sum;
}

const struct expr *expr_quotient(const struct expr *a, const struct expr *b)
{
	struct term ratio;

	if (!a || !b || b->count == 0)
		return NULL;
	if (a->count == 0)
		return a;
	if (b->count == 1)
		return divide_by_term(a, &b->terms[0]);
	if (divide_term(&a->terms[0], &b->terms[0], &ratio)) {
		struct expr *one = new_expr(1);

		one->terms[0] = ratio;
		if (expr_equal(expr_mul(one, b), a))
			return one;
	}
	return NULL;
}

uint64_t expr_loops(const struct expr *e)
{
	uint64_t loops = 0;

	for (unsigned i = 0; e && i < e->count; i++)
		for (unsigned j = 0; j < e->terms[i].count; j++)
			loops |= e->terms[i].atoms[j]->loops;
	return loops;
}

void expr_each_atom(const struct expr *e,
		    void (*visit)(const struct atom *, void *), void *data)
{
	for (unsigned i = 0; e && i < e->count; i++)
		for (unsigned j = 0; j < e->terms[i].count; j++) {
			const struct atom *atom = e->terms[i].atoms[j];

			visit(atom, data);
			for (int k = 0; k < 3; k++)
				expr_each_atom(atom->args[k], visit, data);
		}
}

struct search {
	const struct atom *atom;
	enum atom_kind kind;
	bool found;
};

static void compare_atom(const struct atom *atom, void *data)
{
	struct search *search = (struct search *)data;

	if (search->atom ? atom == search->atom : atom->kind == search->kind)
		search->found = true;
}

bool expr_contains(const struct expr *e, const struct atom *atom)
{
	struct search search = {atom, ATOM_PARAM, false};

	expr_each_atom(e, compare_atom, &search);
	return search.found;
}

bool expr_contains_kind(const struct expr *e, enum atom_kind kind)
{
	struct search search = {NULL, kind, false};

	expr_each_atom(e, compare_atom, &search);
	return search.found;
}

const struct expr *expr_coefficient(const struct expr *e,
				    const struct atom *atom)
{
	const struct expr *sum = expr_int(0);

	if (!e)
		return NULL;
	for (unsigned i = 0; i < e->count; i++) {
		struct expr *rest = new_expr(1);
		const struct term *term = &e->terms[i];
		bool met = false;

		rest->terms[0].factor = term->factor;
		for (unsigned j = 0; j < term->count; j++)
			if (term->atoms[j] == atom && !met)
				met = true;
			else
				rest->terms[0].atoms[rest->terms[0].count++] =
					term->atoms[j];
		if (expr_contains(rest, atom))
			return NULL;
		if (met)
			sum = expr_add(sum, rest);
	}
	return sum;
}

/* Is it the end of a container whose beginning is taken away? Both together
   are a number. */
static bool is_distance(const struct expr *e, const struct atom *atom)
{
	for (unsigned i = 0; i < e->count; i++) {
		const struct term *term = &e->terms[i];

		if (term->count == 1 && term->factor == -1 &&
		    names_are_ends(term->atoms[0]->name, atom->name))
			return true;
	}
	return false;
}

const struct atom *expr_find_atom(const struct expr *e,
				  bool (*test)(const struct atom *))
{
	const struct atom *found = NULL;

	for (unsigned i = 0; e && i < e->count; i++) {
		const struct term *term = &e->terms[i];

		if (term->count != 1 || term->factor != 1 ||
		    !test(term->atoms[0]) || is_distance(e, term->atoms[0]))
			continue;
		if (found)
			return NULL;
		found = term->atoms[0];
	}
	return found;
}

static bool is_pointer_atom(const struct atom *atom)
{
	return atom->kind == ATOM_ADDRESS ||
	       ((atom->kind == ATOM_PARAM || atom->kind == ATOM_AT) &&
		atom->type && POINTER_TYPE_P(atom->type));
}

const struct atom *expr_base(const struct expr *address)
{
	return expr_find_atom(address, is_pointer_atom);
}

/* Division rounded down; b is not 0. */
static long floor_divide(long a, long b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static bool powers_below(long a, long base, long *value)
{
	if (base < 2)
		return false;
	*value = 0;
	for (double power = 1; power < (double)a; power *= (double)base)
		++*value;
	return true;
}

/* The value of the operation on constants. */
static bool fold_ints(enum operation operation, long a, long b, long *value)
{
	switch (operation) {
	case OP_DIV:
	case OP_CDIV:
	case OP_MOD:
		if (b == 0 || b == -1)
			return false;
		*value = operation == OP_DIV	? floor_divide(a, b)
			 : operation == OP_CDIV ? -floor_divide(-a, b)
						: a - b * floor_divide(a, b);
		return true;
	case OP_CLOG:
		return powers_below(a, b, value);
	case OP_MIN:
		*value = MIN(a, b);
		return true;
	case OP_MAX:
		*value = MAX(a, b);
		return true;
	case OP_LT:
		*value = a < b;
		return true;
	case OP_LE:
		*value = a <= b;
		return true;
	case OP_EQ:
		*value = a == b;
		return true;
	case OP_NE:
		*value = a != b;
		return true;
	case OP_GT:
		*value = a > b;
		return true;
	case OP_GE:
		*value = a >= b;
		return true;
	case OP_AND:
		*value = a & b;
		return true;
	case OP_OR:
		*value = a | b;
		return true;
	case OP_XOR:
		*value = a ^ b;
		return true;
	case OP_SHR:
		if (b < 0 || b > 63)
			return false;
		*value = a >> b;
		return true;
	case OP_IF:
		break;
	}
	return false;
}

/* ---- the larger of something and 0 ---- */

static bool is_never_negative(const struct atom *atom)
{
	long least;

	return atom->kind == ATOM_OPERATION && atom->operation == OP_MAX &&
	       expr_is_int(atom->args[1], &least) && least >= 0;
}

/* Take an atom out of the term, if it is there. */
static bool take_atom(struct term *term, const struct atom *atom)
{
	for (unsigned i = 0; i < term->count; i++) {
		if (term->atoms[i] != atom)
			continue;
		term->count--;
		for (; i < term->count; i++)
			term->atoms[i] = term->atoms[i + 1];
		return true;
	}
	return false;
}

/* The atoms of both that are never negative, and what divides both. */
static struct term common_part(const struct term *a, const struct term *b)
{
	struct term common = {}, rest = *b;

	common.factor = gcd(labs(a->factor), labs(b->factor));
	for (unsigned i = 0; i < a->count; i++)
		if (is_never_negative(a->atoms[i]) &&
		    take_atom(&rest, a->atoms[i]))
			common.atoms[common.count++] = a->atoms[i];
	return common;
}

/*
 * max(5 * n * m, 0) is 5 * m * max(n, 0) where m is never negative: Fortran's
 * front end makes such strides of the extents of an array. NULL if nothing can
 * be taken out.
 */
static const struct expr *larger_than_zero(const struct expr *e)
{
	struct term common;
	struct expr *factor;

	if (e->count == 0)
		return NULL;
	common = common_part(&e->terms[0], &e->terms[0]);
	for (unsigned i = 1; i < e->count; i++)
		common = common_part(&common, &e->terms[i]);
	if (common.count == 0 && common.factor == 1)
		return NULL;
	factor = new_expr(1);
	factor->terms[0] = common;
	return expr_mul(factor,
			expr_operation(OP_MAX, divide_by_term(e, &common),
				       expr_int(0), NULL));
}

/* ---- operations ---- */

/* What needs no atom: constants, a / 1, a exact quotient, min(a, a + 3). */
static const struct expr *fold(enum operation operation, const struct expr *a,
			       const struct expr *b, const struct expr *c)
{
	long x, y, value;

	if (operation == OP_IF) {
		if (expr_is_int(a, &x))
			return x ? b : c;
		return expr_equal(b, c) ? b : NULL;
	}
	if (expr_is_int(a, &x) && expr_is_int(b, &y) &&
	    fold_ints(operation, x, y, &value))
		return expr_int(value);
	if (operation == OP_DIV || operation == OP_CDIV)
		return expr_quotient(a, b);
	if ((operation == OP_MIN || operation == OP_MAX) &&
	    expr_is_int(expr_sub(a, b), &x))
		return (x < 0) == (operation == OP_MIN) ? a : b;
	if (operation == OP_MAX && expr_is_int(b, &y) && y == 0)
		return larger_than_zero(a);
	return NULL;
}

static struct atom *new_atom(enum atom_kind kind, const char *name, tree type)
{
	struct atom *atom =
		(struct atom *)obstack_alloc(&memory, sizeof(*atom));

	memset(atom, 0, sizeof(*atom));
	atom->kind = kind;
	atom->number = atoms.length();
	atom->name = name ? (char *)obstack_copy0(&memory, name, strlen(name))
			  : NULL;
	atom->type = type;
	atom->loop = -1;
	atom->weight = 1;
	atoms.safe_push(atom);
	return atom;
}

static unsigned weight_of(const struct expr *e)
{
	unsigned weight = 0;

	for (unsigned i = 0; e && i < e->count; i++)
		for (unsigned j = 0; j < e->terms[i].count; j++)
			weight += e->terms[i].atoms[j]->weight;
	return weight;
}

static const struct atom *operation_atom(enum operation operation,
					 const struct expr *a,
					 const struct expr *b,
					 const struct expr *c)
{
	struct atom *atom;
	unsigned i;

	FOR_EACH_VEC_ELT (atoms, i, atom)
		if (atom->kind == ATOM_OPERATION &&
		    atom->operation == operation &&
		    expr_equal(atom->args[0], a) &&
		    expr_equal(atom->args[1], b) &&
		    (!c || expr_equal(atom->args[2], c)))
			return atom;
	atom = new_atom(ATOM_OPERATION, NULL, NULL_TREE);
	atom->operation = operation;
	atom->args[0] = a;
	atom->args[1] = b;
	atom->args[2] = c;
	atom->weight += weight_of(a) + weight_of(b) + weight_of(c);
	atom->loops = expr_loops(a) | expr_loops(b) | expr_loops(c);
	return atom;
}

const struct expr *expr_operation(enum operation operation,
				  const struct expr *a, const struct expr *b,
				  const struct expr *c)
{
	const struct expr *folded;

	if (!a || !b || (operation == OP_IF && !c))
		return NULL;
	folded = fold(operation, a, b, c);
	if (folded)
		return folded;
	return expr_atom(operation_atom(operation, a, b, c));
}

static const struct expr *
replace_in_atom(const struct atom *atom,
		const struct expr *(*replace)(const struct atom *, void *),
		void *data)
{
	const struct expr *args[3], *value = replace(atom, data);
	bool changed = false;

	if (value)
		return value;
	for (int i = 0; i < 3; i++) {
		args[i] = atom->args[i]
				  ? expr_replace(atom->args[i], replace, data)
				  : NULL;
		changed |= atom->args[i] && !expr_equal(args[i], atom->args[i]);
	}
	if (!changed)
		return expr_atom(atom);
	if (atom->kind == ATOM_AT)
		return args[0] && (args[1] || !atom->args[1])
			       ? expr_atom(atom_at(atom->name, args[1], args[0],
						   atom->type, 0))
			       : NULL;
	return expr_operation(atom->operation, args[0], args[1], args[2]);
}

const struct expr *
expr_replace(const struct expr *e,
	     const struct expr *(*replace)(const struct atom *, void *),
	     void *data)
{
	const struct expr *sum = expr_int(0);

	for (unsigned i = 0; e && i < e->count; i++) {
		const struct expr *product = expr_int(e->terms[i].factor);

		for (unsigned j = 0; j < e->terms[i].count; j++)
			product = expr_mul(product,
					   replace_in_atom(e->terms[i].atoms[j],
							   replace, data));
		sum = expr_add(sum, product);
	}
	return e ? sum : NULL;
}

/* How Fortran reaches an array that knows its bounds: a of the descriptor and
   a of the data are one to the programmer. */
static bool is_descriptor(tree type)
{
	return lang_GNU_Fortran() && POINTER_TYPE_P(type) &&
	       TREE_CODE(TREE_TYPE(type)) == RECORD_TYPE &&
	       TYPE_LANG_FLAG_1(TREE_TYPE(type));
}

/* Could the two names stand for one another in an expression? A dummy
   argument of Fortran and the pointer that it comes by share their name. */
static bool is_same_sort(const struct atom *atom, enum atom_kind kind,
			 tree type)
{
	bool value = atom->kind == ATOM_PARAM || atom->kind == ATOM_COUNTER;

	if (kind == ATOM_ADDRESS)
		return atom->kind == ATOM_ADDRESS;
	return value && POINTER_TYPE_P(atom->type) == POINTER_TYPE_P(type) &&
	       is_descriptor(atom->type) == is_descriptor(type);
}

static bool is_taken(const char *name, enum atom_kind kind, tree type)
{
	struct atom *atom;
	unsigned i;

	FOR_EACH_VEC_ELT (atoms, i, atom)
		if (is_same_sort(atom, kind, type) &&
		    strcmp(atom->name, name) == 0)
			return true;
	return false;
}

/* n, n.2, n.3 ... The numbers that GCC appends to names of its own differ
   between versions. */
static struct atom *new_named_atom(enum atom_kind kind, const char *name,
				   tree type)
{
	size_t length = strcspn(name, ".");
	bool numbered =
		name[length] && length > 0 &&
		name[length + 1 + strspn(name + length + 1, "0123456789")] ==
			'\0';
	char *plain = xstrndup(name, numbered ? length : strlen(name));
	char *unique = xstrdup(plain);
	struct atom *atom;

	for (int copy = 2; is_taken(unique, kind, type); copy++) {
		free(unique);
		unique = xasprintf("%s.%d", plain, copy);
	}
	atom = new_atom(kind, unique, type);
	free(unique);
	free(plain);
	return atom;
}

const struct atom *atom_param(const char *name, const char *origin, tree type,
			      unsigned version)
{
	struct atom *atom;
	unsigned i;

	FOR_EACH_VEC_ELT (atoms, i, atom)
		if (atom->kind == ATOM_PARAM && atom->version == version)
			return atom;
	atom = new_named_atom(ATOM_PARAM, name, type);
	atom->origin = origin;
	atom->version = version;
	return atom;
}

unsigned atom_count(void)
{
	return atoms.length();
}

const struct atom *atom_as_named(const struct atom *parameter, unsigned first)
{
	size_t length = strcspn(parameter->name, ".");

	for (unsigned i = first; i < atoms.length(); i++)
		if (is_same_sort(atoms[i], parameter->kind, parameter->type) &&
		    strlen(atoms[i]->name) == length &&
		    strncmp(atoms[i]->name, parameter->name, length) == 0)
			std::swap(atoms[i]->name,
				  const_cast<struct atom *>(parameter)->name);
	return parameter;
}

const struct atom *atom_read(const char *name, const char *origin, tree type,
			     const struct expr *address)
{
	struct atom *atom;
	unsigned i;

	FOR_EACH_VEC_ELT (atoms, i, atom)
		if (atom->address && strcmp(atom->called, name) == 0 &&
		    expr_equal(atom->address, address))
			return atom;
	atom = new_named_atom(ATOM_PARAM, name, type);
	atom->origin = origin;
	atom->address = address;
	atom->called = (char *)obstack_copy0(&memory, name, strlen(name));
	return atom;
}

const struct atom *atom_address(const char *name, tree decl)
{
	struct atom *atom;
	unsigned i;

	FOR_EACH_VEC_ELT (atoms, i, atom)
		if (atom->kind == ATOM_ADDRESS && atom->decl == decl)
			return atom;
	atom = new_named_atom(ATOM_ADDRESS, name,
			      build_pointer_type(TREE_TYPE(decl)));
	atom->decl = decl;
	atom->origin = is_global_var(decl) ? "global" : "local";
	return atom;
}

static const struct atom *loop_atom(enum atom_kind kind, const char *name,
				    int loop, tree type)
{
	struct atom *atom;
	unsigned i;

	FOR_EACH_VEC_ELT (atoms, i, atom)
		if (atom->kind == kind && atom->loop == loop)
			return atom;
	atom = kind == ATOM_COUNTER ? new_named_atom(kind, name, type)
				    : new_atom(kind, name, type);
	atom->loop = loop;
	atom->loops = (uint64_t)1 << loop;
	return atom;
}

const struct atom *atom_renamed(const struct atom *atom, const char *name)
{
	struct atom *fresh = new_named_atom(atom->kind, name, atom->type);
	struct atom *other;
	unsigned i;

	fresh->loop = atom->loop;
	fresh->loops = atom->loops;
	atoms[atom->number]->loop = -1;
	FOR_EACH_VEC_ELT (atoms, i, other)
		if (other->kind == ATOM_ITER && other->loop == fresh->loop)
			other->name = fresh->name;
	return fresh;
}

const struct atom *atom_counter(const char *name, int loop, tree type)
{
	return loop_atom(ATOM_COUNTER, name, loop, type);
}

const struct atom *atom_iter(const char *name, int loop)
{
	return loop_atom(ATOM_ITER, name, loop, NULL_TREE);
}

const struct atom *atom_at(const char *name, const struct expr *from,
			   const struct expr *offset, tree type, uint64_t loops)
{
	struct atom *atom;
	unsigned i;

	FOR_EACH_VEC_ELT (atoms, i, atom)
		if (atom->kind == ATOM_AT && strcmp(atom->name, name) == 0 &&
		    expr_equal(atom->args[0], offset) &&
		    (from ? expr_equal(atom->args[1], from) : !atom->args[1]))
			return atom;
	atom = new_atom(ATOM_AT, name, type);
	atom->args[0] = offset;
	atom->args[1] = from;
	atom->weight += weight_of(offset) + weight_of(from);
	atom->loops = loops | expr_loops(offset) | expr_loops(from);
	return atom;
}

static struct atom *ssa_atom(enum atom_kind kind, tree ssa_name)
{
	struct atom *atom;
	unsigned i;
	tree name = SSA_NAME_IDENTIFIER(ssa_name);

	FOR_EACH_VEC_ELT (atoms, i, atom)
		if (atom->kind == kind &&
		    atom->version == SSA_NAME_VERSION(ssa_name))
			return atom;
	atom = new_atom(kind, name ? IDENTIFIER_POINTER(name) : "?",
			TREE_TYPE(ssa_name));
	atom->version = SSA_NAME_VERSION(ssa_name);
	return atom;
}

const struct atom *atom_phi(tree ssa_name)
{
	return ssa_atom(ATOM_PHI, ssa_name);
}

const struct atom *atom_opaque(tree ssa_name, uint64_t loops)
{
	struct atom *atom = ssa_atom(ATOM_OPAQUE, ssa_name);

	atom->loops = loops;
	return atom;
}

void atom_each_used(void (*visit)(const struct atom *, void *), void *data)
{
	struct atom *atom;
	unsigned i;

	FOR_EACH_VEC_ELT (atoms, i, atom)
		if ((atom->kind == ATOM_PARAM || atom->kind == ATOM_ADDRESS) &&
		    atom->used)
			visit(atom, data);
}

static void use(const struct atom *atom, void *data)
{
	bool *fresh = (bool *)data;

	if (atom->kind != ATOM_PARAM || atom->used)
		return;
	atoms[atom->number]->used = true;
	*fresh = true;
}

bool expr_use(const struct expr *e)
{
	bool fresh = false;

	expr_each_atom(e, use, &fresh);
	return fresh;
}

static const char *const operation_names[] = {"div", "cdiv", "mod", "clog",
					      "min", "max",  "if",  "<",
					      "<=",  "==",   "!=",  ">",
					      ">=",  "&",    "|",   "^",
					      ">>"};

static long size_of_pointed(const struct atom *pointer)
{
	tree size = pointer->type && POINTER_TYPE_P(pointer->type)
			    ? TYPE_SIZE_UNIT(TREE_TYPE(pointer->type))
			    : NULL_TREE;

	return size && tree_fits_shwi_p(size) ? tree_to_shwi(size) : 0;
}

/* Bytes of an element of the container whose ends are that far apart, else 0.
 */
static long element_between(const struct expr *e)
{
	return e->count == 2 && e->terms[0].count == 1 &&
			       e->terms[1].count == 1 &&
			       e->terms[1].factor == 1 &&
			       is_distance(e, e->terms[1].atoms[0])
		       ? size_of_pointed(e->terms[1].atoms[0])
		       : 0;
}

/*
 * What is written as the distance of a container's ends by a number is its
 * size, so bytes.size() / 8 has two divisions. True if that was written.
 */
static bool write_part_of_size(struct json_writer *json,
			       const struct atom *atom)
{
	long element, divisor;

	if (atom->operation != OP_DIV || !expr_is_int(atom->args[1], &divisor))
		return false;
	element = element_between(atom->args[0]);
	if (element == 0 || divisor == element || divisor % element != 0)
		return false;
	json_array(json);
	json_string(json, operation_names[OP_DIV]);
	json_array(json);
	json_string(json, operation_names[OP_DIV]);
	expr_write(json, atom->args[0]);
	json_int(json, element);
	json_end_array(json);
	json_int(json, divisor / element);
	json_end_array(json);
	return true;
}

static void write_atom(struct json_writer *json, const struct atom *atom)
{
	atoms[atom->number]->used = true;
	if (atom->kind != ATOM_OPERATION && atom->kind != ATOM_AT &&
	    atom->kind != ATOM_ITER) {
		json_string(json, atom->name);
		return;
	}
	if (atom->kind == ATOM_OPERATION && write_part_of_size(json, atom))
		return;
	json_array(json);
	if (atom->kind == ATOM_OPERATION) {
		json_string(json, operation_names[atom->operation]);
	} else {
		json_string(json, atom->kind == ATOM_AT ? "at" : "iter");
		json_string(json, atom->name);
	}
	for (int i = 0; i < 3 && atom->args[i]; i++)
		if (atom->kind == ATOM_OPERATION || i == 0)
			expr_write(json, atom->args[i]);
	json_end_array(json);
}

static void write_term(struct json_writer *json, const struct term *term)
{
	bool alone = term->count + (term->factor != 1) < 2;

	if (term->count == 0) {
		json_int(json, term->factor);
		return;
	}
	if (!alone) {
		json_array(json);
		json_string(json, "*");
		if (term->factor != 1)
			json_int(json, term->factor);
	}
	for (unsigned i = 0; i < term->count; i++)
		write_atom(json, term->atoms[i]);
	if (!alone)
		json_end_array(json);
}

/* Values that change in ways nobody understands have no name to show. */
void expr_write(struct json_writer *json, const struct expr *e)
{
	if (!e || expr_contains_kind(e, ATOM_OPAQUE) ||
	    expr_contains_kind(e, ATOM_PHI)) {
		json_null(json);
		return;
	}
	if (e->count == 0) {
		json_int(json, 0);
		return;
	}
	if (e->count > 1) {
		json_array(json);
		json_string(json, "+");
	}
	for (unsigned i = 0; i < e->count; i++)
		write_term(json, &e->terms[i]);
	if (e->count > 1)
		json_end_array(json);
}
