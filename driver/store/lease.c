/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who may write a file that several machines see.
 */
#include "lease.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"

/* Seconds without a word after which a writer is gone, and how often it counts
   in them. */
#define LAPSE 15
#define BEATS 5

/* "HOST PROCESS TOKEN COUNT": a line, of one length while it is held. */
#define LINE "%s %ld %016" PRIx64 " %08lu\n"
#define LONGEST 400

#define WRITER "-writer" /* behind the name of the file */

struct lease {
	char *path;
	char host[256];
	uint64_t token; /* no other lease has it */
	int file;	/* what it made: never that of another one */
	pthread_t beater;
	pthread_mutex_t lock;
	pthread_cond_t end;
	bool ended; /* asked and told under the lock */
};

/* PODIUM_TEST_NETWORK is for the tests, which do not wait so long. */
static double lapse(void)
{
	const char *seconds = getenv("PODIUM_TEST_NETWORK");

	return seconds && atof(seconds) > 0 ? atof(seconds) : LAPSE;
}

static void rest(double seconds)
{
	const struct timespec time = {
		(time_t)seconds, (long)(1e9 * (seconds - (time_t)seconds))};

	nanosleep(&time, NULL);
}

/* Opened anew each time: what another machine has written is seen then. */
static bool read_line(const char *path, char *line)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = file >= 0 ? read(file, line, LONGEST - 1) : -1;

	if (file >= 0)
		close(file);
	line[length > 0 ? length : 0] = '\0';
	return length >= 0;
}

static bool is_of(const char *line, uint64_t token)
{
	char words[20];

	snprintf(words, sizeof(words), " %016" PRIx64 " ", token);
	return strstr(line, words) != NULL;
}

/* ---- counting on ---- */

static bool write_line(const struct lease *lease, unsigned long count)
{
	char line[LONGEST];
	int length = snprintf(line, sizeof(line), LINE, lease->host,
			      (long)getpid(), lease->token, count);

	return pwrite(lease->file, line, (size_t)length, 0) == length &&
	       fsync(lease->file) == 0;
}

/* Until it is time to beat again. False at the end. */
static bool wait_for_beat(struct lease *lease)
{
	struct timespec until;
	double seconds = lapse() / BEATS;
	bool goes_on;

	clock_gettime(CLOCK_MONOTONIC, &until);
	seconds += (double)until.tv_nsec / 1e9;
	until.tv_sec += (time_t)seconds;
	until.tv_nsec = (long)(1e9 * (seconds - floor(seconds)));
	pthread_mutex_lock(&lease->lock);
	while (!lease->ended &&
	       pthread_cond_timedwait(&lease->end, &lease->lock, &until) == 0)
		;
	goes_on = !lease->ended;
	pthread_mutex_unlock(&lease->lock);
	return goes_on;
}

/* A thread, which ends in whichever way podium does. It is not cancelled: a
   frame that is left so has no end for tools that look after memory. */
static void *beat(void *context)
{
	struct lease *lease = context;

	for (unsigned long count = 1; wait_for_beat(lease); count++)
		write_line(lease, count);
	return NULL;
}

static void end_beating(struct lease *lease)
{
	pthread_mutex_lock(&lease->lock);
	lease->ended = true;
	pthread_cond_signal(&lease->end);
	pthread_mutex_unlock(&lease->lock);
	pthread_join(lease->beater, NULL);
	pthread_cond_destroy(&lease->end);
	pthread_mutex_destroy(&lease->lock);
}

static void prepare_beating(struct lease *lease)
{
	pthread_condattr_t steady;

	pthread_condattr_init(&steady);
	pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
	pthread_cond_init(&lease->end, &steady);
	pthread_condattr_destroy(&steady);
	pthread_mutex_init(&lease->lock, NULL);
	lease->ended = false;
}

/* Signals are for the thread that waits for programs. */
static bool start_beating(struct lease *lease)
{
	sigset_t all, before;
	int error;

	prepare_beating(lease);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&lease->beater, NULL, beat, lease);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return error == 0;
}

bool lease_holds(const struct lease *lease)
{
	char line[LONGEST];

	return read_line(lease->path, line) && is_of(line, lease->token);
}

