/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What GCC made of the loops, seen in the compiler proper.
 *
 * No pass of our own: GCC announces each pass before it runs. So the loops
 * of a function are known before a loop optimiser and looked at again when
 * the next pass is announced. A loop keeps its number from the loop
 * optimisers down to RTL; what a number new after the vectoriser stands for
 * is a copy (epilogue, scalar version) and not looked at.
 *
 *	omplower	where the bodies of OpenMP loops lie in the source
 *	cunrolli	complete unrolling, in GCC's words
 *	loopinit	the loops
 *	linterchange, unrolljam	in GCC's words
 *	ldist		loops gone, calls of memset and the like new
 *	vect		statements on vectors, reasons in GCC's words
 *	cunroll		loops gone
 *	slp		statements on vectors, where loops were unrolled
 *	widening_mul	sums that take their products with them
 *	loop2_unroll	the decision that RTL's loops carry
 */
#include "base/gcc.h"
#include "code.h"
#include "fused.h"
#include "vector.h"
#include "words.h"

/* Defined by the vectoriser; its header needs half of GCC. */
extern dump_user_location_t find_loop_location(class loop *);

#define MAX_STORES 4

#define SWITCHED_OFF                                                           \
	"the vectoriser is off at these flags "                                \
	"(-O3 or -ftree-vectorize turns it on)"

#define NO_VECTOR "not vectorized: no vectype"

#define VERY_CHEAP                                                             \
	"not vectorised under the very-cheap cost model of these flags: the "  \
	"number of iterations must be a known multiple of the lanes and no "   \
	"check at run time be needed (-O3 asks for less)"

/* Lines of an OpenMP loop: its condition has no place after expansion. */
struct region {
	const char *file; /* lives as long as the compiler */
	int first;	  /* of the construct */
	int body;	  /* first of the body */
	int last;
};

struct outcome {
	bool vectorised;
	bool by_outer; /* each lane an iteration of a loop around it */
	bool stepped;  /* the vectors do several iterations in one step */
	struct vector_look vector;
	bool fused;	   /* a sum and its products */
	unsigned unrolled; /* as in the record: 1 not, 0 completely */
	bool interchanged;
	const char *library_call;
	char *reason;
};

/*
 * A loop of the code that is innermost, has become so, or whose iterations
 * fill vectors.
 */
struct code_loop {
	char *function; /* assembler name, of the outlined one too */
	const char *file;
	int line;
	int column;
	bool exact;  /* the place is that of the controlling condition */
	int region;  /* index of the OpenMP loop it belongs to, or -1 */
	bool inside; /* that loop is one around it */
	bool gone;   /* before the vectoriser, or unrolled */
	bool told;   /* the reason is GCC's */
	const struct construct *taken; /* it is one of its innermost loops */
	struct outcome outcome;
};

/* A loop of the function that is being compiled, while it is. */
struct live_loop {
	int num;
	int parent; /* number of the loop around it */
	int spare;  /* number of the copy kept for when the vectoriser fails */
	int tested; /* version of the name that its condition compares */
	bool innermost;	     /* holds no loop, or none any more */
	bool vectors_inside; /* of loops in it that are unrolled by now */
	bool wanted;	     /* some of it stands in a construct */
	bool gone;
	bool had_vectors; /* before the vectoriser: the user's own; before
			     straight code is looked at: any */
	bool cold;
	char *obstacle;		 /* seen before the vectoriser, or NULL */
	expanded_location place; /* the earliest one known */
	expanded_location now;	 /* before the pass under way */
	location_t stores[MAX_STORES];
	unsigned store_count;
	struct code_loop code;
};

/* A loop of that function before the first complete unrolling. */
struct early_loop {
	int num;
	int parent;
	expanded_location place;
	int code; /* among the loops of the code, once unrolled; else -1 */
};

/* The passes that are watched; those behind ROLE_LOOP_INIT have loops. */
enum role {
	ROLE_UNKNOWN,
	ROLE_NONE,
	ROLE_LOWER,
	ROLE_EARLY_UNROLL,
	ROLE_LOOP_INIT,
	ROLE_JAM,
	ROLE_DISTRIBUTE,
	ROLE_INTERCHANGE,
	ROLE_VECTORISE,
	ROLE_UNROLL,
	ROLE_SLP,
	ROLE_FUSE,
	ROLE_RTL_UNROLL,
};

static const struct {
	const char *pass;
	enum role role;
} pass_roles[] = {
	{"omplower", ROLE_LOWER},
	{"cunrolli", ROLE_EARLY_UNROLL},
	{"loopinit", ROLE_LOOP_INIT},
	{"unrolljam", ROLE_JAM},
	{"ldist", ROLE_DISTRIBUTE},
	{"linterchange", ROLE_INTERCHANGE},
	{"vect", ROLE_VECTORISE},
	{"cunroll", ROLE_UNROLL},
	{"slp", ROLE_SLP},
	{"widening_mul", ROLE_FUSE},
	{"loop2_unroll", ROLE_RTL_UNROLL},
};

#define MAX_PASSES 2048

static const char *plugin;
static bool watching;
static unsigned char role_of[MAX_PASSES]; /* by static_pass_number */
static enum role under_way = ROLE_NONE;
static bool heard_reasons; /* GCC's words on the vectoriser are ours */

static vec<struct region> regions;
static vec<struct code_loop> code_loops;

static tree live_function;
static vec<struct live_loop> live_loops;
static tree early_function;
static vec<struct early_loop> early_loops;

/* ---- where OpenMP loops lie ------------------------------------------- */

