/*
 * Reads the nests in the file NESTS_OF, a function NAME_KIND of each for every
 * kind of schedule; with ORDER only that one, with the clauses of the command
 * line. A nest is NEST(name) { ... }, with PARALLEL(clauses) before the loop
 * that is shared out.
 */
#define PRAGMA_OF(...) _Pragma(#__VA_ARGS__)
#define PRAGMA(...) PRAGMA_OF(__VA_ARGS__)
#define JOIN_OF(a, b) a##b
#define JOIN(a, b) JOIN_OF(a, b)

#define FUNCTION(name)                                                         \
	static __attribute__((noinline, unused)) void name(                    \
		int T __attribute__((unused)), int ch __attribute__((unused)), \
		int t1 __attribute__((unused)),                                \
		int t2 __attribute__((unused)),                                \
		int t3 __attribute__((unused)))

#ifdef ORDER
#ifndef SCHEDULE
#define SCHEDULE static
#endif
#ifdef THREADS
#define TEAM num_threads(THREADS)
#else
#define TEAM
#endif
/* ORDER has sizes of tiles behind the name, or else they are these. */
#define WORD1(a, ...) a
#define WORD2(a, b, ...) b
#define WORD3(a, b, c, ...) c
#define WORD4(a, b, c, d, ...) d
#define NAME_IN(...) WORD1(__VA_ARGS__, 0)
#define TILE1_IN(...) WORD2(__VA_ARGS__, 32, 0)
#define TILE2_IN(...) WORD3(__VA_ARGS__, 32, 32, 0)
#define TILE3_IN(...) WORD4(__VA_ARGS__, 32, 32, 32, 0)
enum { t1 = TILE1_IN(ORDER), t2 = TILE2_IN(ORDER), t3 = TILE3_IN(ORDER) };

#define CHOSEN JOIN(NAME_IN(ORDER), _chosen)
#define NEST(name) static __attribute__((unused)) void name##_chosen(void)
#define PARALLEL(...) PRAGMA(omp parallel for schedule(SCHEDULE) TEAM __VA_ARGS__)
#include NESTS_OF
#define FUNCTIONS(its_name) .name = #its_name, .functions = {NULL}

#else
#define CHOSEN NULL

#define NEST(name) FUNCTION(name##_static)
#define PARALLEL(...)                                                          \
	PRAGMA(omp parallel for num_threads(T) schedule(static) __VA_ARGS__)
#include NESTS_OF
#undef NEST
#undef PARALLEL

#define NEST(name) FUNCTION(name##_static_ch)
#define PARALLEL(...)                                                          \
	PRAGMA(omp parallel for num_threads(T) schedule(static, ch) __VA_ARGS__)
#include NESTS_OF
#undef NEST
#undef PARALLEL

#define NEST(name) FUNCTION(name##_dynamic)
#define PARALLEL(...)                                                          \
	PRAGMA(omp parallel for num_threads(T) schedule(dynamic, ch) __VA_ARGS__)
#include NESTS_OF
#undef NEST
#undef PARALLEL

#define NEST(name) FUNCTION(name##_guided)
#define PARALLEL(...)                                                          \
	PRAGMA(omp parallel for num_threads(T) schedule(guided, ch) __VA_ARGS__)
#include NESTS_OF

#define FUNCTIONS(its_name)                                                    \
	.name = #its_name,                                                     \
	.functions = {its_name##_static, its_name##_static_ch,                 \
		      its_name##_dynamic, its_name##_guided}
#endif
