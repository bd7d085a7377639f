/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proofs of a tuned file: of a loop, and of what is made of it.
 */
#ifndef PODIUM_PROOF_H
#define PODIUM_PROOF_H

#include <jansson.h>
#include <stdbool.h>

struct text;

/*
 * The digest of a record, 8 hexadecimal digits, continued over the text of a
 * transformation, as doc/tuned.md says; that is NULL or empty where there is
 * none.
 */
unsigned proof_of(const char *digest, const char *transformation);

/* Add " proof(DIGEST,...)" of the keys of the set, each a proof in digits;
   nothing if there are none. */
void proof_print(struct text *out, const json_t *proofs);

/* Add the proof of the record to such a set; false if it has no digest. */
bool proof_add(json_t *proofs, const json_t *record,
	       const char *transformation);

#endif
