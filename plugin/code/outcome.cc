/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "outcome.h"

vec<struct code_loop> code_loops;

/* ---- loops ---- */

static char *function_name(void)
{
	return xstrdup(
		IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(current_function_decl)));
}

struct code_loop outcome_loop_at(expanded_location place)
{
	struct code_loop code;

	memset(&code, 0, sizeof(code));
	code.function = function_name();
	code.file = place.file;
	code.line = place.line;
	code.column = place.column;
	return code;
}

void outcome_free(struct code_loop *loop)
{
	free(loop->function);
	free(loop->outcome.reason);
}

void outcome_free_all(void)
{
	struct code_loop *loop;
	unsigned i;

	FOR_EACH_VEC_ELT (code_loops, i, loop)
		outcome_free(loop);
	code_loops.release();
}

void outcome_set_reason(struct outcome *outcome, const char *reason)
{
	free(outcome->reason);
	outcome->reason = xstrdup(reason);
}

/* ---- writing ---- */

static const char *fill_name(enum vector_fill fill)
{
	static const char *const names[] = {"none", "contiguous", "strided",
					    "gather"};

	return names[fill];
}

void outcome_write(struct json_writer *json, int index, int over,
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
	json_key_bool(json, "masked", vector->masked);
	json_key_string(json, "reduction", vector->reduction);
	json_key_bool(json, "fused", outcome->fused);
	json_key_int(json, "unrolled", outcome->unrolled);
	json_key_bool(json, "grows",
		      optimize >= 3 || flag_unroll_loops || flag_peel_loops);
	json_key_bool(json, "interchanged", outcome->interchanged);
	json_key_string(json, "library_call", outcome->library_call);
	json_key_string(json, "reason", outcome->reason);
	json_end_object(json);
}

void outcome_write_unknown(struct json_writer *json, int index)
{
	struct outcome outcome;
	char merged[] = "GCC removed or merged this loop";
	char off[] = OUTCOME_SWITCHED_OFF;

	memset(&outcome, 0, sizeof(outcome));
	outcome.unrolled = 1;
	outcome.reason =
		optimize > 0 && flag_tree_loop_vectorize ? merged : off;
	outcome_write(json, index, -1, &outcome);
}