static tree widen_by_statement(gimple_stmt_iterator *i, bool *handled,
			       struct walk_stmt_info *info)
{
	struct region *region = (struct region *)info->info;
	expanded_location place =
		expand_location(gimple_location(gsi_stmt(*i)));

	*handled = false;
	if (!place.file || strcmp(place.file, region->file) != 0 ||
	    place.line < region->first)
		return NULL_TREE;
	if (region->body == 0 || place.line < region->body)
		region->body = place.line;
	if (place.line > region->last)
		region->last = place.line;
	return NULL_TREE;
}

/* In Fortran the construct has a place in its body, the step has its own. */
static void start_at_step(struct region *region, tree step)
{
	expanded_location place =
		expand_location(step ? EXPR_LOCATION(step) : UNKNOWN_LOCATION);

	if (place.file && place.line < region->first &&
	    strcmp(place.file, region->file) == 0)
		region->first = place.line;
}

static void add_region(gimple *omp_for)
{
	struct walk_stmt_info info;
	expanded_location place = expand_location(gimple_location(omp_for));
	struct region region = {place.file, place.line, 0, place.line};

	if (!place.file)
		return;
	for (unsigned i = 0; i < gimple_omp_for_collapse(omp_for); i++)
		start_at_step(&region, gimple_omp_for_incr(omp_for, i));
	memset(&info, 0, sizeof(info));
	info.info = &region;
	walk_gimple_seq(gimple_omp_body(omp_for), widen_by_statement, NULL,
			&info);
	if (region.body == 0)
		region.body = region.last;
	regions.safe_push(region);
}

static tree find_omp_for(gimple_stmt_iterator *i, bool *handled,
			 struct walk_stmt_info *)
{
	*handled = false;
	if (gimple_code(gsi_stmt(*i)) == GIMPLE_OMP_FOR)
		add_region(gsi_stmt(*i));
	return NULL_TREE;
}

static void find_regions(void)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	walk_gimple_seq(gimple_body(current_function_decl), find_omp_for, NULL,
			&info);
}

static int lines(const struct region *region)
{
	return region->last - region->first;
}

static int region_around(expanded_location place)
{
	int best = -1;

	for (unsigned i = 0; i < regions.length(); i++) {
		const struct region *region = &regions[i];

		if (!place.file || place.line < region->first ||
		    place.line > region->last ||
		    strcmp(place.file, region->file) != 0)
			continue;
		if (best < 0 || lines(region) < lines(&regions[best]))
			best = i;
	}
	return best;
}

/*
 * The region that the place lies in, or else the call through which the
 * place came there by inlining.
 */
static int region_of(location_t location)
{
	int region = region_around(expand_location(location));
	tree block = LOCATION_BLOCK(location);

	while (region < 0 && block && TREE_CODE(block) == BLOCK) {
		if (inlined_function_outer_scope_p(block))
			region = region_around(
				expand_location(BLOCK_SOURCE_LOCATION(block)));
		block = BLOCK_SUPERCONTEXT(block);
	}
	return region;
}

/* ---- the loops of the function under way ------------------------------ */

static struct live_loop *live_find(int num)
{
	for (unsigned i = 0; i < live_loops.length(); i++)
		if (live_loops[i].num == num)
			return &live_loops[i];
	return NULL;
}

static void code_loop_free(struct code_loop *loop)
{
	free(loop->function);
	free(loop->outcome.reason);
}

static void set_reason(struct outcome *outcome, const char *reason)
{
	free(outcome->reason);
	outcome->reason = xstrdup(reason);
}

static const char *default_reason(const struct live_loop *live)
{
	if (!flag_tree_loop_vectorize)
		return SWITCHED_OFF;
	if (live->gone)
		return "GCC removed or merged this loop";
	if (live->cold)
		return "GCC takes this loop for seldom executed";
	if (live->obstacle)
		return live->obstacle;
	if (flag_vect_cost_model == VECT_COST_MODEL_VERY_CHEAP)
		return VERY_CHEAP;
	if (!heard_reasons)
		return "GCC's reasons went where -fopt-info sends them";
	return "GCC gave no reason";
}

/* A loop is no worse for vectors that a loop inside it was made of. */
static void finish_reason(struct live_loop *live)
{
	struct outcome *outcome = &live->code.outcome;

	if (live->vectors_inside) {
		free(outcome->reason);
		outcome->reason = NULL;
	} else if (!outcome->vectorised && !outcome->reason) {
		set_reason(outcome, default_reason(live));
	}
}

/* Keep what became of the innermost loops of the last function. */
static void live_finish(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		struct outcome *outcome = &live->code.outcome;

		if (!live->place.file ||
		    (!live->innermost && !outcome->vectorised)) {
			code_loop_free(&live->code);
		} else {
			live->code.told = outcome->reason != NULL;
			finish_reason(live);
			live->code.gone = live->gone;
			code_loops.safe_push(live->code);
		}
		free(live->obstacle);
	}
	live_loops.truncate(0);
	live_function = NULL_TREE;
}

/* Of the statements in the block that are not of a loop inside this one. */
static location_t first_location(class loop *loop, basic_block block)
{
	if (block->loop_father != loop)
		return UNKNOWN_LOCATION;
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb(block);
	     !gsi_end_p(i); gsi_next_nondebug(&i)) {
		location_t location = gimple_location(gsi_stmt(i));

		if (LOCATION_LOCUS(location) > BUILTINS_LOCATION)
			return location;
	}
	return UNKNOWN_LOCATION;
}

/* Where GCC knows no place for the loop: one of its own statements, or that
   of a loop inside it. */