/* ---- taking it ---- */

/* Watched as long as one that lives cannot be silent; what it says is left in
   "line", nothing where it is gone. */
static bool is_silent(const char *path, char *line)
{
	char later[LONGEST];
	bool silent = read_line(path, line);

	message_progress("waiting whether '%s' is still written", path);
	for (int i = 0; i < 2 * BEATS && silent; i++) {
		rest(lapse() / (2 * BEATS));
		silent = read_line(path, later) && strcmp(line, later) == 0 &&
			 !process_interrupted();
	}
	message_progress(NULL);
	return silent;
}

/*
 * Two may have watched it: the second takes away what the first has just made,
 * sees that, and puts it back.
 */
static void remove_silent(const struct lease *lease, const char *line)
{
	char *aside = memory_print("%s-%016" PRIx64, lease->path, lease->token);
	char taken[LONGEST];

	if (rename(lease->path, aside) == 0) {
		read_line(aside, taken);
		if (strcmp(line, taken) != 0)
			rename(aside, lease->path);
		unlink(aside);
	}
	free(aside);
}

static void explain(const struct lease *lease, const char *line,
		    struct text *problem)
{
	char host[256] = "?";
	long process = 0;
	struct text safe = {0};

	sscanf(line, "%255s %ld", host, &process);
	text_add_safe(&safe, host);
	text_print(problem,
		   "another podium is tuning with this store, process %ld on "
		   "'%s', as "
		   "'%s' says; wait for it, or name another one with --store",
		   process, text_string(&safe), lease->path);
	text_free(&safe);
}

/* Of the kernel, and good enough if that has none to give. */
static uint64_t new_token(void)
{
	uint64_t token = (uint64_t)getpid() << 32 ^ (uint64_t)time(NULL);
	int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);

	if (file >= 0 && read(file, &token, sizeof(token)) < 0)
		token ^= (uint64_t)clock();
	if (file >= 0)
		close(file);
	return token;
}

/* False if it is there, or cannot be made; then nothing is left. */
static bool make(struct lease *lease)
{
	int error;

	lease->file = open(lease->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			   0666);
	if (lease->file < 0 || write_line(lease, 0))
		return lease->file >= 0;
	error = errno;
	close(lease->file);
	unlink(lease->path);
	errno = error;
	return false;
}

/* Who was silent leaves it to the first that makes it anew. */
static bool take(struct lease *lease, struct text *problem)
{
	char line[LONGEST] = "";
	bool made = make(lease);

	if (!made && errno == EEXIST) {
		if (is_silent(lease->path, line))
			remove_silent(lease, line);
		made = make(lease);
	}
	if (!made && process_interrupted())
		text_add(problem, "stopped");
	else if (!made && errno == EEXIST)
		explain(lease, line, problem);
	else if (!made)
		text_print(problem, "cannot write '%s': %s", lease->path,
			   strerror(errno));
	return made;
}

struct lease *lease_take(const char *path, struct text *problem)
{
	struct lease *lease = memory_grow(NULL, 1, sizeof(*lease));

	*lease = (struct lease){.path = memory_print("%s" WRITER, path),
				.token = new_token()};
	gethostname(lease->host, sizeof(lease->host) - 1);
	if (take(lease, problem)) {
		if (start_beating(lease))
			return lease;
		text_print(problem, "cannot start a thread: %s",
			   strerror(errno));
		unlink(lease->path);
		close(lease->file);
	}
	free(lease->path);
	free(lease);
	return NULL;
}

char *lease_name(const struct lease *lease, const char *path)
{
	return memory_print("%s-new-%016" PRIx64, path, lease->token);
}

/* Of one that was killed the file is left. */
bool lease_is_taken(const char *path)
{
	char *beside = memory_print("%s" WRITER, path);
	char line[LONGEST];
	bool taken = access(beside, F_OK) == 0 && !is_silent(beside, line);

	free(beside);
	return taken;
}

void lease_free(struct lease *lease)
{
	if (!lease)
		return;
	end_beating(lease);
	if (lease_holds(lease))
		unlink(lease->path);
	close(lease->file);
	free(lease->path);
	free(lease);
}
