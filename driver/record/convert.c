/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From a record to a nest.
 */
#include "convert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "container.h"
#include "loop.h"
#include "models/clause.h"

/* ---- expressions ----------------------------------------------------------
 */

static const struct {
	const char *name;
	enum formula_kind kind;
} operators[] = {
	{"+", FORMULA_ADD},	 {"*", FORMULA_MULTIPLY},
	{"div", FORMULA_DIVIDE}, {"cdiv", FORMULA_DIVIDE_UP},
	{"clog", FORMULA_LOG},	 {"mod", FORMULA_MODULO},
	{"min", FORMULA_MIN},	 {"max", FORMULA_MAX},
	{"&", FORMULA_AND},	 {"|", FORMULA_OR},
	{"^", FORMULA_XOR},	 {">>", FORMULA_SHIFT},
	{"<", FORMULA_LESS},	 {"<=", FORMULA_LESS_EQUAL},
	{"==", FORMULA_EQUAL},
};

static struct formula *convert(const struct converted *converted,
			       const json_t *expression);

static int find_name(const struct converted *converted, const char *name)
{
	for (int i = 0; i < converted->nest->symbol_count; i++)
		if (converted->names[i] &&
		    strcmp(converted->names[i], name) == 0)
			return i;
	return -1;
}

static struct formula *unknown(void)
{
	return formula_new(FORMULA_UNKNOWN, NULL, NULL, NULL);
}

static struct formula *convert_name(const struct converted *converted,
				    const char *name)
{
	int symbol = find_name(converted, name);

	return symbol < 0 ? unknown() : formula_symbol(symbol);
}

static struct formula *operand(const struct converted *converted,
			       const json_t *list, size_t index)
{
	return convert(converted, json_array_get(list, index));
}

/* Halves of halves: a formula of a long sum is not a deep one. */
static struct formula *convert_operands(const struct converted *converted,
					enum formula_kind kind,
					const json_t *list, size_t from,
					size_t to)
{
	size_t middle = from + (to - from) / 2;

	if (to - from < 2)
		return operand(converted, list, from);
	return formula_new(
		kind, convert_operands(converted, kind, list, from, middle),
		convert_operands(converted, kind, list, middle, to), NULL);
}

/* Sums and products of any length; the others have two operands. */
static struct formula *convert_operation(const struct converted *converted,
					 enum formula_kind kind,
					 const json_t *list)
{
	return convert_operands(converted, kind, list, 1,
				json_array_size(list));
}

/* Iterations of the loop begun before this one: a symbol of its own. */
static struct formula *convert_iteration(const struct converted *converted,
					 const char *counter)
{
	const struct nest *nest = converted->nest;
	int symbol = counter ? find_name(converted, counter) : -1;

	for (int i = 0; i < nest->loop_count; i++)
		if (symbol >= 0 && nest->loops[i].counter == symbol)
			return formula_symbol(nest->loops[i].iteration);
	return unknown();
}

/* 1 where the relation does not hold. */
static struct formula *negate(struct formula *relation)
{
	return formula_new(FORMULA_EQUAL, relation, formula_number(0), NULL);
}

static struct formula *convert_list(const struct converted *converted,
				    const json_t *list)
{
	const char *name = json_string_value(json_array_get(list, 0));

	if (!name)
		return unknown();
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (strcmp(name, operators[i].name) == 0)
			return convert_operation(converted, operators[i].kind,
						 list);
	if (strcmp(name, "if") == 0)
		return formula_new(FORMULA_CHOOSE, operand(converted, list, 1),
				   operand(converted, list, 2),
				   operand(converted, list, 3));
	if (strcmp(name, "!=") == 0)
		return negate(
			convert_operation(converted, FORMULA_EQUAL, list));
	if (strcmp(name, ">") == 0)
		return negate(
			convert_operation(converted, FORMULA_LESS_EQUAL, list));
	if (strcmp(name, ">=") == 0)
		return negate(convert_operation(converted, FORMULA_LESS, list));
	if (strcmp(name, "iter") == 0)
		return convert_iteration(
			converted, json_string_value(json_array_get(list, 1)));
	if (strcmp(name, "at") == 0)
		return formula_new(FORMULA_DATA, operand(converted, list, 2),
				   NULL, NULL);
	return unknown();
}

