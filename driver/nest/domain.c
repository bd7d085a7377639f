/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Iterations and the places that they touch.
 *
 * Sets are written down as isl reads them. Counters are its variables: p3 of a
 * loop around the band, x3 and y3 of one in it or inside it, for the first and
 * the second reference. Products of parameters are its parameters: P0, P1.
 */
#include "domain.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "pitch.h"
#include "polynomial.h"
#include "record/loop.h"

/* Rows of rows: dimensions of one array. */
#define MOST_UNITS 4

/* Of an array of Fortran, says the standard. */
#define MOST_SUBSCRIPTS 15

/* Of isl: a name, or a product of some, which are parameters as well. */
struct parameter {
	char *name;
	size_t factors[POLYNOMIAL_DEGREE];
	int degree; /* how many factors; 0: none but itself */
};

struct domain {
	const json_t *record, *nest, *references;
	struct parameter *parameters;
	size_t parameter_count;
};

/* Which of two references: its counters have names of their own. */
struct side {
	struct domain *domain;
	char letter; /* of counters in the band and inside it */
	int first;   /* the outermost of the band */
	int loop;    /* the innermost around the reference */
	const json_t *reference;
	struct polynomial address;
	int64_t size;
};

static const json_t *loop_of(const struct domain *domain, int loop)
{
	return json_array_get(domain->nest, loop);
}

static int parent_of(const struct domain *domain, int loop)
{
	return loop_parent(loop_of(domain, loop));
}

static int counter_index(const struct domain *domain, const char *name)
{
	for (size_t i = 0; i < json_array_size(domain->nest); i++)
		if (strcmp(loop_counter(domain->record, i), name) == 0)
			return (int)i;
	return -1;
}

static bool is_counter(const void *data, const char *name)
{
	return counter_index(data, name) >= 0;
}

static bool read(const struct domain *domain, const json_t *expression,
		 struct polynomial *out)
{
	return polynomial_read(expression, is_counter, domain, out);
}

struct domain *domain_new(const json_t *record)
{
	struct domain *domain = memory_grow(NULL, 1, sizeof(*domain));

	*domain =
		(struct domain){.record = record,
				.nest = json_object_get(record, "nest"),
				.references = json_object_get(record, "refs")};
	return domain;
}

void domain_free(struct domain *domain)
{
	if (!domain)
		return;
	for (size_t i = 0; i < domain->parameter_count; i++)
		free(domain->parameters[i].name);
	free(domain->parameters);
	free(domain);
}

/* ---- loops ---- */

int domain_sign(const struct domain *domain, int loop)
{
	const json_t *of = loop_of(domain, loop);
	const char *relation = json_string_value(json_object_get(of, "while"));
	struct polynomial step;
	int64_t number = 0;
	bool known;

	if (!relation || !read(domain, json_object_get(of, "step"), &step))
		return 0;
	known = polynomial_is_number(&step, &number);
	polynomial_free(&step);
	if (known)
		return number > 0 ? 1 : number < 0 ? -1 : 0;
	return *relation == '<' ? 1 : *relation == '>' ? -1 : 0;
}

static bool mentions(const json_t *expression, const char *name)
{
	if (json_is_string(expression))
		return strcmp(json_string_value(expression), name) == 0;
	for (size_t i = 1; i < json_array_size(expression); i++)
		if (mentions(json_array_get(expression, i), name))
			return true;
	return false;
}

bool domain_needs(const struct domain *domain, int loop, int other)
{
	static const char *const keys[] = {"from", "to", "step", "trip"};
	const char *name = loop_counter(domain->record, other);

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (mentions(json_object_get(loop_of(domain, loop), keys[i]),
			     name))
			return true;
	return false;
}

bool domain_is_inside(const struct domain *domain, int loop, int other)
{
	return loop_is_within(domain->record, loop, other);
}

/* ---- writing linear terms ---- */

static size_t parameter_index(struct domain *domain, const char *name)
{
	for (size_t i = 0; i < domain->parameter_count; i++)
		if (strcmp(domain->parameters[i].name, name) == 0)
			return i;
	domain->parameters =
		memory_grow(domain->parameters, domain->parameter_count + 1,
			    sizeof(*domain->parameters));
	domain->parameters[domain->parameter_count] =
		(struct parameter){.name = memory_string(name)};
	return domain->parameter_count++;
}

static void add_counter(struct text *out, const struct side *side, int loop)
{
	text_print(out, "%c%d", loop < side->first ? 'p' : side->letter, loop);
}

static size_t product_index(struct domain *domain,
			    const struct polynomial_term *term)
{
	struct text name = {0};
	size_t index;

	for (int i = 0; i < term->degree; i++)
		text_print(&name, "%s%s", i ? "*" : "", term->names[i]);
	index = parameter_index(domain, text_string(&name));
	text_free(&name);
	for (int i = 0; i < term->degree && term->degree > 1; i++) {
		size_t factor = parameter_index(domain, term->names[i]);

		domain->parameters[index].factors[i] = factor;
		domain->parameters[index].degree = term->degree;
	}
	return index;
}

static void add_parameter(struct text *out, struct domain *domain,
			  const struct polynomial_term *term)
{
	text_print(out, "P%zu", product_index(domain, term));
}

