# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune, variants tried within one run, where calls are no fair comparison
# at first sight. Sleeps make the truth: what they say is not to be faster must
# not be chosen, whatever the machine does.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

mkdir traps && cd traps || exit 99
cat >traps.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 64

static int owner[MOST], first[MOST], calls, turns;
static const char *trap;

static int is(const char *name)
{
	return !strcmp(trap, name);
}

/* Who has each iteration? By turns of one it is another one than in blocks. */
static void step(int n)
{
	calls++;
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int me = omp_get_thread_num();

		owner[i] = me;
		/* the first half takes long: turns are good */
		if (is("next") && i < n / 2)
			usleep(500);
		/* even ones take long: turns are bad in large calls, where small
		   ones are the other way round */
		if (is("alternate") && (n > 8 ? i % 2 == 0 : i < n / 2))
			usleep(n > 8 ? 400 : 500);
		/* pages are with the thread that touched them first, which
		   takes its time */
		if (is("touch") && calls == 1) {
			first[i] = me;
			usleep(20000);
		}
		if (is("touch") && first[i] != me)
			usleep(300);
		if (is("crash") && i == 1 && me == 1 && ++turns == 3)
			abort();
		if (is("wrong") && i == 1 && me == 1)
			turns++;
	}
}

/* What turns gain in the loop is lost behind it, twice. */
static void pay(void)
{
	if (is("next") && owner[1] != owner[0])
		usleep(4000);
}

int main(void)
{
	trap = getenv("TRAP") ? getenv("TRAP") : "";
	for (int i = 0; i < 100; i++) {
		step(is("touch") ? MOST : is("alternate") && i % 2 ? 32 : 8);
		pay();
	}
	printf("calls %d%s\n", calls, is("wrong") && turns > 2 ? ", wrong" : "");
	return 0;
}
END
cd ..

# tried TRAP [THREADS]: it is tuned within runs, by threads that sleep between
# regions; by blocks it is best.
tried()
{
	local trap=$1 threads=${2-2}

	rm -rf try && cp -r traps try && cd try || exit 99
	run env OMP_NUM_THREADS="$threads" OMP_WAIT_POLICY=passive TRAP="$trap" \
		"$PODIUM" tune --force step --no-predict --schedule static \
		--chunk 1,4 --threads "$threads" --no-confirm traps.c -- -O2
	expect 0 "$trap: is tuned"
	asked "$trap: within runs" "select count(*) > 0 from run
		where step like 'trial/%/variant %'" 1
}

# by_turns: is something chosen that shares iterations out by turns?
by_turns()
{
	[ -e podium.tuned ] &&
		grep -q 'step#1 schedule([a-z]*,1)' podium.tuned
}

no_turns()
{
	! by_turns
	ok $? "$1"
}

tried next
no_turns "next: what is lost behind the loop is no gain"
cd ..

tried alternate
no_turns "alternate: what small calls gain and large ones lose is no gain"
cd ..

tried touch
no_turns "touch: the first call is not held against blocks"
cd ..

tried crash
asked "crash: one that crashes at its third call is left out" "select
	count(*) > 0 from run where status = 'failed' and
	reason like 'crashed: Aborted%' and step like 'trial/0/variant %'" 1
asked "crash: and the trial goes on without it" "select count(*) > 0 from run
	where status = 'ok' and step like 'trial/1/variant %'
	and variant like '%as-written | schedule(static,4)%'" 1
no_turns "crash: it is not chosen"
cd ..

tried wrong
asked "wrong: a wrong result at the third call fails the run" "select
	count(*) > 0 from run where status = 'failed' and
	reason like 'wrong output%' and step like 'trial/0/variant %'" 1
no_turns "wrong: it is not chosen"
cd ..

tried touch 16
# Where a busy machine leaves it open by calls, runs of its own follow; in these
# turns touch their pages first, and are no slower.
! by_turns || [ "$(ask "select count(*) > 0 from run where variant like
	'%step#1 schedule(static,1)%' and status = 'ok'")" = 1 ]
ok $? "16 threads: what is slower is not chosen by calls"
asked "16 threads: no run fails" "select count(*) from run
	where status != 'ok'" 0
cd ..

finish
