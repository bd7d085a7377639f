/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs made through a launcher.
 */
#include "node.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/data.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "machine/topology.h"

#define KEEPER "podium-keeper"

/* Of what a launcher said, so many bytes from the end. */
#define LAST_WORDS 400

/* What it may print: bytes. */
#define MOST_WORDS 67108864.

/* A file of another machine may be seen late: seconds. */
#define LATE 2

extern char **environ;

/* ---- what is brought along ---- */

static char *find_keeper(void)
{
	char *beside = data_beside(KEEPER);
	char *keeper = beside ? path_if_there(beside) : NULL;

	return keeper ? keeper
		      : path_if_there(memory_string(PKGLIBDIR "/" KEEPER));
}

static bool bring_keeper(struct node *node, struct text *problem)
{
	char *keeper = find_keeper();
	bool good = keeper != NULL;

	node->keeper = memory_print("%s/" KEEPER, node->folder);
	if (!good)
		text_add(problem, "'" PKGLIBDIR "/" KEEPER "' is missing; "
				  "install podium again");
	else if (!file_copy(keeper, node->keeper)) {
		text_print(problem, "cannot copy '%s' to '%s': %s", keeper,
			   node->keeper, strerror(errno));
		good = false;
	}
	free(keeper);
	return good;
}

/* What shapes an OpenMP program, by the beginning of the name. */
static bool is_carried(const char *variable)
{
	static const char *const names[] = {"OMP_", "GOMP_",
					    "LD_LIBRARY_PATH=", "LD_PRELOAD="};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strncmp(variable, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static const char **carried_variables(void)
{
	const char **list = NULL;
	size_t count = 0;

	for (char **one = environ; *one; one++) {
		if (!is_carried(*one))
			continue;
		list = memory_grow(list, count + 2, sizeof(*list));
		list[count++] = *one;
		list[count] = NULL;
	}
	return list;
}

/* ---- an errand ---- */

/* Beside it. */
#define WORDS ".words"	 /* what the launcher said, */
#define ENDED ".ended"	 /* and how it ended */
#define AGAIN ".again"	 /* the errand, of runs that were lost */
#define OUTPUT ".output" /* and the number of the run */
#define ERRORS ".errors"
#define LEFT ".left" /* the same, and that of the file */

struct node_trip {
	char *errand; /* its file; NULL: it could not be written */
	size_t count; /* of runs, */
	struct node_prints {
		bool output, errors; /* of its own */
		size_t files;	     /* that it may leave */
	} * prints;		     /* and what comes of each of them */
	pid_t waiter;		     /* waits for the launcher; 0: it is over */
	int over;		     /* closed when it is; -1 */
	struct errand_report report;
	struct text problem; /* why it cannot be sent */
};

static char *beside(const struct node_trip *trip, const char *ending)
{
	return memory_print("%s%s", trip->errand, ending);
}

static char *beside_run(const char *errand, const char *ending, size_t number)
{
	return memory_print("%s%s-%zu", errand, ending, number);
}

static char *beside_file(const char *errand, size_t number, size_t file)
{
	return memory_print("%s" LEFT "-%zu-%zu", errand, number, file);
}

static void remove_one(char *path)
{
	unlink(path);
	free(path);
}

/* The errand first: a run that goes on ends when that is gone. */
static void remove_files(const struct node_trip *trip)
{
	static const char *const endings[] = {ERRAND_BEGUN, ERRAND_REPORT,
					      WORDS, ENDED, AGAIN};

	unlink(trip->errand);
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		remove_one(beside(trip, endings[i]));
	for (size_t i = 0; i < trip->count; i++) {
		remove_one(beside_run(trip->errand, OUTPUT, i));
		remove_one(beside_run(trip->errand, ERRORS, i));
		for (size_t j = 0; j < trip->prints[i].files; j++)
			remove_one(beside_file(trip->errand, i, j));
	}
}

static bool is_one_file(const struct runner_job *job)
{
	return job->output && job->errors &&
	       strcmp(job->output, job->errors) == 0;
}

/* What runs print is moved to its place when it is whole. "owned" gets the
   names. */
static void lead_streams(struct errand *errand, const char *path, char **owned)
{
	for (size_t i = 0; i < errand->count; i++) {
		struct runner_job *job = &errand->runs[i].job;
		bool same = is_one_file(job);

		owned[2 * i] = beside_run(path, OUTPUT, i);
		owned[2 * i + 1] = beside_run(path, ERRORS, i);
		if (job->output)
			job->output = owned[2 * i];
		if (job->errors)
			job->errors = owned[2 * i + !same];
	}
}

/* The same of the copies of files. */
static void lead_files(struct errand *errand, const char *path)
{
	for (size_t i = 0; i < errand->count; i++) {
		struct errand_run *run = &errand->runs[i];
		const char **copies = NULL;

		for (size_t j = 0; run->files && run->files[j]; j++) {
			copies = memory_grow(copies, j + 2, sizeof(*copies));
			copies[j] = beside_file(path, i, j);
			copies[j + 1] = NULL;
		}
		free(run->copies);
		run->copies = copies;
	}
}

static void free_copies(struct errand *errand)
{
	for (size_t i = 0; i < errand->count; i++) {
		struct errand_run *run = &errand->runs[i];

		for (size_t j = 0; run->copies && run->copies[j]; j++)
			free((void *)run->copies[j]);
		free(run->copies);
		run->copies = NULL;
	}
}

/* Under a new name each time: what still runs for an older one ends. */
static bool write_errand(struct node *node, struct errand *errand,
			 struct node_trip *trip)
{
	char **owned = memory_grow(NULL, 2 * errand->count, sizeof(*owned));
	bool good;

	free(trip->errand);
	trip->errand =
		memory_print("%s/errand-%zu", node->folder, node->count++);
	lead_streams(errand, trip->errand, owned);
	lead_files(errand, trip->errand);
	good = errand_write(errand, trip->errand);
	if (!good)
		text_print(&trip->problem, "cannot write '%s': %s",
			   trip->errand, strerror(errno));
	for (size_t i = 0; i < 2 * errand->count; i++)
		free(owned[i]);
	free(owned);
	free_copies(errand);
	return good;
}

/* ---- the launcher ---- */

/* Told gently to end it can end what it has started. */
static bool launch(const struct node *node, const struct node_trip *trip)
{
	char *line = memory_print("%s \"$@\"", node->launcher);
	char *words = beside(trip, WORDS), *ended = beside(trip, ENDED);
	const char *arguments[] = {"/bin/sh",	 "-c",	       line, "podium",
				   node->keeper, trip->errand, NULL};
	const struct runner_job job = {
		.arguments = arguments,
		.output = words,
		.errors = words,
		.gentle = true,
		.file = MOST_WORDS,
	};
	struct runner_result result = runner_run(&job);
	struct text how = {0};
	bool good = !process_interrupted();

	/* where podium is gone somebody may be taking the folder away */
	runner_reason(&job, &result, &how);
	if (good)
		good = file_write(ended, text_string(&how));
	text_free(&how);
	free(line);
	free(words);
	free(ended);
	return good;
}

/* What podium holds open is held by nobody who lives longer. */
#define MOST_OPEN 256

static void wait_for_launcher(const struct node *node,
			      const struct node_trip *trip, pid_t podium,
			      int over)
{
	for (int i = STDERR_FILENO + 1; i < MOST_OPEN; i++)
		if (i != over)
			close(i);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != podium)
		_exit(1);
	_exit(launch(node, trip) ? 0 : 1);
}

/* Somebody waits for the launcher while podium goes on. */
static void start(const struct node *node, struct node_trip *trip)
{
	pid_t podium = getpid();
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) == 0) {
		trip->waiter = fork();
		if (trip->waiter == 0)
			wait_for_launcher(node, trip, podium, ends[1]);
		close(ends[1]);
		trip->over = ends[0];
	}
	if (trip->over >= 0 && trip->waiter > 0)
		return;
	trip->waiter = 0;
	text_print(&trip->problem, "cannot start the launcher: %s",
		   strerror(errno));
}

