/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the part of a private object that an operand accesses.
 */
#include "base/gcc.h"
#include "place.h"

/* Limits of the search for the definition of a value. */
#define MOST_BACK 60
#define MOST_DEEP 6

/* ---- texts ---- */

static void add(char *text, const char *piece)
{
	size_t length = strlen(text);

	snprintf(text + length, PLACE_MOST - length, "%s", piece);
}

static void add_number(char *text, const char *before, HOST_WIDE_INT number)
{
	char piece[32];

	snprintf(piece, sizeof(piece), "%s%ld", before, (long)number);
	add(text, piece);
}

/* The statement that gave a temporary its value, or NULL. */
static gimple *definition(const struct steps *steps, unsigned at, tree value,
			  unsigned *where)
{
	bool artificial = VAR_P(value) && DECL_ARTIFICIAL(value);
	unsigned least = at > MOST_BACK ? at - MOST_BACK : 0;

	if (TREE_CODE(value) != SSA_NAME && !artificial)
		return NULL;
	for (unsigned i = at; i-- > least;)
		if (steps->list[i].kind == STEP_STATEMENT &&
		    gimple_get_lhs(steps->list[i].statement) == value) {
			*where = i;
			return steps->list[i].statement;
		}
	return NULL;
}

static void add_value(const struct steps *steps, unsigned at, tree value,
		      int depth, char *text)
{
	unsigned where = at;
	gimple *from;

	if (tree_fits_shwi_p(value)) {
		add_number(text, "", tree_to_shwi(value));
		return;
	}
	from = depth < MOST_DEEP ? definition(steps, at, value, &where) : NULL;
	if (from && gimple_assign_single_p(from)) {
		add_value(steps, where, gimple_assign_rhs1(from), depth + 1,
			  text);
	} else if (from && is_gimple_assign(from)) {
		add_number(text, "(", gimple_assign_rhs_code(from));
		for (unsigned i = 1; i < gimple_num_ops(from); i++) {
			add(text, " ");
			add_value(steps, where, gimple_op(from, i), depth + 1,
				  text);
		}
		add(text, ")");
	} else if (DECL_P(value)) {
		add_number(text, "@", DECL_UID(value));
	} else if (TREE_CODE(value) == SSA_NAME) {
		add_number(text, "_", SSA_NAME_VERSION(value));
	} else if (EXPR_P(value) || REFERENCE_CLASS_P(value)) {
		add_number(text, "{", TREE_CODE(value));
		for (int i = 0; i < TREE_OPERAND_LENGTH(value); i++) {
			add(text, ",");
			if (TREE_OPERAND(value, i))
				add_value(steps, at, TREE_OPERAND(value, i),
					  depth + 1, text);
		}
		add(text, "}");
	} else {
		add_number(text, "?", at);
	}
}

const char *place_value(const struct steps *steps, unsigned at, tree value)
{
	char text[PLACE_MOST] = "";

	add_value(steps, at, value, 0, text);
	return IDENTIFIER_POINTER(get_identifier(text));
}

/* ---- places ---- */

static void add_subscript(const struct steps *steps, unsigned at,
			  tree subscript, struct place *place)
{
	if (tree_fits_shwi_p(subscript)) {
		add_number(place->path, "[", tree_to_shwi(subscript));
		add(place->path, "]");
		return;
	}
	add(place->path, "[]");
	place->element = true;
	if (steps) {
		add(place->text, "[");
		add_value(steps, at, subscript, 0, place->text);
	}
}

static bool find(struct own *own, const struct steps *steps, unsigned at,
		 tree ref, struct place *place);

/* The object that a private pointer leads to. */
static bool find_pointed(struct own *own, const struct steps *steps,
			 unsigned at, tree ref, struct place *place)
{
	tree pointer = TREE_OPERAND(ref, 0);
	int *object;

	if (TREE_CODE(pointer) == ADDR_EXPR)
		return find(own, steps, at, TREE_OPERAND(pointer, 0), place);
	object = own->memory->get(pointer);
	if (!object)
		return false;
	place->object = *object;
	if (own->objects[*object].decl != pointer ||
	    !own->objects[*object].single)
		add_subscript(steps, at, pointer, place);
	return true;
}

static bool find(struct own *own, const struct steps *steps, unsigned at,
		 tree ref, struct place *place)
{
	int *object;

	switch (TREE_CODE(ref)) {
	case COMPONENT_REF:
		if (!find(own, steps, at, TREE_OPERAND(ref, 0), place))
			return false;
		add_number(place->path, ".", DECL_UID(TREE_OPERAND(ref, 1)));
		return true;
	case ARRAY_REF:
	case ARRAY_RANGE_REF:
		if (!find(own, steps, at, TREE_OPERAND(ref, 0), place))
			return false;
		add_subscript(steps, at, TREE_OPERAND(ref, 1), place);
		return true;
	case REALPART_EXPR:
		if (!find(own, steps, at, TREE_OPERAND(ref, 0), place))
			return false;
		add(place->path, ".r");
		return true;
	case IMAGPART_EXPR:
		if (!find(own, steps, at, TREE_OPERAND(ref, 0), place))
			return false;
		add(place->path, ".i");
		return true;
	case BIT_FIELD_REF:
	case VIEW_CONVERT_EXPR:
		return find(own, steps, at, TREE_OPERAND(ref, 0), place);
	case MEM_REF:
		return find_pointed(own, steps, at, ref, place);
	default:
		object = DECL_P(ref) ? own->direct->get(ref) : NULL;
		if (!object)
			return false;
		place->object = *object;
		return true;
	}
}

