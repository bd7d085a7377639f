/*
 * References to memory: addresses, strides, what they are indexed by.
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "base/names.h"
#include "base/standard.h"
#include "memory.h"
#include "value.h"

/* The real part of a number in a register is none. */
static bool is_part_of_register(tree operand)
{
	while (handled_component_p(operand))
		operand = TREE_OPERAND(operand, 0);
	return TREE_CODE(operand) == SSA_NAME;
}

bool memory_is_reference(tree operand)
{
	if (!operand)
		return false;
	if (REFERENCE_CLASS_P(operand))
		return !is_part_of_register(operand);
	return (VAR_P(operand) || TREE_CODE(operand) == PARM_DECL ||
		TREE_CODE(operand) == RESULT_DECL) &&
	       !is_gimple_reg(operand);
}

/* A local variable that no clause shares belongs to the thread. */
static bool is_private_variable(const struct construct *construct, tree decl)
{
	if ((VAR_P(decl) && DECL_THREAD_LOCAL_P(decl)) ||
	    construct->private_uids.contains(DECL_UID(decl)) ||
	    construct->reduction_uids.contains(DECL_UID(decl)))
		return true;
	return VAR_P(decl) && !is_global_var(decl) &&
	       !construct->shared_uids.contains(DECL_UID(decl));
}

/* A clause may name a dummy argument, or the array of a reduction, which
   the program reaches through a pointer of that name. */
static bool is_private_pointer(const struct construct *construct, tree pointer)
{
	if (construct->reduction_uids.contains(DECL_UID(pointer)))
		return true;
	return lang_hooks.decls.omp_privatize_by_reference(pointer) &&
	       construct->private_uids.contains(DECL_UID(pointer));
}

/* Is the variable one that the clauses make private or a reduction? */
static bool is_private(const struct construct *construct,
		       const struct atom *base)
{
	tree name;

	if (!base)
		return false;
	if (base->kind == ATOM_ADDRESS)
		return is_private_variable(construct, base->decl);
	if (base->kind != ATOM_PARAM || base->version == 0)
		return false;
	name = ssa_name(base->version);
	return name && SSA_NAME_VAR(name) &&
	       is_private_pointer(construct, SSA_NAME_VAR(name));
}

/* ---- strides ------------------------------------------------------------ */

static bool changes_inside_atom(const struct expr *address, int loop)
{
	for (unsigned i = 0; i < address->count; i++)
		for (unsigned j = 0; j < address->terms[i].count; j++) {
			const struct atom *atom = address->terms[i].atoms[j];

			if (atom->kind != ATOM_COUNTER &&
			    atom->kind != ATOM_ITER &&
			    (atom->loops >> loop) & 1)
				return true;
		}
	return false;
}

const struct expr *memory_stride(const struct nest *nest,
				 const struct expr *address, int loop)
{
	const struct nest_loop *of = &nest->loops[loop];
	const struct expr *stride = expr_int(0);

	if (!address || changes_inside_atom(address, loop))
		return NULL;
	if (of->variable)
		stride = expr_mul(expr_coefficient(address, of->variable),
				  of->step);
	if (expr_loops(stride) >> loop & 1) /* it grows with the counter */
		return NULL;
	return expr_add(
		stride,
		expr_coefficient(
			address,
			atom_iter(of->variable ? of->variable->name : "loop",
				  loop)));
}

/* ---- regions ------------------------------------------------------------- */

static bool stands_in(const struct protection *region, gimple *statement)
{
	return nest_stands_before(region->enter, statement) &&
	       !nest_stands_before(region->exit, statement);
}

static bool is_parallel(const struct protection *region)
{
	return strcmp(region->kind, "parallel") == 0;
}

const char *memory_protection(const vec<struct protection> *protections,
			      gimple *statement)
{
	struct protection *region;
	unsigned i;

	FOR_EACH_VEC_ELT (*protections, i, region)
		if (!is_parallel(region) && stands_in(region, statement))
			return region->kind;
	return NULL;
}