/* Between looks at whether the user interrupts: ms. */
#define GLANCE 100

static void end_waiter(struct node_trip *trip, bool wanted)
{
	struct pollfd poll_for = {.fd = trip->over, .events = POLLIN};

	while (trip->waiter > 0 && wanted && !process_interrupted() &&
	       poll(&poll_for, 1, GLANCE) <= 0)
		;
	if (trip->waiter > 0 && (!wanted || process_interrupted()) &&
	    poll(&poll_for, 1, 0) <= 0)
		kill(trip->waiter, SIGTERM);
	while (trip->waiter > 0 && waitpid(trip->waiter, NULL, 0) < 0 &&
	       errno == EINTR)
		;
	if (trip->over >= 0)
		close(trip->over);
	trip->waiter = 0;
	trip->over = -1;
}

/* The last of what it said, in one line. */
static void add_words(const struct node_trip *trip, struct text *lost)
{
	char *path = beside(trip, WORDS);
	struct text words = {0}, line = {0};
	size_t from;

	file_read(path, &words);
	from = words.length > LAST_WORDS ? words.length - LAST_WORDS : 0;
	while (words.length > from && words.bytes[words.length - 1] == '\n')
		text_cut(&words, words.length - 1);
	for (size_t i = from; i < words.length; i++)
		if (words.bytes[i] == '\n')
			words.bytes[i] = ' ';
	if (words.length > from)
		text_add_safe(&line, words.bytes + from);
	if (line.length)
		text_print(lost, ": %s", text_string(&line));
	text_free(&line);
	text_free(&words);
	free(path);
}

