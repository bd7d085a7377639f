/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs programs of the user. Between podium and the program stands a keeper:
 * a process that adopts whatever the program leaves behind, ends all of it
 * when the program has ended or podium has, and tells the time that it took.
 */
#include "runner.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "pulse.h"

#define GLANCE 100 /* ms between looks at whether the user interrupts */
#define GRACE 3	   /* seconds that a gentle end may take */
#define SWEEPS 200 /* at most, to end what a program left behind */

/* What the keeper tells, in one piece. */
struct report {
	int error; /* an errno: the program was not started */
	int status;
	double wall, cpu, resident;
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ---- the program, before it is one ---- */

static void limit(int resource, double most)
{
	struct rlimit limits;

	if (most <= 0 || getrlimit(resource, &limits) != 0)
		return;
	if (limits.rlim_max == RLIM_INFINITY || most < (double)limits.rlim_max)
		limits.rlim_cur = (rlim_t)most;
	setrlimit(resource, &limits);
}

static bool redirect(const char *path, int flags, int target)
{
	int descriptor = open(path ? path : "/dev/null", flags, 0666);

	if (descriptor < 0 || dup2(descriptor, target) < 0)
		return false;
	if (descriptor != target)
		close(descriptor);
	return true;
}

static bool lay_streams(const struct runner_job *job)
{
	const int out = O_WRONLY | O_CREAT | O_TRUNC;
	bool same = job->output && job->errors &&
		    strcmp(job->output, job->errors) == 0;

	if (!redirect(job->input, O_RDONLY, STDIN_FILENO) ||
	    !redirect(job->output, out, STDOUT_FILENO))
		return false;
	if (same)
		return dup2(STDOUT_FILENO, STDERR_FILENO) >= 0;
	return redirect(job->errors, out, STDERR_FILENO);
}

static void reset_signals(void)
{
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool tell_kernel(const char *path, const char *words)
{
	int descriptor = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t length = (ssize_t)strlen(words);
	bool good = descriptor >= 0 &&
		    write(descriptor, words, strlen(words)) == length;

	if (descriptor >= 0)
		close(descriptor);
	return good;
}

/* Who may not mount makes a user namespace, and stays the user in it. */
static bool leave_namespace(void)
{
	char users[64], groups[64];

	snprintf(users, sizeof(users), "%d %d 1", (int)geteuid(),
		 (int)geteuid());
	snprintf(groups, sizeof(groups), "%d %d 1", (int)getegid(),
		 (int)getegid());
	if (unshare(CLONE_NEWNS) == 0)
		return true;
	return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
	       tell_kernel("/proc/self/setgroups", "deny") &&
	       tell_kernel("/proc/self/gid_map", groups) &&
	       tell_kernel("/proc/self/uid_map", users);
}

/* For this process and its children alone. */
static bool exchange_folder(const struct runner_job *job)
{
	return !job->copy ||
	       (leave_namespace() &&
		mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
		mount(job->copy, job->original, NULL, MS_BIND, NULL) == 0);
}

/*
 * For the keeper and what it starts: what is written in the folder goes into
 * a layer over it. Done before the time is taken, undone when they are gone.
 */
static bool cover_folder(const struct runner_job *job)
{
	char options[4096];
	int length;

	if (!job->covered)
		return true;
	length = snprintf(options, sizeof(options),
			  "userxattr,index=off,lowerdir=%s,upperdir=%s,"
			  "workdir=%s",
			  job->covered, job->upper, job->work);
	if (length >= (int)sizeof(options)) {
		errno = ENAMETOOLONG;
		return false;
	}
	return leave_namespace() &&
	       mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
	       mount("overlay", job->covered, "overlay", 0, options) == 0 &&
	       chdir(job->covered) == 0;
}

/* Becomes the program, or tells an errno. */
static void become(const struct runner_job *job, int tell)
{
	bool good = exchange_folder(job);
	int error;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (good && (!job->folder || chdir(job->folder) == 0) &&
	    lay_streams(job)) {
		for (int i = 0; job->variables && job->variables[i]; i++)
			putenv((char *)job->variables[i]);
		limit(RLIMIT_DATA, job->memory);
		limit(RLIMIT_FSIZE, job->file);
		limit(RLIMIT_CORE, 1); /* as good as none, which is 0 */
		reset_signals();
		execvp(job->program ? job->program : job->arguments[0],
		       (char *const *)job->arguments);
	}
	error = errno;
	if (write(tell, &error, sizeof(error)) < 0)
		_exit(126);
	_exit(127);
}

/* ---- the keeper ---- */

/* The parent of the process whose /proc entry this is, 0 if it is none. */
static pid_t parent_of(const char *entry)
{
	char path[64], line[512];
	const char *end;
	ssize_t length;
	int descriptor, parent = 0;

	if (entry[strspn(entry, "0123456789")] || strlen(entry) > 20)
		return 0;
	snprintf(path, sizeof(path), "/proc/%s/stat", entry);
	descriptor = open(path, O_RDONLY | O_CLOEXEC);
	if (descriptor < 0)
		return 0;
	length = read(descriptor, line, sizeof(line) - 1);
	close(descriptor);
	line[length > 0 ? length : 0] = '\0';
	end = strrchr(line, ')');
	return end && sscanf(end, ") %*c %d", &parent) == 1 ? parent : 0;
}

static void kill_children(void)
{
	DIR *directory = opendir("/proc");
	struct dirent *entry;

	if (!directory)
		return;
	while ((entry = readdir(directory)))
		if (parent_of(entry->d_name) == getpid())
			kill((pid_t)atoi(entry->d_name), SIGKILL);
	closedir(directory);
}

/* Orphans come to the keeper one generation after the other. */
static void sweep(pid_t program)
{
	const struct timespec pause = {0, 5000000};

	kill(-program, SIGKILL);
	for (int i = 0; i < SWEEPS; i++) {
		pid_t ended;

		while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
			;
		if (ended < 0 && errno == ECHILD)
			return;
		kill_children();
		nanosleep(&pause, NULL);
	}
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* True if the program has ended. What it left behind may have as well. */
static bool reap(pid_t program, struct report *report)
{
	struct rusage usage;
	bool found = false;
	pid_t ended;
	int status;

	while ((ended = wait4(-1, &status, WNOHANG, &usage)) > 0) {
		if (ended != program)
			continue;
		found = true;
		report->status = status;
		report->cpu =
			seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
		report->resident = (double)usage.ru_maxrss * 1024;
	}
	return found;
}

/*
 * A build takes away what it has half made, if it has the time, and the shell
 * in front of it does not wait for that. True if the program has ended.
 */
static bool ends_gently(pid_t program, const sigset_t *watched,
			struct report *report)
{
	const double end = now() + GRACE;
	bool ended = false;

	kill(-program, SIGTERM);
	for (;;) {
		double left = end - now();
		struct timespec most = {(time_t)left,
					(long)(fmod(left, 1) * 1e9)};

		ended = reap(program, report) || ended;
		if (left <= 0 || kill(-program, 0) != 0)
			return ended;
		sigtimedwait(watched, NULL, &most);
	}
}

/* Wait for a signal, with pulses until the next one is due. */
static int await_signal(const struct runner_job *job, const sigset_t *watched,
			struct pulse *pulse)
{
	double seconds = job->pulses > 0 ? pulse_step(pulse) : 0;
	const struct timespec most = {(time_t)seconds,
				      (long)(fmod(seconds, 1) * 1e9)};

	return job->pulses > 0 ? sigtimedwait(watched, NULL, &most)
			       : sigwaitinfo(watched, NULL);
}

/* Wait for the program's end, or for the word that it shall end. */
static void attend(const struct runner_job *job, pid_t program,
		   const sigset_t *watched, struct report *report)
{
	struct pulse pulse = pulse_begin(job->pulses);

	while (!reap(program, report)) {
		if (await_signal(job, watched, &pulse) != SIGTERM)
			continue;
		if (job->gentle && ends_gently(program, watched, report))
			return;
		kill(-program, SIGKILL);
	}
}

/* The errno of a program that could not be started, else 0. */
static int start_error(int descriptor)
{
	int error = 0;

	while (read(descriptor, &error, sizeof(error)) < 0 && errno == EINTR)
		;
	close(descriptor);
	return error;
}

static void keep(const struct runner_job *job, pid_t podium, int tell)
{
	struct report report = {0};
	sigset_t watched;
	double begin;
	bool covered;
	int ends[2];
	pid_t program;

	setpgid(0, 0);
	sigemptyset(&watched);
	sigaddset(&watched, SIGTERM);
	sigaddset(&watched, SIGCHLD);
	sigprocmask(SIG_BLOCK, &watched, NULL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGINT, SIG_IGN);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != podium || pipe2(ends, O_CLOEXEC) < 0)
		_exit(1);
	covered = cover_folder(job);
	begin = now();
	program = covered ? fork() : -1;
	report.error = errno;
	if (program == 0)
		become(job, ends[1]);
	close(ends[1]);
	if (program > 0) {
		report.error = start_error(ends[0]);
		attend(job, program, &watched, &report);
		report.wall = now() - begin;
		sweep(program);
	}
	if (write(tell, &report, sizeof(report)) < 0)
		_exit(1);
	_exit(0);
}

/* ---- podium ---- */

/* True once the keeper has spoken or is gone. */
static bool wait_until(int descriptor, double end)
{
	struct pollfd poll_for = {.fd = descriptor, .events = POLLIN};

	while (!process_interrupted()) {
		double left = end - now();
		int most =
			left * 1000 < GLANCE ? (int)(left * 1000) + 1 : GLANCE;

		if (left <= 0)
			return false;
		if (poll(&poll_for, 1, most) > 0)
			return true;
	}
	return false;
}

static void read_report(int descriptor, struct runner_result *result)
{
	struct report report;
	ssize_t length;

	do
		length = read(descriptor, &report, sizeof(report));
	while (length < 0 && errno == EINTR);
	if (length != sizeof(report))
		return;
	result->wall = report.wall;
	result->cpu = report.cpu;
	result->resident = report.resident;
	if (report.error) {
		result->end = RUNNER_NOT_STARTED;
		result->code = report.error;
	} else if (WIFSIGNALED(report.status)) {
		result->end = RUNNER_KILLED;
		result->code = WTERMSIG(report.status);
	} else {
		result->end = RUNNER_EXITED;
		result->code = WEXITSTATUS(report.status);
	}
}

static struct runner_result watch(const struct runner_job *job, pid_t keeper,
				  int descriptor)
{
	struct runner_result result = {RUNNER_NOT_STARTED, ECHILD, 0, 0, 0};
	double end = job->seconds > 0 ? now() + job->seconds : INFINITY;
	bool ended = wait_until(descriptor, end);

	if (!ended)
		kill(keeper, SIGTERM);
	read_report(descriptor, &result);
	while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR)
		;
	if (!ended && !process_interrupted())
		result.end = RUNNER_TIME;
	if (process_interrupted()) {
		result.end = RUNNER_INTERRUPTED;
		result.code = process_interrupted();
	}
	return result;
}

struct runner_result runner_run(const struct runner_job *job)
{
	struct runner_result result = {RUNNER_NOT_STARTED, 0, 0, 0, 0};
	pid_t podium = getpid();
	int ends[2];
	pid_t keeper;

