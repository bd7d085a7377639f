# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium features on sources, with a stand-in for the compiler: what it is
# asked to do, what becomes of its errors, and what is left behind.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

object sample.o "$data/sample.json" || exit 99
mkdir -p plugins/gcc-12 bin tmp
: >plugins/gcc-12/podium.so
export PODIUM_PLUGIN_DIR=$work/plugins TMPDIR=$work/tmp

# compiler NAME SCRIPT: notes its arguments, says it is GCC 12.2.0 or runs the
# script; $out is the object that it shall make.
compiler()
{
	{
		echo '#!/bin/sh'
		echo "echo \"\$0 \$*\" | tee -a '$work/all' >'$work/arguments'"
		echo 'test "$1" = -dumpfullversion && echo 12.2.0 && exit'
		echo 'for out; do :; done'
		echo "$2"
	} >"bin/$1"
	chmod +x "bin/$1"
}

for c in gcc g++ gfortran; do
	compiler $c "cp '$work/sample.o' \"\$out\""
done
touch f.c f.cc f.f90 f.cpp f.F

# asked NAME PATTERN: what the compiler was called with.
asked()
{
	grep -q -e "$2" arguments
	ok $? "$1"
}

gcc=$work/bin/gcc
run "$PODIUM" features --gcc "$gcc" f.c
expect 0 "a source in C" -o '^3 loops' -E ""
asked "-O2 where no flags are given" \
	"^$work/bin/gcc -fplugin=$work/plugins/gcc-12/podium.so -fopenmp -O2 -c f.c -o "
run "$PODIUM" features --gcc "$gcc" f.c -- -O3 '-DA=b c'
asked "the flags that are given" "-fopenmp -O3 -DA=b c -c f.c"
run "$PODIUM" features --gcc "$gcc" f.cc
asked "g++ for C++" "^$work/bin/g++ .*-c f.cc"
run "$PODIUM" features --gcc "$gcc" f.f90
asked "gfortran, its modules not here" "^$work/bin/gfortran .*-J $work/tmp"
run "$PODIUM" features --gcc "$gcc" f.f90 -- -Jmodules
grep -q -e '-Jmodules' arguments && ! grep -q -e '-J ' arguments
ok $? "a folder of modules that is given"
run "$PODIUM" features --gcc "$gcc" f.c f.cpp f.F sample.o
expect 0 "sources and an object" -o '^12 loops'
[ -z "$(ls tmp)" ]
ok $? "no temporary folder is left"
rm all
run "$PODIUM" features --gcc "$gcc" f.c f.c f.c
[ "$(grep -c dumpfullversion all)" = 1 ] && [ "$(grep -c -e '-c f.c' all)" = 3 ]
ok $? "a compiler is asked once what it is"

object nothing.o /dev/null
compiler gcc "cp '$work/nothing.o' \"\$out\""
for command in rank variants; do
	run "$PODIUM" $command --gcc "$gcc" f.c
	expect 1 "podium $command of a source without loops" \
		-e "f.c: no loop that OpenMP shares out\$"
done

compiler gcc 'echo "f.c:1: error: a word" >&2; echo chatter; exit 1'
run "$PODIUM" features --gcc "$gcc" f.c
expect 1 "errors are the compiler's" -e '^f.c:1: error: a word' \
	-e "^chatter" -e "f.c: '.*gcc' does not compile it" -O ""
compiler gcc 'exit 0'
run "$PODIUM" features --gcc "$gcc" f.c -- -fsyntax-only
expect 1 "flags that make no object" -e "f.c: with these flags .* no object"
compiler gcc 'kill -KILL $$'
run "$PODIUM" features --gcc "$gcc" f.c
expect 1 "a compiler that dies" -e "died: Killed"
compiler gcc 'cp /dev/null "$out"'
run "$PODIUM" features --gcc "$gcc" f.c
expect 1 "an object that is none" -e 'f.c: is no object'
cp empty.o plain.o
compiler gcc "cp '$work/plain.o' \"\$out\""
run "$PODIUM" features --gcc "$gcc" f.c
expect 0 "a source without OpenMP is no failure" -o '^0 loops'
run "$PODIUM" features --gcc clang f.c
expect 1 "a name without gcc in it" -e "'clang' does not name a GCC"
run "$PODIUM" features --gcc "$work/bin/gcc-none" f.c
expect 1 "a compiler that is not there" -e "cannot run '.*gcc-none'"
mkfifo fifo.c
mkdir folder.c
for command in features rank variants; do
	run "$PODIUM" $command --gcc "$gcc" fifo.c
	expect 1 "$command: a fifo" -e 'fifo.c: is no regular file' -O ""
	run "$PODIUM" $command --gcc "$gcc" folder.c
	expect 1 "$command: a folder" -e 'folder.c: is a folder' -O ""
	run "$PODIUM" $command --gcc "$gcc" missing.c
	expect 1 "$command: nothing" -e "cannot open 'missing.c': No such" -O ""
done
run env TMPDIR="$work/nowhere" "$PODIUM" features --gcc "$gcc" f.c
expect 1 "no temporary folder" -e 'cannot make a folder in' -e 'TMPDIR'
run env PODIUM_PLUGIN_DIR="$work/nowhere" "$PODIUM" features --gcc "$gcc" f.c
expect 1 "no plugin" -e 'no plugin for GCC 12' -e "podium plugin --gcc $gcc\$"

# lives: the compiler does; who is dead and not yet buried does not.
lives()
{
	grep -q '^State:[^ZX]*$' "/proc/$(cat pid)/status" 2>/dev/null
}

# One that never ends is ended, with what it started.
compiler gcc "echo \$\$ >'$work/pid'; exec sleep 1000"
run env PODIUM_TEST_COMPILER_S=1 "$PODIUM" features --gcc "$gcc" f.c
expect 1 "a compiler that hangs" -e 'was ended after 1 s; build the program' \
	-O ""
! lives
ok $? "it is ended"
[ -z "$(ls tmp)" ]
ok $? "it leaves no temporary folder"

# It never ends by itself, nor does podium say anything any more. At once, so
# that nothing can be put in place only after the compiler was started.
compiler gcc "echo \$\$ >'$work/pid'; kill -KILL \$PPID; exec sleep 1000"
for _ in 1 2 3 4 5; do
	"$PODIUM" features --gcc "$gcc" f.c >out 2>&1
	for _ in $(seq 100); do
		lives || break
		sleep .1
	done
	lives && break
done
! lives
ok $? "kill -9 of podium ends the compiler"
rm -rf tmp/*

# The compiler interrupts podium at a moment when it is surely waiting, and
# then never ends by itself.
for signal in INT TERM HUP QUIT; do
	compiler gcc "echo \$\$ >'$work/pid'; : >\"\$out\"
		kill -$signal \$PPID; exec sleep 1000"
	# A shell's children in the background ignore SIGINT; these do not.
	run env --default-signal=$signal "$PODIUM" features --gcc "$gcc" f.c
	expect $((128 + $(kill -l $signal))) "SIG$signal ends podium" -O ""
	! lives
	ok $? "SIG$signal ends the compiler"
	[ -z "$(ls tmp)" ]
	ok $? "SIG$signal leaves no temporary folder"
done
finish