/* How the launcher ended, in words; of one that ended well no more than that
   is known. */
static bool ended_well(const struct node_trip *trip, struct text *how)
{
	char *path = beside(trip, ENDED);
	bool known = file_read(path, how);

	free(path);
	if (!known)
		text_add(how, "and nobody saw how");
	else if (!how->length)
		text_add(how, "exit status 0");
	return known && strcmp(text_string(how), "exit status 0") == 0;
}

static bool await_report(struct node_trip *trip, bool late)
{
	const struct timespec moment = {0, 100000000};
	char *path = beside(trip, ERRAND_REPORT);
	bool good;

	for (int i = 0; late && i < 10 * LATE && access(path, R_OK) != 0 &&
			!process_interrupted();
	     i++)
		nanosleep(&moment, NULL);
	errand_report_free(&trip->report);
	good = errand_told(&trip->report, path) &&
	       trip->report.count == trip->count;
	free(path);
	return good;
}

/* ---- where it was ---- */

/* Times of machines of several kinds are no times of one. */
static bool is_same_kind(const struct node *node,
			 const struct errand_report *report, struct text *lost)
{
	if (!node->cpu || (strcmp(node->cpu, report->machine.cpu) == 0 &&
			   node->usable == report->machine.usable))
		return true;
	text_print(lost,
		   "the launcher led to '%s', a machine of another kind: %d "
		   "cores of %s, and not %d of %s",
		   report->host, report->machine.usable, report->machine.cpu,
		   node->usable, node->cpu);
	return false;
}

static void note_host(struct node *node, const struct errand_report *report)
{
	free(node->host);
	node->host = memory_string(report->host);
	node->load = report->load;
	node->mhz = report->mhz;
}

/* What meets there disturbs each other; a machine has one clock. */
static void note_stay(struct node *node, const struct errand_report *report)
{
	struct node_stay *stay = &node->stays[node->stay_count++ % NODE_STAYS];
	bool met = false;

	free(stay->host);
	*stay = (struct node_stay){memory_string(report->host), report->begun,
				   report->ended};
	for (size_t i = 0; i < NODE_STAYS; i++) {
		const struct node_stay *other = &node->stays[i];

		met = met || (other != stay && other->host &&
			      strcmp(other->host, stay->host) == 0 &&
			      other->begun < stay->ended &&
			      stay->begun < other->ended);
	}
	if (met && !node->crowded)
		message_warning("the launcher leads to '%s' while another run "
				"is made there: they disturb each other; it "
				"must give each a machine of its own, as srun "
				"--exclusive does",
				report->host);
	node->crowded = node->crowded || met;
}

/* ---- all of it ---- */

static void add_pin(struct errand *errand, bool pin)
{
	errand->defaults = carried_variables();
	errand->pin = pin;
}