/* How many elements a container holds is a parameter. */
static struct formula *convert_size(const struct converted *converted,
				    const json_t *list)
{
	char *size = json_object_size(converted->sizes) ? container_size(list)
							: NULL;
	struct formula *formula = size ? convert_name(converted, size)
				       : convert_list(converted, list);

	free(size);
	return formula;
}

static struct formula *convert(const struct converted *converted,
			       const json_t *expression)
{
	if (json_is_integer(expression))
		return formula_number((double)json_integer_value(expression));
	if (json_is_string(expression))
		return convert_name(converted, json_string_value(expression));
	if (json_is_array(expression))
		return convert_size(converted, expression);
	return unknown();
}

static struct formula *member(const struct converted *converted,
			      const json_t *object, const char *key)
{
	return convert(converted, json_object_get(object, key));
}

/* ---- operations ------------------------------------------------------------
 */

static const struct {
	const char *name;
	enum nest_operation class;
} classes[] = {
	{"add", NEST_ADD},	  {"mul", NEST_MUL},
	{"fma", NEST_FMA},	  {"div", NEST_DIV},
	{"mod", NEST_DIV},	  {"sqrt", NEST_SQRT},
	{"math", NEST_MATH},	  {"compare", NEST_SIMPLE},
	{"convert", NEST_SIMPLE}, {"logic", NEST_SIMPLE},
	{"select", NEST_SIMPLE},  {"other", NEST_SIMPLE},
	{"load", NEST_LOAD},	  {"store", NEST_STORE},
	{"branch", NEST_BRANCH},  {"call", NEST_CALL},
};

static const struct {
	const char *name;
	enum machine_type type;
	double parts; /* numbers in one value */
} types[] = {
	{"i8", TYPE_I32, 1},	{"i16", TYPE_I32, 1},	{"i32", TYPE_I32, 1},
	{"i64", TYPE_I64, 1},	{"i128", TYPE_I64, 2},	{"ptr", TYPE_I64, 1},
	{"f32", TYPE_F32, 1},	{"f64", TYPE_F64, 1},	{"f80", TYPE_F64, 1},
	{"f16", TYPE_F32, 1},	{"f128", TYPE_F64, 10}, {"c32", TYPE_F32, 2},
	{"c64", TYPE_F32, 2},	{"c128", TYPE_F64, 2},	{"c160", TYPE_F64, 2},
	{"c256", TYPE_F64, 20}, {"vec", TYPE_F64, 1},	{"struct", TYPE_F64, 1},
};
#define TYPES (sizeof(types) / sizeof(types[0]))

static size_t find_type(const char *name)
{
	size_t i = 0;

	while (i < TYPES - 1 && strcmp(name, types[i].name) != 0)
		i++;
	return i;
}

static bool is_complex(const char *type)
{
	return type[0] == 'c';
}

/*
 * A complex product: four products, two sums, and the question whether the
 * result is a number. A quotient is a call of the library.
 */
static void add_complex(struct nest_operations *operations,
			enum nest_operation class, enum machine_type type,
			double count)
{
	if (class == NEST_MUL) {
		operations->count[NEST_MUL][type] += 4 * count;
		operations->count[NEST_ADD][type] += 2 * count;
		operations->count[NEST_SIMPLE][type] += count;
		operations->count[NEST_BRANCH][type] += count;
	} else if (class == NEST_DIV) {
		operations->count[NEST_MUL][type] += 6 * count;
		operations->count[NEST_DIV][type] += 2 * count;
		operations->count[NEST_CALL][type] += count;
	} else {
		operations->count[class][type] += 2 * count;
	}
}

