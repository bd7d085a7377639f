/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How parameters are computed where a construct begins: see recipe.h.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "entry.h"
#include "recipe.h"
#include "value.h"

#define MAX_DEPTH 12

static unsigned first_own; /* DECL_UIDs from here on are the child's */

/* What is being written. */
struct recipe {
	const struct nest *nest;
	gimple *names;
	struct obstack text;
	bool guarded; /* safe only where there is an iteration */
	int depth;
};

void recipe_start(void)
{
	first_own = allocate_decl_uid();
}

static void say(struct recipe *recipe, const char *format, ...)
{
	char word[64];
	va_list args;

	va_start(args, format);
	vsnprintf(word, sizeof(word), format, args);
	va_end(args);
	obstack_grow(&recipe->text, word, strlen(word));
}

/* ---- variables ---------------------------------------------------------- */

static bool is_known_variable(tree variable)
{
	return (VAR_P(variable) || TREE_CODE(variable) == PARM_DECL) &&
	       DECL_UID(variable) < first_own && !TREE_THIS_VOLATILE(variable);
}

/* The variable that has the value where the construct begins, or 0. */
static unsigned witness_of(const struct recipe *recipe, tree value)
{
	const vec<unsigned> &uids = recipe->nest->construct->witness_uids;

	for (unsigned i = 1;
	     recipe->names && i < gimple_call_num_args(recipe->names); i++)
		if (gimple_call_arg(recipe->names, i) == value &&
		    i - 1 < uids.length() && uids[i - 1] < first_own)
			return uids[i - 1];
	return 0;
}

/* ---- what is safe to load ------------------------------------------------ */

/* May the loop be left before the block, other than by its own end? */
static bool is_left_before(class loop *loop, basic_block block)
{
	auto_vec<edge> exits = get_loop_exit_edges(loop);
	unsigned i;
	edge exit;

	FOR_EACH_VEC_ELT (exits, i, exit)
		if (exit->src != loop->header &&
		    !dominated_by_p(CDI_DOMINATORS, exit->src, block))
			return true;
	return false;
}

/* The innermost of the shared loops around the block. */
static class loop *shared_around(const struct nest *nest, basic_block block)
{
	class loop *loop = block->loop_father;

	while (nest->loops[nest_index(nest, loop)].dim < 0)
		loop = loop_outer(loop);
	return loop;
}

/*
 * Is the statement run in any case: before the nest, or, which sets
 * *guarded, in the first iteration of the shared loops?
 */
static bool is_certain(const struct nest *nest, gimple *statement,
		       bool *guarded)
{
	basic_block block = gimple_bb(statement);
	class loop *outermost = nest->loops[nest->around].loop;
	class loop *shared;

	if (!nest_contains(nest, block))
		return dominated_by_p(CDI_DOMINATORS,
				      loop_preheader_edge(outermost)->src,
				      block);
	shared = shared_around(nest, block);
	if (!dominated_by_p(CDI_DOMINATORS, shared->latch, block))
		return false;
	for (class loop *loop = shared; loop != loop_outer(outermost);
	     loop = loop_outer(loop))
		if (is_left_before(loop, block))
			return false;
	*guarded = true;
	return true;
}

static bool is_reference(tree type)
{
	return TREE_CODE(type) == REFERENCE_TYPE;
}

/* Arguments that always lead to something: references, this, what Fortran
   passes by its address, the frame of an outer function. */
static bool is_valid_argument(tree variable)
{
	const char *name = DECL_NAME(variable)
				   ? IDENTIFIER_POINTER(DECL_NAME(variable))
				   : "";

	if (lang_GNU_Fortran())
		return is_reference(TREE_TYPE(variable)) &&
		       !lang_hooks.decls.omp_check_optional_argument(variable,
								     false);
	return is_reference(TREE_TYPE(variable)) ||
	       (lang_GNU_CXX() && DECL_ARTIFICIAL(variable) &&
		(strcmp(name, "this") == 0 || strcmp(name, "__closure") == 0));
}

/* "class(mesh) :: self" of Fortran: in pointers and allocatables, which may
   lead nowhere, the name of the type has another end. */
static bool is_class(tree type)
{
	tree name = TYPE_NAME(type);

	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name);
	return name && startswith(IDENTIFIER_POINTER(name), "__class_") &&
	       strcmp(IDENTIFIER_POINTER(name) + IDENTIFIER_LENGTH(name) - 2,
		      "_t") == 0;
}

