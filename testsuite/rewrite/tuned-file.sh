#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What is said about tuned files that cannot be read, about entries that do
# not apply, and that none of it ever breaks a build.

. "$(dirname "$0")/../gccs.sh"

# compile FILE FLAG...: with -Werror; what the compiler says goes to "log".
compile()
{
	local file=$1

	shift
	$cc -fopenmp -O0 -Wall -Werror -S -o out.s \
		"$plugin" -fplugin-arg-podium-use=tuned "$@" \
		"$file" >log 2>&1 && without_records out.s
}

# bad WHAT TEXT MESSAGE: the file is refused with one note, the build goes on
# and the clauses are those of the source.
bad()
{
	printf '%b' "$2" >tuned
	compile loop.c && [ "$(grep -c 'note: podium' log)" = 1 ] &&
		grep -qF "podium: tuned:$3" log &&
		grep -q 'clauses are left as written' log &&
		cmp -s out.s plain.s
	ok $? "GCC $version: $1"
}

# good WHAT TEXT: accepted without a word, and loop step is dynamic then
good()
{
	printf '%b' "$2" >tuned
	compile loop.c && [ ! -s log ] && grep -q nonmonotonic_dynamic out.s
	ok $? "GCC $version: $1"
}

# told WHAT FILE ENTRY MESSAGE: the build goes on, the user is told
told()
{
	printf 'podium.tuned 2\n%s\n' "$3" >tuned
	compile "$2" && grep -qF "$4" log
	ok $? "GCC $version: $1"
}

# silent WHAT FILE ENTRY CALL: applied, CALL is in the code
silent()
{
	printf 'podium.tuned 2\n%s\n' "$3" >tuned
	compile "$2" && [ ! -s log ] && grep -q "$4" out.s
	ok $? "GCC $version: $1"
}

cat >loop.c <<'END'
extern double a[100];
void step(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = i;
}
END

cat >names.cc <<'END'
extern double a[100];
namespace outer {
template <typename T, int N> void scale(T x)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		a[i] *= x;
}
template void scale<double, 80>(double);
}
END

cat >names.f90 <<'END'
module names
contains
subroutine step(a, n)
integer :: n, i
real(8) :: a(n)
!$omp parallel do
do i = 1, n
a(i) = i
end do
end subroutine
end module
END

cat >other.c <<'END'
extern double a[100], b[100];
extern int n, mine;
#pragma omp threadprivate(mine)
int omp_get_thread_num(void), omp_get_num_threads(void);
void orphan(void)
{
#pragma omp for
	for (int i = 0; i < n; i++)
		a[i] = i;
}
void triangle(void)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++)
			a[i] = b[j];
}
void scan(void)
{
	double s = 0;
#pragma omp parallel for reduction(inscan, +: s)
	for (int i = 0; i < n; i++) {
		s += a[i];
#pragma omp scan inclusive(s)
		b[i] = s;
	}
}
void in_order(void)
{
#pragma omp parallel for ordered
	for (int i = 0; i < n; i++) {
#pragma omp ordered
		a[i] = i;
	}
}
void two(void)
{
#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < n; i++)
			a[i] = i;
#pragma omp for
		for (int i = 0; i < n; i++)
			b[i] = i;
	}
}
void pair(void)
{
#pragma omp parallel
	{
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			a[i] = i;
#pragma omp for
		for (int i = 0; i < n; i++)
			b[i] = a[i];
	}
}
void no_pair(void)
{
#pragma omp parallel
	{
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			a[i] = i;
#pragma omp barrier
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			b[i] = a[i];
	}
}
void again(void)
{
#pragma omp parallel
	for (int t = 0; t < 9; t++) {
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			a[i] += t;
	}
}
void goes_on(void)
{
#pragma omp for nowait
	for (int i = 0; i < n; i++)
		a[i] = i;
}
void alone(void)
{
#pragma omp simd
	for (int i = 0; i < n; i++)
		a[i] = i;
}
void tasks(void)
{
#pragma omp taskloop
	for (int i = 0; i < n; i++)
		a[i] = i;
}
void any_order(void)
{
#pragma omp parallel for order(concurrent)
	for (int i = 0; i < n; i++)
		a[i] = i;
}
void last(void)
{
	int x = 0;
#pragma omp parallel for lastprivate(conditional: x)
	for (int i = 0; i < n; i++)
		if (a[i] > 2.385)
			x = i;
	n = x;
}
void who(void)
{
#pragma omp parallel
	{
		int me = omp_get_thread_num();
#pragma omp for
		for (int i = 0; i < n; i++)
			a[i] = me;
	}
}
void one_asks(void)
{
#pragma omp parallel
	{
#pragma omp master
		b[0] = omp_get_thread_num() + omp_get_num_threads();
#pragma omp for
		for (int i = 0; i < n; i++)
			a[i] = n;
	}
}
void parts(void)
{
#pragma omp parallel
	{
		int part = n / omp_get_num_threads(), last = part - 1;
#pragma omp for
		for (int i = 0; i < n; i++)
			a[i] = i % part == last;
	}
}
double elsewhere(double);
void calls(void)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = elsewhere(i);
}
void own(void)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = mine;
}
END