/* False where counters are multiplied, or not around the reference. */
static bool add_term(struct text *out, const struct side *side,
		     const struct polynomial_term *term)
{
	int loop = -1;

	for (int i = 0; i < term->degree; i++)
		loop = loop < 0 ? counter_index(side->domain, term->names[i])
				: loop;
	text_print(out, " + %lld", (long long)term->factor);
	if (term->degree == 0)
		return true;
	text_add(out, " * ");
	if (loop < 0)
		add_parameter(out, side->domain, term);
	else if (term->degree > 1 ||
		 !domain_is_inside(side->domain, side->loop, loop))
		return false;
	else
		add_counter(out, side, loop);
	return true;
}

/* Linear in the counters; else nothing is added. */
static bool add_linear(struct text *out, const struct side *side,
		       const struct polynomial *polynomial)
{
	size_t length = out->length;

	text_add(out, "(0");
	for (size_t i = 0; i < polynomial->count; i++)
		if (!add_term(out, side, &polynomial->terms[i])) {
			text_cut(out, length);
			return false;
		}
	text_add(out, ")");
	return true;
}

static bool is_linear(const struct side *side,
		      const struct polynomial *polynomial)
{
	struct text text = {0};
	bool linear = add_linear(&text, side, polynomial);

	text_free(&text);
	return linear;
}

/* ---- where loops run ---- */

/* " and x3 < expression", if that is linear. */
static void add_bound(struct text *out, const struct side *side, int loop,
		      const char *relation, const json_t *expression)
{
	struct polynomial polynomial;
	size_t length = out->length;

	if (!read(side->domain, expression, &polynomial))
		return;
	text_add(out, " and ");
	add_counter(out, side, loop);
	text_print(out, " %s ", relation);
	if (!add_linear(out, side, &polynomial))
		text_cut(out, length);
	polynomial_free(&polynomial);
}

/* Below the smallest of several is below all of them. */
static void add_bounds(struct text *out, const struct side *side, int loop,
		       const char *relation, const json_t *expression)
{
	const char *word = json_string_value(json_array_get(expression, 0));
	const char *all = *relation == '<' ? "min" : "max";

	if (!word || strcmp(word, all) != 0) {
		add_bound(out, side, loop, relation, expression);
		return;
	}
	for (size_t i = 1; i < json_array_size(expression); i++)
		add_bounds(out, side, loop, relation,
			   json_array_get(expression, i));
}

/* Counters that are passed over. */
static void add_steps(struct text *out, const struct side *side, int loop)
{
	const json_t *of = loop_of(side->domain, loop);
	struct polynomial step, from;
	int64_t number = 0;
	size_t length = out->length;

	if (!read(side->domain, json_object_get(of, "step"), &step))
		return;
	if (!polynomial_is_number(&step, &number) || number == 1 ||
	    number == -1 ||
	    !read(side->domain, json_object_get(of, "from"), &from)) {
		polynomial_free(&step);
		return;
	}
	text_print(out, " and exists (e : ");
	add_counter(out, side, loop);
	text_print(out, " = %lld * e + ", (long long)number);
	if (add_linear(out, side, &from))
		text_add(out, ")");
	else
		text_cut(out, length);
	polynomial_free(&step);
	polynomial_free(&from);
}

static void add_loop(struct text *out, const struct side *side, int loop)
{
	const json_t *of = loop_of(side->domain, loop);
	const char *relation = json_string_value(json_object_get(of, "while"));
	int sign = domain_sign(side->domain, loop);

	if (sign == 0)
		return;
	if (strcmp(relation, "!=") == 0)
		relation = sign > 0 ? "<" : ">";
	add_bounds(out, side, loop,
		   sign > 0 ? ">=" : "<=", json_object_get(of, "from"));
	add_bounds(out, side, loop, relation, json_object_get(of, "to"));
	add_steps(out, side, loop);
}

static void add_counters(struct text *out, const struct side *side, int from,
			 const char **between)
{
	for (int loop = side->loop; loop >= from;
	     loop = parent_of(side->domain, loop)) {
		text_add(out, *between);
		add_counter(out, side, loop);
		*between = ", ";
	}
}

static void add_parameters(struct text *out, const struct domain *domain)
{
	text_add(out, "[");
	for (size_t i = 0; i < domain->parameter_count; i++)
		text_print(out, "%sP%zu", i ? ", " : "", i);
	text_add(out, "] -> ");
}

/* The two of a parameter that is a maximum and one of its arguments. */
static bool add_comparison(struct text *out, struct domain *domain,
			   size_t parameter, const char *relation,
			   const json_t *argument)
{
	struct side none = {.domain = domain};
	struct polynomial polynomial;
	size_t length = out->length;
	bool good;

	if (!read(domain, argument, &polynomial))
		return false;
	text_print(out, "P%zu %s ", parameter, relation);
	good = add_linear(out, &none, &polynomial);
	polynomial_free(&polynomial);
	if (!good)
		text_cut(out, length);
	return good;
}

/* It is as large as one of them; nothing where one of them is not linear. */
static void add_greatest(struct text *out, struct domain *domain,
			 size_t parameter, const json_t *maximum)
{
	size_t length = out->length;

	text_add(out, " and (0 = 1");
	for (size_t i = 1; i < json_array_size(maximum); i++) {
		text_add(out, " or ");
		if (!add_comparison(out, domain, parameter, "=",
				    json_array_get(maximum, i))) {
			text_cut(out, length);
			return;
		}
	}
	text_add(out, ")");
}

