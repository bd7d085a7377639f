/*
 * Other programs, run without a shell, each in a process group of its own.
 *
 * While signals are watched, SIGINT, SIGTERM, SIGHUP and SIGQUIT end the child
 * and are remembered: the command unwinds, removing its temporary files, and
 * main lets the signal end podium. Where podium is killed compilers are, too;
 * others come to their own end; a campaign sees it and ends after its step.
 */
#ifndef PODIUM_PROCESS_H
#define PODIUM_PROCESS_H

#include <stdbool.h>

struct text;

enum process_streams {
	PROCESS_TO_ERRORS,	/* both to podium's standard error */
	PROCESS_CAPTURE_OUTPUT, /* standard output kept, errors dropped */
	PROCESS_CAPTURE_BOTH,	/* both kept, as they come */
};

enum process_end {
	PROCESS_EXITED,	     /* code is its exit status */
	PROCESS_KILLED,	     /* code is the signal */
	PROCESS_NOT_STARTED, /* code is an errno */
	PROCESS_INTERRUPTED, /* podium shall end; code is the signal */
	PROCESS_TOO_SLOW,    /* killed; code is the seconds that it had */
};

struct process_result {
	enum process_end end;
	int code;
};

/* True if it exited with status 0. */
bool process_done(struct process_result result);

/*
 * Run arguments[0], looked for in PATH, and wait for its end. Its standard
 * input is /dev/null. What is captured is added to *captured.
 */
struct process_result process_run(const char *const *arguments,
				  enum process_streams streams,
				  struct text *captured);

/*
 * The same for a compiler: it is killed, with all that it started, if podium
 * is, and if it takes longer than a compiler may (600 s; PODIUM_TEST_COMPILER_S
 * is for the tests).
 */
struct process_result process_compile(const char *const *arguments,
				      enum process_streams streams,
				      struct text *captured);

/* May be nested. */
void process_watch_signals(void);
void process_unwatch_signals(void);

/* The signal that asked podium to end, 0 if none did. */
int process_interrupted(void);

#endif
