/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The child: see child.h.
 *
 * It must be unable to harm the build; isolate.h says how. A hang ends by a
 * timer that each function sets anew, so large units need no larger limit.
 */
#include "base/gcc.h"
#include "attempt.h"
#include "child.h"
#include "isolate.h"
#include "message.h"
#include "settings.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* A function may take so long: processor time, and by the clock. */
#define CPU_LIMIT_S 60
#define CLOCK_LIMIT_S 600

/* The compiler waits so long for a child that does not write. */
#define WAIT_LIMIT_MS (2 * CLOCK_LIMIT_S * 1000)

static bool is_child;
static pid_t process = -1; /* the child, seen by the compiler */
static int results = -1;   /* file in memory, shared by both */
static int lifeline = -1;  /* pipe that ends when the child does */
static unsigned cpu_limit_s = CPU_LIMIT_S;
static const char *complaint;
static bool has_ended; /* the child, and was waited for */
static int end_status;

/* What it said how to compute, of each construct. */
static struct told {
	unsigned function_uid, ordinal;
	char *values;
} * told;
static unsigned told_count;

bool child_is_child(void)
{
	return is_child;
}

const char *child_complaint(const struct construct *construct)
{
	const struct loss *loss = attempt_loss_of(construct);

	return loss ? attempt_judge(loss->status) : complaint;
}

/* A file that has no name, in memory if the system can do that. */
static int open_results(void)
{
	char name[] = "/tmp/podiumXXXXXX";
	int fd = memfd_create("podium", MFD_CLOEXEC);

	if (fd >= 0)
		return fd;
	fd = mkostemp(name, O_CLOEXEC);
	if (fd >= 0)
		unlink(name);
	return fd;
}

bool child_is_verified(void)
{
	const char *how = getenv("PODIUM_TEST_CHILD");

	return how && strcmp(how, "verify") == 0;
}

/* In the child: nothing may hang from now on for longer than the limits. */
void child_alive(void)
{
	struct itimerval cpu = {}, clock = {};

	cpu.it_value.tv_sec = cpu_limit_s;
	clock.it_value.tv_sec = CLOCK_LIMIT_S;
	setitimer(ITIMER_PROF, &cpu, NULL);
	setitimer(ITIMER_REAL, &clock, NULL);
}

static void send_bytes(const char *bytes, size_t size)
{
	while (size > 0) {
		ssize_t done = write(results, bytes, size);

		if (done <= 0)
			_exit(1);
		bytes += done;
		size -= done;
	}
}

static void misbehave(const char *how)
{
	if (strcmp(how, "crash") == 0)
		raise(SIGSEGV);
	if (strcmp(how, "exit") == 0)
		exit(0);
	if (strcmp(how, "memory") == 0)
		for (;;)
			ggc_alloc_atomic(1 << 28);
	if (strcmp(how, "garbage") == 0) {
		send_bytes("garbage, longer than the header of a message", 44);
		child_finish();
	}
	if (strcmp(how, "hang") == 0) {
		cpu_limit_s = 1;
		child_alive();
		for (;;)
			results = open("/dev/null", O_RDONLY);
	}
}

/* For the tests; see CONTRIBUTING. */
static void misbehave_at(const char *where)
{
	const char *how = getenv("PODIUM_TEST_CHILD");
	const char *at = how ? strchr(how, '@') : NULL;
	char *what;

	if (!how || strcmp(at ? at + 1 : "", where) != 0)
		return;
	what = xstrndup(how, at ? at - how : strlen(how));
	misbehave(what);
	free(what);
}

static void become_child(int keep)
{
	is_child = true;
	isolate(keep, results, child_is_verified() ? STDERR_FILENO : -1);
	settings_force();
	attempt_begin(results, misbehave_at);
	child_alive();
	misbehave_at("");
}

static void tell_no_child(void)
{
	complaint = "the compiler could not be copied";
	inform(UNKNOWN_LOCATION,
	       "podium: cannot fork: %m; the loops of %qs "
	       "are recorded, but not analysed",
	       main_input_filename);
}

void child_start(void)
{
	int ends[2] = {-1, -1};

	if (is_child || process >= 0 || complaint)
		return;
	results = open_results();
	if (results < 0 || !attempt_prepare() || pipe2(ends, O_CLOEXEC) < 0) {
		tell_no_child();
		return;
	}
	process = fork();
	if (process == 0) {
		become_child(ends[1]);
		return;
	}
	close(ends[1]);
	lifeline = ends[0];
	if (process < 0)
		tell_no_child();
}

void child_send(unsigned function_uid, unsigned ordinal,
		const struct place *places, unsigned place_count,
		const char *json, size_t length, const char *values)
{
	struct message message = {};
	char *bytes;
	size_t size;

	message.function_uid = function_uid;
	message.ordinal = ordinal;
	message.place_count = place_count;
	message.places = const_cast<struct place *>(places);
	message.length = length;
	message.text = json;
	message.values = values;
	size = message_pack(&message, &bytes);
	send_bytes(bytes, size);
	free(bytes);
}

void child_finish(void)
{
	_exit(0);
}