static location_t some_location(class loop *loop)
{
	location_t location = find_loop_location(loop).get_location_t();
	basic_block *body;

	if (LOCATION_LOCUS(location) > BUILTINS_LOCATION)
		return location;
	body = get_loop_body(loop);
	for (unsigned i = 0; i < loop->num_nodes &&
			     LOCATION_LOCUS(location) <= BUILTINS_LOCATION;
	     i++)
		location = first_location(loop, body[i]);
	free(body);
	if (LOCATION_LOCUS(location) <= BUILTINS_LOCATION && loop->inner)
		return some_location(loop->inner);
	return location;
}

/* Loops that GCC makes to hand out chunks or to combine reductions. */
static bool place_before_body(const struct code_loop *code)
{
	const struct region *region = &regions[code->region];

	return code->line < region->body &&
	       strcmp(code->file, region->file) == 0;
}

/* The first loop of a construct that GCC has is the construct's own. */
static bool inside_region(const struct live_loop *live)
{
	const struct live_loop *around = live_find(live->parent);

	while (around && around->code.region != live->code.region)
		around = live_find(around->parent);
	return around;
}

static char *function_name(void)
{
	return xstrdup(
		IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(current_function_decl)));
}

static void live_add(class loop *loop)
{
	struct live_loop live;
	gcond *condition = get_loop_exit_condition(loop);
	location_t location = some_location(loop);

	memset(&live, 0, sizeof(live));
	live.num = loop->num;
	live.parent = loop_outer(loop) ? loop_outer(loop)->num : 0;
	live.place = expand_location(location);
	live.code.function = function_name();
	live.code.file = live.place.file;
	live.code.line = live.place.line;
	live.code.column = live.place.column;
	live.code.exact =
		condition &&
		LOCATION_LOCUS(gimple_location(condition)) > BUILTINS_LOCATION;
	live.code.region = region_of(location);
	live.wanted = live.code.region >= 0;
	if (live.code.exact)
		live.code.region = -1;
	if (live.code.region >= 0 && place_before_body(&live.code))
		live.code.region = -1;
	live.code.inside = inside_region(&live);
	live.code.outcome.unrolled = 1;
	live_loops.safe_push(live);
}

/* The place that GCC's words give: the function's where it knows none. */
static expanded_location place_in_words(class loop *loop)
{
	location_t location = find_loop_location(loop).get_location_t();

	if (LOCATION_LOCUS(location) <= BUILTINS_LOCATION)
		location = DECL_SOURCE_LOCATION(current_function_decl);
	return expand_location(location);
}

/*
 * If-conversion copies the loop that it changes, or the loop around it and in
 * that once more the inner one. The vectoriser leaves alone what is marked,
 * not what is in it; what is left of the others is removed where it fails.
 */
static bool left_alone(class loop *loop)
{
	return loop->dont_vectorize;
}

/* Is a loop that was not known yet no more than a copy of one that was? */
static bool is_copy(class loop *loop)
{
	return under_way == ROLE_UNROLL ||
	       (under_way == ROLE_VECTORISE && left_alone(loop));
}

/* Loops known by now, new ones (halves by distribution, ...) included. */
static void live_update(void)
{
	if (live_function != current_function_decl)
		live_finish();
	live_function = current_function_decl;

	FOR_EACH_LOOP_OF (loop, 0) {
		struct live_loop *live = live_find(loop->num);

		if (!live && is_copy(loop))
			continue;
		if (!live)
			live_add(loop);
		live = live_find(loop->num);
		live->now = place_in_words(loop);
		live->innermost |= !loop->inner;
	}
}

/* Is any of them of a construct? GCC's words on others are not needed. */
static bool any_wanted(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++)
		if (live_loops[i].wanted)
			return true;
	return false;
}

/* Whether the function under way is the one whose loops are known. */
static bool live_here(void)
{
	return live_function && live_function == current_function_decl &&
	       current_loops;
}

static class loop *live_loop_of(const struct live_loop *live)
{
	class loop *loop = get_loop(cfun, live->num);

	return loop && loop->header ? loop : NULL;
}

static bool same_spot(expanded_location a, expanded_location b)
{
	return a.file && b.file && a.line == b.line && a.column == b.column &&
	       strcmp(a.file, b.file) == 0;
}

static bool same_place(expanded_location place, const struct words *words)
{
	return place.file && place.line == words->line &&
	       place.column == words->column &&
	       strcmp(place.file, words->file) == 0;
}

/* Is the message about this loop or one around it? */
static bool speaks_of(const struct words *words, const struct live_loop *live)
{
	for (; live; live = live_find(live->parent))
		if (same_place(live->now, words))
			return true;
	return false;
}

/* ---- complete unrolling ----------------------------------------------- */

static bool tells_unrolled(const struct words *words)
{
	return strstr(words->text, "completely unrolled") ||
	       strstr(words->text, "turned into non-loop");
}

/* "loop with 4 iterations completely unrolled (header execution ...)" */
static char *without_parenthesis(const char *text)
{
	char *copy = xstrdup(text);
	char *parenthesis = strstr(copy, " (");

	if (parenthesis)
		*parenthesis = '\0';
	return copy;
}

/* The loops are not known yet: only the message tells of the loop. */
static void add_unrolled_early(const struct words *words)
{
	struct code_loop code;
	expanded_location place = {};
	unsigned i;
	struct region *region;

	memset(&code, 0, sizeof(code));
	FOR_EACH_VEC_ELT (regions, i, region)
		if (strcmp(region->file, words->file) == 0)
			place.file = region->file;
	if (!place.file)
		return;
	place.line = words->line;
	code.function = function_name();
	code.file = place.file;
	code.line = place.line;
	code.column = words->column;
	code.exact = true;
	code.region = region_around(place);
	code.outcome.reason = without_parenthesis(words->text);
	code_loops.safe_push(code);
}

