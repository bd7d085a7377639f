# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune, programs that drop files into the folder that they run in: what
# stays is what the first run left, and each run begins with the same files.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# Names with the number of the process, a list that grows, a folder, a file
# that is there only while it runs, and one that says how often it was run.
cat >app/main.c <<'END'
#pragma GCC optimize 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
double work(const double *x, int n);

static void add(const char *path, const char *mode, long number)
{
	FILE *file = fopen(path, mode);

	fprintf(file, "%ld\n", number);
	fclose(file);
}

static long lines(const char *path)
{
	FILE *file = fopen(path, "r");
	long count = 0;
	int letter;

	while (file && (letter = fgetc(file)) != EOF)
		count += letter == '\n';
	return count;
}

/* Another file than the one that the user has built, wherever it is seen, and
   not with clocks or in another world? */
static int is_variant(void)
{
	FILE *file = fopen("bin/inode", "r");
	const char *zone = getenv("TZ");
	struct stat self;
	long inode = 0;

	if ((getenv("PODIUM_CLOCK_FILE") && !getenv("PODIUM_VERSIONS")) ||
	    (zone && strstr(zone, "QQQ")))
		return 0;

	if (file && fscanf(file, "%ld", &inode) == 1)
		fclose(file);
	return stat("/proc/self/exe", &self) == 0 && (long)self.st_ino != inode;
}

static int is_elsewhere(void)
{
	char path[4096] = "";

	return readlink("/proc/self/exe", path, sizeof(path) - 1) < 0 ||
	       !strstr(path, "/try/bin/app");
}

int main(void)
{
	static double x[1000];
	char name[100];
	double sum;

	if (getenv("PLACE") && is_elsewhere())
		return 1;
	sprintf(name, "result-%d.txt", (int)getpid());
	for (int i = 0; i < 1000; i++)
		x[i] = i;
	sum = work(x, 1000);
	add(name, "w", (long)sum);
	mkdir("out", 0777);
	sprintf(name, "out/%d", (int)getpid());
	add(name, "w", 1);
	add("lock", "wx", 1);
	unlink("lock");
	add("log.txt", "a", 1);
	add(getenv("RUNS"), "a", lines("log.txt"));
	if (getenv("RESTS") && lines("log.txt") > 1) {
		add(getenv("RESTS"), "w", getpid());
		pause();
	}
	add("sum.txt", "w", getenv("FAULT") && is_variant() ? 1 : (long)sum);
	if (getenv("LARGE"))
		truncate("log.txt", 17 << 20);
	if (getenv("COUNTS"))
		printf("run %ld\n", 100000 * lines("log.txt"));
	printf("sum %.15g\n", sum);
	return 0;
}
END
export RUNS=$work/runs

# Can a user mount one folder over another here?
over='userxattr,index=off,lowerdir=tmp/low,upperdir=tmp/up,workdir=tmp/work'
mounts=no
mkdir tmp/low tmp/up tmp/work
for how in "-m" "-rm"; do
	[ $mounts = no ] && unshare $how mount -t overlay overlay -o "$over" \
		tmp/low 2>/dev/null && mounts=yes
done
rm -rf tmp/low tmp/up tmp/work

# clean NAME: as the first run left it.
clean()
{
	[ "$(find . -name 'result-*.txt' | wc -l) $(find out -type f | wc -l)" \
		= "1 1" ] && [ "$(wc -l <log.txt)" -eq 1 ] && [ ! -e lock ]
	ok $? "$1"
}

strewn()
{
	[ "$(find . -name 'result-*.txt' | wc -l)" -gt 3 ]
	ok $? "$1"
}

