/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A change, tried in a copy of the compiler; see rehearsal.h.
 */
#include "base/gcc.h"
#include "isolate.h"
#include "rehearsal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define CPU_LIMIT_S 20
#define CLOCK_LIMIT_S 60

static void limit_cpu(unsigned seconds)
{
	struct itimerval cpu = {};

	cpu.it_value.tv_sec = seconds;
	setitimer(ITIMER_PROF, &cpu, NULL);
}

/* Adds a statement with which GCC must find fault. */
static void break_function(void)
{
	gimple *body =
		gimple_seq_first_stmt(gimple_body(current_function_decl));
	tree whole = create_tmp_var_raw(integer_type_node);

	gimple_bind_add_stmt(
		as_a<gbind *>(body),
		gimple_build_assign(whole, build_zero_cst(double_type_node)));
}

/* For the tests; see CONTRIBUTING. */
static void misbehave(void)
{
	const char *how = getenv("PODIUM_TEST_REHEARSAL");

	if (!how)
		return;
	if (strcmp(how, "crash") == 0)
		raise(SIGSEGV);
	if (strcmp(how, "broken") == 0)
		break_function();
	if (strcmp(how, "hang") == 0) {
		limit_cpu(1);
		for (;;)
			getpid();
	}
}

static void rehearse(bool (*change)(void *data), void *data)
{
	limit_cpu(CPU_LIMIT_S);
	if (!change(data))
		_exit(1);
	misbehave();
	verify_gimple_in_seq(gimple_body(current_function_decl));
	_exit(0);
}

bool rehearsal_succeeds(bool (*change)(void *data), void *data)
{
	int ends[2], status = 0;
	struct pollfd end = {};
	pid_t process;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return false;
	process = fork();
	if (process == 0) {
		isolate(ends[1], -1, -1);
		rehearse(change, data);
	}
	close(ends[1]);
	end.fd = ends[0];
	end.events = POLLIN;
	if (process > 0) {
		if (poll(&end, 1, CLOCK_LIMIT_S * 1000) <= 0)
			kill(process, SIGKILL);
		while (waitpid(process, &status, 0) < 0 && errno == EINTR)
			;
	}
	close(ends[0]);
	return process > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