static void add_maximum(struct text *out, struct domain *domain,
			size_t parameter, const json_t *maximum)
{
	for (size_t i = 1; i < json_array_size(maximum); i++) {
		size_t length = out->length;

		text_add(out, " and ");
		if (!add_comparison(out, domain, parameter,
				    ">=", json_array_get(maximum, i)))
			text_cut(out, length);
	}
}

static json_t *maximum_of(const char *name)
{
	json_t *maximum = json_loads(name, 0, NULL);
	const char *word = json_string_value(json_array_get(maximum, 0));

	if (word && strcmp(word, "max") == 0)
		return maximum;
	json_decref(maximum);
	return NULL;
}

/*
 * A product is larger than what it is made of: old programs go through a whole
 * array of n rows of m elements by the first subscript, from 1 to n * m.
 */
static void add_product(struct text *out, const struct domain *domain,
			size_t product)
{
	const struct parameter *of = &domain->parameters[product];

	for (int i = 0; i < of->degree; i++)
		text_print(out, " and P%zu > P%zu", product, of->factors[i]);
}

/*
 * " and ...": what is known of parameters, as of max(n, 0), the extent of an
 * array of Fortran. Those that this names are looked at, too. "all": also
 * what takes isl time, or is so of most values only.
 */
static void add_facts(struct text *out, struct domain *domain, bool all)
{
	for (size_t i = 0; i < domain->parameter_count; i++) {
		json_t *maximum = maximum_of(domain->parameters[i].name);

		if (maximum)
			add_maximum(out, domain, i, maximum);
		if (maximum && all)
			add_greatest(out, domain, i, maximum);
		if (all)
			add_product(out, domain, i);
		json_decref(maximum);
	}
}

static enum sets_answer is_never(struct domain *domain, const char *condition,
				 bool all)
{
	struct text text = {0}, facts = {0};
	enum sets_answer never;

	add_facts(&facts, domain, all);
	add_parameters(&text, domain);
	text_print(&text, "{ [] : (%s)%s }", condition, text_string(&facts));
	never = sets_is_empty(text_string(&text));
	text_free(&text);
	text_free(&facts);
	return never;
}

static void add_loops(struct text *out, const struct side *side)
{
	for (int loop = side->loop; loop >= 0;
	     loop = parent_of(side->domain, loop))
		add_loop(out, side, loop);
}

/*
 * Does the reference break the condition in some iteration whenever its loops
 * have one? Then the source does not do what the language says. Nor is it
 * believed where that is too hard to tell.
 */
static bool is_broken(const struct side *side, const char *condition)
{
	struct text text = {0}, counters = {0}, loops = {0};
	const char *between = "";
	bool broken;

	add_counters(&counters, side, 0, &between);
	add_loops(&loops, side);
	text_print(&text,
		   "(exists %s : 0 = 0%s) and not (exists %s : not (%s)%s)",
		   text_string(&counters), text_string(&loops),
		   text_string(&counters), condition, text_string(&loops));
	broken = is_never(side->domain, text_string(&text), true) != SETS_NO;
	text_free(&text);
	text_free(&counters);
	text_free(&loops);
	return broken;
}

static void add_believed(struct text *out, const struct side *side,
			 const struct text *condition)
{
	if (!is_broken(side, text_string(condition)))
		text_print(out, " and %s", text_string(condition));
}

/* A subscript: where it is in its row, and how long both are. */
struct subscript {
	struct polynomial at, row;
	int64_t size;
	bool bounded; /* the row's end is known */
};

static void subscript_free(struct subscript *subscript)
{
	polynomial_free(&subscript->at);
	polynomial_free(&subscript->row);
	*subscript = (struct subscript){.size = 0};
}

/* What the language says of it: 0 <= at, at + size <= row. */
static void add_subscript(struct text *out, const struct side *side,
			  const struct subscript *subscript)
{
	struct text low = {0}, high = {0};

	text_add(&low, "0 <= ");
	if (add_linear(&low, side, &subscript->at)) {
		add_believed(out, side, &low);
		add_linear(&high, side, &subscript->at);
		text_print(&high, " + %lld <= ", (long long)subscript->size);
		if (subscript->bounded &&
		    add_linear(&high, side, &subscript->row))
			add_believed(out, side, &high);
	}
	text_free(&low);
	text_free(&high);
}

static bool divide_exactly(struct polynomial *polynomial,
			   const struct polynomial *by)
{
	struct polynomial quotient, rest;
	bool exact;

	if (!polynomial_divide(polynomial, by, &quotient, &rest))
		return false;
	exact = rest.count == 0;
	polynomial_free(&rest);
	if (exact) {
		polynomial_free(polynomial);
		*polynomial = quotient;
	} else {
		polynomial_free(&quotient);
	}
	return exact;
}

/* Count in rows of the subscript inside, where bytes are products of these. */
static void count_in_rows(struct subscript *subscript,
			  const struct polynomial *inner)
{
	if (!divide_exactly(&subscript->at, inner))
		return;
	subscript->size = 1;
	subscript->bounded =
		subscript->bounded && divide_exactly(&subscript->row, inner);
}

static bool read_subscript(const struct side *side, const json_t *one,
			   struct subscript *out)
{
	*out = (struct subscript){.size = side->size};
	if (!read(side->domain, json_object_get(one, "at"), &out->at))
		return false;
	out->bounded =
		read(side->domain, json_object_get(one, "size"), &out->row);
	return true;
}