refused_files()
{
	local h='podium.tuned 2\n' e='loop.c:step#1'

	bad 'as-written beside clauses' \
		'podium.tuned 2\nloop.c:step#1 as-written schedule(auto)\n' \
		"2:26: expected '|', found 'schedule'"
	bad 'as-written with more letters' \
		'podium.tuned 2\nloop.c:step#1 as-written-x\n' \
		"2:15: expected a clause, a transformation, proof(...) or force, found 'as-written-x'"
	bad 'as-written with nothing behind it' \
		'podium.tuned 2\nloop.c:step#1 as-written |\n' \
		'2:27: expected a clause, a transformation, proof(...) or force, found the end of the line'
	bad 'a candidate without as-written before it' \
		'podium.tuned 2\nloop.c:step#1 schedule(static) | schedule(auto)\n' \
		"2:32: expected a clause, a transformation, proof(...) or force, found '|'"
	bad 'nine candidates' \
		'podium.tuned 2\nloop.c:step#1 as-written|num_threads(1)|num_threads(2)|num_threads(3)|num_threads(4)|num_threads(5)|num_threads(6)|num_threads(7)|num_threads(8)\n' \
		'2:130: more than 8 candidates'
	good 'settings' \
		"${h}setting OMP_PLACES={0},{1} # two\n \tsetting  GOMP_SPINCOUNT=9\r\n$e schedule(dynamic)\n"
	bad 'a setting of another name' "${h}setting LD_PRELOAD=x.so\n" \
		"2:9: expected OMP_NAME=VALUE or GOMP_NAME=VALUE, others being set by hand, found 'LD_PRELOAD=x.so'"
	bad 'a setting without a value' "${h}setting OMP_DYNAMIC=\n" \
		'2:21: expected a value, found the end of the line'
	bad 'a setting with a pattern' "${h}setting OMP_PLACES=a*\n" \
		"2:21: expected letters, digits and _.,:+-/%!@=(){}, found '*'"
	bad 'a setting of two words' "${h}setting OMP_PLACES={0}, {1}\n" \
		'2:25: expected letters, digits'
	bad 'a setting twice' "${h}setting OMP_X=1\nsetting OMP_X=2\n" \
		'3:9: a setting given twice'
	bad 'empty file' '' "1:1: expected 'podium.tuned 2', found the end of"
	bad 'no header' "$e force\n" "1:1: expected 'podium.tuned 2', found 'loop"
	bad 'binary' '\177ELF\002\001\000\000' '1:7: a NUL'
	bad 'header without a number' 'podium.tuned\n' '1:1: expected'
	bad 'older format' 'podium.tuned 1\n' '1:14: another format'
	bad 'newer format' 'podium.tuned 3\n' '1:14: another format'
	bad 'unknown word' "$h$e colour(red)\n" \
		"2:15: expected a clause, a transformation, proof(...) or force, found 'colour'"
	bad 'no clause' "$h\n$e # nothing\n" \
		'3:24: expected a clause, a transformation, proof(...) or force, found the end'
	bad 'force alone' "$h$e force\n" \
		'2:20: expected a clause or a transformation'
	bad 'something behind the number' "${h}loop.c:step#1/2 schedule(static)\n" \
		'2:1: expected FILE:FUNCTION#NUMBER or *'
	bad 'no number in the name' "${h}loop.c:step schedule(static)\n" \
		'2:1: expected FILE:FUNCTION#NUMBER or *'
	bad 'no file in the name' "${h}:step#1 schedule(static)\n" \
		'2:1: expected FILE:FUNCTION#NUMBER or *'
	bad 'ordinal 0' "${h}loop.c:step#0 schedule(static)\n" '2:1: expected'
	bad 'unknown kind' "$h$e schedule(fair)\n" \
		"2:24: expected static, dynamic, guided, auto or runtime, found 'fair'"
	bad 'chunk 0' "$h$e schedule(static,0)\n" \
		"2:31: expected a number from 1 to 2147483647, found '0'"
	bad 'chunk negative' "$h$e schedule(static,-4)\n" "2:31: expected a number"
	bad 'chunk too large' "$h$e schedule(static,2147483648)\n" \
		"2:31: expected a number"
	bad 'chunk beyond any number' "$h$e schedule(static,$(printf '9%.0s' \
		{1..60}))\n" "2:31: expected a number"
	bad 'chunk with a tail' "$h$e schedule(static,4k)\n" \
		"2:31: expected a number from 1 to 2147483647, found '4k'"
	bad 'auto with chunk' "$h$e schedule(auto,4)\n" '2:28: schedule kinds auto'
	bad 'both modifiers' "$h$e schedule(monotonic,nonmonotonic:static)\n" \
		'2:34: monotonic and nonmonotonic exclude each other'
	bad 'threads 0' "$h$e num_threads(0)\n" '2:27: expected a number'
	bad 'if of another kind' "$h$e if(work>9)\n" "2:23: expected '='"
	bad 'if without work' "$h$e if(n>=9)\n" '2:18: expected work>=NUMBER'
	bad 'threads by 0' "$h$e num_threads(work/0)\n" \
		'2:32: expected a number'
	bad 'if twice' "$h$e if(work>=9) if(work>=9)\n" \
		'2:27: a clause given twice'
	bad 'clause twice' "$h$e num_threads(2) num_threads(3)\n" \
		'2:30: a clause given twice'
	bad 'unfinished' "$h$e schedule(static" \
		"2:30: expected ')', found the end of the file"
	bad 'duplicate' "$h$e schedule(auto)\n#\n./$e num_threads(2)\n" \
		'4:1: a second entry for the loop of line 2'
	bad 'safe without an end' "${h}safe(f(4)\n" \
		"2:10: expected ')', found the end of the line"
	bad 'safe of nothing' "${h}safe()\n" \
		"2:6: expected a function, found ')'"
	bad 'more behind safe' "${h}safe(f) force\n" \
		"2:9: expected proof(...), found 'force'"
	bad 'more behind the proof of safe' "${h}safe(f) proof(0a1b2c3d) force\n" \
		"2:25: expected the end of the line, found 'force'"
	bad 'proof alone' "$h$e proof(0a1b2c3d)\n" \
		'2:30: expected a clause or a transformation'
	bad 'proof of nothing' "$h$e schedule(auto) proof()\n" \
		"2:36: expected a digest of 8 hexadecimal digits, found ')'"
	bad 'short proof' "$h$e schedule(auto) proof(0a1b2c3)\n" \
		'2:36: expected a digest of 8 hexadecimal digits'
	bad 'long proof' "$h$e schedule(auto) proof(0a1b2c3d4)\n" \
		'2:36: expected a digest of 8 hexadecimal digits'
	bad 'second proof' "$h$e proof(0a1b2c3d) num_threads(2) proof(0a1b2c3d)\n" \
		'2:51: a second proof'
	bad 'order without loops' "$h$e order( )\n" \
		"2:22: expected a loop, found ')'"
	bad 'order without parentheses' "$h$e order i,j\n" \
		"2:21: expected '(', found 'i'"
	bad 'order without an end' "$h$e order(i,j # k\n" \
		"2:25: expected ')', found '#'"
	bad 'a sign that no order has' "$h$e order(i|j)\n" \
		"2:22: expected ')', found '|j'"
	bad 'flags of nothing' "${h}flags\n" \
		'2:1: expected FILE:FUNCTION#NUMBER or *'
	bad 'duplicate *' "$h* schedule(auto)\n* schedule(auto)\n" \
		'3:1: a second entry for the loop of line 2'
	bad 'control characters are not echoed' "$h$e \033[31mred\n" \
		"2:15: expected a clause, a transformation, proof(...) or force, found '?[31mred'"
}