/* Both parts at a time, but for a product: the sums come behind. */
static void add_complex_wait(struct nest_operations *operations,
			     enum nest_operation class, enum machine_type type,
			     double count)
{
	operations->count[class][type] += count;
	if (class == NEST_MUL)
		operations->count[NEST_ADD][type] += count;
	if (class == NEST_DIV)
		operations->count[NEST_MUL][type] += count;
}

/* What is done in all, or what one thing after the other waits for. */
enum purpose { ALL, WAITS };

static void add_operation(struct nest_operations *operations, const char *name,
			  double count, enum purpose purpose)
{
	const char *dot = strchr(name, '.');
	size_t length = dot ? (size_t)(dot - name) : 0;
	size_t type = find_type(dot ? dot + 1 : "");

	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
		if (strlen(classes[i].name) != length ||
		    strncmp(name, classes[i].name, length) != 0)
			continue;
		if (is_complex(types[type].name))
			(purpose == ALL ? add_complex : add_complex_wait)(
				operations, classes[i].class, types[type].type,
				count);
		else
			operations->count[classes[i].class][types[type].type] +=
				count * types[type].parts;
		return;
	}
}

static void convert_operations(const json_t *counts,
			       struct nest_operations *operations,
			       enum purpose purpose)
{
	json_t *object = (json_t *)counts;

	for (void *i = json_object_iter(object); i;
	     i = json_object_iter_next(object, i))
		add_operation(
			operations, json_object_iter_key(i),
			(double)json_integer_value(json_object_iter_value(i)),
			purpose);
}

/* ---- loops ------------------------------------------------------------------
 */

static void convert_loop(struct converted *converted, const json_t *loop,
			 int index, int first)
{
	struct nest_loop *to = &converted->nest->loops[index];
	const json_t *parent = json_object_get(loop, "parent");
	const json_t *operations = json_object_get(loop, "ops");

	/* the outermost of the nest stands in the innermost around it */
	to->parent = json_is_integer(parent)
			     ? (int)json_integer_value(parent) + first
			     : index - 1;
	to->from = member(converted, loop, "from");
	to->step = member(converted, loop, "step");
	to->trip = member(converted, loop, "trip");
	to->shared = json_is_integer(json_object_get(loop, "omp"));
	to->conditional = json_is_true(json_object_get(loop, "conditional"));
	to->code.lanes = 1;
	to->code.unrolled = 1;
	convert_operations(json_object_get(operations, "certain"), &to->certain,
			   ALL);
	convert_operations(json_object_get(operations, "conditional"),
			   &to->conditional_operations, ALL);
	convert_operations(json_object_get(loop, "chain"), &to->chain, WAITS);
}

static bool is_word(const json_t *object, const char *key, const char *word)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value && strcmp(value, word) == 0;
}

static void convert_code(const json_t *code, struct nest_code *to)
{
	static const char *const kinds[] = {"none", "contiguous", "strided",
					    "gather"};

	to->known = true;
	to->lanes = json_is_true(json_object_get(code, "vectorised"))
			    ? (double)json_integer_value(
				      json_object_get(code, "lanes"))
			    : 1;
	to->iterations =
		(double)json_integer_value(json_object_get(code, "iterations"));
	to->unrolled =
		(double)json_integer_value(json_object_get(code, "unrolled"));
	to->fused = json_is_true(json_object_get(code, "fused"));
	to->library_call =
		json_is_string(json_object_get(code, "library_call"));
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (is_word(code, "kind", kinds[i]))
			to->vector = (enum nest_vector)i;
	if (is_word(code, "reduction", "tree"))
		to->reduction = REDUCTION_TREE;
	if (is_word(code, "reduction", "fold-left"))
		to->reduction = REDUCTION_IN_ORDER;
}

/* Loops from one to another around it; 0 if it is none. */
static int distance(const struct nest *nest, int loop, int around)
{
	int distance = 0;

	if (!nest_is_inside(nest, loop, around))
		return 0;
	for (; loop != around; loop = nest->loops[loop].parent)
		distance++;
	return distance;
}

