/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proofs of a tuned file. The plugin computes the same: is_proven() in
 * plugin/rewrite/rewrite.cc.
 */
#include "proof.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "loop.h"

unsigned proof_of(const char *digest, const char *transformation)
{
	unsigned proof = (unsigned)strtoul(digest, NULL, 16);

	for (; transformation && *transformation; transformation++)
		proof = (proof ^ (unsigned char)*transformation) * 16777619u;
	return proof;
}

bool proof_add(json_t *proofs, const json_t *record, const char *transformation)
{
	const char *digest = loop_word(record, "digest");
	char digits[9];

	if (!*digest)
		return false;
	snprintf(digits, sizeof(digits), "%08x",
		 proof_of(digest, transformation));
	json_object_set_new(proofs, digits, json_true());
	return true;
}

void proof_print(struct text *out, const json_t *proofs)
{
	const char *before = " proof(", *proof;
	json_t *value;

	json_object_foreach((json_t *)proofs, proof, value)
	{
		text_print(out, "%s%s", before, proof);
		before = ",";
	}
	if (*before == ',')
		text_add(out, ")");
}
