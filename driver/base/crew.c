/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Processes that work side by side.
 */
#include "crew.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"
#include "process.h"

static size_t core_count(void)
{
	cpu_set_t mine;

	return sched_getaffinity(0, sizeof(mine), &mine) == 0
		       ? (size_t)CPU_COUNT(&mine)
		       : 1;
}

struct crew crew_new(size_t count)
{
	struct crew crew = {.count = count, .cores = core_count()};

	crew.workers = memory_grow(NULL, count + 1, sizeof(*crew.workers));
	memset(crew.workers, 0, count * sizeof(*crew.workers));
	return crew;
}

bool crew_has_room(const struct crew *crew)
{
	return crew->busy < crew->cores;
}

pid_t crew_hire(struct crew *crew, size_t index)
{
	pid_t podium = getpid();
	pid_t worker = fork();

	if (worker == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != podium)
			_exit(1);
	} else if (worker > 0) {
		crew->workers[index] = worker;
		crew->busy++;
	}
	return worker;
}

static size_t place_of(const struct crew *crew, pid_t worker)
{
	size_t place = 0;

	while (place < crew->count && crew->workers[place] != worker)
		place++;
	return place;
}

size_t crew_next(struct crew *crew, int *status)
{
	while (crew->busy > 0 && !process_interrupted()) {
		pid_t ended = waitpid(-1, status, 0);
		size_t place = ended > 0 ? place_of(crew, ended) : crew->count;

		if (place < crew->count) {
			crew->workers[place] = 0;
			crew->busy--;
			return place;
		}
		if (ended < 0 && errno != EINTR)
			break;
	}
	return crew->count;
}

void crew_free(struct crew *crew)
{
	for (size_t i = 0; i < crew->count; i++)
		if (crew->workers[i] > 0) {
			kill(crew->workers[i], SIGKILL);
			waitpid(crew->workers[i], NULL, 0);
		}
	free(crew->workers);
}
