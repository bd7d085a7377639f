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
 *	cunrolli	loops gone
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
#include "distribute.h"
#include "early.h"
#include "fused.h"
#include "interchange.h"
#include "live.h"
#include "match.h"
#include "region.h"
#include "straight.h"
#include "unroll.h"
#include "vectorise.h"
#include "words.h"

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

static void after_fuse(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		class loop *loop = live_loop_of(&live_loops[i]);

		if (loop && !live_loops[i].gone && loop->latch)
			live_loops[i].code.outcome.fused = fused_sum(loop);
	}
}

/* ---- watching ---- */

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
		region_find_all();
		break;
	case ROLE_EARLY_UNROLL:
		early_note();
		break;
	case ROLE_JAM:
	case ROLE_INTERCHANGE:
		interchange_before(pass);
		break;
	case ROLE_UNROLL:
		unroll_before();
		break;
	case ROLE_DISTRIBUTE:
		distribute_before();
		break;
	case ROLE_VECTORISE:
		vectorise_before(pass);
		break;
	case ROLE_SLP:
		if (live_here())
			straight_before();
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
		interchange_after_jam(words);
		break;
	case ROLE_DISTRIBUTE:
		distribute_after();
		break;
	case ROLE_INTERCHANGE:
		interchange_after(words);
		break;
	case ROLE_VECTORISE:
		vectorise_after(words);
		break;
	case ROLE_UNROLL:
		unroll_after();
		break;
	case ROLE_SLP:
		straight_after();
		break;
	case ROLE_FUSE:
		after_fuse();
		break;
	case ROLE_RTL_UNROLL:
		unroll_after_rtl();
		break;
	default:
		break;
	}
}

static void after_pass(void)
{
	char *text = words_take();

	if (under_way == ROLE_LOOP_INIT && current_loops)
		live_update(NULL);
	else if (under_way == ROLE_EARLY_UNROLL && current_loops)
		early_find_unrolled();
	else if (under_way > ROLE_LOOP_INIT && live_here())
		after_loop_pass(text);
	free(text);
	if (under_way >= ROLE_LOOP_INIT && under_way <= ROLE_VECTORISE &&
	    live_here())
		live_mark_gone();
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

/* ---- writing ---- */

/* The loop whose iterations fill the vectors in this one. */
static int filled_by(const struct construct *construct,
		     const struct code_loop *const *found, int index)
{
	int around = index;

	if (!found[index]->outcome.by_outer)
		return index;
	do
		around = construct->places[around].parent;
	while (around >= 0 &&
	       (!found[around] || !found[around]->outcome.vectorised));
	return around;
}

static void write_loops(struct json_writer *json,
			const struct construct *construct)
{
	const struct code_loop **found =
		XCNEWVEC(const struct code_loop *, construct->place_count);

	match_loops(construct, found);
	json_array(json);
	for (unsigned i = 0; i < construct->place_count; i++) {
		const struct place *place = &construct->places[i];

		if (!place->file[0])
			continue;
		if (found[i])
			outcome_write(json, i, filled_by(construct, found, i),
				      &found[i]->outcome);
		else if (place->innermost)
			outcome_write_unknown(json, i);
	}
	json_end_array(json);
	free(found);
}

void code_write(struct json_writer *json, const struct construct *construct)
{
	after_pass();
	under_way = ROLE_NONE;
	live_finish();
	if (flag_generate_lto && !flag_fat_lto_objects) {
		json_null(json);
		return;
	}
	write_loops(json, construct);
}

void code_end(void)
{
	live_free_all();
	outcome_free_all();
	match_free_all();
	early_free_all();
	region_free_all();
	if (watching)
		unregister_callback(plugin, PLUGIN_PASS_EXECUTION);
	watching = false;
}
