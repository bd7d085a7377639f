# SPDX-License-Identifier: GPL-3.0-or-later
#
# A small program for the tests of podium tune, which misbehaves on demand, and
# what these tests ask. Sourced after tap.sh.

cd "$work" || exit 99
export TMPDIR=$work/tmp
mkdir tmp

needs "podium tune" plugin make

# The program: one hot loop. What FAULT names happens in variants alone, which
# lie in a folder of podium's; what ACT names happens in run number AT, variant
# or not, which the file RUNS counts.
mkdir app
cat >app/work.c <<'END'
#if __has_include("broken.h")
#error broken
#endif
double work(const double *x, int n)
{
	double sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += x[i] * x[i];
	return sum;
}
END
cat >app/main.c <<'END'
#pragma GCC optimize 0 /* compiled often, and fast */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
double work(const double *x, int n);

static long number_in(const char *path)
{
	FILE *file = path ? fopen(path, "r") : NULL;
	long number = 0;

	if (file && fscanf(file, "%ld", &number) == 1)
		fclose(file);
	return number;
}

/* Is it a variant, which is another file wherever it is seen? The baseline
   with clocks, and in other worlds, is none. */
static int is(const char *fault)
{
	const char *name = getenv("FAULT"), *zone = getenv("TZ");
	struct stat status;
	long original = number_in("bin/inode");

	if (!name || strcmp(name, fault) || !original)
		return 0;
	if ((getenv("PODIUM_CLOCK_FILE") && !getenv("PODIUM_TRIAL_SEED") &&
	     !getenv("PODIUM_VERSIONS")) ||
	    (zone && strstr(zone, "QQQ")))
		return 0;
	return stat("/proc/self/exe", &status) == 0 &&
	       (long)status.st_ino != original;
}

/* Is this the run in which that is to happen? */
static int now(const char *what)
{
	const char *act = getenv("ACT");

	return act && !strcmp(act, what) &&
	       number_in(getenv("RUNS")) == atol(getenv("AT"));
}

static long count_run(const char *path)
{
	long number = number_in(path) + 1;
	FILE *file = path ? fopen(path, "w") : NULL;

	if (file) {
		fprintf(file, "%ld\n", number);
		fclose(file);
	}
	return number;
}

static void rest(void)
{
	for (;;)
		pause();
}

static void make(const char *path, const char *mode, const char *content)
{
	FILE *file = fopen(path, mode);

	fputs(content, file);
	fclose(file);
}

static void leave_daemon(void)
{
	if (fork() == 0) {
		setsid();
		if (fork() == 0)
			rest();
		_exit(0);
	}
	wait(NULL);
}

/* What it got rid of is told in a file. */
static void print_gigabyte(void)
{
	static char block[1 << 20];
	char size[40];
	struct stat status;

	signal(SIGXFSZ, SIG_IGN);
	for (int i = 0; i < 1024; i++)
		if (write(1, block, sizeof(block)) < 0)
			continue;
	fstat(1, &status);
	snprintf(size, sizeof(size), "%ld\n", (long)status.st_size);
	make(getenv("NOTES"), "a", size);
}

/* The folder of podium's has no room any more. */
static void fill(void)
{
	static char block[1 << 16];
	char path[4096];
	int file;

	snprintf(path, sizeof(path), "%s/filler", getenv("TMPDIR"));
	file = open(path, O_WRONLY | O_CREAT, 0666);
	while (write(file, block, sizeof(block)) > 0)
		;
}

static void wait_for_go(void)
{
	make(getenv("REACHED"), "w", "");
	while (access(getenv("GO"), F_OK) != 0)
		usleep(10000);
}

static void misbehave(void)
{
	if (getenv("DAEMON") || is("daemon"))
		leave_daemon();
	if (now("stop"))
		kill((pid_t)number_in(getenv("STOP")), SIGINT);
	if (getenv("HANGS") || is("hang") || now("stop"))
		rest();
	if (is("crash"))
		abort();
	if (is("status") || is("good"))
		exit(is("status") ? 3 : 0);
	if (is("output"))
		for (;;)
			puts("again and again and again and again and again");
	if (is("gigabyte"))
		print_gigabyte();
	if (is("fork") && fork() == 0)
		rest();
	if (is("memory"))
		for (size_t i = 0;; i++)
			if (!memset(malloc(1 << 20), 1, 1 << 20))
				break;
	if (now("edit"))
		make("work.c", "a", "int edited = 1;\n");
	if (now("wait"))
		wait_for_go();
}