static void convert_codes(struct converted *converted, const json_t *record)
{
	const json_t *codes = json_object_get(record, "code");
	struct nest *nest = converted->nest;

	for (size_t i = 0; i < json_array_size(codes); i++) {
		const json_t *code = json_array_get(codes, i);
		const json_t *over = json_object_get(code, "over");
		int loop =
			nest->around +
			(int)json_integer_value(json_object_get(code, "loop"));
		struct nest_code *to = &nest->loops[loop].code;

		convert_code(code, to);
		if (json_is_integer(over))
			to->further_out = distance(
				nest, loop,
				nest->around + (int)json_integer_value(over));
	}
}

/* ---- references -----------------------------------------------------------
 */

/* The number of the first reference with this base; its own if unknown. */
static int array_of(const json_t *references, size_t index)
{
	const json_t *base =
		json_object_get(json_array_get(references, index), "base");

	for (size_t i = 0; i < index && json_is_string(base); i++)
		if (json_equal(base,
			       json_object_get(json_array_get(references, i),
					       "base")))
			return (int)i;
	return (int)index;
}

/* Private ones are no array of another loop. */
static const char *name_of(const json_t *reference)
{
	return json_is_true(json_object_get(reference, "private"))
		       ? NULL
		       : json_string_value(json_object_get(reference, "base"));
}

/* The number of the first reference of this type. */
static int type_of(const json_t *references, size_t index)
{
	const json_t *type =
		json_object_get(json_array_get(references, index), "type");
	size_t i = 0;

	while (i < index &&
	       !json_equal(type, json_object_get(json_array_get(references, i),
						 "type")))
		i++;
	return (int)i;
}

static void convert_strides(const struct converted *converted,
			    const json_t *reference, struct nest_reference *to)
{
	const struct nest *nest = converted->nest;
	const json_t *around = json_object_get(reference, "strides_around");
	const json_t *strides = json_object_get(reference, "strides");
	size_t i = json_array_size(strides);

	for (int loop = to->loop; i > 0 && loop >= 0;
	     loop = nest->loops[loop].parent)
		to->stride[loop] = operand(converted, strides, --i);
	for (int loop = 0; loop < nest->around; loop++)
		to->stride[loop] = operand(converted, around, loop);
}

static void convert_reference(struct converted *converted, const json_t *record,
			      size_t index)
{
	const json_t *references = json_object_get(record, "refs");
	const json_t *reference = json_array_get(references, index);
	struct nest_reference *to = &converted->nest->references[index];
	const char *type =
		json_string_value(json_object_get(reference, "type"));
	const json_t *size = json_object_get(reference, "size");

	to->array = array_of(references, index);
	to->name = name_of(reference);
	to->type = type_of(references, index);
	to->pointed = loop_is_pointed(record, reference);
	to->size = json_is_integer(size) && json_integer_value(size) > 0
			   ? (double)json_integer_value(size)
			   : 8;
	to->count =
		(double)json_integer_value(json_object_get(reference, "count"));
	if (is_complex(type))
		to->count *= 2;
	to->write = json_is_true(json_object_get(reference, "write"));
	to->conditional =
		json_is_true(json_object_get(reference, "conditional"));
	to->is_private = json_is_true(json_object_get(reference, "private"));
	to->indirect = json_is_array(json_object_get(reference, "indirect"));
	to->atomic = is_word(reference, "protected", "atomic");
	to->loop = converted->nest->around +
		   (int)json_integer_value(json_object_get(reference, "loop"));
	to->offset = member(converted, reference, "offset");
	to->extent = member(converted, reference, "extent");
	convert_strides(converted, reference, to);
}

/* ---- the record
 * --------------------------------------------------------------- */

/* Names in the clauses: those of the source at the construct. */
static const json_t *clause_chunk(const json_t *record)
{
	return json_object_get(json_object_get(record, "schedule"), "chunk");
}

static bool is_named(const struct converted *converted, const char *name)
{
	for (int i = 0; i < converted->parameters; i++)
		if (strcmp(converted->names[i], name) == 0)
			return true;
	return false;
}

