/*
 * Operations by class and type.
 *
 * Names are sorted by what they are for, backwards from the roots: what is
 * stored, passed or decides a branch is a value; what an address is made of
 * is address arithmetic; what decides whether a loop goes on is control.
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "ops.h"

enum purpose { IS_VALUE = 1, IS_ADDRESS = 2, IS_CONTROL = 4 };

static unsigned char *purposes;

/* What a name was newly found to serve: so do those it is computed from. */
struct errand {
	tree name;
	enum purpose purpose;
};

static vec<struct errand> worklist;
static vec<gimple *> branches;

static void mark(tree operand, enum purpose purpose)
{
	unsigned char *flags;

	if (!operand || TREE_CODE(operand) != SSA_NAME)
		return;
	flags = &purposes[SSA_NAME_VERSION(operand)];
	if (*flags & purpose)
		return;
	*flags |= purpose;
	worklist.safe_push({operand, purpose});
}

static void mark_address_of(tree reference)
{
	while (handled_component_p(reference)) {
		for (int i = 1; i < TREE_OPERAND_LENGTH(reference); i++)
			mark(TREE_OPERAND(reference, i), IS_ADDRESS);
		reference = TREE_OPERAND(reference, 0);
	}
	if (TREE_CODE(reference) != MEM_REF)
		return;
	if (TREE_CODE(TREE_OPERAND(reference, 0)) == ADDR_EXPR)
		mark_address_of(TREE_OPERAND(TREE_OPERAND(reference, 0), 0));
	else
		mark(TREE_OPERAND(reference, 0), IS_ADDRESS);
}

/* Is the value that of data which the loop reads? */
static bool is_data(tree operand)
{
	gimple *statement;
	ssa_op_iter iterator;
	tree index;

	if (!INTEGRAL_TYPE_P(TREE_TYPE(operand)) &&
	    !POINTER_TYPE_P(TREE_TYPE(operand)))
		return true;
	if (TREE_CODE(operand) != SSA_NAME)
		return false;
	statement = SSA_NAME_DEF_STMT(operand);
	if (!is_gimple_assign(statement) || !gimple_assign_load_p(statement))
		return false;
	FOR_EACH_SSA_TREE_OPERAND (index, statement, iterator, SSA_OP_USE)
		if (gimple_bb(SSA_NAME_DEF_STMT(index)) &&
		    gimple_bb(SSA_NAME_DEF_STMT(index))->loop_father ==
			    gimple_bb(statement)->loop_father)
			return true;
	return false;
}

static bool leaves_loop(basic_block block)
{
	class loop *loop = block->loop_father;
	edge out;
	edge_iterator ei;

	FOR_EACH_EDGE (out, ei, block->succs)
		if (loop_outer(loop) && loop_exit_edge_p(loop, out))
			return true;
	return false;
}

/* Does the loop test before its body whether it goes on? */
static bool tests_first(const class loop *loop)
{
	edge out;
	edge_iterator ei;
	bool leaves = false, stays = false;

	FOR_EACH_EDGE (out, ei, loop->header->succs) {
		leaves |= loop_exit_edge_p(loop, out);
		stays |= flow_bb_inside_loop_p(loop, out->dest) &&
			 !(out->dest == loop->latch &&
			   gsi_end_p(gsi_start_nondebug_bb(loop->latch)));
	}
	return leaves && stays;
}

/* Does the branch decide whether a loop inside has any iteration? One that
   tests its end after the body is asked before it, too. */
static bool guards_inner_loop(basic_block block)
{
	for (class loop *inner = block->loop_father->inner; inner;
	     inner = inner->next) {
		basic_block before = loop_preheader_edge(inner)->src;

		if (tests_first(inner))
			continue;
		while (before != block && single_pred_p(before) &&
		       single_succ_p(before))
			before = single_pred(before);
		if (before == block && EDGE_COUNT(block->succs) > 1)
			return true;
	}
	return false;
}