/* Its name, and a word out of a file that lies beside it. */
static int look_around(const char *name)
{
	char path[4096] = "", word[100] = "";
	FILE *file;

	if (readlink("/proc/self/exe", path, sizeof(path) - 1) < 0)
		return 1;
	printf("%s is %s\n", name, path);
	strcpy(strrchr(path, '/') + 1, "word");
	file = fopen(path, "r");
	return !file || !fgets(word, sizeof(word), file) || !puts(word);
}

int main(int count, char **arguments)
{
	static double x[1000];
	double sum;
	char line[100] = "";

	count_run(getenv("RUNS"));
	misbehave();
	if (getenv("LOOKS") && look_around(arguments[0]))
		return 1;
	for (int i = 0; i < 1000; i++)
		x[i] = i;
	sum = work(x, 1000);
	if (getenv("READS") && fgets(line, sizeof(line), stdin))
		printf("read %s", line);
	for (int i = 1; i < count; i++)
		printf("[%s]\n", arguments[i]);
	for (int i = 0; getenv("LINES_OUT") && i < atoi(getenv("LINES_OUT")); i++)
		printf("line %d of many, and its number is %g again\n", i, sum);
	if (getenv("NUL"))
		putchar('\0');
	printf("sum %.15g\n", is("wrong") ? sum * 1.01 : sum);
	if (getenv("SLOW") && !getenv("OMP_NUM_THREADS"))
		usleep(600000);
	if (getenv("ROUNDS"))
		printf("rest %g\n", is("rest") ? .25002 :
			getenv("OMP_NUM_THREADS") ? .25001 : .25);
	if (getenv("STATE")) {
		long number = count_run(getenv("STATE"));

		printf("state %ld\n", number * number * number);
	}
	if (getenv("WRITES") && !is("no file"))
		make(getenv("WRITES"), "w", is("file") ? "sum 2\n" : "sum 1\n");
	fflush(stdout);
	if (now("fill"))
		fill();
	if (getenv("BREAKS"))
		fclose(fopen("broken.h", "w"));
	if (now("end"))
		return 5;
	return getenv("ENDS") ? atoi(getenv("ENDS")) : 0;
}
END
cat >app/Makefile <<'END'
CC = gcc
CFLAGS = -O2 -fopenmp
all: bin/app
bin/app: main.o work.o
	mkdir -p bin
	$(CC) $(CFLAGS) main.o work.o -o bin/app
	stat -c %i bin/app >bin/inode
END

# Runs enough to go the way up to the confirmation, and few.
few=(--runs 1 --confirm 0)

# fresh: the program as if it had never been built or tuned.
fresh()
{
	rm -rf try && cp -r app try && cd try || exit 99
}

# tune [NAME=VALUE]... [OPTION]...
tune()
{
	local variables=()

	while [[ ${1-} == [A-Z]*=* ]]; do
		variables+=("$1")
		shift
	done
	run env "${variables[@]}" "$PODIUM" tune --build make --run ./bin/app \
		"${few[@]}" "$@"
}

ask()
{
	sqlite3 podium.db "$1"
}
if ! command -v sqlite3 >/dev/null; then
	ask()
	{
		echo "no sqlite3"
	}
	lacking=1
fi

# asked NAME QUESTION ANSWER: what the store holds.
asked()
{
	if [ -n "${lacking-}" ]; then
		skip "$1" "no sqlite3"
		return
	fi
	local answer

	answer=$(ask "$2")
	[ "$answer" = "$3" ] || echo "# the store says: $answer"
	[ "$answer" = "$3" ]
	ok $? "$1"
}

# ran_once NAME: each run that the store has is one of the program, which counts
# them in "runs".
ran_once()
{
	[ "$(cat runs)" = "$(ask "select count(*) from run" | grep -x '[0-9]*' ||
		cat runs)" ]
	ok $? "$1"
}

# shown NAME FILTER: what the last run printed as JSON.
shown()
{
	if ! command -v jq >/dev/null; then
		skip "$1" "no jq"
		return
	fi
	jq -e "$2" "$work/out" >/dev/null 2>&1
	ok $? "$1"
}

# fault NAME REASON [VARIABLE]...: it costs the variant, with this reason. The
# exit status says where that has left nothing to try: $left is 1 then.
fault()
{
	local name=$1 reason=$2

	shift 2
	fresh
	tune "$@"
	expect ${left:-0} "$name does not stop the tuning" -o 'The original is kept'
	asked "$name is recorded" \
		"select count(*) > 0 from run where status = 'failed' and
		variant != '' and reason like '$reason'" 1
	cd ..
}

# Wait until a condition holds, a minute at most.
until_true()
{
	for _ in $(seq 600); do
		"$@" >/dev/null 2>&1 && return 0
		sleep 0.1
	done
	return 1
}