/* Fields that do: references, the this of a lambda, the object of a class in
   Fortran. */
static bool is_valid_field(tree reference)
{
	tree field = TREE_CODE(reference) == COMPONENT_REF
			     ? TREE_OPERAND(reference, 1)
			     : NULL_TREE;
	const char *name = field && DECL_NAME(field)
				   ? IDENTIFIER_POINTER(DECL_NAME(field))
				   : "";

	if (field && lang_GNU_Fortran())
		return strcmp(name, "_data") == 0 &&
		       is_class(DECL_CONTEXT(field));
	return field && (is_reference(TREE_TYPE(field)) ||
			 (lang_GNU_CXX() && strcmp(name, "__this") == 0));
}

static bool is_valid(tree pointer)
{
	gimple *from = SSA_NAME_DEF_STMT(pointer);
	tree source;

	if (SSA_NAME_IS_DEFAULT_DEF(pointer))
		return TREE_CODE(SSA_NAME_VAR(pointer)) == PARM_DECL &&
		       is_valid_argument(SSA_NAME_VAR(pointer));
	if (!is_gimple_assign(from))
		return false;
	source = gimple_assign_rhs1(from);
	if (gimple_assign_load_p(from))
		return is_valid_field(source);
	if (TREE_CODE(source) == ADDR_EXPR) {
		source = get_base_address(TREE_OPERAND(source, 0));
		source = source && TREE_CODE(source) == MEM_REF
				 ? TREE_OPERAND(source, 0)
				 : NULL_TREE;
	} else if (!CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(from)) &&
		   !gimple_assign_ssa_name_copy_p(from) &&
		   !(gimple_assign_rhs_code(from) == POINTER_PLUS_EXPR &&
		     TREE_CODE(gimple_assign_rhs2(from)) == INTEGER_CST)) {
		return false;
	}
	return source && TREE_CODE(source) == SSA_NAME &&
	       POINTER_TYPE_P(TREE_TYPE(source)) && is_valid(source);
}

/* A constant place behind a pointer or in a variable. */
struct access {
	tree base;   /* variable or SSA name */
	tree offset; /* or NULL */
	long at, size;
};

static bool find_access(tree reference, struct access *access)
{
	poly_int64 bit_size, bit_position;
	HOST_WIDE_INT bits, position;
	machine_mode mode;
	int is_unsigned, is_reversed, is_volatile = 0;
	tree base = get_inner_reference(reference, &bit_size, &bit_position,
					&access->offset, &mode, &is_unsigned,
					&is_reversed, &is_volatile);

	if (!bit_size.is_constant(&bits) ||
	    !bit_position.is_constant(&position) || bits % BITS_PER_UNIT ||
	    position % BITS_PER_UNIT || is_volatile)
		return false;
	access->at = position / BITS_PER_UNIT;
	access->size = bits / BITS_PER_UNIT;
	if (TREE_CODE(base) == MEM_REF) {
		access->at += TREE_INT_CST_LOW(TREE_OPERAND(base, 1));
		base = TREE_OPERAND(base, 0);
		if (TREE_CODE(base) == ADDR_EXPR)
			base = TREE_OPERAND(base, 0);
	}
	access->base = base;
	return DECL_P(base) || TREE_CODE(base) == SSA_NAME;
}

/* The member that a certain element of it is of. */
static tree whole_member(tree reference)
{
	while (TREE_CODE(reference) == ARRAY_REF &&
	       TREE_CODE(TREE_OPERAND(reference, 1)) == INTEGER_CST)
		reference = TREE_OPERAND(reference, 0);
	return reference;
}

/* Members of one structure, or elements of them. */
static bool are_members(tree a, tree b)
{
	a = whole_member(a);
	b = whole_member(b);
	return TREE_CODE(a) == COMPONENT_REF && TREE_CODE(b) == COMPONENT_REF &&
	       operand_equal_p(TREE_OPERAND(a, 0), TREE_OPERAND(b, 0), 0);
}

static bool is_within(const struct access *access, long size)
{
	return !access->offset && access->at >= 0 &&
	       access->at + access->size <= size;
}

/* Behind one pointer: where the first can be read, so can the other. */
static bool are_together(tree first, const struct access *a, tree second,
			 const struct access *b)
{
	tree object = TREE_TYPE(TREE_TYPE(a->base));
	long size = COMPLETE_TYPE_P(object) ? int_size_in_bytes(object) : 0;

	return operand_equal_p(first, second, 0) ||
	       are_members(first, second) ||
	       (is_within(a, size) && is_within(b, size));
}