static void add_parameter(struct converted *converted, const char *name)
{
	if (is_named(converted, name))
		return;
	converted->names =
		memory_grow(converted->names, converted->parameters + 1,
			    sizeof(*converted->names));
	converted->names[converted->parameters++] = name;
}

static void add_names(struct converted *converted, const json_t *expression)
{
	size_t i;
	json_t *operand;

	if (json_is_string(expression))
		add_parameter(converted, json_string_value(expression));
	json_array_foreach((json_t *)expression, i, operand) if (i > 0)
		add_names(converted, operand);
}

/* What containers hold, wherever the record says so. */
static void find_sizes(struct converted *converted, const json_t *value)
{
	char *size = container_size(value);
	const char *key;
	json_t *one;
	size_t i;

	if (size)
		json_object_set(converted->sizes, size, (json_t *)value);
	free(size);
	json_array_foreach((json_t *)value, i, one)
	{
		find_sizes(converted, one);
	}
	json_object_foreach((json_t *)value, key, one)
	{
		find_sizes(converted, one);
	}
}

/* Most records have no containers, and each is converted in many orders. */
static bool has_containers(const struct converted *converted)
{
	for (int i = 0; i < converted->parameters; i++)
		if (container_is_end(converted->names[i]))
			return true;
	return false;
}

static void name_sizes(struct converted *converted, const json_t *record)
{
	const char *key;
	json_t *one;

	converted->sizes = json_object();
	if (has_containers(converted))
		find_sizes(converted, record);
	json_object_foreach(converted->sizes, key, one)
	{
		add_parameter(converted, key);
	}
}

static void name_parameters(struct converted *converted, const json_t *record)
{
	const json_t *parameters = json_object_get(record, "params");

	for (size_t i = 0; i < json_array_size(parameters); i++)
		add_parameter(converted,
			      json_string_value(json_object_get(
				      json_array_get(parameters, i), "name")));
	add_names(converted, clause_chunk(record));
	add_names(converted, json_object_get(record, "num_threads"));
	name_sizes(converted, record);
}

static void name_counters(struct converted *converted, const json_t *loops,
			  int first)
{
	struct nest *nest = converted->nest;

	for (size_t i = 0; i < json_array_size(loops); i++) {
		int symbol = nest->symbol_count;

		nest->loops[first + i].counter = symbol;
		nest->loops[first + i].iteration = symbol + 1;
		converted->names[symbol] = json_string_value(
			json_object_get(json_array_get(loops, i), "var"));
		converted->names[symbol + 1] = NULL;
		nest->symbol_count += 2;
	}
}

static void name_symbols(struct converted *converted, const json_t *record)
{
	const json_t *around = json_object_get(record, "around");
	struct nest *nest = converted->nest;

	name_parameters(converted, record);
	nest->symbol_count = converted->parameters;
	converted->names =
		memory_grow(converted->names,
			    converted->parameters + 2 * nest->loop_count + 1,
			    sizeof(*converted->names));
	name_counters(converted, around, 0);
	name_counters(converted, json_object_get(record, "nest"),
		      (int)json_array_size(around));
}

static void convert_definitions(struct converted *converted,
				const json_t *record)
{
	const json_t *parameters = json_object_get(record, "params");
	const char *size;
	json_t *ends;

	converted->is = memory_grow(NULL, converted->parameters + 1,
				    sizeof(*converted->is));
	memset(converted->is, 0,
	       (converted->parameters + 1) * sizeof(*converted->is));
	for (size_t i = 0; i < json_array_size(parameters); i++) {
		const json_t *one = json_array_get(parameters, i);
		const json_t *is = json_object_get(one, "is");
		int symbol = convert_parameter(
			converted,
			json_string_value(json_object_get(one, "name")));

		if (is && !json_is_null(is) && !converted->is[symbol])
			converted->is[symbol] = convert(converted, is);
	}
	json_object_foreach(converted->sizes, size, ends)
	{
		converted->is[convert_parameter(converted, size)] =
			convert_list(converted, ends);
	}
}

