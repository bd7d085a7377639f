/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium-keeper ERRAND: makes the runs that a file describes, on the machine
 * where a launcher has started it, and writes beside the file how they went.
 * Needs hwloc and the C library alone: podium's others may not be there.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "errand.h"
#include "leave.h"
#include "machine/kernel.h"

/* Between looks at whether the run is still wanted: seconds. */
#define GLANCE 1

/* The file of the errand: podium removes it when it waits no more. */
static const char *wanted;

static void look(int signal)
{
	int error = errno;

	(void)signal;
	if (access(wanted, F_OK) != 0 && errno == ENOENT)
		raise(SIGTERM);
	errno = error;
}

static void watch(const char *path)
{
	const struct itimerval each = {{GLANCE, 0}, {GLANCE, 0}};
	struct sigaction action = {.sa_handler = look, .sa_flags = SA_RESTART};

	wanted = path;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &each, NULL);
}

/* What a launcher starts several times is run once. */
static bool is_first(const char *path)
{
	char *begun = memory_print("%s" ERRAND_BEGUN, path);
	int file = open(begun, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	bool first = file >= 0;

	if (first)
		close(file);
	else if (errno == EEXIST)
		message_error("the launcher starts the program several times: "
			      "it is run once; ask it for one task");
	else
		message_error("cannot write '%s': %s", begun, strerror(errno));
	free(begun);
	return first;
}

/* The user's, where the launcher has not carried them over. */
static void set_variables(const struct errand *errand)
{
	for (size_t i = 0; errand->defaults && errand->defaults[i]; i++) {
		char *name = memory_string(errand->defaults[i]);
		char *value = strchr(name, '=');

		if (value) {
			*value++ = '\0';
			setenv(name, value, 0);
		}
		free(name);
	}
	if (!errand->pin || getenv("OMP_PROC_BIND") || getenv("OMP_PLACES") ||
	    getenv("GOMP_CPU_AFFINITY"))
		return;
	setenv("OMP_PROC_BIND", "true", 1);
	setenv("OMP_PLACES", "cores", 1);
}

/* Before the run: what the machine is like without it. */
static void describe(struct errand_report *report)
{
	const char *threads = getenv("OMP_NUM_THREADS");
	char host[256] = "";

	gethostname(host, sizeof(host) - 1);
	report->host = kernel_line("/proc/sys/kernel/hostname");
	if (!report->host)
		report->host = memory_string(host);
	report->memory = kernel_memory();
	report->load = kernel_load();
	report->mhz = kernel_mhz();
	report->machine.page = (double)sysconf(_SC_PAGESIZE);
	report->machine.cpu = processors_model();
	report->machine.level = processors_level();
	report->machine.threads = threads ? atoi(threads) : 0;
	processors_read(&report->machine);
}

static bool tell(const struct errand_report *report, const char *errand)
{
	char *path = memory_print("%s" ERRAND_REPORT, errand);
	bool good = errand_tell(report, path);

	if (!good)
		message_error("cannot write '%s': %s", path, strerror(errno));
	free(path);
	return good;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- a run ---- */

static struct leave *look_at_files(const struct errand_run *run)
{
	struct leave *before = NULL;

	for (size_t i = 0; run->files && run->files[i]; i++) {
		before = memory_grow(before, i + 1, sizeof(*before));
		leave_look(&before[i], run->files[i]);
	}
	return before;
}

/* Those that it has written. */
static bool keep_files(const struct errand_run *run, const struct leave *before)
{
	for (size_t i = 0; run->files && run->files[i]; i++) {
		if (!leave_is_new(&before[i], run->files[i]) ||
		    file_copy(run->files[i], run->copies[i]))
			continue;
		message_error("cannot copy '%s' to '%s': %s", run->files[i],
			      run->copies[i], strerror(errno));
		return false;
	}
	return true;
}

/* It sees the folder as the run has left it. */
static struct runner_result check(const struct errand_run *run)
{
	const char *arguments[] = {"/bin/sh", "-c", run->check, NULL};
	const struct runner_job job = {.arguments = arguments,
				       .folder = run->job.folder,
				       .input = run->job.output,
				       .seconds = ERRAND_CHECK_SECONDS};

	return runner_run(&job);
}

/* False if what it has left cannot be kept. */
static bool make_one(const struct errand_run *run, struct errand_result *one)
{
	struct leave *before = look_at_files(run);
	bool good;

	one->result = runner_run(&run->job);
	if (run->check && one->result.end == RUNNER_EXITED)
		one->check = check(run);
	good = keep_files(run, before);
	free(before);
	return good;
}

/* One after the other; once podium waits no more, none. */
static bool make_all(const struct errand *errand, struct errand_report *report)
{
	bool good = true;

	report->count = errand->count;
	report->results =
		memory_grow(NULL, errand->count, sizeof(*report->results));
	report->begun = now();
	for (size_t i = 0; i < errand->count && good; i++) {
		struct errand_result *one = &report->results[i];

		*one = (struct errand_result){
			.made = errand_calls_for(errand, i, report->results)};
		if (one->made)
			good = make_one(&errand->runs[i], one);
	}
	report->ended = now();
	return good;
}

static bool make_runs(const struct errand *errand, const char *path)
{
	struct errand_report report = {0};
	bool good;

	watch(path);
	describe(&report);
	set_variables(errand);
	good = make_all(errand, &report) && tell(&report, path);
	errand_report_free(&report);
	return good;
}

int main(int count, char **arguments)
{
	struct errand errand = {0};
	bool good;

	message_command("keeper");
	if (count != 2 || !errand_read(&errand, arguments[1])) {
		message_error("cannot read '%s': %s",
			      count > 1 ? arguments[1] : "", strerror(errno));
		return EXIT_FAILURE;
	}
	good = !is_first(arguments[1]) || make_runs(&errand, arguments[1]);
	errand_free(&errand);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
