/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answers of models/ in words.
 */
#include "status.h"

#include <stddef.h>

static const char *const texts[] = {
	[MODEL_OK] = "no error",
	[MODEL_NO_MEMORY] = "out of memory",
	[MODEL_TOO_FEW] = "too few points",
	[MODEL_NOT_FINITE] = "a number is not finite",
	[MODEL_NOT_POSITIVE] = "a number is not positive",
	[MODEL_SINGULAR] = "the points do not determine the parameters",
	[MODEL_CONSTANT] = "a variable is the same in all points",
	[MODEL_NO_CONVERGENCE] = "the fit does not converge",
	[MODEL_UNKNOWN_VALUE] = "a bound or stride is not known",
	[MODEL_TOO_MANY] = "more combinations than can be told apart",
	[MODEL_BAD_ARGUMENT] = "an argument is out of range",
};

const char *model_status_text(enum model_status status)
{
	size_t count = sizeof(texts) / sizeof(texts[0]);

	return (size_t)status < count ? texts[status] : "unknown status";
}