struct node_trip *node_send(struct node *node, const struct errand_run *runs,
			    size_t count, bool pin)
{
	struct node_trip *trip = memory_grow(NULL, 1, sizeof(*trip));
	struct errand errand = {.count = count};
	char *folder = getcwd(NULL, 0);
	char **inputs = memory_grow(NULL, count, sizeof(*inputs));

	*trip = (struct node_trip){.count = count, .over = -1};
	trip->prints = memory_grow(NULL, count, sizeof(*trip->prints));
	errand.runs = memory_grow(NULL, count, sizeof(*errand.runs));
	add_pin(&errand, pin);
	for (size_t i = 0; i < count; i++) {
		struct runner_job *job = &errand.runs[i].job;

		errand.runs[i] = runs[i];
		trip->prints[i] = (struct node_prints){
			job->output, job->errors && !is_one_file(job), 0};
		while (runs[i].files && runs[i].files[trip->prints[i].files])
			trip->prints[i].files++;
		/* "/dev/stdin" is podium's own, which is a file */
		inputs[i] = job->input ? realpath(job->input, NULL) : NULL;
		job->input = inputs[i] ? inputs[i] : job->input;
		job->folder = job->folder ? job->folder : folder;
	}
	if (write_errand(node, &errand, trip))
		start(node, trip);
	for (size_t i = 0; i < count; i++)
		free(inputs[i]);
	free(inputs);
	free(folder);
	free(errand.defaults);
	free(errand.runs);
	return trip;
}

void node_again(struct node *node, struct node_trip *trip)
{
	char *path = beside(trip, AGAIN);
	struct errand errand;
	bool read = errand_read(&errand, path);

	remove_files(trip);
	text_cut(&trip->problem, 0);
	if (!read)
		text_print(&trip->problem, "cannot read '%s': %s", path,
			   strerror(errno));
	else if (write_errand(node, &errand, trip))
		start(node, trip);
	errand_free(&errand);
	free(path);
}

static bool was_told_to_end(const struct errand_report *report)
{
	for (size_t i = 0; i < report->count; i++)
		if (report->results[i].result.end == RUNNER_INTERRUPTED ||
		    report->results[i].check.end == RUNNER_INTERRUPTED)
			return true;
	return false;
}

static bool is_there(const struct node_trip *trip, const char *ending,
		     size_t number)
{
	char *path = beside_run(trip->errand, ending, number);
	bool there = access(path, R_OK) == 0;

	free(path);
	return there;
}

/* What the runs printed. */
static bool is_whole(const struct node_trip *trip, struct text *lost)
{
	for (size_t i = 0; i < trip->count; i++) {
		const struct errand_result *one = &trip->report.results[i];
		const struct node_prints *prints = &trip->prints[i];

		if (!one->made || one->result.end == RUNNER_NOT_STARTED ||
		    ((!prints->output || is_there(trip, OUTPUT, i)) &&
		     (!prints->errors || is_there(trip, ERRORS, i))))
			continue;
		text_print(lost, "what the run printed is not there: %s",
			   strerror(errno));
		return false;
	}
	return true;
}

static bool is_back(const struct node *node, struct node_trip *trip,
		    struct text *lost)
{
	struct text how = {0};
	bool well = ended_well(trip, &how);
	bool good = await_report(trip, well);

	if (!good) {
		text_print(lost, "the launcher ends before the run does, %s",
			   text_string(&how));
		add_words(trip, lost);
	} else if (was_told_to_end(&trip->report)) {
		text_add(lost, "the run was told to end");
		add_words(trip, lost);
		good = false;
	} else {
		good = is_same_kind(node, &trip->report, lost) &&
		       is_whole(trip, lost);
	}
	text_free(&how);
	return good;
}

/* What still runs for it ends, as it does not find it any more. */
static void lose(struct node_trip *trip)
{
	char *path = beside(trip, AGAIN);

	errand_report_free(&trip->report);
	rename(trip->errand, path);
	free(path);
}

bool node_await(struct node *node, struct node_trip *trip, struct text *lost)
{
	bool good;

	if (trip->report.count > 0)
		return true;
	if (trip->problem.length) {
		text_add(lost, text_string(&trip->problem));
		return false;
	}
	end_waiter(trip, true);
	good = !process_interrupted() && is_back(node, trip, lost);
	if (good)
		note_stay(node, &trip->report);
	else
		lose(trip);
	return good;
}

static void move_stream(const struct node_trip *trip, const char *ending,
			size_t number, const char *to)
{
	char *from = beside_run(trip->errand, ending, number);

	rename(from, to);
	free(from);
}