missing_file()
{
	rm -f tuned
	compile loop.c && grep -qF "cannot read 'tuned': No such file" log &&
		cmp -s out.s plain.s
	ok $? "GCC $version: no such file"
	mkdir tuned
	compile loop.c && grep -qF "'tuned' is a folder" log
	ok $? "GCC $version: a directory"
	rmdir tuned
	mkfifo tuned
	no_file 'a pipe that nobody writes to' 'is no regular file'
	ln -s /dev/zero tuned
	no_file 'a device without an end' 'is no regular file'
	printf 'podium.tuned 2\n' >tuned && truncate -s 1T tuned
	no_file 'a terabyte' 'is too large for a tuned file'
	ln -s tuned tuned
	no_file 'a link to itself' 'Too many levels of symbolic links'
}

# no_file WHAT MESSAGE: "tuned" does not hold up the compiler; it is removed.
no_file()
{
	timeout 300 $cc -fopenmp -O0 -S -o out.s "$plugin" \
		-fplugin-arg-podium-use=tuned loop.c >log 2>&1 &&
		grep -qF "$2; clauses are left as written" log &&
		without_records out.s && cmp -s out.s plain.s
	ok $? "GCC $version: $1"
	rm -f tuned
}

# 10 MB of entries for other files, ours the last; then all for this one.
large_file()
{
	awk 'BEGIN { print "podium.tuned 2"
		for (i = 1; i <= 220000; i++)
			printf "sub/other%d.c:compute_it#%d schedule(dynamic,%d)\n",
				i % 1000, i, i
		print "loop.c:step#1 schedule(dynamic)" }' >tuned
	[ "$(wc -c <tuned)" -gt 10000000 ] && compile loop.c && [ ! -s log ] &&
		grep -q nonmonotonic_dynamic out.s
	ok $? "GCC $version: 10 MB"
	seq -f 'loop.c:gone#%.0f schedule(auto)' 1 100 |
		sed '1i podium.tuned 2' >tuned
	compile loop.c && [ "$(grep -c 'no loop gone#' log)" = 20 ] &&
		grep -q 'and 80 more entries' log
	ok $? "GCC $version: many entries without a loop"
}

