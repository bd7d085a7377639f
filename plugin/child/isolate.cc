/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A copy of the compiler that cannot harm the build; see isolate.h.
 */
#include "base/gcc.h"
#include "isolate.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Descriptors above are not looked for. */
#define DESCRIPTORS 1024

static void leave(void)
{
	_exit(1);
}

/* No handler of GCC's runs, nothing inherited is blocked or ignored. */
static void reset_signals(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS,	SIGILL,	 SIGFPE,
				      SIGABRT, SIGPROF, SIGALRM, SIGTERM,
				      SIGXFSZ, SIGPIPE, SIGINT};
	sigset_t none;

	for (unsigned i = 0; i < ARRAY_SIZE(signals); i++)
		signal(signals[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* When memory runs out it is the copy that has to go. */
static void volunteer(void)
{
	struct rlimit none = {0, 0};
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd >= 0) {
		if (write(fd, "1000", 4) != 4)
			errno = 0;
		close(fd);
	}
	setrlimit(RLIMIT_CORE, &none);
}

/* The compiler's output, its dumps, pipes to the assembler, the jobserver. */
static void leave_descriptors(int keep, int another, int third)
{
	struct rlimit none = {0, 0};
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (null < 0)
		_exit(1);
	for (int fd = 0; fd < DESCRIPTORS; fd++)
		if (fd != keep && fd != another && fd != third && fd != null &&
		    fcntl(fd, F_GETFD) >= 0)
			dup2(null, fd);
	setrlimit(RLIMIT_NOFILE, &none);
}

void isolate(int keep, int another, int third)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	volunteer();
	reset_signals();
	atexit(leave);
	leave_descriptors(keep, another, third);
}