static void note_early_loops(void)
{
	early_function = current_function_decl;
	early_loops.truncate(0);
	if (regions.is_empty() || !current_loops)
		return;
	FOR_EACH_LOOP_OF (loop, 0) {
		struct early_loop early = {loop->num, 0, place_in_words(loop),
					   -1};

		if (loop_outer(loop))
			early.parent = loop_outer(loop)->num;
		early_loops.safe_push(early);
	}
}

static void find_unrolled_early(const struct words *words, int code)
{
	for (unsigned i = 0; i < early_loops.length(); i++) {
		struct early_loop *early = &early_loops[i];

		if (early->code < 0 && same_place(early->place, words)) {
			early->code = code;
			return;
		}
	}
}

static void after_early_unroll(char *text)
{
	struct words words;

	while (words_next(&text, &words)) {
		unsigned before = code_loops.length();

		if (tells_unrolled(&words))
			add_unrolled_early(&words);
		if (code_loops.length() > before)
			find_unrolled_early(&words, before);
	}
}

static void mark_gone_loops(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++)
		if (!live_loop_of(&live_loops[i]))
			live_loops[i].gone = true;
}

static void unrolled_completely(struct live_loop *live)
{
	struct outcome *outcome = &live->code.outcome;
	struct live_loop *around = live_find(live->parent);

	live->gone = true;
	outcome->unrolled = 0;
	if (!outcome->vectorised)
		set_reason(outcome, "loop completely unrolled");
	for (; around && outcome->vectorised;
	     around = live_find(around->parent))
		around->vectors_inside = true;
}

static void after_unroll(char *text)
{
	struct words words;

	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		class loop *loop = live_loop_of(live);

		if (loop)
			live->innermost |= !loop->inner;
		else if (!live->gone)
			unrolled_completely(live);
	}
	while (words_next(&text, &words))
		for (unsigned i = 0; i < live_loops.length(); i++) {
			struct live_loop *live = &live_loops[i];
			struct outcome *outcome = &live->code.outcome;

			if (!tells_unrolled(&words) || outcome->unrolled ||
			    outcome->vectorised ||
			    !same_place(live->now, &words))
				continue;
			free(outcome->reason);
			outcome->reason = without_parenthesis(words.text);
		}
}

/* ---- interchange, unroll and jam -------------------------------------- */

static void after_interchange(char *text)
{
	struct words words;

	while (words_next(&text, &words))
		for (unsigned i = 0; i < live_loops.length(); i++)
			if (strstr(words.text, "interchanged") &&
			    speaks_of(&words, &live_loops[i]))
				live_loops[i].code.outcome.interchanged = true;
}

static void after_jam(char *text)
{
	struct words words;

	while (words_next(&text, &words)) {
		const char *factor = strstr(words.text, "with factor ");

		for (unsigned i = 0; factor && i < live_loops.length(); i++)
			if (speaks_of(&words, &live_loops[i]))
				live_loops[i].code.outcome.unrolled =
					atoi(factor + strlen("with factor "));
	}
}

/* ---- library calls ---------------------------------------------------- */

static void note_stores(struct live_loop *live, basic_block block)
{
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb(block);
	     !gsi_end_p(i); gsi_next_nondebug(&i))
		if (gimple_assign_single_p(gsi_stmt(i)) &&
		    gimple_store_p(gsi_stmt(i)) &&
		    live->store_count < MAX_STORES)
			live->stores[live->store_count++] =
				gimple_location(gsi_stmt(i));
}

/* A call that replaces a store has the place of the store. */
static void before_distribute(void)
{
	live_update();
	for (unsigned i = 0; i < live_loops.length(); i++) {
		class loop *loop = live_loop_of(&live_loops[i]);
		basic_block *body;

		live_loops[i].store_count = 0;
		if (!loop || loop->inner)
			continue;
		body = get_loop_body(loop);
		for (unsigned j = 0; j < loop->num_nodes; j++)
			note_stores(&live_loops[i], body[j]);
		free(body);
	}
}

static const char *library_function(gimple *stmt)
{
	if (gimple_call_builtin_p(stmt, BUILT_IN_MEMSET))
		return "memset";
	if (gimple_call_builtin_p(stmt, BUILT_IN_MEMCPY))
		return "memcpy";
	if (gimple_call_builtin_p(stmt, BUILT_IN_MEMMOVE))
		return "memmove";
	if (gimple_call_builtin_p(stmt, BUILT_IN_STRLEN))
		return "strlen";
	return NULL;
}

static void attach_call(gimple *call, const char *name)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];

		for (unsigned j = 0; j < live->store_count; j++)
			if (live->stores[j] == gimple_location(call))
				live->code.outcome.library_call = name;
	}
}

static void attach_calls(void)
{
	basic_block block;
	bool any = false;

	for (unsigned i = 0; i < live_loops.length(); i++)
		any |= live_loops[i].store_count > 0;
	if (!any)
		return;
	FOR_EACH_BB_FN (block, cfun)
		for (gimple_stmt_iterator i = gsi_start_nondebug_bb(block);
		     !gsi_end_p(i); gsi_next_nondebug(&i)) {
			const char *name = library_function(gsi_stmt(i));

			if (name)
				attach_call(gsi_stmt(i), name);
		}
}

static bool is_around(const struct live_loop *outer,
		      const struct live_loop *inner)
{
	while (inner && inner != outer)
		inner = live_find(inner->parent);
	return inner;
}