static basic_block join_of(basic_block block)
{
	basic_block next[2];

	if (EDGE_COUNT(block->succs) != 2)
		return NULL;
	for (int i = 0; i < 2; i++) {
		next[i] = EDGE_SUCC(block, i)->dest;
		if (single_pred_p(next[i]) && single_succ_p(next[i]))
			next[i] = single_succ(next[i]);
	}
	return next[0] == next[1] ? next[0] : NULL;
}

/* Does the branch only choose between two bounds of a loop? */
static bool chooses_bound(basic_block block)
{
	basic_block join = join_of(block);
	bool any = false;

	if (!join)
		return false;
	for (gphi_iterator gsi = gsi_start_phis(join); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		tree result = gimple_phi_result(gsi.phi());

		if (virtual_operand_p(result)) {
			return false;
		} else if (purposes[SSA_NAME_VERSION(result)] != 0) {
			if (purposes[SSA_NAME_VERSION(result)] & IS_VALUE)
				return false;
			any = true;
		}
	}
	return any;
}

/* Branches that count loops; one that looks at data does more than that. */
static bool is_control(gimple *statement)
{
	basic_block block = gimple_bb(statement);
	gcond *test = dyn_cast<gcond *>(statement);

	if (!test || SCALAR_FLOAT_TYPE_P(TREE_TYPE(gimple_cond_lhs(test))))
		return false;
	if (leaves_loop(block))
		return !is_data(gimple_cond_lhs(test));
	return guards_inner_loop(block) || chooses_bound(block);
}

static void mark_assignment(gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	tree source = gimple_assign_rhs1(statement);

	if (memory_is_reference(target)) {
		mark_address_of(target);
		mark(source, IS_VALUE);
	}
	if (gimple_assign_single_p(statement) && memory_is_reference(source))
		mark_address_of(source);
}

static void mark_call(gimple *statement)
{
	if (marker_is_any(statement))
		return;
	for (unsigned i = 0; i < gimple_call_num_args(statement); i++) {
		tree argument = gimple_call_arg(statement, i);

		if (memory_is_reference(argument))
			mark_address_of(argument);
		mark(argument, IS_VALUE);
	}
}

static void mark_operands(gimple *statement, enum purpose purpose)
{
	ssa_op_iter iterator;
	tree operand;

	FOR_EACH_SSA_TREE_OPERAND (operand, statement, iterator, SSA_OP_USE)
		mark(operand, purpose);
}

static void mark_roots(gimple *statement)
{
	if (is_gimple_debug(statement))
		return;
	if (is_gimple_assign(statement))
		mark_assignment(statement);
	else if (is_gimple_call(statement))
		mark_call(statement);
	else if (gimple_code(statement) == GIMPLE_COND)
		branches.safe_push(statement);
	else
		mark_operands(statement, IS_VALUE);
}

/* i + 1 for the i of a loop: that counts, whatever else i is used for. */
static bool is_counting(gphi *phi, tree next)
{
	tree counter = gimple_phi_result(phi);
	gimple *statement;

	if (TREE_CODE(next) != SSA_NAME ||
	    !(INTEGRAL_TYPE_P(TREE_TYPE(next)) ||
	      POINTER_TYPE_P(TREE_TYPE(next))) ||
	    gimple_bb(phi)->loop_father->header != gimple_bb(phi))
		return false;
	statement = SSA_NAME_DEF_STMT(next);
	return is_gimple_assign(statement) &&
	       (gimple_assign_rhs_code(statement) == PLUS_EXPR ||
		gimple_assign_rhs_code(statement) == POINTER_PLUS_EXPR) &&
	       gimple_assign_rhs1(statement) == counter &&
	       is_gimple_min_invariant(gimple_assign_rhs2(statement));
}

static void mark_definition(gimple *statement, enum purpose purpose)
{
	ssa_op_iter iterator;
	tree operand;

	if (gphi *phi = dyn_cast<gphi *>(statement)) {
		for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
			tree argument = gimple_phi_arg_def(phi, i);

			mark(argument,
			     is_counting(phi, argument) ? IS_CONTROL : purpose);
		}
		return;
	}
	/* the address of a load was marked as a root, calls likewise */
	if (!is_gimple_assign(statement) ||
	    (gimple_assign_single_p(statement) &&
	     memory_is_reference(gimple_assign_rhs1(statement))))
		return;
	FOR_EACH_SSA_TREE_OPERAND (operand, statement, iterator, SSA_OP_USE)
		mark(operand, purpose);
}

