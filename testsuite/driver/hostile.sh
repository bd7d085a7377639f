# SPDX-License-Identifier: GPL-3.0-or-later
#
# What comes from outside runs nothing, deletes nothing and hangs nothing:
# folders in TMPDIR, flags of tuned files, files that are none.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export TMPDIR=$work/tmp
mkdir tmp
cat >work.c <<'END'
double a[1000];
int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 1000; i++)
		a[i] = i;
	return 0;
}
END

# ---- folders in TMPDIR ----

# owner FOLDER HOST BOOT PROCESS START: a folder as podium makes them.
owner()
{
	mkdir -p "$1/in/deep"
	echo important >"$1/in/deep/file"
	printf 'podium-run 1\nhost %s\nboot %s\nprocess %s %s\n' \
		"$2" "$3" "$4" "$5" >"$1/owner"
}

started()
{
	sed 's/.*) //' "/proc/$1/stat" | cut -d ' ' -f 20
}

here=$(uname -n)
boot=$(cat /proc/sys/kernel/random/boot_id)
sleep 60 &
alive=$!
since=$(started $alive)
mkdir tmp/podium-run.nobody tmp/podium-run.fifo00 elsewhere
echo important >tmp/podium-run.nobody/file
mkfifo tmp/podium-run.fifo00/owner
owner tmp/podium-run.remote other "$boot" 999999999 1
owner tmp/podium-run.reboot "$here" other 999999999 1
owner tmp/podium-run.living "$here" "$boot" $alive "$since"
owner tmp/podium-run.locked "$here" "$boot" 999999999 1
owner tmp/podium-run.longer7 "$here" "$boot" 999999999 1
owner tmp/podium-run.nolife "$here" "$boot" unknown 0
owner elsewhere "$here" "$boot" 999999999 1
ln -s ../elsewhere tmp/podium-run.alink0
owner tmp/podium-run.ended0 "$here" "$boot" 999999999 1
owner tmp/podium-run.newone "$here" "$boot" $alive $((since + 1))
chmod 0 tmp/podium-run.ended0/in/deep
echo 'int main(void) { return 0; }' >x.c
if "$PODIUM" cflags >/dev/null 2>err; then
	(
		flock 9
		run timeout 300 "$PODIUM" features x.c
		[ "$status" -ne 124 ]
	) 9<tmp/podium-run.locked
	ok $? "folders in TMPDIR do not hang it"
	(cd tmp && find . | sort) >found
	[ ! -e tmp/podium-run.ended0 ] && [ ! -e tmp/podium-run.newone ]
	ok $? "what a podium that was killed has left is removed"
	ls tmp >out
	[ "$(grep -c '^./podium-run.*/file$' found)" -eq 7 ] &&
		[ -e elsewhere/in/deep/file ] && [ -p tmp/podium-run.fifo00/owner ]
	ok $? "nothing else is"
	mkdir full && : >full/file
	run env TMPDIR="$work/full/file" "$PODIUM" features x.c
	expect 1 "TMPDIR is no folder" -e "cannot make a folder in .*set TMPDIR"
	run env TMPDIR='' "$PODIUM" features x.c
	expect 0 "TMPDIR is empty"
else
	skip "folders in TMPDIR" "no plugin for gcc"
fi
kill $alive

# ---- what is shown of a store ----

if command -v sqlite3 >/dev/null && "$PODIUM" cflags >/dev/null 2>err; then
	run "$PODIUM" tune --runs 1 --confirm 2 work.c -- -O1
	sqlite3 podium.db "update run set step = char(27) || '[2J' || step,
		reason = char(27) || 'c' || char(10) || char(155) || 'x',
		variant = char(27) || variant, status = 'failed'"
	run "$PODIUM" runs
	expect 0 "the runs of a store with control characters" -o '?\[2Jorig'
	! LC_ALL=C grep -q "$(printf '\033')" out
	ok $? "they do not steer the terminal"
else
	skip "what is shown of a store" "no sqlite3 or plugin"
fi

# ---- flags ----

if "$PODIUM" cflags >/dev/null 2>err; then
	for flag in -fplugin=./x.so @file -wrapper -B. -specs=x -ox -xc --param \
		-Wl,x -Xlinker -I. -include -fdump-tree-all -fprofile-use=x; do
		printf 'podium.tuned 2\nflags -O2 %s\n' $flag >tuned
		run "$PODIUM" cflags --use tuned
		expect 1 "the flag $flag of a file" -O "" \
			-e "the flag '$flag' is not taken from a file"
	done
else
	skip "flags" "no plugin for gcc"
fi

# ---- tuned files that are none ----

mkfifo fifo
printf 'podium.tuned 2\n' >huge && truncate -s 1T huge
if "$PODIUM" cflags >/dev/null 2>err; then
	for file in fifo huge /dev/zero tmp; do
		run timeout 300 "$PODIUM" cflags --use $file
		expect 1 "$file as a tuned file" -O "" -e "cannot open '$file'"
	done
else
	skip "tuned files that are none" "no plugin for gcc"
fi

# ---- sources of a space file ----

cp work.c ./-fplugin=x.c
if "$PODIUM" cflags >/dev/null 2>err; then
	for list in '[.]' '[null]' '[/dev/zero]' '{a: b}' '&a [*a]' '[[x.c]]' \
		'[-fplugin=x.c]' '["@x.c"]' '[x]' '[1e999]' '~' '""' \
		'!!binary "AA=="' '[.c]' '[work.c, gone.c]' '[tmp/a/../b.c]'; do
		echo "sources: $list" >sources.yaml
		run timeout 300 "$PODIUM" tune --space sources.yaml work.c -- -O1
		[ "$status" -ge 1 ] && [ "$status" -le 2 ] &&
			! grep -q '(null)' out err
		ok $? "podium tune with sources: $list"
	done
else
	skip "sources of a space file" "no plugin for gcc"
fi

finish
