/*
 * What a loop of this folder is made of. Its file is read twice over: the
 * first time for data, serial form and table of nests, and then, by
 * schedules.h, for the nests themselves, once for each kind of schedule.
 *
 *   -DN=1000        size; every loop has one of its own otherwise
 *   -DTYPE=float    of the elements
 *   -DORDER=ikj     only this nest; -DORDER=IKikj,8,32 with tiles of 8 and 32
 *   -DSCHEDULE=dynamic,4  -DTHREADS=2  and these clauses
 */
#ifndef PODIUM_LOOP_H
#define PODIUM_LOOP_H

#include <stddef.h>

#ifndef TYPE
#define TYPE double
#endif

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ALIGNED __attribute__((aligned(64)))

/* May multiplications and additions be one, and which of them is open? */
#ifdef __FMA__
#define FUSES 1
#else
#define FUSES 0
#endif

/* A loop, the loop over tiles of it, the loop within a tile. */
#define FOR(i, from, to) for (int i = (from); i < (to); i++)
#define TILES(ii, from, to, size) for (int ii = (from); ii < (to); ii += (size))
#define IN_TILE(i, ii, to, size) FOR(i, ii, MIN(to, (ii) + (size)))

/* 1, 2, ... period, 1, 2, ... */
#define FILL(array, period)                                                    \
	for (size_t q = 0; q < sizeof(array) / sizeof(TYPE); q++)              \
	((TYPE *)(array))[q] = 1 + q % (period)

enum number { NUMBER_INT, NUMBER_UNSIGNED, NUMBER_FLOAT, NUMBER_DOUBLE };

/* An array that the loop leaves behind. */
struct result {
	const void *values;
	size_t count;
	enum number number;
};

/* The array is one of TYPE, or of pairs of it. */
#define RESULT(array)                                                          \
	{                                                                      \
		&(array), sizeof(array) / sizeof(TYPE), NUMBER_OF((TYPE)0)     \
	}
#define NUMBER_OF(value)                                                       \
	_Generic((value), int                                                  \
		 : NUMBER_INT, unsigned                                        \
		 : NUMBER_UNSIGNED, float                                      \
		 : NUMBER_FLOAT, double                                        \
		 : NUMBER_DOUBLE)

/* How iterations are shared out; the chunk is an argument of the last three. */
enum kind { STATIC, STATIC_CHUNK, DYNAMIC, GUIDED, KINDS };

/* The nest as a paper has it, or with the indices turned for C. */
enum paper { OURS, PUBLISHED, TURNED };

enum { TILED = 3, TILE_SETS = 13, NESTS = 16, RESULTS = 4 };

/* T threads, chunk ch, sizes of the first, second and third tiled loop. */
typedef void nest_function(int T, int ch, int t1, int t2, int t3);

/*
 * One order of the loops. The name has a letter for each loop from the
 * outermost on, a capital for the loop over tiles, and behind an underscore
 * the loop that is shared out where it is not the outermost.
 */
struct nest {
	const char *name;
	nest_function *functions[KINDS];
	long range;		     /* that the shared loop goes through */
	int tiles[TILE_SETS][TILED]; /* those to try; none: no tiles */
	enum paper paper;
};

struct loop {
	const char *name;
	long size;
	const char *type;
	void (*fill)(void);   /* sets all arrays */
	void (*serial)(void); /* the plain loops, to compare with */
	struct result results[RESULTS];
	int sums;  /* variants add up in different orders */
	int fuses; /* variants round in different places */
	struct nest nests[NESTS];
	void (*chosen)(void); /* the nest of -DORDER */
};

extern const struct loop this_loop;

#define TEXT_OF(words) #words
#define TEXT(words) TEXT_OF(words)

/* What every loop begins with. */
#define LOOP(its_name)                                                         \
	.name = its_name, .size = N, .type = TEXT(TYPE), .fill = fill,         \
	.serial = serial, .fuses = FUSES, .chosen = CHOSEN
#endif