static void spread(void)
{
	while (!worklist.is_empty()) {
		struct errand errand = worklist.pop();

		mark_definition(SSA_NAME_DEF_STMT(errand.name), errand.purpose);
	}
}

void ops_begin(function *fn)
{
	basic_block block;
	gimple *statement;
	unsigned i;

	purposes = XCNEWVEC(unsigned char, num_ssa_names + 1);
	FOR_EACH_BB_FN (block, fn)
		for (gimple_stmt_iterator gsi = gsi_start_bb(block);
		     !gsi_end_p(gsi); gsi_next(&gsi))
			mark_roots(gsi_stmt(gsi));
	spread();
	/* a branch is judged by what its two ways lead to: loops first */
	FOR_EACH_VEC_ELT (branches, i, statement)
		if (is_control(statement))
			mark_operands(statement, IS_CONTROL);
	spread();
	FOR_EACH_VEC_ELT (branches, i, statement)
		mark_operands(statement,
			      is_control(statement) ? IS_CONTROL : IS_VALUE);
	spread();
	branches.release();
	worklist.release();
}

void ops_end(void)
{
	free(purposes);
}

/* ---- classes ---------------------------------------------------------- */

/* i8 for what has up to 8 bits, and so on. */
static const char *integer_name(unsigned bits)
{
	static const char *const names[] = {"i8", "i16", "i32", "i64"};
	unsigned power = bits <= 8 ? 0 : ceil_log2(bits) - 3;

	return power < ARRAY_SIZE(names) ? names[power] : "i128";
}

static const char *float_name(tree type, bool is_complex)
{
	static char name[16];
	unsigned bits = TYPE_PRECISION(type);

	if (!is_complex && bits == 64)
		return "f64";
	if (!is_complex && bits == 32)
		return "f32";
	snprintf(name, sizeof(name), is_complex ? "c%u" : "f%u",
		 is_complex ? 2 * bits : bits);
	return IDENTIFIER_POINTER(get_identifier(name));
}

const char *ops_type_name(tree type)
{
	if (TREE_CODE(type) == COMPLEX_TYPE)
		return float_name(TREE_TYPE(type), true);
	if (SCALAR_FLOAT_TYPE_P(type))
		return float_name(type, false);
	if (POINTER_TYPE_P(type))
		return "ptr";
	if (VECTOR_TYPE_P(type))
		return "vec";
	if (!INTEGRAL_TYPE_P(type))
		return "struct";
	return integer_name(TYPE_PRECISION(type));
}

/* How often each operation was met, in the order in which they were. */
struct counts {
	unsigned count;
	struct {
		const char *class_name, *type;
		unsigned times;
	} of[96];
};

static void add_count(struct counts *counts, const char *class_name, tree type)
{
	const char *type_name = ops_type_name(type);
	unsigned i;

	for (i = 0; i < counts->count; i++)
		if (strcmp(counts->of[i].class_name, class_name) == 0 &&
		    strcmp(counts->of[i].type, type_name) == 0)
			break;
	if (i == ARRAY_SIZE(counts->of))
		return;
	if (i == counts->count) {
		counts->of[i].class_name = class_name;
		counts->of[i].type = type_name;
		counts->of[i].times = 0;
		counts->count++;
	}
	counts->of[i].times++;
}

