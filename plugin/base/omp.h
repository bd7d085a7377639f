/*
 * What GCC calls OpenMP statements and clauses, and how to walk into them.
 */
#ifndef PODIUM_OMP_H
#define PODIUM_OMP_H

/* The name of a function without the prefix of GCC's own declarations. */
const char *omp_plain_name(tree function);

/* "parallel", "for", "critical" ...; NULL for what is no OpenMP statement, and
   for what is unknown. */
const char *omp_name(gimple *statement);

/* What GCC calls an OpenMP statement of which podium knows nothing but
   whether it has a body, as newer GCCs may have; NULL for all others. */
const char *omp_unknown(gimple *statement);

/* The first of these in the sequence and all that it contains, or NULL. */
const char *omp_unknown_within(gimple_seq body);

/* Does the call begin a section under a lock, or end one: locks of OpenMP, of
   POSIX threads, of C++? */
bool omp_locks(gimple *call);
bool omp_unlocks(gimple *call);

/* Is it an OpenMP statement with a body, known or not? */
bool omp_has_body(gimple *statement);

/* Does it share out work, so that it has a record of its own? */
bool omp_shares_work(gimple *statement);

/* Where its clauses are, or NULL if it has none by its kind. */
tree *omp_clauses_ptr(gimple *statement);

/* First of its clauses, or NULL. */
tree omp_clauses(gimple *statement);

/* A clause of this code, or NULL. */
tree omp_clause(gimple *statement, enum omp_clause_code code);

/*
 * The clause's code. What GCC makes private for debuggers only, since it is
 * reached through something else, is shared.
 */
enum omp_clause_code omp_clause_sharing(tree clause);

/* How clauses of the statement share the variable: such a code, or
   OMP_CLAUSE_ERROR where none names it. NULL has no clauses. */
enum omp_clause_code omp_sharing_of(gimple *statement, tree variable);

/* The variable of a clause, if it has one; of an array section the array or
   pointer. */
tree omp_clause_variable(tree clause);

/*
 * Sequences that the statement contains: the bodies of blocks, try, catch
 * and OpenMP statements. At most OMP_MAX_BODIES; returns how many.
 */
#define OMP_MAX_BODIES 2
unsigned omp_bodies(gimple *statement, gimple_seq *bodies[OMP_MAX_BODIES]);

#endif
