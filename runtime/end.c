/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every way in which a process can end, and its forks.
 *
 * exit and a return from main run our destructor, after those of the
 * program; quick_exit runs what was registered; _exit is replaced. A signal
 * that kills is caught if the program left it as it was, and raised again.
 */
#include "runtime/end.h"
#include "runtime/site.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* "signal 11", in memory that a handler may use. */
static char signal_text[16];

static void (*on_end)(const char *how);

static void tell(const char *how)
{
	if (on_end)
		on_end(how);
}

static void name_signal(int number)
{
	size_t length = strlen(strcpy(signal_text, "signal "));

	if (number >= 10)
		signal_text[length++] = (char)('0' + number / 10);
	signal_text[length++] = (char)('0' + number % 10);
	signal_text[length] = '\0';
}

/* Raised again it stays pending until the handler returns, then it kills. */
static void on_signal(int number)
{
	struct sigaction action;

	name_signal(number);
	tell(signal_text);
	memset(&action, 0, sizeof(action));
	action.sa_handler = SIG_DFL;
	sigaction(number, &action, NULL);
	raise(number);
}

static void watch_signal(int number)
{
	struct sigaction action, before;

	if (sigaction(number, NULL, &before) != 0 ||
	    (before.sa_flags & SA_SIGINFO) || before.sa_handler != SIG_DFL)
		return;
	memset(&action, 0, sizeof(action));
	action.sa_handler = on_signal;
	action.sa_flags = SA_ONSTACK;
	sigaction(number, &action, NULL);
}

static void on_quick_exit(void)
{
	tell("quick_exit");
}

void end_watch(void (*call)(const char *how))
{
	static const int deadly[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,	SIGABRT,
				     SIGTERM, SIGINT,  SIGHUP, SIGQUIT, SIGALRM,
				     SIGXCPU, SIGPIPE, SIGSYS, SIGTRAP};

	on_end = call;
	for (size_t i = 0; i < sizeof(deadly) / sizeof(deadly[0]); i++)
		watch_signal(deadly[i]);
	(void)at_quick_exit(on_quick_exit);
}

__attribute__((destructor)) static void on_exit_of_process(void)
{
	tell("exit");
}

static _Noreturn void end_at_once(int status)
{
	tell("_exit");
	for (;;)
		syscall(SYS_exit_group, status);
}

PODIUM_EXPORT _Noreturn void _exit(int status)
{
	end_at_once(status);
}

PODIUM_EXPORT _Noreturn void _Exit(int status)
{
	end_at_once(status);
}