static const char *code_class(enum tree_code code)
{
	switch (code) {
	case PLUS_EXPR:
	case MINUS_EXPR:
	case NEGATE_EXPR:
	case POINTER_PLUS_EXPR:
	case POINTER_DIFF_EXPR:
		return "add";
	case MULT_EXPR:
	case MULT_HIGHPART_EXPR:
	case WIDEN_MULT_EXPR:
		return "mul";
	case RDIV_EXPR:
	case TRUNC_DIV_EXPR:
	case FLOOR_DIV_EXPR:
	case CEIL_DIV_EXPR:
	case EXACT_DIV_EXPR:
		return "div";
	case TRUNC_MOD_EXPR:
	case FLOOR_MOD_EXPR:
		return "mod";
	case NOP_EXPR:
	case CONVERT_EXPR:
	case FLOAT_EXPR:
	case FIX_TRUNC_EXPR:
		return "convert";
	case MIN_EXPR:
	case MAX_EXPR:
	case ABS_EXPR:
	case ABSU_EXPR:
	case COND_EXPR:
		return "select";
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case BIT_NOT_EXPR:
	case LSHIFT_EXPR:
	case RSHIFT_EXPR:
	case LROTATE_EXPR:
	case RROTATE_EXPR:
		return "logic";
	default:
		return TREE_CODE_CLASS(code) == tcc_comparison ? "compare"
							       : NULL;
	}
}

/* A product that one addition uses and nothing else. */
static bool is_fma_candidate(gimple *statement)
{
	tree product = gimple_assign_lhs(statement);
	use_operand_p use;
	gimple *user;

	return gimple_assign_rhs_code(statement) == MULT_EXPR &&
	       SCALAR_FLOAT_TYPE_P(TREE_TYPE(product)) &&
	       single_imm_use(product, &use, &user) && is_gimple_assign(user) &&
	       (gimple_assign_rhs_code(user) == PLUS_EXPR ||
		gimple_assign_rhs_code(user) == MINUS_EXPR);
}

/* A copy, a constant, a change of sign of an integer's type: no work. */
static bool is_free(gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	tree source = gimple_assign_rhs1(statement);

	if (gimple_assign_single_p(statement) ||
	    gimple_assign_rhs_code(statement) == PAREN_EXPR)
		return true;
	return CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(statement)) &&
	       !SCALAR_FLOAT_TYPE_P(TREE_TYPE(target)) &&
	       !SCALAR_FLOAT_TYPE_P(TREE_TYPE(source)) &&
	       TYPE_MODE(TREE_TYPE(target)) == TYPE_MODE(TREE_TYPE(source));
}

/* In place of an integer divided by a constant: shifts, or a product. */
static void count_shared_out(struct counts *counts, gimple *statement,
			     tree type)
{
	bool shifts = integer_pow2p(gimple_assign_rhs2(statement));
	bool rest = strcmp(code_class(gimple_assign_rhs_code(statement)),
			   "mod") == 0;

	add_count(counts, "logic", type);
	if (!shifts)
		add_count(counts, "mul", type);
	if (!shifts || !TYPE_UNSIGNED(type))
		add_count(counts, "add", type);
	if (rest && !shifts)
		add_count(counts, "mul", type);
	if (rest && !(shifts && TYPE_UNSIGNED(type)))
		add_count(counts, "add", type);
}

static bool is_division(gimple *statement)
{
	const char *name = code_class(gimple_assign_rhs_code(statement));

	return name && (strcmp(name, "div") == 0 || strcmp(name, "mod") == 0);
}

static void count_division(struct counts *counts, gimple *division)
{
	tree type = TREE_TYPE(gimple_assign_lhs(division));

	if (TREE_CODE(gimple_assign_rhs2(division)) == INTEGER_CST)
		count_shared_out(counts, division, type);
	else
		add_count(counts, code_class(gimple_assign_rhs_code(division)),
			  type);
}

static unsigned purpose_of(tree target)
{
	return TREE_CODE(target) == SSA_NAME
		       ? purposes[SSA_NAME_VERSION(target)]
		       : (unsigned)IS_VALUE;
}

static void count_computation(struct counts *counts, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	enum tree_code code = gimple_assign_rhs_code(statement);
	unsigned purpose = purpose_of(target);
	const char *class_name = code_class(code);
	tree type = TREE_TYPE(target);

	if (is_free(statement))
		return;
	if (TREE_CODE_CLASS(code) == tcc_comparison)
		type = TREE_TYPE(gimple_assign_rhs1(statement));
	if (!(purpose & IS_VALUE))
		class_name = purpose & IS_CONTROL ? "control" : "address";
	if ((purpose & IS_VALUE) && is_division(statement))
		count_division(counts, statement);
	else
		add_count(counts, class_name ? class_name : "other", type);
	if ((purpose & IS_VALUE) && is_fma_candidate(statement))
		add_count(counts, "fma", type);
}