/* Does the program access what the pointer leads to in any case? */
static bool is_accessed(struct recipe *recipe, tree wanted,
			const struct access *access)
{
	bool best = false, found = false;
	imm_use_iterator uses;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST (use, uses, access->base) {
		gimple *statement = USE_STMT(use);
		struct access other;
		bool guarded = false;
		tree reference;

		if (!gimple_assign_single_p(statement) ||
		    !gimple_vuse(statement))
			continue;
		reference = gimple_assign_load_p(statement)
				    ? gimple_assign_rhs1(statement)
				    : gimple_assign_lhs(statement);
		if (!find_access(reference, &other) ||
		    other.base != access->base ||
		    !are_together(wanted, access, reference, &other) ||
		    !is_certain(recipe->nest, statement, &guarded) ||
		    !entry_is_same(recipe->nest, statement, reference))
			continue;
		best |= !guarded;
		found = true;
	}
	recipe->guarded |= found && !best;
	return found;
}

/* Is the member, or one beside it, read in any case? An array has an end. */
static bool is_certainly_read(struct recipe *recipe, tree reference)
{
	bool best = false, found = false;
	basic_block block;

	FOR_EACH_BB_FN (block, cfun)
		for (gimple_stmt_iterator gsi = gsi_start_bb(block);
		     !gsi_end_p(gsi) && !best; gsi_next(&gsi)) {
			gimple *statement = gsi_stmt(gsi);
			bool guarded = false;

			if (!gimple_assign_load_p(statement) ||
			    !are_members(gimple_assign_rhs1(statement),
					 reference) ||
			    !is_certain(recipe->nest, statement, &guarded))
				continue;
			best |= !guarded;
			found = true;
		}
	recipe->guarded |= found && !best;
	return found;
}

/* May the reference be loaded at the entry, whatever the program does? */
static bool is_safe(struct recipe *recipe, tree reference,
		    const struct access *access)
{
	return (!access->offset && is_valid(access->base)) ||
	       is_accessed(recipe, reference, access);
}

/* ---- values ------------------------------------------------------------- */

static bool write_value(struct recipe *recipe, tree operand);

static bool is_number(tree type)
{
	return (INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type)) &&
	       int_size_in_bytes(type) <= 8 && int_size_in_bytes(type) > 0;
}

static bool write_load(struct recipe *recipe, tree reference)
{
	char sign = TYPE_UNSIGNED(TREE_TYPE(reference)) ? 'u' : 's';
	struct access access;

	if (!is_number(TREE_TYPE(reference)) || TREE_THIS_VOLATILE(reference) ||
	    !find_access(reference, &access) ||
	    access.size != int_size_in_bytes(TREE_TYPE(reference)))
		return false;
	if (DECL_P(access.base) && access.offset) {
		say(recipe, " a%u", DECL_UID(access.base));
		if (!is_known_variable(access.base) ||
		    !is_global_var(access.base) ||
		    !is_certainly_read(recipe, reference) ||
		    !write_value(recipe, access.offset))
			return false;
		say(recipe, " + l%ld:%ld%c", access.at, access.size, sign);
		return true;
	}
	if (DECL_P(access.base)) {
		say(recipe, " m%u:%ld:%ld%c", DECL_UID(access.base), access.at,
		    access.size, sign);
		return !access.offset && is_known_variable(access.base);
	}
	if (!is_safe(recipe, reference, &access) ||
	    !write_value(recipe, access.base))
		return false;
	if (access.offset) {
		if (!write_value(recipe, access.offset))
			return false;
		say(recipe, " +");
	}
	say(recipe, " l%ld:%ld%c", access.at, access.size, sign);
	return true;
}

static const char *operator_of(enum tree_code code)
{
	switch (code) {
	case PLUS_EXPR:
	case POINTER_PLUS_EXPR:
		return " +";
	case MINUS_EXPR:
		return " -";
	case MULT_EXPR:
		return " *";
	default:
		return NULL;
	}
}

static bool write_assignment(struct recipe *recipe, gimple *statement)
{
	tree first = gimple_assign_rhs1(statement);
	enum tree_code code = gimple_assign_rhs_code(statement);
	tree type = TREE_TYPE(gimple_assign_lhs(statement));

	if (gimple_assign_load_p(statement))
		return entry_is_same(recipe->nest, statement, first) &&
		       write_load(recipe, first);
	if (CONVERT_EXPR_CODE_P(code) || gimple_assign_single_p(statement))
		return is_number(TREE_TYPE(first)) &&
		       TYPE_PRECISION(type) >=
			       MIN(TYPE_PRECISION(TREE_TYPE(first)), 32) &&
		       write_value(recipe, first);
	if (!operator_of(code) || !write_value(recipe, first) ||
	    !write_value(recipe, gimple_assign_rhs2(statement)))
		return false;
	say(recipe, "%s", operator_of(code));
	return true;
}

