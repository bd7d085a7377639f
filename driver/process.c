/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Other programs, run without a shell.
 */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "text.h"

#define COMPILER_LIMIT_S 600

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

#define ENDING_COUNT (sizeof(ending) / sizeof(ending[0]))

static volatile sig_atomic_t interrupted;
static volatile pid_t child; /* leader of the group that runs, or 0 */
static struct sigaction previous[ENDING_COUNT];
static int watchers;

static volatile sig_atomic_t too_slow;

static void on_alarm(int number)
{
	int error = errno;

	(void)number;
	too_slow = 1;
	if (child > 0)
		kill(-child, SIGKILL);
	errno = error;
}

/* The first signal is passed on gently, a second one kills. */
static void on_signal(int number)
{
	int error = errno;

	if (child > 0)
		kill(-child, interrupted ? SIGKILL : SIGTERM);
	interrupted = number;
	errno = error;
}

/* Signals that the caller of podium ignores stay ignored (nohup). */
void process_watch_signals(void)
{
	struct sigaction watch = {.sa_handler = on_signal};

	if (watchers++ > 0)
		return;
	for (size_t i = 0; i < ENDING_COUNT; i++) {
		sigaction(ending[i], NULL, &previous[i]);
		if (previous[i].sa_handler != SIG_IGN)
			sigaction(ending[i], &watch, NULL);
	}
}

void process_unwatch_signals(void)
{
	if (--watchers > 0)
		return;
	for (size_t i = 0; i < ENDING_COUNT; i++)
		sigaction(ending[i], &previous[i], NULL);
}

int process_interrupted(void)
{
	return interrupted;
}

bool process_done(struct process_result result)
{
	return result.end == PROCESS_EXITED && result.code == 0;
}

/* Standard input, output and error of the child. "pipe_end" may be -1. */
static bool lay_streams(enum process_streams streams, int pipe_end)
{
	bool apart = streams == PROCESS_TO_ERRORS;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int errors = streams == PROCESS_CAPTURE_BOTH ? pipe_end : null;

	if (dup2(null, STDIN_FILENO) < 0)
		return false;
	if (apart)
		return dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
	return dup2(pipe_end, STDOUT_FILENO) >= 0 &&
	       dup2(errors, STDERR_FILENO) >= 0;
}

/* Becomes the program, or tells an errno. */
static void become(const char *const *arguments, enum process_streams streams,
		   int pipe_end, const sigset_t *mask, int tell)
{
	int error;

	setpgid(0, 0);
	for (size_t i = 0; i < ENDING_COUNT; i++)
		sigaction(ending[i], &previous[i], NULL);
	sigprocmask(SIG_SETMASK, mask, NULL);
	if (lay_streams(streams, pipe_end))
		execvp(arguments[0], (char *const *)arguments);
	error = errno;
	if (write(tell, &error, sizeof(error)) < 0)
		_exit(126);
	_exit(127);
}

/* The errno of a child that could not become the program, else 0. */
static int start_error(int descriptor)
{
	int error = 0;

	while (read(descriptor, &error, sizeof(error)) < 0 && errno == EINTR)
		;
	return error;
}

/* Returns 0 or an errno; *leader is the new process. */
static int spawn(const char *const *arguments, enum process_streams streams,
		 int pipe_end, const sigset_t *mask, pid_t *leader)
{
	pid_t podium = getpid();
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return errno;
	*leader = fork();
	if (*leader == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != podium)
			_exit(126);
		become(arguments, streams, pipe_end, mask, ends[1]);
	}
	error = *leader < 0 ? errno : 0;
	close(ends[1]);
	if (*leader > 0) {
		error = start_error(ends[0]);
		if (error)
			waitpid(*leader, NULL, 0);
	}
	close(ends[0]);
	return error;
}

/*
 * Signals are held back until the child is known, so that none can slip in
 * between the question whether to start it and the note whom to end.
 */
static int start(const char *const *arguments, enum process_streams streams,
		 int pipe_end)
{
	sigset_t hold, mask;
	pid_t leader = 0;
	int error = EINTR;

	sigemptyset(&hold);
	for (size_t i = 0; i < ENDING_COUNT; i++)
		sigaddset(&hold, ending[i]);
	sigprocmask(SIG_BLOCK, &hold, &mask);
	if (!interrupted)
		error = spawn(arguments, streams, pipe_end, &mask, &leader);
	child = error ? 0 : leader;
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return error;
}

static void read_all(int descriptor, struct text *captured)
{
	char buffer[4096];
	ssize_t length;

	for (;;) {
		length = read(descriptor, buffer, sizeof(buffer));
		if (length > 0)
			text_add_bytes(captured, buffer, length);
		else if (length == 0 || errno != EINTR)
			return;
	}
}

static struct process_result wait_for_child(void)
{
	struct process_result result = {PROCESS_EXITED, 0};
	int status;

	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	child = 0;
	if (WIFSIGNALED(status)) {
		result.end = PROCESS_KILLED;
		result.code = WTERMSIG(status);
	} else {
		result.code = WEXITSTATUS(status);
	}
	return result;
}

static struct process_result run_watched(const char *const *arguments,
					 enum process_streams streams,
					 struct text *captured)
{
	struct process_result result = {PROCESS_NOT_STARTED, 0};
	int ends[2] = {-1, -1};

	if (streams != PROCESS_TO_ERRORS && pipe2(ends, O_CLOEXEC) < 0) {
		result.code = errno;
		return result;
	}
	result.code = start(arguments, streams, ends[1]);
	if (ends[1] >= 0)
		close(ends[1]);
	if (result.code == 0) {
		if (ends[0] >= 0)
			read_all(ends[0], captured);
		result = wait_for_child();
	}
	if (ends[0] >= 0)
		close(ends[0]);
	return result;
}

struct process_result process_run(const char *const *arguments,
				  enum process_streams streams,
				  struct text *captured)
{
	struct process_result result;

	process_watch_signals();
	result = run_watched(arguments, streams, captured);
	process_unwatch_signals();
	if (interrupted) {
		result.end = PROCESS_INTERRUPTED;
		result.code = interrupted;
	}
	return result;
}

static unsigned compiler_limit_s(void)
{
	const char *given = getenv("PODIUM_TEST_COMPILER_S");
	int seconds = given ? atoi(given) : 0;

	return seconds > 0 ? seconds : COMPILER_LIMIT_S;
}

struct process_result process_compile(const char *const *arguments,
				      enum process_streams streams,
				      struct text *captured)
{
	struct sigaction slow = {.sa_handler = on_alarm}, before;
	unsigned limit_s = compiler_limit_s();
	struct process_result result;

	too_slow = 0;
	sigaction(SIGALRM, &slow, &before);
	alarm(limit_s);
	result = process_run(arguments, streams, captured);
	alarm(0);
	sigaction(SIGALRM, &before, NULL);
	if (too_slow && result.end == PROCESS_KILLED) {
		result.end = PROCESS_TOO_SLOW;
		result.code = limit_s;
	}
	return result;
}