/* The loop that is left where only part of this one became a call. */
static struct live_loop *rest_of(const struct live_loop *gone)
{
	for (unsigned i = 0; i < live_loops.length(); i++)
		if (!live_loops[i].gone && live_loops[i].innermost &&
		    !is_around(&live_loops[i], gone) &&
		    live_loop_of(&live_loops[i]) &&
		    same_spot(live_loops[i].place, gone->place))
			return &live_loops[i];
	return NULL;
}

static void became_call(struct live_loop *gone)
{
	struct live_loop *rest = rest_of(gone);
	struct outcome *outcome = &gone->code.outcome;

	if (rest) {
		rest->code.outcome.library_call = outcome->library_call;
		outcome->library_call = NULL;
		return;
	}
	free(outcome->reason);
	outcome->reason = xasprintf("GCC turned this loop into a call of %s",
				    outcome->library_call);
}

static void after_distribute(void)
{
	attach_calls();
	live_update();
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];

		if (live->gone || live_loop_of(live))
			continue;
		live->gone = true;
		if (live->code.outcome.library_call)
			became_call(live);
	}
}

/* ---- the vectoriser --------------------------------------------------- */

static bool has_simd_clones(tree function)
{
	struct cgraph_node *node = function ? cgraph_node::get(function) : NULL;

	return node && node->simd_clones;
}

static bool clobbers(gimple *stmt)
{
	return is_gimple_call(stmt) && gimple_vdef(stmt) &&
	       !gimple_call_internal_p(stmt) &&
	       !has_simd_clones(gimple_call_fndecl(stmt));
}

static char *describe_clobber(gimple *call)
{
	tree function = gimple_call_fndecl(call);

	return xasprintf("statement clobbers memory: call of %s",
			 function ? lang_hooks.decl_printable_name(function, 2)
				  : "a function pointer");
}

static char *find_clobber(basic_block block)
{
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb(block);
	     !gsi_end_p(i); gsi_next_nondebug(&i))
		if (clobbers(gsi_stmt(i)))
			return describe_clobber(gsi_stmt(i));
	return NULL;
}

/*
 * Why the vectoriser cannot take the loop, by the same tests, in the same
 * order and in the same words as it would say itself: for when it is not
 * listened to. NULL where none of these obstacles is there.
 */
static char *find_obstacle(class loop *loop)
{
	class tree_niter_desc count;

	if (!single_exit(loop))
		return xstrdup("multiple exits.");
	if (loop->num_nodes != 2)
		return xstrdup("control flow in loop.");
	if (!number_of_iterations_exit_assumptions(loop, single_exit(loop),
						   &count, NULL))
		return xstrdup("number of iterations cannot be computed.");
	return find_clobber(loop->header);
}

static void note_spare(class loop *copy)
{
	expanded_location place = expand_location(some_location(copy));

	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];

		if (live->innermost && !live->gone && live->spare == 0 &&
		    same_spot(live->place, place)) {
			live->spare = copy->num;
			return;
		}
	}
}

static void note_spares(void)
{
	FOR_EACH_LOOP_OF (loop, 0)
		if (!loop->inner && left_alone(loop) && !live_find(loop->num))
			note_spare(loop);
}

/* Where the vectoriser failed, the copy goes on in the loop's place. */
static void take_spares(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];

		if (live->spare && !live_loop_of(live))
			live->num = live->spare;
	}
}

/*
 * A loop that the vectoriser took counts anew: another name is compared at
 * its end. In a loop around which it vectorised, statements change, and not
 * how it ends.
 */
static int tested_name(class loop *loop)
{
	gcond *condition = get_loop_exit_condition(loop);

	if (!condition || TREE_CODE(gimple_cond_lhs(condition)) != SSA_NAME)
		return -1;
	return SSA_NAME_VERSION(gimple_cond_lhs(condition));
}

/*
 * To listen makes the vectoriser print all that it thinks. Under -O2 it
 * seldom does anything, for the one reason that VERY_CHEAP tells, and that
 * is not worth 3 % of the compilation.
 */
static void before_vectorise(const opt_pass *pass)
{
	bool listen = flag_vect_cost_model != VECT_COST_MODEL_VERY_CHEAP;

	live_update();
	note_spares();
	heard_reasons = listen && any_wanted() && words_listen(pass, true);
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		class loop *loop = live_loop_of(live);

		if (!loop)
			continue;
		live->tested = tested_name(loop);
		live->had_vectors = vector_any(loop);
		live->cold = !optimize_loop_nest_for_speed_p(loop);
		if (!heard_reasons && !live->obstacle && !loop->inner)
			live->obstacle = find_obstacle(loop);
	}
}

static const char *without_prefix(const char *text, const char *prefix)
{
	size_t length = strlen(prefix);

	return strncmp(text, prefix, length) == 0 ? text + length : text;
}

static bool starts_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool same_line(expanded_location place, const struct words *words)
{
	return place.file && place.line == words->line &&
	       strcmp(place.file, words->file) == 0;
}

/*
 * If-conversion changes the statement that gives a loop its place: then the
 * line must do.
 */
static void give_reason(const struct words *words, const char *reason)
{
	bool exact = false;

	reason = without_prefix(reason, "not vectorized: ");
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];

		if (live->gone || !same_place(live->now, words))
			continue;
		set_reason(&live->code.outcome, reason);
		exact = true;
	}
	for (unsigned i = 0; i < live_loops.length() && !exact; i++) {
		struct live_loop *live = &live_loops[i];

		if (!live->gone && live->innermost &&
		    !live->code.outcome.reason && same_line(live->now, words))
			set_reason(&live->code.outcome, reason);
	}
}

/*
 * GCC tries a loop with ever smaller vectors and ends in "couldn't vectorize
 * loop", with the loop's place, and what failed last. When that is only that
 * such a vector holds no element ("no vectype"), what was said before the
 * first attempt ended ("bad data references.", or the cost) is the reason.
 */