static off_t bytes_written(void)
{
	struct stat status;

	return fstat(results, &status) == 0 ? status.st_size : 0;
}

/*
 * Until the child is gone. One that its own timers did not end (stopped by
 * a signal, say) is ended when it has not written for a long time.
 */
static void wait_for_child(void)
{
	struct pollfd end = {lifeline, POLLIN, 0};
	off_t before = -1;

	if (has_ended)
		return;
	while (poll(&end, 1, WAIT_LIMIT_MS) == 0 && bytes_written() != before)
		before = bytes_written();
	if (!end.revents)
		kill(process, SIGKILL);
	while (waitpid(process, &end_status, 0) < 0 && errno == EINTR)
		;
	has_ended = true;
}

static void copy_places(struct construct *construct,
			const struct message *message)
{
	construct->places = message->places;
	construct->place_count = message->place_count;
	for (unsigned i = 0; i < message->place_count; i++)
		construct->places[i].file = xstrdup(message->places[i].file);
}

static void take_message(const struct message *message)
{
	struct construct *construct =
		construct_find(message->function_uid, message->ordinal);

	if (!construct || construct->body.length) {
		free(message->places);
		return;
	}
	json_raw(&construct->body, message->text, message->length);
	copy_places(construct, message);
}

static void take_values(const struct message *message)
{
	struct told one = {message->function_uid, message->ordinal,
			   xstrdup(message->values)};

	told = XRESIZEVEC(struct told, told, told_count + 1);
	told[told_count++] = one;
	free(message->places);
}

/* False if something else than whole messages was found. */
static bool read_messages(void (*take)(const struct message *))
{
	size_t size = bytes_written(), at = 0;
	char *bytes;

	if (size == 0)
		return true;
	bytes = (char *)mmap(NULL, size, PROT_READ, MAP_PRIVATE, results, 0);
	if (bytes == MAP_FAILED)
		return false;
	while (at < size) {
		struct message message;
		size_t taken = message_unpack(bytes + at, size - at, &message);

		if (taken == 0)
			break;
		take(&message);
		at += taken;
	}
	munmap(bytes, size);
	return at == size;
}

/* Of those that no part of the program was left out for. */
static unsigned count_missing(void)
{
	struct construct *construct;
	unsigned i, count = 0;

	FOR_EACH_VEC_ELT (constructs, i, construct)
		count += construct->body.length == 0 &&
			 !attempt_loss_of(construct);
	return count;
}

static unsigned count_of_function(unsigned function_uid)
{
	struct construct *construct;
	unsigned i, count = 0;

	FOR_EACH_VEC_ELT (constructs, i, construct)
		count += construct->function_uid == function_uid;
	return count;
}

static void tell_construct(const struct loss *loss)
{
	const struct construct *construct =
		construct_find(loss->function_uid, loss->ordinal);
	expanded_location place = expand_location(construct->location);

	inform(UNKNOWN_LOCATION,
	       "podium: %s at %qs (%s:%d): this loop is recorded without it, "
	       "the others and the object are not affected",
	       attempt_judge(loss->status), construct->name,
	       place.file ? place.file : "?", place.line);
}

static void tell_function(const struct loss *loss)
{
	unsigned count = count_of_function(loss->function_uid);

	if (count == 0)
		inform(UNKNOWN_LOCATION,
		       "podium: %s in %qs: calls of it are not looked into, "
		       "the loops and the object are not affected",
		       attempt_judge(loss->status), loss->name);
	else
		inform(UNKNOWN_LOCATION,
		       "podium: %s in %qs: its loops (%u) are recorded without "
		       "it, the others and the object are not affected",
		       attempt_judge(loss->status), loss->name, count);
}

static void tell_losses(void)
{
	const struct loss *loss;

	for (unsigned i = 0; (loss = attempt_loss(i)); i++)
		if (construct_find(loss->function_uid, loss->ordinal))
			tell_construct(loss);
		else
			tell_function(loss);
}

static void close_all(void)
{
	close(results);
	close(lifeline);
	process = results = lifeline = -1;
}

const char *child_values(const struct construct *construct)
{
	if (process < 0)
		return "";
	if (!has_ended) {
		wait_for_child();
		read_messages(take_values);
	}
	for (unsigned i = 0; i < told_count; i++)
		if (told[i].function_uid == construct->function_uid &&
		    told[i].ordinal == construct->ordinal)
			return told[i].values;
	return "";
}

void child_collect(void)
{
	if (process < 0)
		return;
	wait_for_child();
	complaint = attempt_judge(end_status);
	if (!read_messages(take_message) && !complaint)
		complaint = "the analysis sent what makes no sense";
	close_all();
	tell_losses();
	if (complaint)
		inform(UNKNOWN_LOCATION,
		       "podium: %s; %u of the %u loops of %qs are recorded "
		       "without it, the object is not affected",
		       complaint, count_missing(), constructs.length(),
		       main_input_filename);
}

void child_abandon(void)
{
	if (process < 0)
		return;
	if (!has_ended)
		kill(process, SIGKILL);
	while (!has_ended && waitpid(process, NULL, 0) < 0 && errno == EINTR)
		;
	close_all();
}