static void convert_clauses(struct converted *converted, const json_t *record)
{
	const json_t *schedule = json_object_get(record, "schedule");
	const char *word = json_string_value(json_object_get(schedule, "kind"));

	if (json_is_string(clause_chunk(record)) ||
	    json_is_integer(clause_chunk(record)) ||
	    json_is_array(clause_chunk(record)))
		converted->chunk = convert(converted, clause_chunk(record));
	if (!json_is_null(json_object_get(record, "num_threads")))
		converted->threads = member(converted, record, "num_threads");
	converted->kind = clause_schedule(word ? clause_find(word) : NULL,
					  converted->chunk);
}

static void convert_loops(struct converted *converted, const json_t *record)
{
	const json_t *around = json_object_get(record, "around");
	const json_t *loops = json_object_get(record, "nest");
	struct nest *nest = converted->nest;
	int count = 0;

	for (size_t i = 0; i < json_array_size(around); i++)
		convert_loop(converted, json_array_get(around, i), count++, 0);
	nest->around = count;
	for (size_t i = 0; i < json_array_size(loops); i++)
		convert_loop(converted, json_array_get(loops, i), count++,
			     nest->around);
	for (int i = nest->around; i < count && nest->loops[i].shared; i++)
		nest->collapse++;
}

/* A scalar that the clauses reduce is carried through the whole nest. */
static bool reduces(const json_t *record)
{
	const json_t *clauses = json_object_get(record, "clauses");

	for (size_t i = 0; i < json_array_size(clauses); i++)
		if (is_word(json_array_get(clauses, i), "name", "reduction"))
			return true;
	return false;
}

/* The loop that a section stands in; those that are shared out are one. */
static struct nest_loop *
loop_of_section(struct nest *nest, const json_t *record, const json_t *section)
{
	const json_t *loops = json_object_get(record, "nest");
	const json_t *line = json_object_get(section, "loop_line");
	int found = nest->around + nest->collapse - 1;

	for (size_t i = 0; json_is_integer(line) && i < json_array_size(loops);
	     i++)
		if (json_equal(
			    json_object_get(json_array_get(loops, i), "line"),
			    line))
			found = nest->around + (int)i;
	return &nest->loops[found];
}

/* Of ordered(n) with depend() it is not known what stands between the two. */
static void count_synchronisation(struct nest *nest, const json_t *record)
{
	const json_t *sync = json_object_get(record, "sync");
	const json_t *clause = json_object_get(record, "ordered");
	bool in_order =
		json_is_integer(clause) && json_integer_value(clause) == 0;

	for (size_t i = 0; i < json_array_size(sync); i++) {
		const json_t *one = json_array_get(sync, i);
		struct nest_loop *loop = loop_of_section(nest, record, one);

		loop->critical += is_word(one, "kind", "critical") ||
				  is_word(one, "kind", "lock");
		loop->atomic += is_word(one, "kind", "atomic");
		nest->ordered += in_order && is_word(one, "kind", "ordered");
	}
}

/* What of each loop ordered sections hold, by the references in them. */
static void find_ordered(struct nest *nest, const json_t *references)
{
	double all[NEST_MOST_LOOPS] = {0};

	for (int i = 0; i < nest->reference_count; i++) {
		const struct nest_reference *of = &nest->references[i];

		all[of->loop] += of->count;
		if (is_word(json_array_get(references, (size_t)i), "protected",
			    "ordered"))
			nest->loops[of->loop].ordered += of->count;
	}
	for (int i = 0; i < nest->loop_count; i++)
		if (all[i] > 0)
			nest->loops[i].ordered /= all[i];
}

/*
 * Does each loop stand after its parent, those around the construct and those
 * that are shared out one in the other?
 */
static bool is_in_order(const struct nest *nest)
{
	for (int i = 0; i < nest->loop_count; i++) {
		int parent = nest->loops[i].parent;

		if (parent < -1 || parent >= i)
			return false;
		if (i < nest->around + nest->collapse && parent != i - 1)
			return false;
	}
	return true;
}

