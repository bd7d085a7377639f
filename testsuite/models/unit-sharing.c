/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What it costs that threads write to the same lines, and to each other's data.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "made.h"

/* for t < TILES, shared: for i < ROWS: for j < tile: x[i][tile t + j]++ */

enum { T, I = T + 2, J = I + 2, SYMBOLS = J + 2, TILES = 8, ROWS = 100 };

static void make_reference(struct nest_reference *reference, int tile, int row)
{
	reference->size = 8;
	reference->count = 1;
	reference->loop = 2;
	reference->stride[0] = formula_number(8 * tile);
	reference->stride[1] = formula_number(8 * row);
	reference->stride[2] = formula_number(8);
	reference->offset = formula_number(0);
}

static struct estimate estimate(int tile, int row, int rows,
				struct schedule schedule)
{
	struct nest *nest = made_nest(3, 2, SYMBOLS);
	struct machine machine;

	made_loop(&nest->loops[0], -1, T, TILES);
	made_loop(&nest->loops[1], 0, I, rows);
	made_loop(&nest->loops[2], 1, J, tile);
	nest->loops[0].shared = true;
	nest->loops[2].certain.count[NEST_ADD][TYPE_F64] = 1;
	make_reference(&nest->references[0], tile, row);
	make_reference(&nest->references[1], tile, row);
	nest->references[1].write = true;
	machine_generic(&machine);
	return made_estimate(nest, &machine, &schedule);
}

static double false_sharing(int tile, int row, enum machine_schedule kind)
{
	const struct schedule schedule = {kind, 1, 2};

	return estimate(tile, row, ROWS, schedule).term[TERM_FALSE_SHARING];
}

/* Rows of 110 numbers: tiles of 16 do not begin where a line does. */
static void tiles_that_meet_in_lines(void **state)
{
	double in_turn = false_sharing(16, 110, SCHEDULE_STATIC_CHUNK);

	(void)state;
	assert_true(in_turn > 0);
	assert_true(false_sharing(16, 110, SCHEDULE_STATIC) < .5 * in_turn);
	assert_float_equal(false_sharing(16, 128, SCHEDULE_STATIC_CHUNK), 0, 0);
	assert_float_equal(false_sharing(16, 1000, SCHEDULE_STATIC_CHUNK), 0,
			   0);
}

static void tiles_within_lines(void **state)
{
	(void)state;
	assert_true(false_sharing(2, 128, SCHEDULE_STATIC_CHUNK) > 0);
}

/*
 * The hardware follows a sweep into the next chunk: of 8 tiles 7 have a chunk
 * before them, and 15 of 16 ends of 768 bytes lie within a page. The thread
 * with half of the tiles loses a line for each of its sweeps.
 */
static void sweeps_that_are_followed(void **state)
{
	double sweeps = TILES / 2 * ROWS * 7 / 8. * 15 / 16;
	struct machine machine;

	(void)state;
	machine_generic(&machine);
	assert_float_equal(false_sharing(96, 1024, SCHEDULE_STATIC_CHUNK),
			   sweeps * machine.false_sharing, 1e-6);
	/* not into another page */
	assert_float_equal(false_sharing(512, 4096, SCHEDULE_STATIC_CHUNK), 0,
			   0);
}

/* for i, shared: a row of x, x[p[i]], or one element; as many as x has */
static double scattered_by(double bytes, int row, int threads, bool atomic,
			   bool is_private)
{
	struct nest *nest = made_nest(2, 1, SYMBOLS);
	const struct schedule schedule = {SCHEDULE_STATIC, 0, threads};
	struct nest_reference *x = &nest->references[0];
	struct machine machine;

	made_loop(&nest->loops[0], -1, T, bytes / row);
	made_loop(&nest->loops[1], 0, I, row / 8.);
	nest->loops[0].shared = true;
	x->size = 8;
	x->count = 1;
	x->loop = 1;
	x->write = x->indirect = true;
	x->atomic = atomic;
	x->is_private = is_private;
	x->stride[0] = formula_number(0);
	x->stride[1] = formula_number(row > 8 ? 8 : 0);
	x->offset = formula_number(0);
	x->extent = formula_number(bytes);
	machine_generic(&machine);
	return made_estimate(nest, &machine, &schedule)
		.term[TERM_FALSE_SHARING];
}

