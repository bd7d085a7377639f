/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file of a run, $PODIUM_CLOCK_FILE; see doc/clock.md.
 */
#include "runtime/report.h"
#include "runtime/choose.h"
#include "runtime/end.h"
#include "runtime/entries.h"
#include "runtime/output.h"
#include "runtime/thread.h"
#include "runtime/ticks.h"
#include "runtime/versions.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PRINTERS 4

static char path[PATH_MAX], temporary[PATH_MAX + 112];
static char unique[104]; /* no other process is called so */
static char program[PATH_MAX];
static bool wanted;
static pid_t owner;
static atomic_flag writing = ATOMIC_FLAG_INIT;
static struct output output;
static void (*printers[PRINTERS])(struct output *output);

/* ---- one site ---- */

/* What is still open counts up to now. */
static void add_open(struct thread *thread, const struct entry *entry,
		     uint64_t now, struct cell *sum, unsigned *open)
{
	unsigned depth = atomic_load(&thread->depth);

	for (unsigned i = 0; i < depth && i < FRAMES; i++) {
		struct frame *frame = &thread->frames[i];
		uint64_t start = counter_get(&frame->start);
		uint64_t passed = now > start ? now - start : 0;

		if (atomic_load(&frame->entry) != entry)
			continue;
		(*open)++;
		if (frame->kind == FRAME_REGION) {
			counter_add(&sum->region_time, passed);
			continue;
		}
		if (!frame->left)
			counter_add(&sum->busy, passed);
		counter_add(&sum->inside, passed);
		if (frame->leads)
			counter_add(&sum->led_time, passed);
	}
}

static void add_cell(struct cell *sum, struct cell *cell)
{
	counter_add(&sum->entries, counter_get(&cell->entries));
	counter_add(&sum->busy, counter_get(&cell->busy));
	counter_add(&sum->inside, counter_get(&cell->inside));
	counter_add(&sum->led, counter_get(&cell->led));
	counter_add(&sum->led_time, counter_get(&cell->led_time));
	counter_add(&sum->regions, counter_get(&cell->regions));
	counter_add(&sum->region_time, counter_get(&cell->region_time));
}

static void print_thread(struct thread *thread, struct cell *cell,
			 unsigned open, const struct ticks_scale *scale,
			 bool *first)
{
	if (counter_get(&cell->entries) == 0)
		return;
	output_raw(&output, *first ? "{\"thread\":" : ",{\"thread\":");
	*first = false;
	output_number(&output, thread->number);
	output_key_number(&output, "calls",
			  (int64_t)counter_get(&cell->entries));
	output_key_number(
		&output, "busy",
		(int64_t)ticks_to_ns(scale, counter_get(&cell->busy)));
	output_key_number(
		&output, "wall",
		(int64_t)ticks_to_ns(scale, counter_get(&cell->inside)));
	output_key_number(&output, "open", open);
	output_raw(&output, "}");
}

/* Print every thread's numbers, and add them up. */
static void print_threads(const struct entry *entry, uint64_t now,
			  const struct ticks_scale *scale, struct cell *sum)
{
	bool first = true;

	output_key(&output, "threads");
	output_raw(&output, "[");
	for (struct thread *thread = thread_first(); thread;
	     thread = thread->next) {
		struct cell *cell = thread_cell(thread, entry->index, false);
		struct cell own = {0};
		unsigned open = 0;

		if (!cell)
			continue;
		add_cell(&own, cell);
		add_open(thread, entry, now, &own, &open);
		print_thread(thread, &own, open, scale, &first);
		add_cell(sum, &own);
	}
	output_raw(&output, "]");
}

/* ---- values ---- */

static void merge_value(struct value *sum, struct value *value)
{
	uint64_t count = counter_get(&value->count);
	int64_t total;

	if (count == 0)
		return;
	if (sum->count == 0 || value->min < sum->min)
		sum->min = value->min;
	if (sum->count == 0 || value->max > sum->max)
		sum->max = value->max;
	if (__builtin_add_overflow(sum->sum, value->sum, &total))
		sum->too_large++;
	sum->sum = total;
	sum->too_large += value->too_large;
	sum->first = value->first; /* the oldest thread comes last */
	sum->count += count;
}