/* The processor of these flags does a product and a sum one by one. */
static void keep_apart(struct nest *nest)
{
	for (int i = 0; i < nest->loop_count; i++)
		for (int type = 0; type < TYPE_COUNT; type++) {
			struct nest_loop *of = &nest->loops[i];

			of->certain.count[NEST_FMA][type] = 0;
			of->conditional_operations.count[NEST_FMA][type] = 0;
		}
}

static bool convert_one(const json_t *record, struct converted *converted,
			const char **why)
{
	const json_t *references = json_object_get(record, "refs");
	size_t loops = json_array_size(json_object_get(record, "around")) +
		       json_array_size(json_object_get(record, "nest"));

	*why = "the loop was not analysed";
	if (!json_is_true(json_object_get(record, "analysed")) ||
	    json_array_size(json_object_get(record, "nest")) == 0)
		return false;
	*why = "it has too many loops";
	if (loops > NEST_MOST_LOOPS)
		return false;
	*why = "out of memory";
	converted->nest =
		nest_new((int)loops, (int)json_array_size(references));
	if (!converted->nest)
		return false;
	name_symbols(converted, record);
	convert_definitions(converted, record);
	convert_loops(converted, record);
	*why = "its loops are out of order";
	if (!is_in_order(converted->nest))
		return false;
	*why = "no loop of it is shared out";
	if (converted->nest->collapse == 0)
		return false;
	convert_codes(converted, record);
	if (json_is_false(json_object_get(record, "fuses")))
		keep_apart(converted->nest);
	for (size_t i = 0; i < json_array_size(references); i++)
		convert_reference(converted, record, i);
	convert_clauses(converted, record);
	count_synchronisation(converted->nest, record);
	find_ordered(converted->nest, references);
	converted->nest->reduces = reduces(record);
	return true;
}

bool convert_record(const json_t *record, struct converted *converted,
		    const char **why)
{
	*converted = (struct converted){0};
	if (convert_one(record, converted, why))
		return true;
	convert_free(converted);
	return false;
}

void convert_free(struct converted *converted)
{
	json_decref(converted->sizes);
	nest_free(converted->nest);
	formula_free(converted->chunk);
	formula_free(converted->threads);
	for (int i = 0; converted->is && i < converted->parameters; i++)
		formula_free(converted->is[i]);
	free(converted->is);
	free(converted->names);
	*converted = (struct converted){0};
}

bool convert_is_size(const struct converted *converted, int parameter)
{
	return json_object_get(converted->sizes, converted->names[parameter]) !=
	       NULL;
}

int convert_parameter(const struct converted *converted, const char *name)
{
	for (int i = 0; i < converted->parameters; i++)
		if (strcmp(converted->names[i], name) == 0)
			return i;
	return -1;
}

static bool reference_needs(const struct nest *nest,
			    const struct nest_reference *reference,
			    int parameter)
{
	for (int i = 0; i < nest->loop_count; i++)
		if (formula_mentions(reference->stride[i], parameter))
			return true;
	return false;
}

bool convert_needs(const struct converted *converted, int parameter)
{
	const struct nest *nest = converted->nest;

	for (int i = 0; i < nest->loop_count; i++)
		if (formula_mentions(nest->loops[i].trip, parameter) ||
		    formula_mentions(nest->loops[i].from, parameter) ||
		    formula_mentions(nest->loops[i].step, parameter))
			return true;
	for (int i = 0; i < nest->reference_count; i++)
		if (reference_needs(nest, &nest->references[i], parameter))
			return true;
	return formula_mentions(converted->chunk, parameter);
}

bool convert_uses(const struct converted *converted, int parameter)
{
	const struct nest *nest = converted->nest;

	if (convert_needs(converted, parameter))
		return true;
	for (int i = 0; i < nest->reference_count; i++)
		if (formula_mentions(nest->references[i].offset, parameter) ||
		    formula_mentions(nest->references[i].extent, parameter))
			return true;
	for (int i = 0; i < converted->parameters; i++)
		if (formula_mentions(converted->is[i], parameter))
			return true;
	return false;
}
