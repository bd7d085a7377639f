/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Accesses of functions to the objects that their parameters point at.
 *
 * The body is walked as GENERIC in the order in which it is written. What only
 * some ways write is not written behind them; loops are taken to run at least
 * once, and one that writes elements of an array to write all of it.
 */
#include "base/gcc.h"
#include "known.h"
#include "callee.h"
#include "parameter.h"

#define MAX_KEY 160

typedef hash_map<int_hash<int, -1, -2>, vec<struct parameter_use *> *> uses;
static uses *known_uses;

struct walk {
	hash_set<tree> roots; /* the parameter, and what is computed of it */
	struct parameter_use *use;
	vec<char *> done; /* keys that are written for certain */
	int branches;	  /* around */
	bool left;	  /* in some of them the function has ended */
};

/* ---- places ---- */

static void add(char *key, const char *piece)
{
	size_t length = strlen(key);

	snprintf(key + length, MAX_KEY - length, "%s", piece);
}

static tree strip(tree t)
{
	while (CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR ||
	       TREE_CODE(t) == SAVE_EXPR || TREE_CODE(t) == CLEANUP_POINT_EXPR)
		t = TREE_OPERAND(t, 0);
	return t;
}

static bool find_pointed(struct walk *walk, tree pointer, char *key,
			 bool *element);

/* Does a subscript change within the function? That of an accessor is a
   parameter. */
static tree find_local(tree *at, int *walk_subtrees, void *)
{
	if (TYPE_P(*at))
		*walk_subtrees = 0;
	return VAR_P(*at) && !is_global_var(*at) ? *at : NULL_TREE;
}

/* "[4]"; "[]" for all elements, of which a loop writes one after the other;
 *element: for one that is not known. */
static void add_subscript(tree subscript, char *key, bool *element)
{
	char text[32];

	subscript = strip(subscript);
	if (tree_fits_shwi_p(subscript)) {
		snprintf(text, sizeof(text), "[%ld]",
			 (long)tree_to_shwi(subscript));
		add(key, text);
	} else {
		*element |= !walk_tree_without_duplicates(&subscript,
							  find_local, NULL);
		add(key, "[]");
	}
}

/* The part of what the parameter points at that an expression names. */
static bool find_place(struct walk *walk, tree place, char *key, bool *element)
{
	char text[32];

	place = strip(place);
	switch (TREE_CODE(place)) {
	case COMPONENT_REF:
		if (!find_place(walk, TREE_OPERAND(place, 0), key, element))
			return false;
		snprintf(text, sizeof(text), ".%u",
			 DECL_UID(TREE_OPERAND(place, 1)));
		add(key, text);
		return true;
	case ARRAY_REF:
	case ARRAY_RANGE_REF:
		if (!find_place(walk, TREE_OPERAND(place, 0), key, element))
			return false;
		add_subscript(TREE_OPERAND(place, 1), key, element);
		return true;
	case REALPART_EXPR:
	case IMAGPART_EXPR:
	case BIT_FIELD_REF:
	case VIEW_CONVERT_EXPR:
		return find_place(walk, TREE_OPERAND(place, 0), key, element);
	case INDIRECT_REF:
	case MEM_REF:
		return find_pointed(walk, TREE_OPERAND(place, 0), key, element);
	default:
		return false;
	}
}

/* The place that a pointer derived from the parameter leads to. */
static bool find_pointed(struct walk *walk, tree pointer, char *key,
			 bool *element)
{
	pointer = strip(pointer);
	if (walk->roots.contains(pointer)) {
		key[0] = '\0';
		return true;
	}
	if (TREE_CODE(pointer) == ADDR_EXPR)
		return find_place(walk, TREE_OPERAND(pointer, 0), key, element);
	if (TREE_CODE(pointer) == POINTER_PLUS_EXPR) {
		if (!find_pointed(walk, TREE_OPERAND(pointer, 0), key, element))
			return false;
		add_subscript(TREE_OPERAND(pointer, 1), key, element);
		return true;
	}
	if (!POINTER_TYPE_P(TREE_TYPE(pointer)) ||
	    !find_place(walk, pointer, key, element))
		return false;
	add(key, "*");
	return true;
}