static bool write_name(struct recipe *recipe, tree name)
{
	unsigned uid = witness_of(recipe, name);
	tree variable = SSA_NAME_VAR(name);

	if (!is_number(TREE_TYPE(name)))
		return false;
	if (uid) {
		say(recipe, " v%u", uid);
		return true;
	}
	if (SSA_NAME_IS_DEFAULT_DEF(name)) {
		say(recipe, " p%u", DECL_UID(variable));
		return TREE_CODE(variable) == PARM_DECL &&
		       is_known_variable(variable);
	}
	return is_gimple_assign(SSA_NAME_DEF_STMT(name)) &&
	       write_assignment(recipe, SSA_NAME_DEF_STMT(name));
}

static bool write_value(struct recipe *recipe, tree operand)
{
	bool done = false;

	if (recipe->depth == MAX_DEPTH)
		return false;
	recipe->depth++;
	if (tree_fits_shwi_p(operand)) {
		say(recipe, " c%ld", (long)tree_to_shwi(operand));
		done = true;
	} else if (TREE_CODE(operand) == SSA_NAME) {
		done = write_name(recipe, operand);
	} else if (operator_of(TREE_CODE(operand))) {
		done = write_value(recipe, TREE_OPERAND(operand, 0)) &&
		       write_value(recipe, TREE_OPERAND(operand, 1));
		say(recipe, "%s", operator_of(TREE_CODE(operand)));
	} else if (CONVERT_EXPR_P(operand)) {
		done = write_value(recipe, TREE_OPERAND(operand, 0));
	} else if (DECL_P(operand) || REFERENCE_CLASS_P(operand)) {
		done = write_load(recipe, operand);
	}
	recipe->depth--;
	return done;
}

/* ---- parameters ---------------------------------------------------------- */

static bool is_address(const struct atom *atom)
{
	tree source = value_source(atom);

	return source && POINTER_TYPE_P(TREE_TYPE(source));
}

/*
 * Addresses are told as their distance from another one: the end of a
 * container from its beginning, else from the first of the record.
 */
struct pointers {
	const struct atom *wanted, *first, *partner;
};

static void find_partner(const struct atom *atom, void *data)
{
	struct pointers *pointers = (struct pointers *)data;

	if (!is_address(atom))
		return;
	if (!pointers->first)
		pointers->first = atom;
	if (names_are_ends(atom->name, pointers->wanted->name))
		pointers->partner = atom;
	if (names_is_begin(pointers->wanted->name))
		pointers->partner = pointers->wanted;
}

static const struct atom *partner_of(const struct atom *pointer)
{
	struct pointers pointers = {pointer, NULL, NULL};

	atom_each_used(find_partner, &pointers);
	return pointers.partner ? pointers.partner : pointers.first;
}

static bool write_atom(struct recipe *recipe, const struct atom *atom)
{
	tree source = value_source(atom);

	return source && write_value(recipe, source);
}

/* The program means by the name what the address leads to. */
static bool is_hidden(tree address)
{
	return lang_GNU_Fortran() || is_reference(TREE_TYPE(address));
}

static bool write_words(struct recipe *recipe, const struct atom *atom)
{
	const struct atom *partner;

	if (!is_address(atom))
		return write_atom(recipe, atom);
	if (is_hidden(value_source(atom)))
		return false;
	partner = partner_of(atom);
	if (partner == atom) {
		say(recipe, " c0");
		return true;
	}
	if (!write_atom(recipe, atom) || !write_atom(recipe, partner))
		return false;
	say(recipe, " -");
	return true;
}

/* Both for all parameters. */
struct lines {
	const struct nest *nest;
	gimple *names;
	struct obstack *text;
};

static void add_text(struct obstack *to, const char *text)
{
	obstack_grow(to, text, strlen(text));
}

static struct recipe begin_line(const struct lines *lines)
{
	struct recipe recipe = {};

	recipe.nest = lines->nest;
	recipe.names = lines->names;
	gcc_obstack_init(&recipe.text);
	return recipe;
}

