/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attempts at the analysis; see attempt.h.
 *
 * Only a process that has not begun can begin again, so the child keeps the
 * state that it was made in, and waits. An attempt notes in memory that all
 * share what it is at and what it has sent. So much is noted before a crash;
 * nothing has to be done in one.
 */
#include "base/gcc.h"
#include "attempt.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* So much may be left out, and so much time may be lost with it. */
#define MOST_LOSSES 16
#define LOST_TIME_S 120

/* Memory that an attempt may take beside what the compiler had. */
#define MEMORY_LIMIT ((rlim_t)4 << 30)

/* Constructs beyond are analysed again by every attempt. */
#define MOST_NOTED 65536

struct shared {
	struct loss at; /* where the attempt is */
	off_t sent;	/* length of the whole messages */
	unsigned count;
	struct loss losses[MOST_LOSSES];
	unsigned char is_sent[MOST_NOTED];
};

static struct shared *shared;
static int results_file;
static void (*on_place)(const char *where);
static rlim_t memory_limit;

/* ---- shared memory --------------------------------------------------------
 */

static rlim_t bytes_mapped(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	unsigned long pages = 0;

	if (file && fscanf(file, "%lu", &pages) != 1)
		pages = 0;
	if (file)
		fclose(file);
	return (rlim_t)pages * sysconf(_SC_PAGESIZE);
}

bool attempt_prepare(void)
{
	rlim_t mapped = bytes_mapped();
	void *memory = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return false;
	shared = (struct shared *)memory;
	memory_limit = mapped ? mapped + MEMORY_LIMIT : RLIM_INFINITY;
	return true;
}

const struct loss *attempt_loss(unsigned index)
{
	return shared && index < shared->count ? &shared->losses[index] : NULL;
}

static const struct loss *find_loss(unsigned function_uid, unsigned ordinal)
{
	const struct loss *loss;

	for (unsigned i = 0; (loss = attempt_loss(i)); i++)
		if (loss->function_uid == function_uid &&
		    loss->ordinal == ordinal)
			return loss;
	return NULL;
}

const struct loss *attempt_loss_of(const struct construct *construct)
{
	const struct loss *loss = find_loss(construct->function_uid, 0);

	return loss ? loss
		    : find_loss(construct->function_uid, construct->ordinal);
}

/* ---- the child that waits ------------------------------------------------ */

const char *attempt_judge(int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return NULL;
	if (!WIFSIGNALED(status))
		return "the analysis gave up";
	switch (WTERMSIG(status)) {
	case SIGPROF:
	case SIGALRM:
		return "the analysis took too long";
	case SIGKILL:
	case SIGTERM:
		return "the analysis was killed";
	default:
		return "the analysis crashed";
	}
}

/* Did somebody want it to end? */
static bool is_asked_to_end(int status)
{
	return WIFSIGNALED(status) &&
	       (WTERMSIG(status) == SIGTERM || WTERMSIG(status) == SIGINT ||
		WTERMSIG(status) == SIGHUP);
}

static bool has_time_left(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_CHILDREN, &usage) == 0 &&
	       usage.ru_utime.tv_sec + usage.ru_stime.tv_sec < LOST_TIME_S;
}

/* Leave out what the attempt was at; false if another one is of no use. */
static bool leave_out(int status)
{
	const struct loss *at = &shared->at;

	if (at->function_uid == 0 || shared->count == MOST_LOSSES ||
	    find_loss(at->function_uid, at->ordinal) ||
	    is_asked_to_end(status) || !has_time_left())
		return false;
	shared->losses[shared->count] = *at;
	shared->losses[shared->count++].status = status;
	return ftruncate(results_file, shared->sent) == 0 &&
	       lseek(results_file, shared->sent, SEEK_SET) >= 0;
}

static int wait_for(pid_t process)
{
	int status = 0;

	while (waitpid(process, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* The compiler is to see the end that the last attempt came to. */
static void end_like(int status)
{
	if (WIFSIGNALED(status))
		raise(WTERMSIG(status));
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

static void limit_memory(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_AS, &limit) < 0)
		return;
	limit.rlim_cur = MIN(limit.rlim_max, memory_limit);
	setrlimit(RLIMIT_AS, &limit);
}

void attempt_begin(int results, void (*at)(const char *where))
{
	pid_t process;
	int status;

	results_file = results;
	on_place = at;
	do {
		memset(&shared->at, 0, sizeof(shared->at));
		process = fork();
		if (process == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			limit_memory();
			return;
		}
		if (process < 0)
			_exit(1);
		status = wait_for(process);
	} while (attempt_judge(status) && leave_out(status));
	end_like(status);
}

/* ---- an attempt ---------------------------------------------------------- */

void attempt_enter(tree function)
{
	struct loss *at = &shared->at;
	unsigned uid = function ? DECL_UID(function) : 0;
	tree name = function ? DECL_NAME(function) : NULL_TREE;

	if (at->function_uid == uid)
		return;
	at->ordinal = 0;
	snprintf(at->name, sizeof(at->name), "%s",
		 name ? IDENTIFIER_POINTER(name) : "?");
	at->function_uid = uid;
	if (function && !find_loss(uid, 0))
		on_place(construct_assembler_name(function));
}

void attempt_analyses(int number)
{
	shared->at.ordinal = constructs[number]->ordinal;
	on_place(constructs[number]->id);
}

void attempt_sent(int number)
{
	shared->sent = lseek(results_file, 0, SEEK_CUR);
	shared->at.ordinal = 0;
	if (number < MOST_NOTED)
		shared->is_sent[number] = 1;
}

bool attempt_is_settled(int number)
{
	return (number < MOST_NOTED && shared->is_sent[number]) ||
	       attempt_loss_of(constructs[number]);
}

bool attempt_is_needless(tree function)
{
	struct construct *construct;
	unsigned i, count = 0, settled = 0;

	FOR_EACH_VEC_ELT (constructs, i, construct) {
		if (construct->function_uid != DECL_UID(function))
			continue;
		count++;
		settled += attempt_is_settled(i);
	}
	return find_loss(DECL_UID(function), 0) || (count && settled == count);
}
