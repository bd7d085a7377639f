/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Orders and tiles that may be made of a loop, and why others may not.
 */
#include "catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void offers_forbid(struct offers *offers, const char *sentence)
{
	const json_t *old = json_object_get(offers->forbidden, sentence);

	json_object_set_new(offers->forbidden, sentence,
			    json_integer(json_integer_value(old) + 1));
}

void offers_free(struct offers *offers)
{
	json_decref(offers->forbidden);
	free(offers->list);
	*offers = (struct offers){0};
}