/* a[] for what the elements of a point at, or those of a container. */
static const char *base_name(const struct atom *base)
{
	char name[256];
	size_t length;

	if (!base)
		return NULL;
	if (base->kind == ATOM_OPAQUE)
		return names_made(ssa_name(base->version));
	length = strlen(base->name);
	if (names_is_begin(base->name))
		length -= strlen(".begin()");
	else if (base->kind != ATOM_AT)
		return base->name;
	snprintf(name, sizeof(name), "%.*s[]", (int)length, base->name);
	return IDENTIFIER_POINTER(get_identifier(name));
}

static bool is_same(const struct reference *a, const struct reference *b)
{
	return a->write == b->write && a->loop == b->loop &&
	       a->conditional == b->conditional &&
	       a->protection == b->protection &&
	       expr_equal(a->address, b->address) &&
	       operand_equal_p(TYPE_SIZE_UNIT(TREE_TYPE(a->operand)),
			       TYPE_SIZE_UNIT(TREE_TYPE(b->operand)), 0);
}

static void add_reference(struct references *references,
			  const struct reference *reference)
{
	for (unsigned i = 0; i < references->count; i++)
		if (is_same(&references->of[i], reference)) {
			references->of[i].count++;
			return;
		}
	if (references->count == references->size) {
		references->size = 2 * references->size + 16;
		references->of = XRESIZEVEC(struct reference, references->of,
					    references->size);
	}
	references->of[references->count++] = *reference;
}

struct finder {
	struct references *references;
	struct nest *nest;
	const vec<struct protection> *protections;
};

/* ---- memory of a thread's own ------------------------------------------- */

/* Does one thread run it for all? */
static bool is_for_all(const char *kind)
{
	return kind &&
	       (strcmp(kind, "single") == 0 || strcmp(kind, "master") == 0 ||
		strcmp(kind, "masked") == 0);
}

/* Does each iteration, or each thread of the region that shares them out, run
   the statement for itself? Where the region is in another function, each
   thread calls this one. */
static bool is_run_by_each(const struct finder *finder, gimple *statement)
{
	class loop *outermost = finder->nest->loops[finder->nest->around].loop;
	gimple *inside = first_stmt(outermost->header);
	struct protection *region;
	unsigned i;

	if (!inside ||
	    is_for_all(memory_protection(finder->protections, statement)))
		return false;
	if (nest_contains(finder->nest, gimple_bb(statement)))
		return true;
	if (!finder->nest->construct->share)
		return false;
	FOR_EACH_VEC_ELT (*finder->protections, i, region) {
		if (is_parallel(region) && stands_in(region, inside) &&
		    !stands_in(region, statement))
			return false;
	}
	return true;
}

/* Whose is what a pointer leads to? */
enum owner { OWNER_ANY, OWNER_HANDED, OWNER_PERHAPS_THREAD, OWNER_THREAD };

/* What a function is given, and its loop shares out in a region elsewhere: each
   thread may have been given something of its own. */
static enum owner owner_elsewhere(const struct construct *construct)
{
	return construct->share && !construct->parallel ? OWNER_HANDED
							: OWNER_ANY;
}

/* What a pointer in this variable leads to, directly or through others. */
static enum owner owner_behind(const struct construct *construct, tree variable,
			       bool directly)
{
	bool is_own =
		VAR_P(variable) && is_private_variable(construct, variable);

	if (is_own && directly && construct->share &&
	    standard_owns_data(TREE_TYPE(variable)))
		return OWNER_THREAD;
	is_own = is_own && (lang_GNU_Fortran() ||
			    construct->local_uids.contains(DECL_UID(variable)));
	if (is_own)
		return OWNER_PERHAPS_THREAD;
	return VAR_P(variable) && is_global_var(variable)
		       ? OWNER_ANY
		       : owner_elsewhere(construct);
}

/* What a pointer went through. */
struct trail {
	bool own;    /* a variable declared in the region */
	bool array;  /* GCC's pointer to a private array of varying size */
	bool shared; /* a variable of all threads */
	bool memory; /* something that a pointer leads to */
};

static void note_variable(struct trail *trail,
			  const struct construct *construct, tree variable)
{
	unsigned uid = variable ? DECL_UID(variable) : 0;

	trail->own |= construct->local_uids.contains(uid);
	trail->shared |= construct->shared_uids.contains(uid);
	trail->array |= construct->private_uids.contains(uid) &&
			DECL_ARTIFICIAL(variable);
}