if [ $mounts = yes ]; then
	fresh
	tune --compare sum.txt
	expect 0 "a program that drops files" \
		-e "not written by each run of the baseline, and not compared: 'out/[0-9]*', 'result-[0-9]*.txt'" \
		-o '1 line of sum.txt; not compared: 1 field' \
		-o 'log.txt, line 1 .1.: comes in any number'
	clean "leaves those of its first run"
	[ "$(sort -u "$RUNS" | tr '\n' ' ')" = "1 2 " ] &&
		[ "$(wc -l <"$RUNS")" -gt 4 ]
	ok $? "each of the others begins as the second did"
	asked "no run fails" "select count(*) from run where status != 'ok'" 0
	find "$TMPDIR" -mindepth 1 | wc -l | grep -qx 0
	ok $? "nothing is left in TMPDIR"
	cd ..
	fault "a wrong file that nobody has named" \
		"wrong output: sum.txt, line 1%" FAULT=1
	fault "a wrong file in such a layer" "wrong output: sum.txt, line 1%" FAULT=1 \
		--compare sum.txt
	cd try && clean "which is not in the folder" && cd ..
	fresh
	tune FAULT=1 --check 'cat >/dev/null; ! grep -qx 1 sum.txt'
	expect 0 "a check of a file" -o 'The original is kept'
	asked "sees that of the variant" "select count(*) > 0 from run
		where reason like 'check fails%'" 1
	clean "and is no reason to strew them"
	cd ..
	fresh
	tune PLACE=1
	expect 0 "a program that runs at its place alone"
	asked "is seen there" "select count(*) from run where status = 'ok' and
		step like 'clocks/in place%'" 1
	clean "with layers around it"
	cd ..
	fresh
	tune LARGE=1
	expect 0 "large files" -e 'written by every run: they are large'
	cd ..
	fresh
	tune COUNTS=1
	expect 0 "a program that prints what earlier runs left"
	asked "does not fail" "select count(*) from run where variant = '' and
		status != 'ok'" 0
	cd ..
	fresh
	mkdir kept
	TMPDIR=$PWD/kept
	tune
	expect 0 "a temporary folder in the folder itself"
	strewn "lets every run write there"
	TMPDIR=$work/tmp
	cd ..
else
	skip "files over layers" "no mounts of that kind here"
fi

# What is mounted in the folder would be hidden.
if unshare -m true 2>/dev/null; then
	fresh
	mkdir disk
	run unshare -m bash -c 'mount -t tmpfs none disk && exec "$@"' bash \
		"$PODIUM" tune --build make --run ./bin/app "${few[@]}"
	expect 0 "a folder with mounts in it"
	strewn "is written to by every run"
	cd ..
else
	skip "a folder with mounts in it" "no mounts here"
fi

# No mounts but in a user namespace of its own.
forbidden=(setpriv --bounding-set -sys_admin --inh-caps -sys_admin)

# none COMMAND...: not even there, as it is in many containers.
none()
{
	unshare -r sh -c 'echo 0 >/proc/sys/user/max_user_namespaces &&
		exec setpriv --bounding-set -sys_admin "$@"' sh "$@"
}

if [ $mounts = yes ] && "${forbidden[@]}" unshare -rm true 2>/dev/null; then
	fresh
	run "${forbidden[@]}" "$PODIUM" tune --build make --run ./bin/app \
		"${few[@]}"
	expect 0 "a user who may not mount"
	clean "has layers in a namespace"
	cd ..
	fresh
	RESTS=$work/rests "${forbidden[@]}" "$PODIUM" tune --build make \
		--run ./bin/app "${few[@]}" >"$work/out" 2>"$work/err" &
	until_true [ -s "$work/rests" ]
	kill -KILL $!
	wait $! 2>/dev/null
	until_true eval '! kill -0 $(cat "$work/rests")'
	ok $? "nothing runs on after podium was killed"
	! grep -q "$PWD" /proc/self/mounts
	ok $? "and nothing stays mounted"
	run "${forbidden[@]}" "$PODIUM" tune --build make --run ./bin/app \
		"${few[@]}"
	expect 0 "the next one goes on"
	[ ! -e lock ] && [ "$(wc -l <log.txt)" -eq 2 ]
	ok $? "with the files as the first run of each left them"
	[ -z "$(ls "$TMPDIR")" ]
	ok $? "and no layer is left"
	cd ..
else
	skip "a user who may not mount" "no user namespaces here"
fi

if none true 2>/dev/null; then
	fresh
	run none "$PODIUM" tune --build make --run ./bin/app "${few[@]}"
	expect 0 "no mounts" -e 'the system lets nothing be mounted'
	strewn "lets every run write in the folder"
	cd ..
else
	skip "no mounts" "no way to forbid them here"
fi

finish
