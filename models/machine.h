/*
 * A machine in numbers: what `podium calibrate` measures and every estimate
 * is made of. Times are in cycles of the clock "ghz" unless said otherwise.
 */
#ifndef PODIUM_MACHINE_MODEL_H
#define PODIUM_MACHINE_MODEL_H

#include <stdbool.h>

enum machine_type { TYPE_I32, TYPE_I64, TYPE_F32, TYPE_F64, TYPE_COUNT };

enum machine_operation {
	OPERATION_ADD,
	OPERATION_MUL,
	OPERATION_DIV,
	OPERATION_SQRT,
	OPERATION_MATH, /* a call of exp() and the like */
	OPERATION_COUNT
};

/* One operation on one element. */
struct machine_cost {
	double latency;	   /* until its result can be used */
	double throughput; /* each of many independent ones */
	double vector;	   /* likewise in full vectors, per vector */
};

/* Where a line comes from. */
enum machine_level { LEVEL_L2, LEVEL_L3, LEVEL_MEMORY, LEVEL_COUNT };

/* How the addresses of the innermost loop that moves them go on. */
enum machine_stride {
	STRIDE_SEQUENTIAL, /* at most a line */
	STRIDE_NEAR,	   /* at most 2 KiB */
	STRIDE_FAR,
	STRIDE_RANDOM,
	STRIDE_COUNT
};

enum machine_schedule {
	SCHEDULE_STATIC,
	SCHEDULE_STATIC_CHUNK,
	SCHEDULE_DYNAMIC,
	SCHEDULE_GUIDED,
	SCHEDULE_COUNT
};

struct machine_cache {
	double bytes;
	double ways;  /* associativity, 0 if not known */
	double cores; /* that share it */
};

struct machine_tlb {
	double entries;
	double cycles; /* of a miss */
};

/* A cost that depends on the number of threads. */
#define MACHINE_POINTS 16

struct machine_curve {
	int count;
	double threads[MACHINE_POINTS]; /* rising */
	double cycles[MACHINE_POINTS];
};

struct machine {
	double ghz;
	int cores;
	int vector_bytes;
	double line, page; /* bytes */
	struct machine_cache cache[3];
	struct machine_tlb tlb[2];
	/* a line, with one core at work and with all */
	double transfer[2][LEVEL_COUNT][STRIDE_COUNT];
	/* a line out of L2 that is written, beyond one that is read; and if
	   vectors are split where lines end */
	double written, split;
	/* and if vectors begin within lines, several rows by turns, beyond what
	   one row takes */
	double turns;
	struct machine_cost operation[OPERATION_COUNT][TYPE_COUNT];
	double load, store; /* throughput of hits in the first level */
	/* likewise of full vectors that begin with a line; 0: as one element */
	double vector_load, vector_store;
	double issue;	      /* operations of any kind, each */
	double in_flight;     /* operations that overlap: the reorder buffer */
	double waiting;	      /* of them, that wait for others: the scheduler */
	double misprediction; /* of a branch */
	double registers;     /* for numbers and vectors */
	double forwarding;    /* until what was stored can be loaded again */
	double fma;	      /* latency of a product and a sum in one */
	double mixed;	      /* a product and a sum beside each other */
	struct machine_curve region; /* fork and join of a parallel region */
	double rejoin; /* a thread that left the team and comes back */
	struct machine_curve barrier, critical, atomic, single, lock, ordered;
	/* each chunk that a thread takes, the others taking theirs as well */
	struct machine_curve dispatch[SCHEDULE_COUNT];
	double false_sharing; /* a store to a line that another core writes */
	double migration;     /* a line that another core wrote before */
	/* of the time models: facts in doc/models.md */
	double send;	   /* w: one datum from thread to thread */
	double time_stamp; /* t_i */
	double pipeline;   /* l_p: operations that overlap */
};

/* A machine like many, for those who have not calibrated. */
void machine_generic(struct machine *machine);

/* The curve at this number of threads: linear between points, flat outside. */
double machine_at(const struct machine_curve *curve, double threads);

/* Are all numbers finite and within reason? */
bool machine_is_sound(const struct machine *machine);

#endif