static bool is_within(const char *part, const char *whole)
{
	size_t length = strlen(whole);

	return strncmp(part, whole, length) == 0 &&
	       (!part[length] || strchr(".[*", part[length]));
}

/* "[3]" and "[5]" are of an array whose elements "[]" are written. */
static bool is_written(struct walk *walk, const char *key)
{
	char root[MAX_KEY];

	snprintf(root, sizeof(root), "%.*s", (int)strcspn(key, "["), key);
	for (unsigned i = 0; i < walk->done.length(); i++)
		if (is_within(key, walk->done[i]) ||
		    (strchr(key, '[') && strchr(walk->done[i], '[') &&
		     strncmp(walk->done[i], root, strlen(root)) == 0 &&
		     startswith(walk->done[i] + strlen(root), "[]")))
			return true;
	return false;
}

/* ---- accesses ---- */

static void note(struct walk *walk, const char *key, bool reads, bool adds)
{
	struct parameter_access access = {NULL, reads, adds, !walk->left};
	vec<struct parameter_access> *known = &walk->use->accesses;

	for (unsigned i = 0; i < known->length(); i++)
		if ((*known)[i].reads == reads && (*known)[i].adds == adds &&
		    strcmp((*known)[i].key, key) == 0)
			return;
	access.key = xstrdup(key);
	known->safe_push(access);
}

static void note_read(struct walk *walk, const char *key)
{
	if (!is_written(walk, key))
		note(walk, key, true, false);
}

static void note_write(struct walk *walk, const char *key, bool element)
{
	note(walk, key, false, false);
	if (!element)
		walk->done.safe_push(xstrdup(key));
}

static void visit(struct walk *walk, tree t);

/* Subscripts on the way to a place, and pointers that are read there. */
static void visit_way(struct walk *walk, tree place)
{
	char key[MAX_KEY] = "";
	bool element = false;

	for (place = strip(place);; place = strip(TREE_OPERAND(place, 0))) {
		if (TREE_CODE(place) == ARRAY_REF ||
		    TREE_CODE(place) == POINTER_PLUS_EXPR)
			visit(walk, TREE_OPERAND(place, 1));
		if (TREE_CODE(place) == COMPONENT_REF &&
		    POINTER_TYPE_P(TREE_TYPE(place)) &&
		    find_place(walk, place, key, &element))
			note_read(walk, key);
		if (!handled_component_p(place) &&
		    TREE_CODE(place) != INDIRECT_REF &&
		    TREE_CODE(place) != MEM_REF &&
		    TREE_CODE(place) != ADDR_EXPR &&
		    TREE_CODE(place) != POINTER_PLUS_EXPR)
			break;
	}
	if (EXPR_P(place) && !walk->roots.contains(place))
		visit(walk, place);
}

static bool is_sum(enum tree_code code)
{
	return code == PLUS_EXPR || code == MINUS_EXPR || code == MULT_EXPR ||
	       code == MIN_EXPR || code == MAX_EXPR || code == BIT_AND_EXPR ||
	       code == BIT_IOR_EXPR || code == BIT_XOR_EXPR;
}

/* x = x + e: e, else NULL_TREE. */
static tree added(tree target, tree value)
{
	value = strip(value);
	if (!is_sum(TREE_CODE(value)))
		return NULL_TREE;
	if (operand_equal_p(strip(TREE_OPERAND(value, 0)), target, 0))
		return TREE_OPERAND(value, 1);
	if (TREE_CODE(value) != MINUS_EXPR &&
	    operand_equal_p(strip(TREE_OPERAND(value, 1)), target, 0))
		return TREE_OPERAND(value, 0);
	return NULL_TREE;
}

static void visit_assignment(struct walk *walk, tree t)
{
	tree target = strip(TREE_OPERAND(t, 0)), value = TREE_OPERAND(t, 1);
	char key[MAX_KEY] = "", from[MAX_KEY] = "";
	bool element = false, ignored = false;
	tree more;

	if (!find_place(walk, target, key, &element)) {
		if (POINTER_TYPE_P(TREE_TYPE(value)) &&
		    find_pointed(walk, value, from, &ignored)) {
			if (VAR_P(target) && !is_global_var(target) && !*from)
				walk->roots.add(target);
			else if (TREE_CODE(target) != RESULT_DECL)
				walk->use->kept = true;
			visit_way(walk, value);
			return;
		}
		visit_way(walk, target);
		visit(walk, value);
		return;
	}
	visit_way(walk, target);
	more = is_written(walk, key) ? NULL_TREE : added(target, value);
	visit(walk, more ? more : value);
	if (more)
		note(walk, key, false, true);
	else
		note_write(walk, key, element);
}