accepted_files()
{
	local h='podium.tuned 2\n' c='schedule(dynamic,4)' here
	here=$(basename "$work")

	good 'plain' "${h}loop.c:step#1 $c\n"
	good 'CRLF' "podium.tuned 2\r\n\r\n# x\r\nloop.c:step#1 $c\r\n"
	good 'no newline at the end' "${h}loop.c:step#1 $c"
	good 'comments and blanks' \
		"$h  # a\n\t loop.c:step#1 schedule ( dynamic , 4 ) # b\n"
	good 'every loop' "$h* $c\n"
	good 'the named entry beats *' "$h* schedule(auto)\nloop.c:step#1 $c\n"
	good 'part of a path' "$h$here/loop.c:step#1 $c\n"
	good 'the longer path wins' \
		"$h$here/loop.c:step#1 $c\nloop.c:step#1 schedule(auto)\n"
	good 'the shorter path, which may be as written' \
		"$h$here/loop.c:step#1 $c\nloop.c:step#1 as-written\n"
	good 'as written where no loop is' "${h}loop.c:step#1 $c\nloop.c:gone#1 as-written # x\n"
	printf '%b' "${h}loop.c:step#1 $c\n$here/loop.c:step#1 as-written" >tuned
	compile loop.c && [ ! -s log ] && cmp -s out.s plain.s
	ok $? "GCC $version: the longer path, which is as written"
	printf '%b' "${h}* $c\nloop.c:step#1 as-written\n" >tuned
	compile loop.c && [ ! -s log ] && cmp -s out.s plain.s
	ok $? "GCC $version: as written, but all others"
	good 'whole path' "$h$work/loop.c:step#1 $c\n"
	good 'path with dots' "$h../x/../$here/./loop.c:step#1 $c\n"
	good 'entries of other files' \
		"${h}loop.c:step#1 $c\nother.c:gone#1 $c\nxloop.c:step#2 $c\n"
	good 'flags' "${h}flags -DX=1 -O3 # and\nloop.c:step#1 $c\n\tflags\t-O0"
	good 'functions that are safe' \
		"${h}safe(f) # f.c: known\nsafe(callers(f8(f8)))\nloop.c:step#1 $c\nsafe(\\\\()"
	good 'a function that is proven to be safe' \
		"${h}safe(f)\tproof( 0A1b2c3d,00000000 ) # x\nloop.c:step#1 $c"
	good 'escaped characters' "${h}\\\\loop.c:st\\\\ep#1 $c\n"

	mkdir -p 'a dir' && cp loop.c 'a dir/#lo op.c'
	silent 'a name with blanks' 'a dir/#lo op.c' \
		'a\ dir/\#lo\ op.c:step#1 schedule(dynamic)' nonmonotonic_dynamic
	printf '%bp.c:step#1 schedule(dynamic)\n' "$h" >tuned
	compile loop.c && [ ! -s log ] && cmp -s out.s plain.s
	ok $? "GCC $version: half a component matches nothing"
}