static void read_reasons(char *text)
{
	struct words words, reason;
	const char *before = NULL, *first = NULL;

	while (words_next(&text, &words)) {
		if (!first && starts_with(words.text, "bad "))
			first = before;
		if (!first && starts_with(words.text, "cost model: "))
			first = words.text;
		before = words.text;
		if (!starts_with(words.text, "couldn't vectorize loop"))
			continue;
		if (!words_next(&text, &reason))
			break;
		if (first && starts_with(reason.text, NO_VECTOR))
			reason.text = first;
		give_reason(&words, reason.text);
		before = first = NULL;
	}
}

/* A step does as many iterations of loops around it as were jammed. */
static void share_out(unsigned *count, unsigned jammed)
{
	*count = (*count + jammed - 1) / jammed;
}

static void look_at_step(class loop *loop, struct outcome *outcome)
{
	unsigned jammed = MAX(outcome->unrolled, 1);

	vector_look(loop, &outcome->vector);
	share_out(&outcome->vector.single_loads, jammed);
	share_out(&outcome->vector.single_stores, jammed);
	share_out(&outcome->vector.shuffles, jammed);
	outcome->stepped = true;
}

/* Did the vectoriser take this loop itself? */
static bool counts_anew(const struct live_loop *live)
{
	class loop *loop = live_loop_of(live);

	return loop && tested_name(loop) != live->tested;
}

static bool taken_around(const struct live_loop *live)
{
	const struct live_loop *around = live_find(live->parent);

	while (around && !counts_anew(around))
		around = live_find(around->parent);
	return around;
}

static void look_at_vectors(struct live_loop *live)
{
	struct outcome *outcome = &live->code.outcome;
	class loop *loop = live_loop_of(live);
	bool by_itself;

	if (!loop || live->had_vectors || !vector_any(loop))
		return;
	by_itself = counts_anew(live);
	if (loop->inner && !by_itself)
		return;
	outcome->vectorised = true;
	outcome->by_outer = !by_itself && taken_around(live);
	look_at_step(loop, outcome);
	free(outcome->reason);
	outcome->reason = NULL;
}

static void after_vectorise(char *text)
{
	if (text)
		read_reasons(text);
	for (unsigned i = 0; i < live_loops.length(); i++)
		look_at_vectors(&live_loops[i]);
	take_spares();
}

/* ---- straight code ---------------------------------------------------- */

static const struct early_loop *early_find(int num)
{
	for (unsigned i = 0; i < early_loops.length(); i++)
		if (early_loops[i].num == num)
			return &early_loops[i];
	return NULL;
}

/* What stands where loops inside this one stood: it, or one around it. */
static struct live_loop *left_of(int num)
{
	while (num > 0) {
		struct live_loop *live = live_find(num);
		const struct early_loop *early = early_find(num);

		if (live && live_loop_of(live))
			return live;
		num = live ? live->parent : early ? early->parent : 0;
	}
	return NULL;
}

typedef void straight_visit(struct outcome *outcome, struct live_loop *around);

static void visit_straight(struct outcome *outcome, int parent,
			   straight_visit *visit)
{
	struct live_loop *around = left_of(parent);

	if (around && outcome->unrolled == 0 && !outcome->vectorised)
		visit(outcome, around);
}

/* The loops that were unrolled completely, sooner or later. */
static void each_straight(straight_visit *visit)
{
	if (early_function != current_function_decl)
		early_loops.truncate(0);
	for (unsigned i = 0; i < early_loops.length(); i++)
		if (early_loops[i].code >= 0)
			visit_straight(&code_loops[early_loops[i].code].outcome,
				       early_loops[i].parent, visit);
	for (unsigned i = 0; i < live_loops.length(); i++)
		if (live_loops[i].gone)
			visit_straight(&live_loops[i].code.outcome,
				       live_loops[i].parent, visit);
}

static void note_vectors(struct outcome *, struct live_loop *around)
{
	around->had_vectors = vector_any(live_loop_of(around));
}

/* Vectors of what were iterations of the unrolled loop. */
static void take_vectors(struct outcome *outcome, struct live_loop *around)
{
	if (around->had_vectors || !vector_any(live_loop_of(around)))
		return;
	outcome->vectorised = true;
	vector_look(live_loop_of(around), &outcome->vector);
	free(outcome->reason);
	outcome->reason = NULL;
	around->vectors_inside = true;
}

/* ---- products and sums in one ----------------------------------------- */

static void after_fuse(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		class loop *loop = live_loop_of(&live_loops[i]);

		if (loop && !live_loops[i].gone && loop->latch)
			live_loops[i].code.outcome.fused = fused_sum(loop);
	}
}

/* ---- unrolling in RTL ------------------------------------------------- */

static void after_rtl_unroll(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		class loop *loop = live_loop_of(live);

		if (!loop || live->gone ||
		    loop->lpt_decision.decision == LPT_NONE)
			continue;
		live->code.outcome.unrolled *= loop->lpt_decision.times + 1;
	}
}

/* ---- watching --------------------------------------------------------- */

static enum role find_role(const opt_pass *pass)
{
	for (unsigned i = 0; i < ARRAY_SIZE(pass_roles); i++)
		if (strcmp(pass->name, pass_roles[i].pass) == 0)
			return pass_roles[i].role;
	return ROLE_NONE;
}

static enum role role(const opt_pass *pass)
{
	int number = pass->static_pass_number;

	if (number < 0 || number >= MAX_PASSES)
		return ROLE_NONE;
	if (role_of[number] == ROLE_UNKNOWN)
		role_of[number] = find_role(pass);
	return (enum role)role_of[number];
}