static void count_assignment(struct counts *counts, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);

	if (gimple_clobber_p(statement))
		return;
	if (memory_is_reference(target))
		add_count(counts, "store", TREE_TYPE(target));
	count_computation(counts, statement);
}

static bool is_sqrt(tree function)
{
	switch (DECL_FUNCTION_CODE(function)) {
		CASE_FLT_FN(BUILT_IN_SQRT) : return true;
	default:
		return false;
	}
}

static bool is_select(tree function)
{
	switch (DECL_FUNCTION_CODE(function)) {
		CASE_FLT_FN(BUILT_IN_FABS)
		    : CASE_FLT_FN(BUILT_IN_FMIN)
		    : CASE_FLT_FN(BUILT_IN_FMAX)
		    : CASE_FLT_FN(BUILT_IN_COPYSIGN)
		    : case BUILT_IN_ABS : case BUILT_IN_LABS
		    : case BUILT_IN_LLABS : return true;
	default:
		return false;
	}
}

/* Does the processor have an instruction for it, at these flags? */
static bool is_instruction(gimple *call)
{
	return replacement_internal_fn(as_a<gcall *>(call)) != IFN_LAST;
}

static bool is_fma(tree function)
{
	switch (DECL_FUNCTION_CODE(function)) {
		CASE_FLT_FN(BUILT_IN_FMA) : return true;
	default:
		return false;
	}
}

/* Bits counted, found or swapped. */
static bool is_logic(tree function)
{
	switch (DECL_FUNCTION_CODE(function)) {
		CASE_INT_FN(BUILT_IN_CLZ)
		    : CASE_INT_FN(BUILT_IN_CTZ)
		    : CASE_INT_FN(BUILT_IN_FFS)
		    : CASE_INT_FN(BUILT_IN_CLRSB)
		    : CASE_INT_FN(BUILT_IN_POPCOUNT)
		    : CASE_INT_FN(BUILT_IN_PARITY)
		    : case BUILT_IN_BSWAP16 : case BUILT_IN_BSWAP32
		    : case BUILT_IN_BSWAP64 : return true;
	default:
		return false;
	}
}

/* To a whole number, of the same type. */
static bool is_rounding(tree function)
{
	switch (DECL_FUNCTION_CODE(function)) {
		CASE_FLT_FN(BUILT_IN_FLOOR)
		    : CASE_FLT_FN(BUILT_IN_CEIL)
		    : CASE_FLT_FN(BUILT_IN_TRUNC)
		    : CASE_FLT_FN(BUILT_IN_RINT)
		    : CASE_FLT_FN(BUILT_IN_NEARBYINT)
		    : CASE_FLT_FN(BUILT_IN_ROUND)
		    : CASE_FLT_FN(BUILT_IN_ROUNDEVEN) : return true;
	default:
		return false;
	}
}

/* Functions of numbers that touch no memory: sin, pow, floor. */
static bool is_math(tree function)
{
	tree type = TREE_TYPE(TREE_TYPE(function));

	return fndecl_built_in_p(function, BUILT_IN_NORMAL) &&
	       (SCALAR_FLOAT_TYPE_P(type) || TREE_CODE(type) == COMPLEX_TYPE ||
		(INTEGRAL_TYPE_P(type) &&
		 (flags_from_decl_or_type(function) & ECF_CONST)));
}

static const char *call_class(gimple *statement)
{
	tree function = gimple_call_fndecl(statement);

	if (gimple_call_internal_p(statement))
		return "other";
	if (!function || !fndecl_built_in_p(function, BUILT_IN_NORMAL))
		return "call";
	if (is_sqrt(function))
		return "sqrt";
	if (is_select(function))
		return "select";
	if (is_logic(function))
		return "logic";
	if (is_rounding(function) && is_instruction(statement))
		return "convert";
	if (is_fma(function) && is_instruction(statement))
		return "fma";
	return is_math(function) ? "math" : "call";
}