static void collect_value(const struct entry *entry, unsigned number,
			  struct value *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (struct thread *thread = thread_first(); thread;
	     thread = thread->next) {
		struct cell *cell = thread_cell(thread, entry->index, false);
		struct value *values = cell ? atomic_load(&cell->values) : NULL;

		if (values)
			merge_value(sum, &values[number]);
	}
}

static void print_value(const char *kind, const char *end, struct value *value)
{
	const char *name = memchr(kind, ' ', (size_t)(end - kind));

	output_raw(&output, "{\"name\":");
	output_string(&output, name + 1, (size_t)(end - name - 1));
	output_key(&output, "kind");
	output_string(&output, kind, (size_t)(name - kind));
	output_key_number(&output, "first", value->first);
	output_key_number(&output, "min", value->min);
	output_key_number(&output, "max", value->max);
	output_key(&output, "sum");
	if (value->too_large)
		output_raw(&output, "null");
	else
		output_number(&output, value->sum);
	output_key_number(&output, "count", (int64_t)value->count);
	output_raw(&output, "}");
}

static void print_values(const struct entry *entry)
{
	const char *item = entry->values ? entry->values : "", *end;
	bool first = true;

	output_key(&output, "values");
	output_raw(&output, "[");
	for (unsigned i = 0; (end = strchr(item, ';')); i++, item = end + 1) {
		struct value value;

		collect_value(entry, i, &value);
		if (value.count == 0)
			continue;
		if (!first)
			output_raw(&output, ",");
		first = false;
		print_value(item, end, &value);
	}
	output_raw(&output, "]");
}

/* ---- the lines ---- */

static void print_site(const struct entry *entry, uint64_t now,
		       const struct ticks_scale *scale)
{
	struct cell sum = {0};
	bool region = entry->flags & PODIUM_REGION;

	output_raw(&output, "{\"kind\":\"loop\"");
	output_key_text(&output, "id", entry->id);
	output_key_text(&output, "file", entry->file);
	output_key_number(&output, "line", entry->line);
	output_key_text(&output, "why", entry->why);
	output_key(&output, "region");
	output_raw(&output, region ? "true" : "false");
	print_threads(entry, now, scale, &sum);
	output_key_number(&output, "calls",
			  (int64_t)(region ? sum.regions : sum.led));
	output_key_number(&output, "wall",
			  (int64_t)ticks_to_ns(scale, region ? sum.region_time
							     : sum.led_time));
	output_key_number(&output, "busy",
			  (int64_t)ticks_to_ns(scale, sum.busy));
	print_values(entry);
	choose_print(&output, entry, scale);
	output_raw(&output, "}\n");
}

static void print_run(const char *end, const struct ticks_scale *scale)
{
	uint64_t threads = 0, dropped = 0;

	for (struct thread *thread = thread_first(); thread;
	     thread = thread->next) {
		threads++;
		dropped += counter_get(&thread->dropped);
	}
	output_raw(&output, "{\"schema\":1,\"kind\":\"run\"");
	output_key_text(&output, "program", program);
	output_key_number(&output, "pid", owner);
	output_key_text(&output, "clock",
			ticks_from_counter ? "tsc" : "monotonic");
	output_key_number(&output, "wall", (int64_t)scale->nanoseconds);
	output_key_number(&output, "threads", (int64_t)threads);
	output_key_number(&output, "dropped", (int64_t)dropped);
	output_key_text(&output, "end", end);
	output_raw(&output, "}\n");
}

static void print_all(const char *end)
{
	struct ticks_scale scale = ticks_scale();
	uint64_t now = ticks_now();

	print_run(end, &scale);
	for (unsigned i = 0; i < entries_count(); i++)
		print_site(entries_get(i), now, &scale);
	for (int i = 0; i < PRINTERS; i++)
		if (printers[i])
			printers[i](&output);
}

/* ---- the file ---- */