static void before_pass(const opt_pass *pass)
{
	switch (under_way) {
	case ROLE_LOWER:
		find_regions();
		break;
	case ROLE_EARLY_UNROLL:
		note_early_loops();
		words_listen(pass, false);
		break;
	case ROLE_JAM:
	case ROLE_INTERCHANGE:
	case ROLE_UNROLL:
		live_update();
		if (any_wanted())
			words_listen(pass, false);
		break;
	case ROLE_DISTRIBUTE:
		before_distribute();
		break;
	case ROLE_VECTORISE:
		before_vectorise(pass);
		break;
	case ROLE_SLP:
		if (live_here())
			each_straight(note_vectors);
		break;
	default:
		break;
	}
}

static void after_loop_pass(char *text)
{
	char empty[] = "";
	char *words = text ? text : empty;

	switch (under_way) {
	case ROLE_JAM:
		after_jam(words);
		break;
	case ROLE_DISTRIBUTE:
		after_distribute();
		break;
	case ROLE_INTERCHANGE:
		after_interchange(words);
		break;
	case ROLE_VECTORISE:
		after_vectorise(words);
		break;
	case ROLE_UNROLL:
		after_unroll(words);
		break;
	case ROLE_SLP:
		each_straight(take_vectors);
		break;
	case ROLE_FUSE:
		after_fuse();
		break;
	case ROLE_RTL_UNROLL:
		after_rtl_unroll();
		break;
	default:
		break;
	}
}

static void after_pass(void)
{
	char *text = words_take();

	if (under_way == ROLE_LOOP_INIT && current_loops)
		live_update();
	else if (under_way == ROLE_EARLY_UNROLL && text)
		after_early_unroll(text);
	else if (under_way > ROLE_LOOP_INIT && live_here())
		after_loop_pass(text);
	free(text);
	if (under_way >= ROLE_LOOP_INIT && under_way <= ROLE_VECTORISE &&
	    live_here())
		mark_gone_loops();
}

/* Each pass, when announced, ends the one before it. */
static void on_pass(void *pass, void *)
{
	if (under_way > ROLE_LOWER)
		after_pass();
	under_way = role((const opt_pass *)pass);
	if (under_way > ROLE_NONE && current_function_decl)
		before_pass((const opt_pass *)pass);
}

void code_init(const char *plugin_name)
{
	plugin = plugin_name;
}

void code_begin(void)
{
	if (watching)
		return;
	watching = true;
	register_callback(plugin, PLUGIN_PASS_EXECUTION, on_pass, NULL);
}

/* ---- writing ---------------------------------------------------------- */

/* The construct whose loops are looked for. */
static const struct construct *wanted;

/* Its function or what was outlined from it, "f._omp_fn.0". */
static bool is_wanted(const char *function)
{
	size_t length = strcspn(wanted->id, "#");

	return strncmp(function, wanted->id, length) == 0 &&
	       (function[length] == '\0' || function[length] == '.');
}

static unsigned success(const struct code_loop *loop)
{
	if (loop->outcome.vectorised)
		return loop->outcome.unrolled ? 6 : 5;
	if (loop->outcome.library_call)
		return 4;
	if (loop->outcome.unrolled != 1)
		return 3;
	if (loop->gone)
		return 0;
	return loop->told ? 2 : 1;
}

/*
 * The main loop of several copies of one counts most. Those in other
 * functions, by inlining or of a template, come second, and other loops of
 * the same line last.
 */
static unsigned rank(const struct code_loop *loop, const struct place *place)
{
	return success(loop) + (is_wanted(loop->function) ? 8 : 0) +
	       (loop->column == place->column ? 16 : 0);
}

/*
 * A loop around others is seldom one of the code: then others that lie where
 * it does, or copies in functions where more was known, are not to be taken
 * for it.
 */
static bool is_another(const struct code_loop *loop, const struct place *place)
{
	return !place->innermost &&
	       (loop->taken == wanted || !is_wanted(loop->function));
}

/* Loops by their lines: the last of each residue, then the one before it. */
#define LINE_CHAINS 1021

static vec<int> before_in_chain;
static int last_in_chain[LINE_CHAINS];

static void chain_loops(void)
{
	if (before_in_chain.is_empty())
		for (int i = 0; i < LINE_CHAINS; i++)
			last_in_chain[i] = -1;
	for (unsigned i = before_in_chain.length(); i < code_loops.length();
	     i++) {
		int *last = &last_in_chain[code_loops[i].line % LINE_CHAINS];

		before_in_chain.safe_push(*last);
		*last = i;
	}
}

static struct code_loop *find_at_line(const struct place *place, bool exact)
{
	struct code_loop *best = NULL;

	for (int i = last_in_chain[place->line % LINE_CHAINS]; i >= 0;
	     i = before_in_chain[i]) {
		struct code_loop *loop = &code_loops[i];

		if ((exact && !loop->exact) || loop->line != place->line ||
		    strcmp(loop->file, place->file) != 0 ||
		    is_another(loop, place))
			continue;
		if (!best || rank(loop, place) >= rank(best, place))
			best = loop;
	}
	return best;
}

static bool is_before_body(const struct place *place,
			   const struct region *region)
{
	return place->line >= region->first && place->line <= region->body &&
	       strcmp(region->file, place->file) == 0;
}

/* Does the region belong to the construct itself, not to one inside it? */
static bool is_own_region(const struct region *region)
{
	for (unsigned i = 0; i < wanted->place_count; i++)
		if (wanted->places[i].shared)
			return is_before_body(&wanted->places[i], region);
	return false;
}