	if (pipe2(ends, O_CLOEXEC) < 0) {
		result.code = errno;
		return result;
	}
	process_watch_signals();
	keeper = fork();
	if (keeper == 0)
		keep(job, podium, ends[1]);
	close(ends[1]);
	if (keeper > 0)
		result = watch(job, keeper, ends[0]);
	else
		result.code = errno;
	close(ends[0]);
	process_unwatch_signals();
	return result;
}

const char *runner_own_input(void)
{
	struct stat status;
	int waiting = 0;

	if (fstat(STDIN_FILENO, &status) != 0)
		return NULL;
	if (S_ISREG(status.st_mode))
		return "/dev/stdin";
	if ((S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) &&
	    ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > 0)
		message_warning(
			"the program reads nothing: what comes out of a "
			"pipe only one run could read; put it into a "
			"file, and that behind '<'");
	return NULL;
}

bool runner_done(const struct runner_result *result)
{
	return result->end == RUNNER_EXITED && result->code == 0;
}

static void killed_reason(const struct runner_job *job,
			  const struct runner_result *result,
			  struct text *reason)
{
	if (result->code == SIGXFSZ)
		text_print(reason, "output limit of %.0f MiB",
			   job->file / 1048576);
	else if (result->code == SIGKILL)
		text_add(reason, "killed, probably for want of memory");
	else
		text_print(reason, "crashed: %s", strsignal(result->code));
}

void runner_reason(const struct runner_job *job,
		   const struct runner_result *result, struct text *reason)
{
	bool full = job->memory > 0 && result->resident > .8 * job->memory;

	if (runner_done(result))
		return;
	switch (result->end) {
	case RUNNER_TIME:
		text_print(reason, RUNNER_LIMIT " of %.3g s", job->seconds);
		break;
	case RUNNER_NOT_STARTED:
		text_print(reason, "cannot be started: %s",
			   strerror(result->code));
		break;
	case RUNNER_INTERRUPTED:
		text_add(reason, "interrupted");
		break;
	case RUNNER_KILLED:
		killed_reason(job, result, reason);
		break;
	case RUNNER_EXITED:
		text_print(reason, "exit status %d", result->code);
		break;
	}
	if (full && result->end != RUNNER_TIME)
		text_print(reason, " at the memory limit of %.0f MiB",
			   job->memory / 1048576);
}