static void add_within(struct text *out, const struct side *side)
{
	const json_t *list = json_object_get(side->reference, "within");
	struct polynomial inner = {0};

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		struct subscript subscript;

		if (read_subscript(side, one, &subscript)) {
			if (!is_linear(side, &subscript.at))
				count_in_rows(&subscript, &inner);
			add_subscript(out, side, &subscript);
			subscript_free(&subscript);
		}
		polynomial_free(&inner);
		if (!read(side->domain, json_object_get(one, "size"), &inner))
			inner = (struct polynomial){0};
	}
	polynomial_free(&inner);
}

/* " and ..." for all loops around the reference. */
static void add_iterations(struct text *out, const struct side *side)
{
	add_loops(out, side);
	add_within(out, side);
}

/* ---- addresses ---- */

/* Add stride / step * counter: what one more of the counter moves. */
static bool add_stride(const struct domain *domain, struct polynomial *address,
		       const json_t *stride, const json_t *loop)
{
	struct polynomial bytes, step, each, rest, counter, moved, sum;
	const json_t *name = json_object_get(loop, "var");
	bool good = false;

	if (!read(domain, stride, &bytes))
		return false;
	if (bytes.count == 0)
		return true;
	if (read(domain, json_object_get(loop, "step"), &step)) {
		good = polynomial_divide(&bytes, &step, &each, &rest);
		polynomial_free(&step);
	}
	polynomial_free(&bytes);
	if (!good)
		return false;
	good = rest.count == 0 && read(domain, name, &counter);
	if (good && polynomial_multiply(&each, &counter, &moved)) {
		good = polynomial_add(address, &moved, 1, &sum);
		if (good) {
			polynomial_free(address);
			*address = sum;
		}
		polynomial_free(&moved);
		polynomial_free(&counter);
	}
	polynomial_free(&rest);
	polynomial_free(&each);
	return good;
}

static bool add_strides(const struct side *side, struct polynomial *address)
{
	const struct domain *domain = side->domain;
	const json_t *strides = json_object_get(side->reference, "strides");
	const json_t *outer =
		json_object_get(side->reference, "strides_around");
	const json_t *around = json_object_get(domain->record, "around");
	size_t i = json_array_size(strides);

	for (int loop = (int)loop_integer(side->reference, "loop");
	     loop >= 0 && i > 0; loop = parent_of(domain, loop))
		if (!add_stride(domain, address, json_array_get(strides, --i),
				loop_of(domain, loop)))
			return false;
	for (i = 0; i < json_array_size(outer); i++)
		if (!add_stride(domain, address, json_array_get(outer, i),
				json_array_get(around, i)))
			return false;
	return true;
}

static bool read_address(struct side *side)
{
	struct polynomial *address = &side->address;

	if (!json_is_null(json_object_get(side->reference, "indirect")) ||
	    !read(side->domain, json_object_get(side->reference, "offset"),
		  address))
		return false;
	if (add_strides(side, address))
		return true;
	polynomial_free(address);
	return false;
}

/* ---- rows: addresses taken apart ---- */

/* Bytes of a row, of a plane of rows, and so on. */
struct units {
	struct polynomial of[MOST_UNITS];
	int count;
};

static void units_free(struct units *units)
{
	for (int i = 0; i < units->count; i++)
		polynomial_free(&units->of[i]);
	units->count = 0;
}

static int degree_of(const struct polynomial *polynomial)
{
	return polynomial->count ? polynomial->terms[0].degree : 0;
}

/* Of two that move over as many dimensions the finer one. */
static bool is_finer(const struct polynomial *a, const struct polynomial *b)
{
	int64_t x = llabs(a->terms[0].factor), y = llabs(b->terms[0].factor);

	return x != y ? x < y : a->count < b->count;
}

static bool has_same_names(const struct polynomial_term *a,
			   const struct polynomial_term *b)
{
	for (int i = 0; i < a->degree && i < b->degree; i++)
		if (strcmp(a->names[i], b->names[i]) != 0)
			return false;
	return a->degree == b->degree;
}

static int rank_of(const struct domain *domain,
		   const struct polynomial *polynomial, int depth);

/* Of a parameter that was computed from others, how many are multiplied. */
static int name_rank(const struct domain *domain, const char *name, int depth)
{
	const json_t *list = json_object_get(domain->record, "params"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		const json_t *is = json_object_get(one, "is");
		struct polynomial sum;
		int rank = 0;

		if (strcmp(loop_word(one, "name"), name) != 0 || depth == 0 ||
		    !is || json_is_null(is) || !read(domain, is, &sum))
			continue;
		rank = rank_of(domain, &sum, depth - 1);
		polynomial_free(&sum);
		return rank > 1 ? rank : 1;
	}
	return 1;
}

/*
 * Over how many dimensions it moves: a plane of which the source says that it
 * is a product, as in "nxy = nx * ny", moves over two.
 */
static int rank_of(const struct domain *domain,
		   const struct polynomial *polynomial, int depth)
{
	int most = 0;

	for (size_t i = 0; i < polynomial->count; i++) {
		int rank = 0;

		for (int j = 0; j < polynomial->terms[i].degree; j++)
			rank += name_rank(domain, polynomial->terms[i].names[j],
					  depth);
		most = rank > most ? rank : most;
	}
	return most;
}

static bool is_coarser(const struct domain *domain, const struct polynomial *a,
		       const struct polynomial *b)
{
	return rank_of(domain, a, MOST_UNITS) > rank_of(domain, b, MOST_UNITS);
}