static void undo(struct walk *walk, unsigned length)
{
	while (walk->done.length() > length)
		free(walk->done.pop());
}

/* A function that is given the address, or a part of it. */
static void visit_argument(struct walk *walk, tree call, unsigned argument,
			   const char *key)
{
	tree function = get_callee_fndecl(call);
	tree type = TREE_TYPE(CALL_EXPR_ARG(call, argument));
	const struct parameter_use *use =
		function ? parameter_use(function, argument) : NULL;
	enum effect effect;
	char whole[MAX_KEY];

	for (unsigned i = 0; use && i < use->accesses.length(); i++) {
		const struct parameter_access *access = &use->accesses[i];

		snprintf(whole, sizeof(whole), "%s%s", key, access->key);
		if (access->reads)
			note_read(walk, whole);
		else if (access->adds && !is_written(walk, whole))
			note(walk, whole, false, true);
		else
			note_write(walk, whole, !access->sure);
	}
	if (use) {
		walk->use->kept |= use->kept;
		return;
	}
	effect =
		function ? known_effect(function, type, argument) : EFFECT_KEEP;
	walk->use->kept |= effect == EFFECT_KEEP;
	if (effect == EFFECT_READ || effect == EFFECT_STATE ||
	    effect == EFFECT_KEEP)
		note_read(walk, key);
	if (effect == EFFECT_ADD && !is_written(walk, key))
		note(walk, key, false, true);
	else if (effect != EFFECT_READ && effect != EFFECT_NONE)
		note_write(walk, key, false);
}

static void visit_call(struct walk *walk, tree call)
{
	char key[MAX_KEY];
	bool element;

	for (int i = 0; i < call_expr_nargs(call); i++) {
		tree value = CALL_EXPR_ARG(call, i);

		key[0] = '\0';
		element = false;
		if (POINTER_TYPE_P(TREE_TYPE(value)) &&
		    find_pointed(walk, value, key, &element)) {
			visit_way(walk, value);
			visit_argument(walk, call, i, key);
		} else {
			visit(walk, value);
		}
	}
}

static void visit_branches(struct walk *walk, tree t)
{
	unsigned length = walk->done.length();

	visit(walk, TREE_OPERAND(t, 0));
	walk->branches++;
	for (int i = 1; i < TREE_OPERAND_LENGTH(t); i++) {
		undo(walk, length);
		visit(walk, TREE_OPERAND(t, i));
	}
	undo(walk, length);
	walk->branches--;
}

static void visit_list(struct walk *walk, tree list)
{
	for (tree_stmt_iterator i = tsi_start(list); !tsi_end_p(i);
	     tsi_next(&i))
		visit(walk, tsi_stmt(i));
}

static void visit_block(struct walk *walk, tree block)
{
	for (tree variable = BIND_EXPR_VARS(block); variable;
	     variable = DECL_CHAIN(variable))
		if (VAR_P(variable) && DECL_INITIAL(variable) &&
		    !is_global_var(variable))
			visit(walk, DECL_INITIAL(variable));
	visit(walk, BIND_EXPR_BODY(block));
}

static void visit_operands(struct walk *walk, tree t)
{
	char key[MAX_KEY] = "";
	bool element = false;

	if (find_place(walk, t, key, &element)) {
		visit_way(walk, t);
		note_read(walk, key);
		return;
	}
	for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++) {
		tree operand = TREE_OPERAND(t, i);

		if (operand &&
		    (COMPARISON_CLASS_P(t) ||
		     TREE_CODE(t) == POINTER_DIFF_EXPR ||
		     TREE_CODE(t) == RETURN_EXPR) &&
		    walk->roots.contains(strip(operand)))
			continue;
		visit(walk, operand);
	}
}