/* Calls that only tell GCC something: assumptions, variable lifetimes. */
static bool is_silent_call(gimple *statement)
{
	return marker_is_any(statement) ||
	       gimple_call_internal_p(statement, IFN_ANNOTATE) ||
	       gimple_call_internal_p(statement, IFN_ABNORMAL_DISPATCHER) ||
	       gimple_call_builtin_p(statement, BUILT_IN_EXPECT) ||
	       gimple_call_builtin_p(statement, BUILT_IN_ASSUME_ALIGNED) ||
	       gimple_call_builtin_p(statement, BUILT_IN_STACK_SAVE) ||
	       gimple_call_builtin_p(statement, BUILT_IN_STACK_RESTORE) ||
	       gimple_alloca_call_p(statement) ||
	       gimple_call_builtin_p(statement, BUILT_IN_UNREACHABLE);
}

bool ops_is_value(tree ssa_name)
{
	return purposes[SSA_NAME_VERSION(ssa_name)] & IS_VALUE;
}

/* Does it only make or free memory? */
static bool is_allocation(tree function)
{
	static const enum built_in_function builtins[] = {
		BUILT_IN_MALLOC, BUILT_IN_CALLOC, BUILT_IN_ALIGNED_ALLOC,
		BUILT_IN_FREE};

	if (DECL_IS_OPERATOR_NEW_P(function) ||
	    DECL_IS_OPERATOR_DELETE_P(function))
		return true;
	for (unsigned i = 0; i < ARRAY_SIZE(builtins); i++)
		if (fndecl_built_in_p(function, builtins[i]))
			return true;
	return false;
}

bool ops_is_call_of_function(gimple *statement)
{
	tree function;

	if (!is_gimple_call(statement) || is_silent_call(statement) ||
	    !gimple_vdef(statement) ||
	    strcmp(call_class(statement), "call") != 0)
		return false;
	function = gimple_call_fndecl(statement);
	return !function || !DECL_NAME(function) ||
	       !(is_allocation(function) ||
		 startswith(IDENTIFIER_POINTER(DECL_NAME(function)), "omp_"));
}

/* A function of GCC's own has a type only where its value is used. */
static tree type_of_result(gimple *call)
{
	if (gimple_call_internal_p(call) && !gimple_call_lhs(call))
		return void_type_node;
	return gimple_call_return_type(as_a<gcall *>(call));
}

static void count_call(struct counts *counts, gimple *call)
{
	tree type = type_of_result(call);
	const char *class_name = call_class(call);

	if (strcmp(class_name, "fma") == 0) {
		add_count(counts, "add", type);
		add_count(counts, "mul", type);
	}
	add_count(counts, class_name, VOID_TYPE_P(type) ? ptr_type_node : type);
}

static void count_statement(struct counts *counts, gimple *statement)
{
	tree type;

	if (is_gimple_assign(statement)) {
		count_assignment(counts, statement);
	} else if (is_gimple_call(statement)) {
		if (is_silent_call(statement))
			return;
		count_call(counts, statement);
	} else if (gimple_code(statement) == GIMPLE_COND) {
		type = TREE_TYPE(gimple_cond_lhs(statement));
		if (is_control(statement)) {
			add_count(counts, "control", type);
		} else {
			add_count(counts, "compare", type);
			add_count(counts, "branch", type);
		}
	} else if (gimple_code(statement) == GIMPLE_SWITCH) {
		add_count(counts, "branch", integer_type_node);
	}
}