entries()
{
	local dynamic=GOMP_loop_nonmonotonic_dynamic_start

	told 'entry without a loop' loop.c 'loop.c:step#2 schedule(auto)' \
		'podium: tuned:2: no loop step#2 in this unit'
	told 'orphaned loop' other.c 'other.c:orphan#1 schedule(dynamic)' \
		"has its region in callers of 'orphan', which are not all seen in this unit; 'safe(callers(orphan))' or 'force' changes it"
	told 'orphaned loop and threads' other.c \
		'other.c:orphan#1 num_threads(3)
safe(callers(orphan))' 'no parallel region stands'
	silent 'orphaned loop and schedule' other.c \
		'other.c:orphan#1 schedule(dynamic)
safe(callers(orphan))' $dynamic
	told 'a transformation' other.c \
		'other.c:calls#1 order( i, 1@ ) tile(i:64) schedule(dynamic) force' \
		'the loop is left as written: nothing is transformed at -O0'
	told 'non-rectangular' other.c 'other.c:triangle#1 schedule(dynamic)' \
		'schedule is left as written: the bounds of a collapsed loop'
	told 'inscan' other.c 'other.c:scan#1 schedule(dynamic)' 'inscan'
	told 'ordered and nonmonotonic' other.c \
		'other.c:in_order#1 schedule(nonmonotonic:dynamic)' \
		'nonmonotonic excludes an ordered clause'
	silent 'the second of two loops' other.c \
		'other.c:two#2 schedule(dynamic)' $dynamic
	silent 'ordered' other.c 'other.c:in_order#1 schedule(dynamic)' \
		GOMP_loop_ordered_dynamic_start
	told 'two loops disagree' other.c 'other.c:two#1 num_threads(3)
other.c:two#2 num_threads(4)' 'line 2 gave the region 3 threads'
	told 'nowait pair, first' other.c 'other.c:pair#1 schedule(dynamic)' \
		'another loop may rely on the same static distribution'
	told 'nowait pair, second' other.c 'other.c:pair#2 schedule(dynamic)' \
		'another loop may rely on the same static distribution'
	silent 'nowait pair, forced' other.c \
		'other.c:pair#2 schedule(dynamic) force' $dynamic
	silent 'barrier after nowait' other.c \
		'other.c:no_pair#1 schedule(dynamic)' $dynamic
	silent 'nowait before the end of the region' other.c \
		'other.c:no_pair#2 schedule(dynamic)' $dynamic
	told 'nowait meets itself' other.c 'other.c:again#1 schedule(dynamic)' \
		'another loop may rely'
	told 'nowait at the end of a function' other.c \
		'other.c:goes_on#1 schedule(dynamic)' 'another loop may rely'
	told 'simd' other.c 'other.c:alone#1 schedule(dynamic)' \
		'the construct takes no schedule clause'
	told 'taskloop' other.c 'other.c:tasks#1 schedule(dynamic)' \
		'the construct takes no schedule clause'
	told 'order' other.c 'other.c:any_order#1 schedule(dynamic)' \
		'order(concurrent)'
	told 'conditional lastprivate' other.c \
		'other.c:last#1 schedule(dynamic)' 'lastprivate(conditional:)'
	told 'thread ids' other.c 'other.c:who#1 schedule(dynamic)' \
		"calls 'omp_get_thread_num', which may depend on the thread; 'force' changes it nevertheless"
	told 'one thread asks' other.c 'other.c:one_asks#1 num_threads(2)' \
		"calls 'omp_get_thread_num'"
	silent 'one thread asks, forced' other.c \
		'other.c:one_asks#1 schedule(dynamic) num_threads(2) force' \
		$dynamic
	silent 'what is alike in all threads' other.c \
		'other.c:parts#1 schedule(dynamic)' $dynamic
	told 'threadprivate data' other.c 'other.c:own#1 schedule(dynamic)' \
		"uses 'mine', of which each thread has one"
	told 'a function of another unit' other.c \
		'other.c:calls#1 schedule(dynamic)' \
		"calls 'elsewhere', which is not seen in this unit; 'safe(elsewhere)' or 'force' changes it"
	silent 'a function of another unit that is safe' other.c \
		'other.c:calls#1 schedule(dynamic)
safe(elsewhere)' $dynamic
}