/* One of the same dimensions, if any. */
static struct polynomial *find_alike(struct units *units,
				     const struct polynomial *unit)
{
	for (int i = 0; i < units->count; i++)
		if (has_same_names(&units->of[i].terms[0], &unit->terms[0]))
			return &units->of[i];
	return NULL;
}

/* The polynomial is taken over. */
static bool insert_unit(const struct domain *domain, struct units *units,
			struct polynomial *unit)
{
	int i = 0;

	if (units->count == MOST_UNITS) {
		polynomial_free(unit);
		return false;
	}
	while (i < units->count && !is_coarser(domain, &units->of[i], unit))
		i++;
	memmove(&units->of[i + 1], &units->of[i],
		(units->count - i) * sizeof(units->of[0]));
	units->of[i] = *unit;
	units->count++;
	return true;
}

/* Likewise. Of two that are alike the finer one is left. */
static bool add_unit(const struct domain *domain, struct units *units,
		     struct polynomial *unit)
{
	struct polynomial *alike = find_alike(units, unit);

	if (!alike)
		return insert_unit(domain, units, unit);
	if (is_finer(unit, alike)) {
		polynomial_free(alike);
		*alike = *unit;
	} else {
		polynomial_free(unit);
	}
	return true;
}

/* What stands before the counter in the address. */
static struct polynomial factor_of(const struct side *side, int loop)
{
	struct polynomial name, factor = {0}, rest = {0};
	const json_t *counter =
		json_object_get(loop_of(side->domain, loop), "var");

	if (read(side->domain, counter, &name)) {
		if (polynomial_divide(&side->address, &name, &factor, &rest))
			polynomial_free(&rest);
		polynomial_free(&name);
	}
	return factor;
}

static bool is_constant(const struct side *side,
			const struct polynomial *polynomial)
{
	for (size_t i = 0; i < polynomial->count; i++)
		for (int j = 0; j < polynomial->terms[i].degree; j++)
			if (counter_index(side->domain,
					  polynomial->terms[i].names[j]) >= 0)
				return false;
	return true;
}

static void turn_positive(struct polynomial *polynomial)
{
	struct polynomial none = {0}, turned;

	if (polynomial->terms[0].factor > 0 ||
	    !polynomial_add(&none, polynomial, -1, &turned))
		return;
	polynomial_free(polynomial);
	*polynomial = turned;
}

/*
 * The largest row of the source, if any, of which the factor is a multiple and
 * some rest: of a(i, i) a step moves by one row and one element.
 */
static bool take_row(const struct side *side, struct polynomial *factor,
		     struct polynomial *row)
{
	const json_t *list = json_object_get(side->reference, "within");

	for (size_t i = json_array_size(list); i-- > 0;) {
		struct polynomial quotient, rest;

		if (!read(side->domain,
			  json_object_get(json_array_get(list, i), "size"),
			  row))
			continue;
		if (degree_of(row) > 0 &&
		    polynomial_divide(factor, row, &quotient, &rest)) {
			bool taken = quotient.count > 0;

			polynomial_free(&quotient);
			polynomial_free(taken ? factor : &rest);
			if (taken) {
				*factor = rest;
				return true;
			}
		}
		polynomial_free(row);
	}
	return false;
}

/* The factor of a counter is taken over. */
static bool add_units(const struct side *side, struct polynomial *factor,
		      struct units *units)
{
	struct polynomial row;

	while (degree_of(factor) > 0 && take_row(side, factor, &row))
		if (!add_unit(side->domain, units, &row)) {
			polynomial_free(factor);
			return false;
		}
	if (degree_of(factor) == 0) {
		polynomial_free(factor);
		return true;
	}
	turn_positive(factor);
	return add_unit(side->domain, units, factor);
}

static bool find_units_of(const struct side *side, struct units *units)
{
	for (int loop = side->loop; loop >= 0;
	     loop = parent_of(side->domain, loop)) {
		struct polynomial factor = factor_of(side, loop);

		if (!is_constant(side, &factor)) {
			polynomial_free(&factor);
			return false;
		}
		if (!add_units(side, &factor, units))
			return false;
	}
	return true;
}

/*
 * Planes that no loop runs through, as of u[j * n + i] and u[plane + j * n +
 * i]: they move over more dimensions than all that is counted.
 */
static bool add_planes(const struct side *a, const struct side *b,
		       struct units *units)
{
	struct polynomial planes;

	if (units->count == 0 ||
	    !polynomial_add(&b->address, &a->address, -1, &planes))
		return true;
	for (size_t i = planes.count; i-- > 0;) {
		struct polynomial one = {.terms = &planes.terms[i], .count = 1};

		if (!is_constant(a, &one) ||
		    !is_coarser(a->domain, &one, &units->of[units->count - 1]))
			polynomial_remove(&planes, i);
	}
	if (planes.count == 0) {
		polynomial_free(&planes);
		return true;
	}
	turn_positive(&planes);
	return insert_unit(a->domain, units, &planes);
}

static bool find_units(const struct side *a, const struct side *b,
		       struct units *units)
{
	return find_units_of(a, units) && find_units_of(b, units) &&
	       add_planes(a, b, units);
}

/* Subscripts: parts[0] in bytes, the others in units. */
struct parts {
	struct polynomial of[MOST_UNITS + 1];
	int count;
};

