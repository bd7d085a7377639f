#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A source built with a tuned file gives the code of the same source with the
# clauses written by hand. The first shape of loop of each list below is written
# once for every schedule, the others for every third, three of them in turn for
# all: in a/ with the old clauses, in b/ with the new ones.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/turn.bash"

mkdir a b

new_schedules='nonmonotonic:static,5 static static,3 dynamic dynamic,4 guided guided,2 auto runtime
	monotonic:dynamic,4 monotonic:runtime nonmonotonic:dynamic
	simd:dynamic,3'
old_clauses=('' 'schedule(guided,9) num_threads(2)' 'schedule(static)')

# Shapes: @F the function, @S the schedule clause, @T num_threads, @O the old
# clauses of another kind that both sides keep.
c_shapes=(
'void @F(void) {
#pragma omp parallel for @S @T
for (int i = 0; i < n; i++) a[i] = b[i] * 3; }'

'void @F(void) {
#pragma omp for @S
for (int i = 0; i < n; i++) a[i] = b[i] * 5; }'

'void @F(int m) {
#pragma omp parallel @T
{ double x = b[m];
#pragma omp for @S nowait
for (int i = 0; i < m; i++) a[i] = x + i; } }'

'void @F(int m) {
#pragma omp parallel for collapse(2) @S @T
for (int i = 0; i < m; i++) for (long j = 3; j < n; j += 2)
	c[i][j] = a[j] + i; }'

'void @F(int m) {
#pragma omp parallel for simd @S @T
for (int i = 0; i < m; i++) a[i] = b[i] + 1; }'

'void @F(int m) {
#pragma omp teams
#pragma omp distribute parallel for @S @T
for (int i = 0; i < m; i++) a[i] = b[i] + 2; }'

'double @F(unsigned long long m) { double s = 0;
#pragma omp parallel for reduction(+:s) if(m > 7) @S @T
for (unsigned long long i = m; i > 1; i -= 3) s += b[i]; return s; }'

'int @F(int m, int k) { int last = k;
#pragma omp parallel for firstprivate(k) lastprivate(last) @S @T
for (int i = 0; i != m; i++) { a[i] = k; last = i; } return last; }')

c_ordered=(
'void @F(int m) {
#pragma omp parallel for ordered @S @T
for (int i = 0; i < m; i++) { a[i] = i;
#pragma omp ordered
f(i); } }'

'void @F(int m) {
#pragma omp parallel for ordered(1) @S @T
for (int i = 1; i < m; i++) {
#pragma omp ordered depend(sink: i - 1)
a[i] = a[i - 1];
#pragma omp ordered depend(source)
} }')

cxx_shapes=(
'extern "C" void @F(double *p, double *e) {
#pragma omp parallel for @S @T
for (double *q = p; q < e; q++) *q += 1; }'

'extern "C" void @F(int m) {
#pragma omp parallel for @S @T
for (double &x : a) x = m; }'

'extern "C" double @F(void) { double s = 0;
#pragma omp parallel @T
{
#pragma omp for reduction(+:s) @S
for (int i = n; i >= 0; --i) s += it<int>(b[i]); } return s; }')

f_shapes=(
'subroutine @F(a)
integer :: i
real(8) :: a(500)
!$omp parallel do @S @T
do i = 1, 500
a(i) = a(i) + 1
end do
end subroutine'

'subroutine @F(a, n)
integer :: n, i
real(8) :: a(:)
!$omp do @S
do i = n, 1, -2
a(i) = a(i) * 3
end do
end subroutine'

'subroutine @F(a, n, s)
integer :: n, i, j
real(8) :: a(n,n), s
!$omp parallel @T
!$omp do collapse(2) reduction(+:s) @S
do j = 1, n
do i = 1, n
s = s + a(i,j)
end do
end do
!$omp end do nowait
!$omp end parallel
end subroutine'

'subroutine @F(a, n)
integer(8) :: n, i
real(8) :: a(n)
!$omp parallel do simd @S @T
do i = 1, n
a(i) = a(i) + 1
end do
end subroutine')

# Fewer schedules for this one: GCC takes long over it.
f_teams='subroutine @F(a, n)
integer :: n, i
real(8) :: a(n)
!$omp teams
!$omp distribute parallel do @S @T
do i = 1, n
a(i) = a(i) + 2
end do
!$omp end teams
end subroutine'

# GCC computes such bounds inside the region for static schedules and before
# it for the others; a rewritten loop keeps them where they were.
f_bounds=(
'subroutine @F(a, n)
integer :: n, i
real(8) :: a(n)
!$omp parallel do @S @T
do i = 1, n
a(i) = a(i) + 1
end do
end subroutine')

c_head='extern double a[1000], b[1000], c[100][100]; extern int n;
void f(int);'
cxx_head='extern double a[1000], b[1000]; extern int n;
template <typename T> static T it(double x) { T s = 0;
#pragma omp parallel for reduction(+:s)
for (int i = 0; i < n; i++) s += x * i; return s; }'

# generate FILE SUFFIX SHAPES: append the functions, their entries to "tuned".
# The last letters of a function's assembler name are SUFFIX.
generate()
{
	local file=$1 suffix=$2 schedules=$3 shape schedule old number=0
	local shapes=0 turn
	shift 3
	for shape; do
		turn=$((shapes++))
		for schedule in $schedules; do
			[ $shapes = 1 ] || [ $((turn++ % 3)) = 0 ] || continue
			local function=${file%.*}_$((functions++))
			local new="schedule($schedule)" threads=
			case $shape in
			*@T*) threads="num_threads($((number % 5 + 3)))";;
			esac
			old=${old_clauses[number++ % 3]}
			case $shape,$old in
			*@T*) ;;
			*) old=${old% num_threads*};;
			esac
			write a "${shape//@F/$function}" "$old" "" >>"a/$file"
			write b "${shape//@F/$function}" "$new" "$threads" \
				>>"b/$file"
			echo "$file:$function$suffix#1 $new $threads force" >>tuned
		done
	done
}