# Functions by the names that the language shows.
shown_names()
{
	local fortran=GFORTRAN_$version dynamic=nonmonotonic_dynamic
	local scale='names.cc:outer::scale<double,\ 80>#1'

	silent 'a function of C++' names.cc "$scale schedule(dynamic)" $dynamic
	silent 'both names, one loop' names.cc "$scale schedule(auto)
names.cc:_ZN5outer5scaleIdLi80EEEvT_#1 schedule(dynamic)" $dynamic
	silent 'the longer path before the name' names.cc \
		"$(basename "$work")/$scale schedule(dynamic)
names.cc:_ZN5outer5scaleIdLi80EEEvT_#1 schedule(auto)" $dynamic
	told 'another function of C++' names.cc \
		'names.cc:outer::scale<float,\ 80>#1 schedule(dynamic)' \
		'no loop outer::scale<float, 80>#1 in this unit'
	[ -n "${!fortran}" ] || return
	silent 'a function of Fortran' names.f90 \
		'names.f90:step#1 schedule(dynamic)' $dynamic
}

for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	echo 'podium.tuned 2' >tuned
	compile loop.c && cp out.s plain.s && [ ! -s log ]
	ok $? "GCC $version: no entry, no word"
	refused_files
	missing_file
	large_file
	accepted_files
	entries
	shown_names
done
finish