static double scattered(double bytes, int row, int threads, bool atomic)
{
	return scattered_by(bytes, row, threads, atomic, false);
}

/* Where data says which element is next, half of them lie in lines that the
   other thread wrote last, as long as its cache holds them. */
static void places_in_data(void **state)
{
	double small = scattered(1 << 14, 8, 2, false);

	(void)state;
	assert_true(small > (1 << 10));
	assert_true(scattered(1 << 24, 8, 2, false) < small * (1 << 10) / 10);
	assert_float_equal(scattered(1 << 14, 8, 1, false), 0, 0);
	assert_float_equal(scattered(1 << 14, 8, 2, true), 0, 0);
	assert_float_equal(scattered(1 << 14, 512, 2, false), 0, 0);
	/* a histogram of each thread's own */
	assert_float_equal(scattered_by(1 << 14, 8, 2, false, true), 0, 0);
}

/* Lines of another core cost more than those of the cache that all share, and
   what comes from memory is nobody's. */
static void data_that_moves(void **state)
{
	const struct schedule fixed = {SCHEDULE_STATIC, 0, 2};
	const struct schedule moves = {SCHEDULE_DYNAMIC, 1, 2};
	double near = estimate(16, 128, ROWS, moves).term[TERM_MIGRATION];
	double shared =
		estimate(16, 128, 50 * ROWS, moves).term[TERM_MIGRATION];
	double far = estimate(16, 128, 5000 * ROWS, moves).term[TERM_MIGRATION];

	(void)state;
	assert_float_equal(estimate(16, 128, ROWS, fixed).term[TERM_MIGRATION],
			   0, 0);
	assert_true(near > 0);
	assert_true(shared > near && shared < .5 * 50 * near);
	assert_true(far < .1 * 5000 * near);
}

/* for t < times: for i < N, shared: for j < N: x[i][j] or x[j][i] */

enum { N = 128, BY_ROWS = 8 * N, BY_COLUMNS = 8 };

static struct nest *matrix(double times, double move, bool reads, bool writes)
{
	struct nest *nest = nest_new(3, reads + writes);

	assert_non_null(nest);
	nest->around = 1;
	nest->collapse = 1;
	nest->symbol_count = SYMBOLS;
	made_loop(&nest->loops[0], -1, T, times);
	made_loop(&nest->loops[1], 0, I, N);
	made_loop(&nest->loops[2], 1, J, N);
	nest->loops[1].shared = true;
	for (int i = 0; i < nest->reference_count; i++) {
		struct nest_reference *reference = &nest->references[i];

		reference->name = "x";
		reference->size = 8;
		reference->count = 1;
		reference->loop = 2;
		reference->stride[0] = formula_number(0);
		reference->stride[1] = formula_number(move);
		reference->stride[2] =
			formula_number(BY_ROWS + BY_COLUMNS - move);
		reference->offset = formula_number(0);
		reference->write = writes && i == reads;
	}
	return nest;
}

/* The last of the two, which run in turn. */
static struct estimate following(struct nest *before, struct nest *after,
				 const struct machine *machine,
				 const struct schedule *schedule)
{
	const double values[SYMBOLS] = {0};
	struct estimator *first, *second;
	struct estimate estimate;

	assert_int_equal(estimator_new(before, values, machine, &first),
			 MODEL_OK);
	assert_int_equal(estimator_new(after, values, machine, &second),
			 MODEL_OK);
	estimator_follow(second, &first, 1);
	assert_int_equal(estimator_estimate(second, schedule, &estimate),
			 MODEL_OK);
	estimator_free(first);
	estimator_free(second);
	nest_free(before);
	nest_free(after);
	return estimate;
}

/* What moves in the last of the two. */
static double moved(struct nest *before, struct nest *after,
		    enum machine_schedule kind)
{
	const struct schedule schedule = {kind, 4, 2};
	struct machine machine;

	machine_generic(&machine);
	return following(before, after, &machine, &schedule)
		.term[TERM_MIGRATION];
}