static void parts_free(struct parts *parts)
{
	for (int i = 0; i < parts->count; i++)
		polynomial_free(&parts->of[i]);
	parts->count = 0;
}

/* What lies before its row is in the row before: u[3 * n - 1] is the third
   row's last element, and none of the fourth one's. */
static bool borrow(const struct side *side, const struct polynomial *unit,
		   struct polynomial *part, struct polynomial *rest)
{
	struct pitch_part row = {.record = side->domain->record,
				 .reference = side->reference,
				 .at = rest,
				 .size = side->size};
	struct polynomial more;

	if (!pitch_lies_before(&row))
		return true;
	if (!polynomial_shift(part, -1) ||
	    !polynomial_add(rest, unit, 1, &more))
		return false;
	polynomial_free(rest);
	*rest = more;
	return true;
}

static bool take_apart(const struct side *side, const struct units *units,
		       struct parts *parts)
{
	struct polynomial left;

	if (!polynomial_copy(&side->address, &left))
		return false;
	parts->count = units->count + 1;
	memset(parts->of, 0, sizeof(parts->of));
	for (int i = units->count; i > 0; i--) {
		struct polynomial rest;

		if (!polynomial_divide(&left, &units->of[i - 1], &parts->of[i],
				       &rest)) {
			polynomial_free(&left);
			return false;
		}
		polynomial_free(&left);
		left = rest;
		if (!borrow(side, &units->of[i - 1], &parts->of[i], &left)) {
			polynomial_free(&left);
			return false;
		}
	}
	parts->of[0] = left;
	for (int i = 0; i <= units->count; i++)
		if (!is_linear(side, &parts->of[i]))
			return false;
	return true;
}

/* How many of these units are one of the next. */
static bool length_of(const struct units *units, int i,
		      struct polynomial *length)
{
	struct polynomial rest;
	bool exact;

	if (i == 0)
		return polynomial_copy(&units->of[0], length);
	if (!polynomial_divide(&units->of[i], &units->of[i - 1], length, &rest))
		return false;
	exact = rest.count == 0;
	polynomial_free(&rest);
	if (!exact)
		polynomial_free(length);
	return exact;
}

/* Does isl prove that the subscript stays below its leading dimension? Only the
   loops around the reference count. */
static bool stays(const struct side *of, const struct polynomial *part,
		  const struct polynomial *length, int64_t size)
{
	struct side own = *of;
	const struct side *side = &own;
	struct text text = {0};
	const char *between = "";
	bool good;

	own.loop = (int)loop_integer(of->reference, "loop");
	text_add(&text, "exists ");
	add_counters(&text, side, 0, &between);
	text_add(&text, " : (");
	add_linear(&text, side, part);
	text_add(&text, " < 0 or ");
	add_linear(&text, side, part);
	text_print(&text, " + %lld > ", (long long)size);
	good = add_linear(&text, side, length);
	text_add(&text, ")");
	add_iterations(&text, side);
	good = good &&
	       is_never(side->domain, text_string(&text), false) == SETS_YES;
	text_free(&text);
	return good;
}

/* The same, by the bounds of the loops or by isl. */
static bool is_in_row(const struct side *side, const struct polynomial *part,
		      const struct polynomial *length, int64_t size)
{
	struct pitch_part row = {.record = side->domain->record,
				 .reference = side->reference,
				 .at = part,
				 .length = length,
				 .size = size};

	return pitch_holds(&row) ||
	       (is_linear(side, part) && is_linear(side, length) &&
		stays(side, part, length, size));
}

/*
 * What is left of the address within one of these units, in bytes: where the
 * source counts planes by a variable of its own, they need not be whole rows.
 */
static bool rest_of(const struct units *units, const struct parts *parts, int i,
		    struct polynomial *rest)
{
	bool good = polynomial_copy(&parts->of[0], rest);

	for (int j = 0; good && j < i; j++) {
		good = polynomial_add_product(rest, &parts->of[j + 1],
					      &units->of[j]);
		if (!good)
			polynomial_free(rest);
	}
	return good;
}

static bool rest_is_in_row(const struct side *side, const struct units *units,
			   const struct parts *parts, int i)
{
	struct polynomial rest;
	bool good;

	if (!rest_of(units, parts, i, &rest))
		return false;
	good = is_in_row(side, &rest, &units->of[i], side->size);
	polynomial_free(&rest);
	return good;
}

static bool stays_in_rows(const struct side *side, const struct units *units,
			  const struct parts *parts)
{
	for (int i = 0; i < units->count; i++) {
		struct polynomial length;
		bool good;

		if (!length_of(units, i, &length)) {
			good = rest_is_in_row(side, units, parts, i);
		} else {
			good = is_in_row(side, &parts->of[i], &length,
					 i == 0 ? side->size : 1);
			polynomial_free(&length);
		}
		if (!good)
			return false;
	}
	return true;
}

/* ---- meetings ---- */

/* " and ...": do the bytes of the two overlap? */
static void add_overlap(struct text *out, const struct side *a,
			const struct polynomial *at_a, const struct side *b,
			const struct polynomial *at_b)
{
	text_add(out, " and ");
	add_linear(out, a, at_a);
	text_print(out, " < %lld + ", (long long)b->size);
	add_linear(out, b, at_b);
	text_add(out, " and ");
	add_linear(out, b, at_b);
	text_print(out, " < %lld + ", (long long)a->size);
	add_linear(out, a, at_a);
}