static void count_block(struct counts *counts, basic_block block)
{
	for (gimple_stmt_iterator gsi = gsi_start_bb(block); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		count_statement(counts, gsi_stmt(gsi));
}

static void write_counts(struct json *json, const struct counts *counts)
{
	json_object(json);
	for (unsigned i = 0; i < counts->count; i++)
		json_key_int(json,
			     ACONCAT((counts->of[i].class_name, ".",
				      counts->of[i].type, NULL)),
			     counts->of[i].times);
	json_end_object(json);
}

static int compare_names(const void *a, const void *b)
{
	const char *const *first = (const char *const *)a;
	const char *const *second = (const char *const *)b;
	int order = strcmp(first[0], second[0]);

	return order ? order : strcmp(first[1], second[1]);
}

static void count_loads(struct counts *counts, const struct nest *nest,
			const struct references *references, int loop)
{
	for (unsigned i = 0; i < references->count; i++) {
		const struct reference *reference = &references->of[i];
		bool certain = !reference->conditional;

		if (reference->write || (loop >= 0 && reference->loop != loop))
			continue;
		if (loop < 0)
			certain &= nest_is_certain_loop(nest, reference->loop);
		for (unsigned j = 0; j < reference->count; j++)
			add_count(&counts[!certain], "load",
				  TREE_TYPE(reference->operand));
	}
}

/* ---- divisions in addresses --------------------------------------------- */

/* table[i % n]: no addressing mode divides. */
static bool divides_for_address(gimple *statement)
{
	return is_gimple_assign(statement) && is_division(statement) &&
	       !integer_pow2p(gimple_assign_rhs2(statement)) &&
	       !(purpose_of(gimple_assign_lhs(statement)) &
		 (IS_VALUE | IS_CONTROL));
}

/* Loads whose address the loop does not change were made before it. */
static bool loads_in(class loop *loop, gimple *load, const struct nest *nest,
		     const struct references *references)
{
	for (unsigned i = 0; i < references->count; i++) {
		const struct reference *reference = &references->of[i];
		class loop *its = nest->loops[reference->loop].loop;

		if (reference->statement == load)
			return its == loop || flow_loop_nested_p(loop, its);
	}
	return true;
}

#define DEEPEST 8

/* Is the statement's result another one in each iteration of the loop? */
static bool changes_in(class loop *loop, gimple *statement,
		       const struct nest *nest,
		       const struct references *references, int depth)
{
	ssa_op_iter iterator;
	tree operand;

	if (!gimple_bb(statement) ||
	    !flow_bb_inside_loop_p(loop, gimple_bb(statement)))
		return false;
	if (depth == DEEPEST || !is_gimple_assign(statement))
		return true;
	if (gimple_vuse(statement))
		return loads_in(loop, statement, nest, references);
	FOR_EACH_SSA_TREE_OPERAND (operand, statement, iterator, SSA_OP_USE)
		if (changes_in(loop, SSA_NAME_DEF_STMT(operand), nest,
			       references, depth + 1))
			return true;
	return false;
}

/* The loop that the division stays in: it goes before those in which it is the
   same each time. */
static class loop *home_of(gimple *division, const struct nest *nest,
			   const struct references *references)
{
	class loop *outermost = nest->loops[nest->around].loop;
	class loop *home = gimple_bb(division)->loop_father;

	while (home != outermost &&
	       !changes_in(home, division, nest, references, 0))
		home = loop_outer(home);
	return home;
}

/* In the block, of those that stay in the loop, or of all. */
static void count_divisions(struct counts *counts, const struct nest *nest,
			    const struct references *references, int loop,
			    basic_block block)
{
	for (gimple_stmt_iterator gsi = gsi_start_bb(block); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		bool certain = nest_is_certain(block);
		int home;

		if (!divides_for_address(statement))
			continue;
		home = nest_index(nest, home_of(statement, nest, references));
		if (loop < 0)
			certain &= nest_is_certain_loop(nest, home);
		if (loop < 0 || loop == home)
			count_division(&counts[!certain], statement);
	}
}

static void count_all_divisions(struct counts *counts, const struct nest *nest,
				const struct references *references, int loop)
{
	class loop *outermost = nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body(outermost);

	for (unsigned i = 0; i < outermost->num_nodes; i++)
		count_divisions(counts, nest, references, loop, blocks[i]);
	free(blocks);
}

/* In one iteration of its loop; of all loops around it, where asked. */
static bool is_certain(const struct nest *nest, basic_block block, bool all)
{
	return nest_is_certain(block) &&
	       (!all || nest_is_certain_loop(
				nest, nest_index(nest, block->loop_father)));
}

void ops_write(struct json *json, const struct nest *nest,
	       const struct references *references, int index)
{
	struct counts counts[2];
	class loop *loop = index >= 0 ? nest->loops[index].loop : NULL;
	class loop *root = loop ? loop : nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body(root);

	counts[0].count = counts[1].count = 0;
	for (unsigned i = 0; i < root->num_nodes; i++)
		if (!loop || blocks[i]->loop_father == loop)
			count_block(
				&counts[!is_certain(nest, blocks[i], !loop)],
				blocks[i]);
	free(blocks);
	count_loads(counts, nest, references, index);
	count_all_divisions(counts, nest, references, index);
	for (int i = 0; i < 2; i++)
		qsort(counts[i].of, counts[i].count, sizeof(counts[i].of[0]),
		      compare_names);
	json_key(json, "ops");
	json_object(json);
	json_key(json, "certain");
	write_counts(json, &counts[0]);
	json_key(json, "conditional");
	write_counts(json, &counts[1]);
	json_end_object(json);
}

const char *ops_class(gimple *statement)
{
	if (is_gimple_call(statement))
		return is_silent_call(statement) ? NULL : call_class(statement);
	return is_gimple_assign(statement) && !is_free(statement)
		       ? code_class(gimple_assign_rhs_code(statement))
		       : NULL;
}

void ops_write_statements(struct json *json, const vec<gimple *> *statements)
{
	struct counts counts;
	gimple *statement;
	unsigned i;

	counts.count = 0;
	FOR_EACH_VEC_ELT (*statements, i, statement)
		add_count(&counts, ops_class(statement),
			  TREE_TYPE(gimple_get_lhs(statement)));
	qsort(counts.of, counts.count, sizeof(counts.of[0]), compare_names);
	write_counts(json, &counts);
}

/* ---- calls ------------------------------------------------------------- */

struct call {
	const char *name, *kind;
	int loop;
	unsigned count;
};

static const char *call_kind(tree function)
{
	cgraph_node *node;

	if (!function)
		return "indirect";
	if (fndecl_built_in_p(function))
		return is_math(function) ? "math" : "builtin";
	node = cgraph_node::get(function);
	return node && node->has_gimple_body_p() ? "known" : "opaque";
}

const char *ops_called_name(gimple *statement)
{
	static const char builtin[] = "__builtin_";
	tree function = gimple_call_fndecl(statement);
	const char *name = function && DECL_NAME(function)
				   ? IDENTIFIER_POINTER(DECL_NAME(function))
				   : NULL;

	return name && startswith(name, builtin) ? name + strlen(builtin)
						 : name;
}

static void add_call(vec<struct call> *calls, gimple *statement, int loop)
{
	const char *name = ops_called_name(statement);
	struct call call = {name ? name : "?",
			    call_kind(gimple_call_fndecl(statement)), loop, 1};
	struct call *other;
	unsigned i;

	FOR_EACH_VEC_ELT (*calls, i, other)
		if (strcmp(other->name, call.name) == 0 &&
		    other->loop == loop) {
			other->count++;
			return;
		}
	calls->safe_push(call);
}

void ops_write_calls(struct json *json, const struct nest *nest)
{
	vec<struct call> calls = vNULL;
	struct call *call;
	unsigned k;

	for (int i = nest->around; i < nest->count; i++) {
		class loop *loop = nest->loops[i].loop;
		basic_block *blocks = get_loop_body_in_dom_order(loop);

		for (unsigned j = 0; j < loop->num_nodes; j++)
			for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[j]);
			     !gsi_end_p(gsi) && blocks[j]->loop_father == loop;
			     gsi_next(&gsi))
				if (is_gimple_call(gsi_stmt(gsi)) &&
				    !gimple_call_internal_p(gsi_stmt(gsi)) &&
				    !is_silent_call(gsi_stmt(gsi)))
					add_call(&calls, gsi_stmt(gsi),
						 i - nest->around);
		free(blocks);
	}
	json_key(json, "calls");
	json_array(json);
	FOR_EACH_VEC_ELT (calls, k, call) {
		json_object(json);
		json_key_string(json, "name", call->name);
		json_key_string(json, "kind", call->kind);
		json_key_int(json, "count", call->count);
		json_key_int(json, "loop", call->loop);
		json_end_object(json);
	}
	json_end_array(json);
	calls.release();
}