static void written_by_rows_read_by_columns(void **state)
{
	double lines =
		moved(matrix(9, BY_ROWS, false, true),
		      matrix(9, BY_COLUMNS, true, false), SCHEDULE_STATIC);

	(void)state;
	assert_true(lines > 0);
	assert_true(moved(matrix(9, BY_ROWS, false, true),
			  matrix(9, BY_COLUMNS, true, false),
			  SCHEDULE_STATIC_CHUNK) > 0);
	assert_float_equal(moved(matrix(9, BY_ROWS, false, true),
				 matrix(9, BY_ROWS, true, false),
				 SCHEDULE_STATIC),
			   0, 0);
	assert_float_equal(moved(matrix(9, BY_ROWS, false, true),
				 matrix(9, BY_ROWS, true, false),
				 SCHEDULE_STATIC_CHUNK),
			   0, 0);
	assert_float_equal(moved(matrix(9, BY_ROWS, true, false),
				 matrix(9, BY_COLUMNS, true, false),
				 SCHEDULE_STATIC),
			   0, 0);
}

/* Rows that are read with those before and behind, and are written: by a
   thread in chunks of four, of which each reads six. */
static void rows_of_neighbours(void **state)
{
	struct nest *reads = matrix(9, BY_ROWS, true, true);
	struct nest *writes = matrix(9, BY_ROWS, false, true);
	double all = moved(matrix(9, BY_ROWS, false, true),
			   matrix(9, BY_ROWS, true, false), SCHEDULE_DYNAMIC);

	(void)state;
	formula_free(reads->references[1].offset);
	reads->references[1].write = false;
	reads->references[1].offset = formula_number(2 * BY_ROWS);
	/* of half of 130 rows half more are read: a third is of others */
	assert_float_equal(moved(writes, reads, SCHEDULE_STATIC_CHUNK),
			   1.5 * 130 / 128 / 3 * all, .02 * all);
}

/* Each row is made in turn from the one before, where lines move so. */
static struct estimate carried(double migration)
{
	const struct schedule schedule = {SCHEDULE_STATIC_CHUNK, 1, 4};
	struct nest *nest = matrix(9, BY_ROWS, true, true);
	struct machine machine;

	nest->ordered = 1;
	nest->loops[2].ordered = 1;
	nest->loops[2].certain.count[NEST_ADD][TYPE_F64] = 1;
	formula_free(nest->references[0].offset);
	nest->references[0].offset = formula_number(-BY_ROWS);
	machine_generic(&machine);
	machine.cores = 4;
	machine.migration = migration;
	return made_estimate(nest, &machine, &schedule);
}

/* What one of four threads takes from another, three more wait for. */
static void rows_in_turn(void **state)
{
	struct estimate moves = carried(20);
	struct estimate stays = carried(0);

	(void)state;
	assert_true(moves.term[TERM_MIGRATION] > 0);
	assert_float_equal(moves.term[TERM_SYNCHRONISATION] -
				   stays.term[TERM_SYNCHRONISATION],
			   3 * moves.term[TERM_MIGRATION], 1);
}

/* What fills an array once is not what ran before. */
static void written_once(void **state)
{
	(void)state;
	assert_float_equal(moved(matrix(1, BY_ROWS, false, true),
				 matrix(9, BY_COLUMNS, true, false),
				 SCHEDULE_STATIC),
			   0, 0);
}

/* Lines from beyond a second cache that holds a thread's part of one matrix,
   where another nest reads an array of that name in between. */
static double missed(const char *name)
{
	const struct schedule schedule = {SCHEDULE_STATIC, 1, 2};
	struct nest *between = matrix(1, BY_ROWS, true, false);
	struct machine machine;

	machine_generic(&machine);
	machine.cache[1].bytes = 8 * N * N;
	between->references[0].name = name;
	return following(between, matrix(1, BY_ROWS, true, false), &machine,
			 &schedule)
		.misses[LEVEL_L3];
}

static void read_in_between(void **state)
{
	(void)state;
	assert_true(missed("y") > 2 * missed("x"));
	assert_float_equal(missed(NULL), missed("y"), 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tiles_that_meet_in_lines),
		cmocka_unit_test(tiles_within_lines),
		cmocka_unit_test(sweeps_that_are_followed),
		cmocka_unit_test(places_in_data),
		cmocka_unit_test(data_that_moves),
		cmocka_unit_test(written_by_rows_read_by_columns),
		cmocka_unit_test(rows_of_neighbours),
		cmocka_unit_test(rows_in_turn),
		cmocka_unit_test(written_once),
		cmocka_unit_test(read_in_between),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