/* Two references, delinearized by the same units. */
struct rows {
	const struct side *a, *b;
	struct units units;
	struct parts of_a, of_b;
};

static void rows_free(struct rows *rows)
{
	units_free(&rows->units);
	parts_free(&rows->of_a);
	parts_free(&rows->of_b);
}

static bool find_rows(struct rows *rows)
{
	return find_units(rows->a, rows->b, &rows->units) &&
	       take_apart(rows->a, &rows->units, &rows->of_a) &&
	       take_apart(rows->b, &rows->units, &rows->of_b) &&
	       stays_in_rows(rows->a, &rows->units, &rows->of_a) &&
	       stays_in_rows(rows->b, &rows->units, &rows->of_b);
}

/* Where both begin, as far as that is the same; false where they begin at
   nothing that has a name. */
static bool find_origin(const struct side *a, const struct side *b,
			struct polynomial *origin)
{
	const struct side *sides[] = {a, b};
	struct polynomial low[2] = {0};
	bool good = true;

	for (int i = 0; i < 2 && good; i++) {
		struct pitch_part whole = {.record = a->domain->record,
					   .reference = sides[i]->reference,
					   .at = &sides[i]->address};

		good = pitch_lowest(&whole, &low[i]) &&
		       is_constant(sides[i], &low[i]);
	}
	good = good && polynomial_common(&low[0], &low[1], origin);
	polynomial_free(&low[0]);
	polynomial_free(&low[1]);
	return good && origin->count > 0;
}

/* The same reference, its address counted from the origin. */
static bool count_from(const struct side *side, const struct polynomial *origin,
		       struct side *counted)
{
	*counted = *side;
	counted->address = (struct polynomial){0};
	return polynomial_add(&side->address, origin, -1, &counted->address);
}

static void add_same_parts(struct text *out, const struct rows *rows)
{
	add_overlap(out, rows->a, &rows->of_a.of[0], rows->b,
		    &rows->of_b.of[0]);
	for (int i = 1; i <= rows->units.count; i++) {
		text_add(out, " and ");
		add_linear(out, rows->a, &rows->of_a.of[i]);
		text_add(out, " = ");
		add_linear(out, rows->b, &rows->of_b.of[i]);
	}
}

/* Rows that begin where the array does, or where the loops do. */
static bool add_meeting_in_rows(struct text *out, const struct side *a,
				const struct side *b)
{
	struct side from_a = {0}, from_b = {0};
	struct rows rows = {.a = a, .b = b},
		    moved = {.a = &from_a, .b = &from_b};
	struct polynomial origin = {0};
	bool first = find_rows(&rows);
	bool good =
		first || (find_origin(a, b, &origin) &&
			  count_from(a, &origin, &from_a) &&
			  count_from(b, &origin, &from_b) && find_rows(&moved));

	if (good)
		add_same_parts(out, first ? &rows : &moved);
	rows_free(&rows);
	rows_free(&moved);
	polynomial_free(&origin);
	polynomial_free(&from_a.address);
	polynomial_free(&from_b.address);
	return good;
}

/* ---- elements: what descriptors of Fortran reach ---- */

/* Subscripts as the record has them, and the bytes within what they reach. */
struct element {
	struct polynomial at[MOST_SUBSCRIPTS], bytes;
	size_t count;
	bool first; /* counted from the beginning of each dimension */
};

static void element_free(struct element *element)
{
	for (size_t i = 0; i < element->count; i++)
		polynomial_free(&element->at[i]);
	polynomial_free(&element->bytes);
}

static bool read_linear(const struct side *side, const json_t *expression,
			struct polynomial *out)
{
	if (!read(side->domain, expression, out))
		return false;
	if (is_linear(side, out))
		return true;
	polynomial_free(out);
	return false;
}

/* What is read so far is to be freed, also where this fails. */
static bool read_element(const struct side *side, struct element *element)
{
	const json_t *of = json_object_get(side->reference, "element");
	const json_t *list = json_object_get(of, "at");

	if (json_array_size(list) > MOST_SUBSCRIPTS ||
	    !read_linear(side, json_object_get(of, "bytes"), &element->bytes))
		return false;
	element->first = loop_true(of, "first");
	for (size_t i = 0; i < json_array_size(list); i++) {
		if (!read_linear(side, json_array_get(list, i),
				 &element->at[i]))
			return false;
		element->count++;
	}
	return true;
}

/* Is a number below 0 whatever the parameters are, in some iteration? */
static bool is_surely_below(const struct side *side,
			    const struct polynomial *number)
{
	struct text text = {0};
	bool below;

	text_add(&text, "0 <= ");
	add_linear(&text, side, number);
	below = is_broken(side, text_string(&text));
	text_free(&text);
	return below;
}

/*
 * Where the source surely has a subscript before the first one, it does not do
 * what the language says. Where arrays end is not in the record.
 */
static bool is_believed(const struct side *side, const struct element *element)
{
	if (!element->first)
		return true;
	for (size_t i = 0; i < element->count; i++)
		if (is_surely_below(side, &element->at[i]))
			return false;
	return !is_surely_below(side, &element->bytes);
}

static void add_same_subscripts(struct text *out, const struct side *a,
				const struct element *of_a,
				const struct side *b,
				const struct element *of_b)
{
	static const struct polynomial zero;
	size_t count = of_a->count > of_b->count ? of_a->count : of_b->count;

	for (size_t i = 0; i < count; i++) {
		text_add(out, " and ");
		add_linear(out, a, i < of_a->count ? &of_a->at[i] : &zero);
		text_add(out, " = ");
		add_linear(out, b, i < of_b->count ? &of_b->at[i] : &zero);
	}
}