/* KIND NAME<tab>[?]WORDS, if they were written. */
static void end_line(const struct lines *lines, const char *kind,
		     const char *name, struct recipe *recipe, bool written)
{
	if (written) {
		obstack_1grow(&recipe->text, '\0');
		add_text(lines->text, kind);
		add_text(lines->text, " ");
		add_text(lines->text, name);
		add_text(lines->text, recipe->guarded ? "\t?" : "\t");
		add_text(lines->text,
			 (const char *)obstack_finish(&recipe->text));
		add_text(lines->text, "\n");
	}
	obstack_free(&recipe->text, NULL);
}

static void write_line(const struct atom *atom, void *data)
{
	struct lines *lines = (struct lines *)data;
	struct recipe recipe = begin_line(lines);
	bool written = write_words(&recipe, atom);

	end_line(lines, atom->origin, atom->name, &recipe, written);
}

/* ---- the work of an iteration ---------------------------------------------
 */

static bool write_sum(struct recipe *recipe, const struct expr *sum);

/* Work is told but for a factor that stays the same, and "at least none". */
static bool write_operation(struct recipe *recipe, const struct atom *atom)
{
	long least;

	if (atom->operation == OP_CDIV || atom->operation == OP_DIV)
		return write_sum(recipe, atom->args[0]);
	for (int i = 0; i < 2 && atom->operation == OP_MAX; i++)
		if (expr_is_int(atom->args[i], &least))
			return write_sum(recipe, atom->args[1 - i]);
	return false;
}

static bool write_factor(struct recipe *recipe, const struct atom *atom)
{
	if (atom->kind == ATOM_OPERATION)
		return write_operation(recipe, atom);
	return atom->kind == ATOM_PARAM && !is_address(atom) &&
	       write_atom(recipe, atom);
}

static bool write_term(struct recipe *recipe, const struct term *term)
{
	say(recipe, " c%ld", term->factor);
	for (unsigned i = 0; i < term->count; i++) {
		if (!write_factor(recipe, term->atoms[i]))
			return false;
		say(recipe, " *");
	}
	return true;
}

/* Of parameters alone: what counters decide is another thing at the entry. */
static bool write_sum(struct recipe *recipe, const struct expr *sum)
{
	for (unsigned i = 0; i < sum->count; i++) {
		if (!write_term(recipe, &sum->terms[i]))
			return false;
		if (i > 0)
			say(recipe, " +");
	}
	return sum->count > 0;
}

/* One iteration of a loop that is not understood counts for all. */
static bool write_trip(struct recipe *recipe, const struct expr *trip)
{
	size_t before = obstack_object_size(&recipe->text);
	bool guarded = recipe->guarded;
	long constant;

	if (trip && write_sum(recipe, trip))
		return !expr_is_int(trip, &constant);
	obstack_blank_fast(&recipe->text,
			   before - obstack_object_size(&recipe->text));
	recipe->guarded = guarded;
	say(recipe, " c1");
	return false;
}

/* Of the loops in this one; true if that may be another number in each call. */
static bool write_inner(struct recipe *recipe, int outer, unsigned *loops)
{
	const struct nest *nest = recipe->nest;
	bool varies = false;

	*loops = 0;
	for (int i = nest->around; i < nest->count; i++) {
		unsigned within;

		if (nest->loops[i].parent != outer)
			continue;
		varies |= write_trip(recipe, nest->loops[i].trip);
		varies |= write_inner(recipe, i, &within);
		say(recipe, within ? " *" : "");
		say(recipe, (*loops)++ ? " +" : "");
	}
	return varies;
}

static int last_shared(const struct nest *nest)
{
	int last = nest->around;

	for (int i = nest->around; i < nest->count; i++)
		if (nest->loops[i].dim > nest->loops[last].dim)
			last = i;
	return last;
}

static void write_work(const struct lines *lines)
{
	struct recipe recipe = begin_line(lines);
	unsigned loops;
	bool varies = write_inner(&recipe, last_shared(lines->nest), &loops);

	end_line(lines, "work", "(inner)", &recipe, varies);
}

char *recipe_write(const struct nest *nest, gimple *names)
{
	struct obstack text;
	struct lines lines = {nest, names, &text};
	char *copy;

	gcc_obstack_init(&text);
	write_work(&lines);
	atom_each_used(write_line, &lines);
	obstack_1grow(&text, '\0');
	copy = xstrdup((const char *)obstack_finish(&text));
	obstack_free(&text, NULL);
	return copy;
}