static void complain(void)
{
	static const char before[] = "podium: cannot write '", after[] = "'\n";
	ssize_t ignored;

	ignored = write(2, before, sizeof(before) - 1);
	ignored += write(2, path, strlen(path));
	ignored += write(2, after, sizeof(after) - 1);
	(void)ignored;
}

/* A reader never sees half a file. */
static void write_file(const char *end)
{
	bool failed;

	output.file =
		open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	output.failed = output.file < 0;
	output.length = 0;
	print_all(end);
	output_flush(&output);
	failed = output.failed;
	if (output.file >= 0 && close(output.file) != 0)
		failed = true;
	if (!failed && rename(temporary, path) == 0)
		return;
	unlink(temporary);
	complain();
}

void report_write(const char *end)
{
	int error = errno;

	if (!wanted || getpid() != owner ||
	    (entries_count() == 0 && !printers[0]) ||
	    atomic_flag_test_and_set(&writing))
		return;
	write_file(end);
	atomic_flag_clear(&writing);
	errno = error;
}

void report_add(void (*print)(struct output *output))
{
	for (int i = 0; i < PRINTERS; i++)
		if (!printers[i]) {
			printers[i] = print;
			return;
		}
}

/* ---- the beginning ---- */

/* Processes of several machines may write into one folder, and containers may
   have the same numbers and the same host. */
static void name_process(void)
{
	char host[65] = "";
	struct timespec now;

	gethostname(host, sizeof(host) - 1);
	for (char *at = host; *at; at++)
		if (*at == '/')
			*at = '-';
	clock_gettime(CLOCK_REALTIME, &now);
	snprintf(unique, sizeof(unique), "%s-%ld-%llx", host, (long)getpid(),
		 1000000000ULL * (unsigned long long)now.tv_sec +
			 (unsigned long long)now.tv_nsec);
}

/* What stands for a letter behind '%', NULL for others. */
static const char *stands_for(char letter, const char *number)
{
	return letter == 'p' ? number : letter == 'u' ? unique : NULL;
}

static bool expand_path(const char *pattern)
{
	size_t length = 0;
	char number[24];

	if (*pattern != '/' && getcwd(path, sizeof(path) - 2)) {
		length = strlen(path);
		path[length++] = '/';
	}
	snprintf(number, sizeof(number), "%ld", (long)getpid());
	for (; *pattern; pattern++) {
		const char *piece =
			*pattern == '%' ? stands_for(pattern[1], number) : NULL;
		size_t size = piece ? strlen(piece) : 1;

		if (length + size + 1 > sizeof(path))
			return false;
		memcpy(path + length, piece ? piece : pattern, size);
		length += size;
		pattern += piece != NULL;
	}
	path[length] = '\0';
	return true;
}

static void name_temporary(void)
{
	snprintf(temporary, sizeof(temporary), "%s.%s.tmp", path, unique);
}

/*
 * The child's numbers are its own and go to a file beside the parent's; both
 * ends may come in any order.
 */
static void on_fork(void)
{
	size_t length = strlen(path);

	snprintf(path + length, sizeof(path) - length, ".%ld", (long)getpid());
	name_process();
	name_temporary();
	owner = getpid();
	atomic_flag_clear(&writing);
	thread_forked();
	choose_forked();
	entries_unlock();
}

static void read_program(void)
{
	ssize_t length =
		readlink("/proc/self/exe", program, sizeof(program) - 1);

	program[length > 0 ? length : 0] = '\0';
}

const char *report_program(void)
{
	return program;
}

static void tell_versions(const char *how)
{
	(void)how;
	versions_tell();
}

static void begin(void)
{
	const char *pattern = getenv("PODIUM_CLOCK_FILE");

	name_process();
	versions_begin();
	if (!pattern || !*pattern || !expand_path(pattern)) {
		if (versions_are_fixed())
			end_watch(tell_versions);
		return;
	}
	ticks_begin();
	name_temporary();
	read_program();
	owner = getpid();
	thread_begin();
	choose_begin();
	pthread_atfork(NULL, NULL, on_fork);
	end_watch(report_write);
	wanted = true;
}

bool report_begin(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, begin);
	return wanted;
}

__attribute__((constructor)) static void on_load(void)
{
	report_begin();
}
