/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "type.h"

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

const char *type_word(tree type)
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