/* A loop of a construct, by the lines before its body. */
static struct code_loop *find_by_region(const struct place *place)
{
	struct code_loop *best = NULL;
	struct code_loop *loop;
	unsigned i;

	FOR_EACH_VEC_ELT (code_loops, i, loop) {
		const struct region *region;

		if (loop->region < 0 || is_another(loop, place) ||
		    (loop->exact && !place->innermost))
			continue;
		region = &regions[loop->region];
		if (!is_before_body(place, region) ||
		    (!place->shared && !loop->inside && is_own_region(region)))
			continue;
		if (!best || rank(loop, place) > rank(best, place))
			best = loop;
	}
	return best;
}

/* By its condition, then its construct; loops without a condition (for (;;),
   while true) by their body. */
static struct code_loop *find_innermost(const struct place *place)
{
	struct code_loop *loop = find_at_line(place, true);

	if (!loop)
		loop = find_by_region(place);
	if (!loop)
		loop = find_at_line(place, false);
	if (loop)
		loop->taken = wanted;
	return loop;
}

/* The line alone does not tell it from the loops inside it. */
static struct code_loop *find_outer(const struct place *place)
{
	struct code_loop *loop = find_at_line(place, true);

	return loop && loop->column == place->column ? loop
						     : find_by_region(place);
}

/* What became of each loop of the construct; NULL: nothing to be told. */
static void find_loops(const struct code_loop **found)
{
	for (unsigned i = 0; i < wanted->place_count; i++)
		if (wanted->places[i].innermost)
			found[i] = find_innermost(&wanted->places[i]);
	for (unsigned i = 0; i < wanted->place_count; i++)
		if (!wanted->places[i].innermost)
			found[i] = find_outer(&wanted->places[i]);
}

/* The loop whose iterations fill the vectors in this one. */
static int filled_by(const struct code_loop *const *found, int index)
{
	int around = index;

	if (!found[index]->outcome.by_outer)
		return index;
	do
		around = wanted->places[around].parent;
	while (around >= 0 &&
	       (!found[around] || !found[around]->outcome.vectorised));
	return around;
}

static const char *fill_name(enum vector_fill fill)
{
	static const char *const names[] = {"none", "contiguous", "strided",
					    "gather"};

	return names[fill];
}

/* Of vectors of straight code there is no telling what a step is. */
static void write_moves(struct json *json, const struct outcome *outcome)
{
	static const char *const keys[] = {"single_loads", "single_stores",
					   "shuffles"};
	const struct vector_look *vector = &outcome->vector;
	const unsigned counts[] = {vector->single_loads, vector->single_stores,
				   vector->shuffles};

	for (unsigned i = 0; i < ARRAY_SIZE(keys); i++) {
		json_key(json, keys[i]);
		if (outcome->vectorised && !outcome->stepped)
			json_null(json);
		else
			json_int(json, counts[i]);
	}
}

static void write_outcome(struct json *json, int index, int over,
			  const struct outcome *outcome)
{
	const struct vector_look *vector = &outcome->vector;

	json_object(json);
	json_key_int(json, "loop", index);
	json_key_bool(json, "vectorised", outcome->vectorised);
	json_key_int(json, "lanes", outcome->vectorised ? vector->lanes : 1);
	json_key_int(json, "iterations",
		     outcome->vectorised ? vector->iterations : 1);
	json_key(json, "over");
	if (outcome->vectorised && over >= 0)
		json_int(json, over);
	else
		json_null(json);
	json_key_string(json, "kind", fill_name(vector->fill));
	write_moves(json, outcome);
	json_key_bool(json, "masked", vector->masked);
	json_key_string(json, "reduction", vector->reduction);
	json_key_bool(json, "fused", outcome->fused);
	json_key_int(json, "unrolled", outcome->unrolled);
	json_key_bool(json, "interchanged", outcome->interchanged);
	json_key_string(json, "library_call", outcome->library_call);
	json_key_string(json, "reason", outcome->reason);
	json_end_object(json);
}

/* GCC had no loop at this place when the loop optimisers began. */
static void write_unknown(struct json *json, int index)
{
	struct outcome outcome;
	char merged[] = "GCC removed or merged this loop";
	char off[] = SWITCHED_OFF;

	memset(&outcome, 0, sizeof(outcome));
	outcome.unrolled = 1;
	outcome.reason =
		optimize > 0 && flag_tree_loop_vectorize ? merged : off;
	write_outcome(json, index, -1, &outcome);
}

static void write_loops(struct json *json)
{
	const struct code_loop **found =
		XCNEWVEC(const struct code_loop *, wanted->place_count);

	find_loops(found);
	json_array(json);
	for (unsigned i = 0; i < wanted->place_count; i++) {
		const struct place *place = &wanted->places[i];

		if (!place->file[0])
			continue;
		if (found[i])
			write_outcome(json, i, filled_by(found, i),
				      &found[i]->outcome);
		else if (place->innermost)
			write_unknown(json, i);
	}
	json_end_array(json);
	free(found);
}

void code_write(struct json *json, const struct construct *construct)
{
	wanted = construct;
	after_pass();
	under_way = ROLE_NONE;
	live_finish();
	chain_loops();
	if (flag_generate_lto && !flag_fat_lto_objects) {
		json_null(json);
		return;
	}
	write_loops(json);
}

void code_end(void)
{
	struct code_loop *loop;
	unsigned i;

	live_finish();
	FOR_EACH_VEC_ELT (code_loops, i, loop)
		code_loop_free(loop);
	code_loops.release();
	before_in_chain.release();
	live_loops.release();
	early_loops.release();
	regions.release();
	if (watching)
		unregister_callback(plugin, PLUGIN_PASS_EXECUTION);
	watching = false;
}