bool place_find(struct cells *cells, struct own *own, const struct steps *steps,
		unsigned at, tree ref, struct place *place)
{
	*place = {-1, "", "", false, TREE_TYPE(ref)};
	if (!find(own, steps, at, ref, place))
		return false;
	cells_of(cells, place);
	return true;
}

bool place_given(struct cells *cells, struct own *own, tree value,
		 struct place *place)
{
	int *object = own->memory->get(value);

	*place = {-1, "", "", false, NULL_TREE};
	if (TREE_CODE(value) == ADDR_EXPR) {
		tree base = get_base_address(TREE_OPERAND(value, 0));

		object = base ? own->memory->get(base) : NULL;
		if (!find(own, NULL, 0, TREE_OPERAND(value, 0), place) &&
		    !object)
			return false;
		if (place->object < 0)
			place->object = *object;
		else if (place->element ||
			 TREE_CODE(TREE_TYPE(TREE_OPERAND(value, 0))) !=
				 ARRAY_TYPE)
			place_cut(place);
	} else if (object) {
		place->object = *object;
	} else {
		return false;
	}
	cells_of(cells, place);
	return true;
}

/* "[]" stands for all elements where a function writes them. */
void place_add(struct place *place, const char *path)
{
	add(place->path, path);
	place->element |= strstr(path, "[]") != NULL;
}

void place_cut(struct place *place)
{
	char *element = strstr(place->path, "[");

	if (element)
		*element = '\0';
	place->element = false;
}

/* ---- cells ---- */

int cells_add(struct cells *cells, int object, const char *path)
{
	cells->list.safe_push({object, xstrdup(path)});
	return (int)cells->list.length() - 1;
}

int cells_of(struct cells *cells, const struct place *place)
{
	for (unsigned i = 0; i < cells->list.length(); i++)
		if (cells->list[i].object == place->object &&
		    strcmp(cells->list[i].path, place->path) == 0)
			return (int)i;
	return cells_add(cells, place->object, place->path);
}

void cells_free(struct cells *cells)
{
	for (unsigned i = 0; i < cells->list.length(); i++)
		free(cells->list[i].path);
	cells->list.release();
}

/* How far two paths go together: 0, they part; else a bit for each that comes
   to its end. */
static int compare(const char *a, const char *b)
{
	while (*a && *b) {
		if (*a == '[' && *b == '[' && (a[1] == ']' || b[1] == ']')) {
			a = strchr(a, ']');
			b = strchr(b, ']');
			if (!a || !b)
				return 3;
		} else if (*a != *b) {
			return 0;
		}
		a++;
		b++;
	}
	if ((*a && !strchr(".[*", *a)) || (*b && !strchr(".[*", *b)))
		return 0;
	return (*a == '\0') | (*b == '\0') << 1;
}

static int compare_cell(const struct cells *cells, unsigned cell,
			const struct place *place)
{
	const struct cell *it = &cells->list[cell];

	return it->object == place->object ? compare(it->path, place->path) : 0;
}

bool cells_within(const struct cells *cells, unsigned cell,
		  const struct place *place)
{
	return compare_cell(cells, cell, place) & 2;
}

bool cells_meet(const struct cells *cells, unsigned cell,
		const struct place *place)
{
	return compare_cell(cells, cell, place) != 0;
}

static bool has_cell(const struct cells *cells, const struct place *place,
		     const char *piece)
{
	char path[PLACE_MOST];

	snprintf(path, sizeof(path), "%s%s", place->path, piece);
	for (unsigned i = 0; i < cells->list.length(); i++)
		if (cells->list[i].object == place->object &&
		    strcmp(cells->list[i].path, path) == 0)
			return true;
	return false;
}

/* Has all that there is in the place a cell of its own? */
static bool is_divided(const struct cells *cells, const struct place *place)
{
	tree type = place->type;
	char piece[32];

	if (type && TREE_CODE(type) == COMPLEX_TYPE)
		return has_cell(cells, place, ".r") &&
		       has_cell(cells, place, ".i");
	if (!type || TREE_CODE(type) != RECORD_TYPE)
		return false;
	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field)) {
		if (TREE_CODE(field) != FIELD_DECL)
			continue;
		snprintf(piece, sizeof(piece), ".%u", DECL_UID(field));
		if (!has_cell(cells, place, piece))
			return false;
	}
	return true;
}

bool cells_hold(const struct cells *cells, unsigned cell,
		const struct place *place)
{
	if (!cells_within(cells, cell, place))
		return false;
	return strcmp(cells->list[cell].path, place->path) != 0 ||
	       !is_divided(cells, place);
}
