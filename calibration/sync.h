/*
 * What sync.c and the programs that podium calibrate --sync writes have in
 * common: these synchronise in some random way, run by all threads at once.
 */
#ifndef PODIUM_SYNC_H
#define PODIUM_SYNC_H

#include <omp.h>
#include <pthread.h>

#define SYNC_THREADS 1024 /* at most */

/*
 * "turn" counts the times that a program was run, from 1; "mine" is memory
 * of the thread's own.
 */
typedef void sync_work(int me, int threads, long turn, volatile long *mine);

struct sync_program {
	sync_work *run;
	sync_work *alone; /* the same work, and nothing that synchronises */
};

extern const struct sync_program sync_programs[];
extern const int sync_program_count;

/* A line of its own. */
struct sync_flag {
	volatile long turn __attribute__((aligned(64)));
};

extern long shared[8];
extern omp_lock_t lock;
extern pthread_mutex_t mutex;
extern pthread_cond_t changed;

#endif
