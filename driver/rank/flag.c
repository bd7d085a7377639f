/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which flags are let in from files. A list of those that are, not of those
 * that are not: GCC gets new ones each year.
 */
#include "flag.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* What follows -f or -fno-: whole words, or with a sign at the end beginnings.
 */
static const char *const tame[] = {
	"aggressive-loop-optimizations",
	"align-",
	"allocation-dce",
	"allow-store-data-races",
	"associative-math",
	"asynchronous-unwind-tables",
	"auto-inc-dec",
	"avoid-store-forwarding",
	"bit-tests",
	"branch-count-reg",
	"builtin",
	"builtin-",
	"caller-saves",
	"code-hoisting",
	"combine-stack-adjustments",
	"common",
	"compare-elim",
	"conserve-stack",
	"cprop-registers",
	"crc-optimization",
	"crossjumping",
	"cse-",
	"cx-",
	"data-sections",
	"dce",
	"defer-pop",
	"delayed-branch",
	"delete-",
	"devirtualize",
	"devirtualize-",
	"dse",
	"early-inlining",
	"exceptions",
	"excess-precision=",
	"expensive-optimizations",
	"ext-dce",
	"fast-math",
	"fat-lto-objects",
	"finite-",
	"float-store",
	"fold-",
	"forward-propagate",
	"fp-",
	"frontend-",
	"function-cse",
	"function-sections",
	"gcse",
	"gcse-",
	"graphite",
	"graphite-",
	"guess-branch-probability",
	"hoist-adjacent-loads",
	"if-conversion",
	"if-conversion2",
	"indirect-inlining",
	"inline",
	"inline-",
	"ipa-",
	"ira-",
	"isolate-erroneous-paths-",
	"ivopts",
	"jump-tables",
	"late-combine-instructions",
	"lifetime-dse",
	"lifetime-dse=",
	"limit-function-alignment",
	"live-range-shrinkage",
	"loop-",
	"lra-remat",
	"lto",
	"lto=",
	"lto-partition=",
	"malloc-dce",
	"malloc-dce=",
	"math-errno",
	"modulo-sched",
	"modulo-sched-allow-regmoves",
	"move-loop-",
	"omit-frame-pointer",
	"openmp",
	"openmp-simd",
	"optimize-",
	"partial-inlining",
	"peel-loops",
	"peephole",
	"peephole2",
	"pic",
	"PIC",
	"pie",
	"PIE",
	"plt",
	"predictive-commoning",
	"prefetch-loop-arrays",
	"printf-return-value",
	"protect-parens",
	"realloc-lhs",
	"reciprocal-math",
	"ree",
	"rename-registers",
	"reorder-",
	"rerun-cse-after-loop",
	"reschedule-modulo-scheduled-loops",
	"rounding-math",
	"rtti",
	"sched-",
	"sched2-use-superblocks",
	"schedule-",
	"section-anchors",
	"sel-sched-",
	"selective-scheduling",
	"selective-scheduling2",
	"semantic-interposition",
	"short-enums",
	"shrink-wrap",
	"shrink-wrap-separate",
	"signaling-nans",
	"signed-zeros",
	"simd-cost-model=",
	"single-precision-constant",
	"split-",
	"ssa-",
	"stack-arrays",
	"stack-check=",
	"stack-clash-protection",
	"stack-protector",
	"stack-protector-",
	"stack-reuse=",
	"stdarg-opt",
	"store-merging",
	"strict-aliasing",
	"strict-enums",
	"strict-overflow",
	"strict-volatile-bitfields",
	"thread-jumps",
	"threadsafe-statics",
	"tls-model=",
	"toplevel-reorder",
	"tracer",
	"trapping-math",
	"trapv",
	"tree-",
	"unconstrained-commons",
	"unroll-",
	"unsafe-math-optimizations",
	"unswitch-loops",
	"unwind-tables",
	"variable-expansion-in-unroller",
	"vect-cost-model=",
	"version-loops-for-strides",
	"visibility=",
	"visibility-inlines-hidden",
	"vpt",
	"web",
	"whole-program",
	"wrapv",
	"wrapv-pointer",
	NULL,
};

/* Begin as one of those above and are none: they write files. */
static const char *const wild[] = {"tree-dump", "tree-vectorizer-verbose",
				   NULL};

static bool is_name(const char *word, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!isalnum((unsigned char)word[i]) && word[i] != '_')
			return false;
	return length > 0 && !isdigit((unsigned char)word[0]);
}

/* Letters of an option and its value: no path, and no word of a shell. */
static bool is_plain(const char *word)
{
	for (; *word; word++)
		if (!isalnum((unsigned char)*word) &&
		    !strchr("-_=.,:+!", *word))
			return false;
	return true;
}

static bool begins_with(const char *word, const char *beginning)
{
	return strncmp(word, beginning, strlen(beginning)) == 0;
}

/* What stands behind -f. */
static bool is_of_code(const char *word)
{
	word += begins_with(word, "no-") ? strlen("no-") : 0;
	for (size_t i = 0; wild[i]; i++)
		if (begins_with(word, wild[i]))
			return false;
	for (size_t i = 0; tame[i]; i++) {
		char end = tame[i][strlen(tame[i]) - 1];

		if (end == '-' || end == '=' ? begins_with(word, tame[i])
					     : strcmp(word, tame[i]) == 0)
			return true;
	}
	return false;
}

/* Behind --param=: NAME=NUMBER. */
static bool is_parameter(const char *word)
{
	const char *value = strchr(word, '=');

	return value && value > word && value[1] &&
	       value[1 + strspn(value + 1, "0123456789")] == '\0';
}

static bool is_macro(const char *word)
{
	return is_name(word, strcspn(word, "=")) && !strpbrk(word, "\n\r");
}

bool flag_is_tame(const char *flag)
{
	static const char *const levels[] = {"",  "0", "1", "2",    "3",
					     "s", "g", "z", "fast", NULL};

	if (begins_with(flag, "-D"))
		return is_macro(flag + 2);
	if (!is_plain(flag))
		return false;
	if (begins_with(flag, "-f"))
		return is_of_code(flag + 2);
	if (begins_with(flag, "-m"))
		return isalnum((unsigned char)flag[2]);
	if (begins_with(flag, "--param="))
		return is_parameter(flag + strlen("--param="));
	if (begins_with(flag, "-std="))
		return true;
	for (size_t i = 0; flag[0] == '-' && flag[1] == 'O' && levels[i]; i++)
		if (strcmp(flag + 2, levels[i]) == 0)
			return true;
	return strcmp(flag, "-g") == 0 || strcmp(flag, "-w") == 0;
}
