/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines that entries of a tuned file need beside them. An entry for k.c is one
 * for sub/k.c as well, unless that has an entry of its own: loops that would be
 * changed by those of others get one. Facts that the units of the program
 * establish together are lines as well.
 */
#ifndef PODIUM_SHIELD_H
#define PODIUM_SHIELD_H

struct plan;
struct records;
struct text;

/*
 * Add " proof(DIGEST,...)" of the loops that the entry names and of their
 * transformation, or NULL; "A | B" are those of candidates, which stand beside
 * some without: those of the original, and of each unit as the
 * choice has it, if that is not NULL.
 */
void shield_add_proof(const struct plan *plan, const struct records *records,
		      const char *entry, const char *transformation,
		      struct text *out);

/*
 * Add what entries need behind them: lines that leave other loops as written,
 * which are those of the program that have no entry among "lines" and whose
 * files end in the name of one that has, and loops of what else the build
 * compiles with OpenMP; and a line "safe(NEED)" for each need of the loops that
 * other units establish.
 */
void shield_finish(const struct plan *plan, const struct records *records,
		   const char *lines, struct text *out);

/*
 * The tuned file of a variant: its lines, those with a transformation with
 * their proof, and what they need. The caller frees it.
 */
char *shield_tuned(const struct plan *plan, const struct records *records,
		   const char *lines);

#endif