/* What the trail begins with: memory that a function made. */
static enum owner owner_of_result(const struct finder *finder, gimple *call,
				  const struct trail *trail)
{
	enum owner other = owner_elsewhere(finder->nest->construct);

	if (!is_gimple_call(call))
		return other;
	if (marker_is_own(call))
		return OWNER_THREAD;
	if (trail->memory || trail->shared ||
	    !(gimple_call_flags(call) & ECF_MALLOC))
		return trail->own ? OWNER_PERHAPS_THREAD : other;
	if ((trail->array && gimple_alloca_call_p(call)) ||
	    is_run_by_each(finder, call))
		return OWNER_THREAD;
	return trail->own ? OWNER_PERHAPS_THREAD : other;
}

/* The memory that a pointer leads to: follow it to where it comes from. */
static enum owner owner_of(const struct finder *finder, tree pointer)
{
	const struct construct *construct = finder->nest->construct;
	struct trail trail = {};

	while (pointer && TREE_CODE(pointer) == SSA_NAME) {
		gimple *from = SSA_NAME_DEF_STMT(pointer);

		note_variable(&trail, construct, SSA_NAME_VAR(pointer));
		if (!is_gimple_assign(from))
			return owner_of_result(finder, from, &trail);
		pointer = gimple_assign_rhs1(from);
		if (is_gimple_val(pointer))
			continue;
		pointer = get_base_address(pointer);
		if (pointer && DECL_P(pointer))
			return owner_behind(construct, pointer, !trail.memory);
		trail = {};
		trail.memory = true;
		pointer = pointer && TREE_CODE(pointer) == MEM_REF
				  ? TREE_OPERAND(pointer, 0)
				  : NULL_TREE;
	}
	return OWNER_ANY;
}

/* Memory that is made anew in each iteration has no base that would last. */
static bool is_made(const struct atom *atom)
{
	return atom->kind == ATOM_OPAQUE &&
	       is_gimple_call(SSA_NAME_DEF_STMT(ssa_name(atom->version)));
}

#define MAX_DEPTH 8

/* Did each thread ask for the value, or compute it from one, as from its
   number? */
static bool is_told_thread(const struct finder *finder, tree value, int depth)
{
	gimple *from = SSA_NAME_DEF_STMT(value);
	ssa_op_iter i;
	use_operand_p use;

	if (depth == MAX_DEPTH || !gimple_bb(from) ||
	    !is_run_by_each(finder, from))
		return false;
	if (is_gimple_call(from))
		return true;
	FOR_EACH_PHI_OR_STMT_USE (use, from, i, SSA_OP_USE)
		if (TREE_CODE(USE_FROM_PTR(use)) == SSA_NAME &&
		    is_told_thread(finder, USE_FROM_PTR(use), depth + 1))
			return true;
	return false;
}

struct told {
	const struct finder *finder;
	bool found;
};

static void find_told(const struct atom *atom, void *data)
{
	struct told *told = (struct told *)data;

	if (atom->kind == ATOM_PARAM && atom->version != 0)
		told->found |= is_told_thread(told->finder,
					      ssa_name(atom->version), 0);
}

/* Is the address computed from what only this thread was told? */
static bool is_place_of_thread(const struct finder *finder,
			       const struct expr *address)
{
	struct told told = {finder, false};

	if (address)
		expr_each_atom(address, find_told, &told);
	return told.found;
}

static void set_owner(const struct finder *finder, struct reference *reference)
{
	const struct atom *base = reference->base;
	tree place = get_base_address(reference->operand);
	enum owner owner = OWNER_ANY;

	if (place && TREE_CODE(place) == MEM_REF)
		owner = owner_of(finder, TREE_OPERAND(place, 0));
	if (owner <= OWNER_HANDED && base && base->kind == ATOM_PARAM &&
	    base->version != 0)
		owner = MAX(owner, owner_of(finder, ssa_name(base->version)));
	if (owner == OWNER_THREAD && !base)
		reference->base = expr_find_atom(reference->address, is_made);
	reference->is_private = owner == OWNER_THREAD ||
				is_private(finder->nest->construct, base);
	reference->may_be_own = owner == OWNER_PERHAPS_THREAD ||
				is_place_of_thread(finder, reference->address);
	reference->is_handed = owner == OWNER_HANDED;
}