/* One that was not written is not there either. */
static void move_files(const struct node_trip *trip, size_t number,
		       const char *to)
{
	for (size_t i = 0; i < trip->prints[number].files; i++) {
		char *from = beside_file(trip->errand, number, i);
		char *place = memory_print("%s-%zu", to, i);

		if (rename(from, place) != 0)
			unlink(place);
		free(from);
		free(place);
	}
}

bool node_take(struct node *node, struct node_trip *trip, size_t number,
	       const struct node_places *places, struct errand_result *one)
{
	if (!trip->report.results[number].made)
		return false;
	*one = trip->report.results[number];
	note_host(node, &trip->report);
	if (trip->prints[number].output)
		move_stream(trip, OUTPUT, number, places->output);
	if (trip->prints[number].errors)
		move_stream(trip, ERRORS, number, places->errors);
	move_files(trip, number, places->files);
	return true;
}

void node_drop(struct node_trip *trip)
{
	if (!trip)
		return;
	unlink(trip->errand);
	end_waiter(trip, false);
	remove_files(trip);
	errand_report_free(&trip->report);
	text_free(&trip->problem);
	free(trip->prints);
	free(trip->errand);
	free(trip);
}

bool node_run(struct node *node, const struct runner_job *job, bool pin,
	      struct runner_result *result, struct text *lost)
{
	const struct errand_run run = {.job = *job};
	const struct node_places places = {job->output, job->errors, NULL};
	struct node_trip *trip = node_send(node, &run, 1, pin);
	struct errand_result one;
	bool good;

	*result = (struct runner_result){RUNNER_INTERRUPTED, 0, 0, 0, 0};
	good = node_await(node, trip, lost);
	if (good && node_take(node, trip, 0, &places, &one))
		*result = one.result;
	node_drop(trip);
	return good;
}

/* Flags of the build hold the folder, and launchers as ssh split its name. */
static bool is_plain(const char *folder, struct text *problem)
{
	const char *why = path_trap(folder);

	if (why)
		text_print(problem,
			   "--launcher: '%s' has %s, which launchers take "
			   "apart; --store FILE of podium tune, or another "
			   "current folder, avoids that",
			   folder, why);
	return !why;
}

/* It is what other runs must come to, too. */
static void learn(struct node *node, const struct errand_report *report)
{
	note_host(node, report);
	node->cpu = memory_string(report->machine.cpu);
	node->usable = report->machine.usable;
	node->memory = report->memory;
	topology_assume(&report->machine, node->launcher);
}

bool node_reach(struct node *node, const char *launcher, const char *folder,
		struct text *problem)
{
	static const char *const nothing[] = {"/bin/sh", "-c", ":", NULL};
	const struct runner_job job = {.arguments = nothing};
	const struct errand_run run = {.job = job};
	struct node_trip *trip;
	struct text lost = {0};
	bool good;

	*node = (struct node){.launcher = launcher, .folder = folder};
	if (!is_plain(folder, problem) || !bring_keeper(node, problem))
		return false;
	trip = node_send(node, &run, 1, false);
	good = node_await(node, trip, &lost);
	if (good && runner_done(&trip->report.results[0].result)) {
		learn(node, &trip->report);
	} else if (good) {
		text_print(problem,
			   "--launcher '%s' leads to '%s', where nothing can "
			   "be run in this folder: ",
			   launcher, trip->report.host);
		runner_reason(&job, &trip->report.results[0].result, problem);
		good = false;
	} else {
		text_print(problem,
			   "--launcher '%s' does not work: %s; it must run "
			   "what stands behind it, where '%s' is seen, and end "
			   "when that does",
			   launcher, text_string(&lost), folder);
	}
	node_drop(trip);
	text_free(&lost);
	return good;
}

void node_pause(size_t losses)
{
	static const int seconds[NODE_MOST_LOST] = {0, 1, 5};
	const struct timespec moment = {0, 100000000};

	for (int i = 0; i < 10 * seconds[losses - 1] && !process_interrupted();
	     i++)
		nanosleep(&moment, NULL);
}

void node_free(struct node *node)
{
	free(node->keeper);
	free(node->host);
	free(node->cpu);
	for (size_t i = 0; i < NODE_STAYS; i++)
		free(node->stays[i].host);
	*node = (struct node){0};
}
