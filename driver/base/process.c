/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Other programs, run without a shell.
 */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "text.h"

extern char **environ;

#define COMPILER_LIMIT_S 600

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

#define ENDING_COUNT (sizeof(ending) / sizeof(ending[0]))

static volatile sig_atomic_t interrupted;
static volatile pid_t group; /* of what runs, or 0 */
static struct sigaction previous[ENDING_COUNT];
static int watchers;

static volatile sig_atomic_t too_slow;

static void on_alarm(int number)
{
	int error = errno;

	(void)number;
	too_slow = 1;
	if (group > 0)
		kill(-group, SIGKILL);
	errno = error;
}

/* The first signal is passed on gently, a second one kills. */
static void on_signal(int number)
{
	int error = errno;

	if (group > 0)
		kill(-group, interrupted ? SIGKILL : SIGTERM);
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
static void lay_streams(posix_spawn_file_actions_t *actions,
			enum process_streams streams, int pipe_end)
{
	posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null",
					 O_RDONLY, 0);
	if (streams == PROCESS_TO_ERRORS) {
		posix_spawn_file_actions_adddup2(actions, STDERR_FILENO,
						 STDOUT_FILENO);
		return;
	}
	posix_spawn_file_actions_adddup2(actions, pipe_end, STDOUT_FILENO);
	if (streams == PROCESS_CAPTURE_BOTH)
		posix_spawn_file_actions_adddup2(actions, pipe_end,
						 STDERR_FILENO);
	else
		posix_spawn_file_actions_addopen(actions, STDERR_FILENO,
						 "/dev/null", O_WRONLY, 0);
}

/* Returns 0 or an errno. The child joins the group, or leads its own for 0. */
static int spawn(const char *const *arguments, enum process_streams streams,
		 int pipe_end, const sigset_t *mask, pid_t joined, pid_t *child)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int error;

	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	lay_streams(&actions, streams, pipe_end);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
						      POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setpgroup(&attributes, joined);
	posix_spawnattr_setsigmask(&attributes, mask);
	error = posix_spawnp(child, arguments[0], &actions, &attributes,
			     (char *const *)arguments, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/*
 * Signals are held back until its group is known, so that none can slip in
 * between the question whether to start it and the note whom to end.
 */
static int start(const char *const *arguments, enum process_streams streams,
		 int pipe_end, pid_t joined, pid_t *child)
{
	sigset_t hold, mask;
	int error = EINTR;

	sigemptyset(&hold);
	for (size_t i = 0; i < ENDING_COUNT; i++)
		sigaddset(&hold, ending[i]);
	sigprocmask(SIG_BLOCK, &hold, &mask);
	if (!interrupted)
		error = spawn(arguments, streams, pipe_end, &mask, joined,
			      child);
	if (error == 0)
		group = joined ? joined : *child;
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

static struct process_result wait_for(pid_t child)
{
	struct process_result result = {PROCESS_EXITED, 0};
	int status;

	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	group = 0;
	if (WIFSIGNALED(status)) {
		result.end = PROCESS_KILLED;
		result.code = WTERMSIG(status);
	} else {
		result.code = WEXITSTATUS(status);
	}
	return result;
}

/*
 * A process that sees podium end, however it does, and ends its group. What
 * shall end with podium joins this group: it is never without a lookout.
 */
struct lookout {
	pid_t process; /* and its group; 0 if there is none */
	int alive;     /* closed when podium is gone */
};

static void look_out(int alive)
{
	char nothing;

	while (read(alive, &nothing, 1) < 0 && errno == EINTR)
		;
	kill(0, SIGKILL);
}

static struct lookout post_lookout(void)
{
	struct lookout lookout = {0, -1};
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return lookout;
	lookout.alive = ends[1];
	lookout.process = fork();
	if (lookout.process == 0) {
		setpgid(0, 0);
		close(ends[1]);
		look_out(ends[0]);
	}
	close(ends[0]);
	if (lookout.process > 0)
		setpgid(lookout.process, lookout.process);
	else
		lookout.process = 0;
	return lookout;
}

static void end_lookout(const struct lookout *lookout)
{
	if (lookout->process > 0) {
		kill(lookout->process, SIGKILL);
		while (waitpid(lookout->process, NULL, 0) < 0 && errno == EINTR)
			;
	}
	if (lookout->alive >= 0)
		close(lookout->alive);
}

static struct process_result run_watched(const char *const *arguments,
					 enum process_streams streams,
					 struct text *captured, pid_t joined)
{
	struct process_result result = {PROCESS_NOT_STARTED, 0};
	int ends[2] = {-1, -1};
	pid_t child;

	if (streams != PROCESS_TO_ERRORS && pipe2(ends, O_CLOEXEC) < 0) {
		result.code = errno;
		return result;
	}
	result.code = start(arguments, streams, ends[1], joined, &child);
	if (ends[1] >= 0)
		close(ends[1]);
	if (result.code == 0) {
		if (ends[0] >= 0)
			read_all(ends[0], captured);
		result = wait_for(child);
	}
	if (ends[0] >= 0)
		close(ends[0]);
	return result;
}

static struct process_result run(const char *const *arguments,
				 enum process_streams streams,
				 struct text *captured, pid_t joined)
{
	struct process_result result;

	process_watch_signals();
	result = run_watched(arguments, streams, captured, joined);
	process_unwatch_signals();
	if (interrupted) {
		result.end = PROCESS_INTERRUPTED;
		result.code = interrupted;
	}
	return result;
}

struct process_result process_run(const char *const *arguments,
				  enum process_streams streams,
				  struct text *captured)
{
	return run(arguments, streams, captured, 0);
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
	struct lookout lookout;

	process_watch_signals();
	lookout = post_lookout();
	too_slow = 0;
	sigaction(SIGALRM, &slow, &before);
	alarm(limit_s);
	result = run(arguments, streams, captured, lookout.process);
	alarm(0);
	sigaction(SIGALRM, &before, NULL);
	end_lookout(&lookout);
	process_unwatch_signals();
	if (too_slow && result.end == PROCESS_KILLED) {
		result.end = PROCESS_TOO_SLOW;
		result.code = limit_s;
	}
	return result;
}