/* ---- collecting ---------------------------------------------------------- */

bool memory_is_written(class loop *loop, tree operand)
{
	basic_block *blocks = get_loop_body(loop);
	bool written = false;
	ao_ref place;

	ao_ref_init(&place, operand);
	for (unsigned i = 0; i < loop->num_nodes && !written; i++)
		for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[i]);
		     !gsi_end_p(gsi) && !written; gsi_next(&gsi))
			written =
				gimple_vdef(gsi_stmt(gsi)) &&
				stmt_may_clobber_ref_p_1(gsi_stmt(gsi), &place);
	free(blocks);
	return written;
}

/*
 * GCC loads once, before the loop, what the loop neither writes nor reaches
 * by another address each time; as far out as the nest goes.
 */
static int loop_of_load(const struct nest *nest, const struct reference *load)
{
	int loop = load->loop;

	while (loop > nest->around && load->address && !load->protection &&
	       !TREE_THIS_VOLATILE(load->operand) &&
	       !((expr_loops(load->address) >> loop) & 1) &&
	       !memory_is_written(nest->loops[loop].loop, load->operand))
		loop = nest->loops[loop].parent;
	return loop;
}

static int line_of(const struct finder *finder, gimple *statement, int loop)
{
	int line = expand_location(gimple_location(statement)).line;

	return line ? line
		    : expand_location(finder->nest->loops[loop].location).line;
}

static void found(const struct finder *finder, gimple *statement, tree operand,
		  bool write)
{
	struct reference reference = {};

	if (!TYPE_SIZE_UNIT(TREE_TYPE(operand)))
		return;
	reference.statement = statement;
	reference.operand = operand;
	reference.write = write;
	reference.count = 1;
	reference.loop =
		nest_index(finder->nest, gimple_bb(statement)->loop_father);
	reference.line = line_of(finder, statement, reference.loop);
	reference.conditional = !nest_is_certain(gimple_bb(statement));
	reference.protection =
		memory_protection(finder->protections, statement);
	reference.address = value_address(operand);
	if (!write)
		reference.loop = loop_of_load(finder->nest, &reference);
	reference.base = expr_base(reference.address);
	set_owner(finder, &reference);
	reference.name = base_name(reference.base);
	if (!reference.base)
		nest_why(finder->nest,
			 "the address of a reference at line %d was not "
			 "understood",
			 reference.line);
	else if (reference.base->kind != ATOM_OPAQUE &&
		 expr_contains_kind(reference.address, ATOM_OPAQUE))
		nest_why(finder->nest,
			 "an index of '%s' at line %d is chosen or computed "
			 "from data",
			 reference.name, reference.line);
	add_reference(finder->references, &reference);
}

static void look_at(const struct finder *finder, gimple *statement)
{
	if (is_gimple_assign(statement) && !gimple_clobber_p(statement)) {
		tree source = gimple_assign_rhs1(statement);

		if (gimple_assign_single_p(statement) &&
		    memory_is_reference(source))
			found(finder, statement, source, false);
		if (memory_is_reference(gimple_assign_lhs(statement)))
			found(finder, statement, gimple_assign_lhs(statement),
			      true);
	} else if (is_gimple_call(statement) && !marker_is_any(statement) &&
		   memory_is_reference(gimple_call_lhs(statement))) {
		found(finder, statement, gimple_call_lhs(statement), true);
	}
}

void memory_find(struct references *references, struct nest *nest,
		 const vec<struct protection> *protections)
{
	struct finder finder = {references, nest, protections};
	class loop *root = nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body_in_dom_order(root);

	for (unsigned i = 0; i < root->num_nodes; i++)
		for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[i]);
		     !gsi_end_p(gsi); gsi_next(&gsi))
			look_at(&finder, gsi_stmt(gsi));
	free(blocks);
}

void memory_free(struct references *references)
{
	free(references->of);
	memset(references, 0, sizeof(*references));
}