# Old clauses may hold num_threads, which belongs where @T stands.
write()
{
	local text=$2 schedule=$3 threads=$4

	case $schedule in
	*' num_threads'*)
		threads=${schedule#* }
		schedule=${schedule%% *};;
	esac
	text=${text//@S/$schedule}
	printf '%s\n' "${text//@T/$threads}"
}

functions=0
echo 'podium.tuned 2' >tuned
for side in a b; do
	echo "$c_head" >$side/loops.c
	echo "$cxx_head" >$side/loops.cc
	: >$side/loops.f90
done
generate loops.c '' "$new_schedules" "${c_shapes[@]}"
ordered_schedules=${new_schedules#* static }
ordered_schedules=${ordered_schedules%nonmonotonic*}
for shape in "${c_ordered[@]}"; do
	generate loops.c '' "static ${ordered_schedules}" "$shape"
done
generate loops.cc '' "$new_schedules" "${cxx_shapes[@]}"
generate loops.f90 _ "$new_schedules" "${f_shapes[@]}"
generate loops.f90 _ 'static,7 dynamic runtime' "$f_teams"
old_clauses=('' 'schedule(guided,9) num_threads(2)' 'schedule(runtime)')
generate loops.f90 _ "${new_schedules#*static,3}" "${f_bounds[@]}"

# The variable of a chunk leaves the region with its clause; a template.
cat >>a/loops.c <<'END'
void chunk(int k) {
#pragma omp parallel for schedule(dynamic, k)
for (int i = 0; i < n; i++) a[i] = b[i]; }
END
sed 's/ schedule(dynamic, k)//; s/parallel for/& schedule(static, 6)/' \
	<(tail -n 3 a/loops.c) >>b/loops.c
echo 'loops.c:chunk#1 schedule(static, 6) force' >>tuned
sed -i 's/reduction(+:s)$/& schedule(dynamic, 8) num_threads(6)/' b/loops.cc
echo 'loops.cc:_Z2itIiET_d#1 schedule(dynamic, 8) num_threads(6) force' >>tuned

disassemble()
{
	objdump -dr --no-show-raw-insn "$1" | tail -n +4
}

# compile COMMAND SIDE FILE FLAG...: to SIDE/FILE.o, at the same relative name
compile()
{
	local compiler=$1 side=$2 file=$3

	shift 3
	(cd "$side" && $compiler -fopenmp -w -frandom-seed=1 "$@" -c "$file" \
		-o "$file.o")
}

same_code()
{
	local compiler=$1 plugin=$2 file=$3

	shift 3
	compile "$compiler" b "$file" "$@" >log.b 2>&1 &
	compile "$compiler" a "$file" -fplugin="$plugin" \
		-fplugin-arg-podium-use=../tuned "$@" >log 2>&1
	set -- $? "$@"
	wait $! || { cp log.b log; return 1; }
	[ "$1" = 0 ] || return 1
	shift
	[ -s log ] && return 1
	case $* in
	*-flto*)
		for side in a b; do
			(cd $side && $compiler -shared -fopenmp "$@" \
				-o "$file.o.so" "$file.o" -lgomp &&
				mv "$file.o.so" "$file.o") >log 2>&1 || return 1
		done;;
	esac
	diff <(disassemble "a/$file.o") <(disassemble "b/$file.o") >log 2>&1
}

# A test that cannot fail proves nothing: without the plugin they differ.
differs_without()
{
	local compiler=$1 file=$2

	compile "$compiler" a "$file" -O0 >log 2>&1 || return 1
	compile "$compiler" b "$file" -O0 >log 2>&1 || return 1
	! cmp -s <(disassemble "a/$file.o") <(disassemble "b/$file.o")
}

one_language()
{
	local name=$1 compiler=$2 version=$3 file=$4
	local plugin=$PODIUM_PLUGINS/gcc-$version/podium.so

	if [ ! -f "$plugin" ]; then
		skip "$name" 'the plugin is not built'
		return
	fi
	if ! command -v "${compiler%% *}" >/dev/null; then
		skip "$name" "no $compiler"
		return
	fi
	for flags in -O0 -O2 '-O3 -g' '-O2 -flto -fPIC'; do
		its_turn $((turn++)) "$version" || continue
		# shellcheck disable=SC2086
		same_code "$compiler" "$plugin" "$file" $flags
		ok $? "$name $flags: same code as by hand"
	done
	turn=$((turn + 1))
	differs_without "$compiler" "$file"
	ok $? "$name: differs without the tuned file"
}

for version in $PLUGIN_GCCS; do
	turn=0
	gcc=GCC_$version gxx=GXX_$version gfortran=GFORTRAN_$version
	one_language "C, GCC $version" "${!gcc:-gcc-$version}" "$version" loops.c
	one_language "C++, GCC $version" "${!gxx:-g++-$version}" "$version" \
		loops.cc
	one_language "Fortran, GCC $version" \
		"${!gfortran:-gfortran-$version}" "$version" loops.f90
done
finish