static void visit(struct walk *walk, tree t)
{
	if (!t)
		return;
	switch (TREE_CODE(t)) {
	case STATEMENT_LIST:
		visit_list(walk, t);
		break;
	case BIND_EXPR:
		visit_block(walk, t);
		break;
	case MODIFY_EXPR:
	case INIT_EXPR:
		visit_assignment(walk, t);
		break;
	case COND_EXPR:
	case SWITCH_EXPR:
	case TRUTH_ANDIF_EXPR:
	case TRUTH_ORIF_EXPR:
		visit_branches(walk, t);
		break;
	case CALL_EXPR:
		visit_call(walk, t);
		break;
	case RETURN_EXPR:
		visit_operands(walk, t);
		walk->left |= walk->branches > 0;
		break;
	case DECL_EXPR:
		t = DECL_EXPR_DECL(t);
		if (VAR_P(t) && !is_global_var(t))
			visit(walk, DECL_INITIAL(t));
		break;
	case CONSTRUCTOR: {
		unsigned HOST_WIDE_INT i;
		tree value;

		FOR_EACH_CONSTRUCTOR_VALUE(CONSTRUCTOR_ELTS(t), i, value)
		visit(walk, value);
		break;
	}
	default:
		walk->use->kept |= walk->roots.contains(t);
		if (EXPR_P(t) || REFERENCE_CLASS_P(t))
			visit_operands(walk, t);
	}
}

/* ---- functions ---- */

static vec<struct parameter_use *> *uses_of(tree function)
{
	vec<struct parameter_use *> **known =
		known_uses ? known_uses->get(DECL_UID(function)) : NULL;

	return known ? *known : NULL;
}

static struct parameter_use *look_at(tree function, tree parameter)
{
	struct walk walk;

	walk.use = XCNEW(struct parameter_use);
	walk.done = vNULL;
	walk.branches = 0;
	walk.left = false;
	walk.roots.add(parameter);
	visit(&walk, DECL_SAVED_TREE(function));
	for (unsigned i = 0; i < walk.use->accesses.length(); i++) {
		struct parameter_access *access = &walk.use->accesses[i];

		access->sure &= !access->reads && !access->adds &&
				is_written(&walk, access->key);
	}
	undo(&walk, 0);
	walk.done.release();
	return walk.use;
}

/* A function that calls itself keeps the address, while it is looked at. */
void parameter_collect(tree function)
{
	vec<struct parameter_use *> *list;

	if (!known_uses)
		known_uses = new uses;
	if (uses_of(function))
		return;
	list = XCNEW(vec<struct parameter_use *>);
	known_uses->put(DECL_UID(function), list);
	for (tree parameter = DECL_ARGUMENTS(function); parameter;
	     parameter = DECL_CHAIN(parameter))
		list->safe_push(POINTER_TYPE_P(TREE_TYPE(parameter))
					? look_at(function, parameter)
					: NULL);
}

const struct parameter_use *parameter_use(tree function, unsigned argument)
{
	vec<struct parameter_use *> *list;

	if (!callee_is_seen(function))
		return NULL;
	function = callee_definition(function);
	if (!uses_of(function) && DECL_SAVED_TREE(function))
		parameter_collect(function);
	list = uses_of(function);
	return list && argument < list->length() ? (*list)[argument] : NULL;
}

bool parameter_fills(const struct parameter_use *use)
{
	bool fills = false;

	if (!use || use->kept)
		return false;
	for (unsigned i = 0; i < use->accesses.length(); i++) {
		const struct parameter_access *access = &use->accesses[i];

		if (access->reads || access->adds)
			return false;
		fills |= access->sure &&
			 (!*access->key || startswith(access->key, "[]"));
	}
	return fills;
}

void parameter_free_all(void)
{
	if (!known_uses)
		return;
	for (uses::iterator i = known_uses->begin(); i != known_uses->end();
	     ++i) {
		vec<struct parameter_use *> *list = (*i).second;

		for (unsigned j = 0; j < list->length(); j++) {
			struct parameter_use *use = (*list)[j];

			for (unsigned k = 0; use && k < use->accesses.length();
			     k++)
				free(use->accesses[k].key);
			if (use)
				use->accesses.release();
			free(use);
		}
		list->release();
		free(list);
	}
	delete known_uses;
	known_uses = NULL;
}