/* Is it one array, counted from one place? */
static bool is_same_array(const struct side *a, const struct side *b)
{
	const json_t *of_a = json_object_get(a->reference, "element");
	const json_t *of_b = json_object_get(b->reference, "element");

	return json_is_object(of_a) && json_is_object(of_b) &&
	       json_equal(json_object_get(of_a, "of"),
			  json_object_get(of_b, "of")) &&
	       json_equal(json_object_get(of_a, "first"),
			  json_object_get(of_b, "first"));
}

/*
 * Elements of one array with other subscripts are other data: no step is 0,
 * says the language, be it backwards or over elements in between, and
 * subscripts stay within their bounds. How large the steps are plays no part.
 */
static bool add_meeting_of_elements(struct text *out, const struct side *a,
				    const struct side *b)
{
	struct element of_a = {.count = 0}, of_b = {.count = 0};
	bool good = is_same_array(a, b) && read_element(a, &of_a) &&
		    read_element(b, &of_b) && is_believed(a, &of_a) &&
		    is_believed(b, &of_b);

	if (good) {
		add_same_subscripts(out, a, &of_a, b, &of_b);
		add_overlap(out, a, &of_a.bytes, b, &of_b.bytes);
	}
	element_free(&of_a);
	element_free(&of_b);
	return good;
}

static bool add_meeting(struct text *out, const struct side *a,
			const struct side *b)
{
	if (is_linear(a, &a->address) && is_linear(b, &b->address)) {
		add_overlap(out, a, &a->address, b, &b->address);
		return true;
	}
	return add_meeting_in_rows(out, a, b) ||
	       add_meeting_of_elements(out, a, b);
}

/*
 * A reference that GCC would have made before a loop of the band belongs into
 * all of them.
 */
static bool side_of(struct side *side, struct domain *domain, int reference,
		    char letter, int first, int count)
{
	int last = first + count - 1;
	const json_t *of = json_array_get(domain->references, reference);
	const json_t *size = json_object_get(of, "size");
	int loop = (int)loop_integer(of, "loop");

	*side = (struct side){.domain = domain,
			      .letter = letter,
			      .first = first,
			      .loop = loop < last ? last : loop,
			      .reference = of,
			      .size = json_integer_value(size)};
	return json_is_integer(size) && side->size > 0 && read_address(side);
}

static void side_free(struct side *side)
{
	polynomial_free(&side->address);
}

static void add_differences(struct text *out, const struct side *a,
			    const struct side *b, int count)
{
	for (int i = 0; i < count; i++) {
		text_print(out, " and d%d = ", i);
		add_counter(out,
			    domain_sign(a->domain, a->first + i) > 0 ? b : a,
			    a->first + i);
		text_add(out, " - ");
		add_counter(out,
			    domain_sign(a->domain, a->first + i) > 0 ? a : b,
			    a->first + i);
	}
}

/* { [d0, d1] : exists p0, x1, x2, y1, y2 : ... } */
static bool write_meetings(struct text *out, const struct side *a,
			   const struct side *b, int count)
{
	const char *between = "";
	struct text condition = {0};
	bool good;

	text_add(&condition, "{ [");
	for (int i = 0; i < count; i++)
		text_print(&condition, "%sd%d", i ? ", " : "", i);
	text_add(&condition, "] : exists ");
	add_counters(&condition, a, 0, &between);
	add_counters(&condition, b, a->first, &between);
	text_add(&condition, " : 0 = 0");
	add_iterations(&condition, a);
	add_iterations(&condition, b);
	add_differences(&condition, a, b, count);
	good = add_meeting(&condition, a, b);
	add_facts(&condition, a->domain, false);
	text_add(&condition, " }");
	/* now all parameters are known */
	add_parameters(out, a->domain);
	text_add(out, text_string(&condition));
	text_free(&condition);
	return good;
}

/* Which one is at fault has no linear address: how that could be written. */
static const char *why_not_linear(const struct domain *domain, int reference)
{
	const char *base = json_string_value(json_object_get(
		json_array_get(json_object_get(domain->record, "refs"),
			       (size_t)reference),
		"base"));

	if (base && strchr(base, '['))
		return "an address is not linear in the counters, as its rows "
		       "are found by pointers that are read; rows of one array "
		       "are not";
	return "an address is not linear in the counters: an index is no sum "
	       "of "
	       "them, each times something that stays the same";
}

bool domain_meetings(struct domain *domain, int first_reference,
		     int second_reference, int first, int count,
		     struct sets_signs *signs, struct text *reason)
{
	struct side a = {0}, b = {0};
	struct text text = {0};
	bool good = false;

	if (!side_of(&a, domain, first_reference, 'x', first, count) ||
	    !side_of(&b, domain, second_reference, 'y', first, count))
		text_add(reason, why_not_linear(domain, second_reference));
	else if (!write_meetings(&text, &a, &b, count))
		text_add(reason, "subscripts may leave their rows, unless the "
				 "array is declared with all its dimensions");
	else if (!(good = sets_signs(text_string(&text), count, signs)))
		text_add(reason, "isl gave up");
	side_free(&a);
	side_free(&b);
	text_free(&text);
	return good;
}
