/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What called functions do with the variables whose addresses they are given,
 * as far as name and type tell: methods of the standard library of C++,
 * functions of C that keep a state, the compiler's own.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "base/standard.h"
#include "effect.h"
#include "question.h"

static const struct {
	const char *name;
	enum effect effect;
} methods[] = {
	{"push_back", EFFECT_ADD},  {"emplace_back", EFFECT_ADD},
	{"push_front", EFFECT_ADD}, {"emplace_front", EFFECT_ADD},
	{"push", EFFECT_ADD},	    {"emplace", EFFECT_ADD},
	{"insert", EFFECT_ADD},	    {"append", EFFECT_ADD},
	{"size", EFFECT_SIZE},	    {"empty", EFFECT_SIZE},
	{"length", EFFECT_SIZE},    {"begin", EFFECT_NONE},
	{"end", EFFECT_NONE},	    {"cbegin", EFFECT_NONE},
	{"cend", EFFECT_NONE},	    {"data", EFFECT_NONE},
	{"front", EFFECT_NONE},	    {"back", EFFECT_NONE},
	{"at", EFFECT_NONE},	    {"operator[]", EFFECT_NONE},
	{"operator*", EFFECT_NONE}, {"operator->", EFFECT_NONE},
	{"get", EFFECT_NONE},	    {"reserve", EFFECT_NONE},
	{"capacity", EFFECT_NONE},  {"c_str", EFFECT_NONE},
	{"real", EFFECT_READ},	    {"imag", EFFECT_READ},
	{"operator+=", EFFECT_SUM}, {"operator-=", EFFECT_SUM},
	{"operator*=", EFFECT_SUM}, {"pop_back", EFFECT_STATE},
	{"pop", EFFECT_STATE},	    {"operator()", EFFECT_STATE},
};

/* Functions of C whose argument is a state of theirs. */
static bool keeps_state(const char *name)
{
	static const char *const names[] = {
		"rand_r",    "erand48",	  "nrand48",   "jrand48",   "random_r",
		"drand48_r", "lrand48_r", "mrand48_r", "erand48_r", "nrand48_r",
		"jrand48_r", "strtok_r",  "strcat",    "strncat"};

	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static enum effect effect_of_method(tree function, unsigned argument,
				    bool constant)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(function));

	for (unsigned i = 0; argument == 0 && i < ARRAY_SIZE(methods); i++)
		if (strcmp(name, methods[i].name) == 0)
			return methods[i].effect == EFFECT_STATE && constant
				       ? EFFECT_READ
				       : methods[i].effect;
	if (strcmp(name, "operator()") == 0 && !constant)
		return EFFECT_STATE; /* the generator of a distribution */
	if (DECL_CXX_DESTRUCTOR_P(function))
		return EFFECT_NONE;
	return constant ? EFFECT_READ : EFFECT_FILL;
}

static tree type_of_argument(tree type, unsigned argument)
{
	tree list = TYPE_ARG_TYPES(type);

	while (list && argument-- > 0)
		list = TREE_CHAIN(list);
	return list && list != void_list_node ? TREE_VALUE(list) : NULL_TREE;
}

static bool is_constant(tree type)
{
	return type && POINTER_TYPE_P(type) && TYPE_READONLY(TREE_TYPE(type));
}

static bool is_sum_operator(tree function)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(function));

	return strcmp(name, "operator+=") == 0 ||
	       strcmp(name, "operator-=") == 0;
}

enum effect effect_of(gimple *call, unsigned argument)
{
	tree function = gimple_call_fndecl(call);
	bool constant = is_constant(
		type_of_argument(gimple_call_fntype(call), argument));
	const char *name;

	if (!function || !DECL_NAME(function))
		return constant ? EFFECT_READ : EFFECT_FILL;
	name = omp_plain_name(function);
	if (standard_declares(function))
		return effect_of_method(function, argument, constant);
	if (constant)
		return EFFECT_READ;
	if (argument == 0 && lang_GNU_CXX() && is_sum_operator(function))
		return EFFECT_SUM;
	if (keeps_state(name))
		return EFFECT_STATE;
	if (strcmp(name, "qsort") == 0)
		return EFFECT_READ;
	if (fndecl_built_in_p(function) || question_is_harmless(function))
		return startswith(name, "_gfortran_") ? EFFECT_NONE
						      : EFFECT_FILL;
	return EFFECT_LEND;
}

enum tree_code effect_selection(gimple *call)
{
	static const char *const names[][2] = {
		{"fmin", "fmax"}, {"fminf", "fmaxf"}, {"fminl", "fmaxl"}};
	tree function = gimple_call_fndecl(call);
	const char *name;

	if (!function || !DECL_NAME(function))
		return ERROR_MARK;
	name = IDENTIFIER_POINTER(DECL_NAME(function));
	if (startswith(name, "__builtin_"))
		name += strlen("__builtin_");
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i][0]) == 0)
			return MIN_EXPR;
		if (strcmp(name, names[i][1]) == 0)
			return MAX_EXPR;
	}
	if (gimple_call_num_args(call) < 2 || !standard_declares(function))
		return ERROR_MARK;
	return strcmp(name, "min") == 0	  ? MIN_EXPR
	       : strcmp(name, "max") == 0 ? MAX_EXPR
					  : ERROR_MARK;
}
