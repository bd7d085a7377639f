# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune with libraries, files of flags, cmake and Fortran's modules.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# ---- other builds ----

fresh
sed -i 's/main.o work.o$/main.o libwork.so/; s/^.*) main.o.*$/\t$(CC) $(CFLAGS) main.o -L. -lwork -Wl,-rpath,$(CURDIR) -o bin\/app/' Makefile
printf 'libwork.so: work.c\n\tgcc $(CFLAGS) -fPIC -shared $< -o $@\n' >>Makefile
tune
expect 0 "a loop in a shared library" -o 'work.c:7 work#1'
grep -q 'made no difference' "$work/out"
ok $((1 - $?)) "and its variants are others"
sed -i 's/+= x/+= 2 * x/' work.c
tune
expect 0 "the library is edited, the program is the same"
grep -q 'from earlier' "$work/out"
ok $((1 - $?)) "and it is measured anew"
cd ..

fresh
cat >Makefile <<'END'
bin/app: main.c work.c
	mkdir -p bin
	/usr/bin/env gcc @flags main.c work.c -o $@
END
echo '-O2 "-fopenmp" -g' >flags
tune
expect 0 "all in one command, with a file of flags" -o 'work.c:7 work#1'
[ "$(find . -name '*.o' | wc -l)" -eq 0 ]
ok $? "and no object is left"
run "$PODIUM" tune --build make "${few[@]}" \
	--run 'cd bin && VARIABLE=1 ./app "$HOME" | cat'
expect 0 "a command for the shell"
cd ..

if command -v cmake >/dev/null; then
	fresh
	cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(app C)
set(CMAKE_C_FLAGS "-O2 -fopenmp")
add_library(work STATIC work.c)
add_executable(app main.c)
target_link_libraries(app work)
END
	run "$PODIUM" tune "${few[@]}" --run b/app \
		--build 'cmake -S . -B b && cmake --build b'
	expect 0 "cmake" -o '^work.c:7 work#1'
	grep -rE 'podium[-.]|fplugin' b >"$work/out"
	[ -e b/CMakeCache.txt ] && [ ! -s "$work/out" ]
	ok $? "it remembers nothing of podium"
	rm -rf b && mkdir b && cd b || exit 99
	run "$PODIUM" tune "${few[@]}" --run ./app --build 'cmake .. && make'
	expect 0 "cmake in a folder of its own" -o '^work.c:7 work#1'
	asked "a file is named without the way to it" "select count(*) > 0
		from run where variant like 'work.c:work#1 schedule%'" 1
	cd ../..
else
	skip "cmake" "no cmake"
fi

if command -v gfortran >/dev/null; then
	mkdir fortran && cd fortran || exit 99
	cat >f.f90 <<'END'
module m
contains
subroutine axpy(a, x, y, n)
integer, intent(in) :: n
real(8), intent(in) :: a, x(n)
real(8), intent(inout) :: y(n)
integer :: i
!$omp parallel do
do i = 1, n
y(i) = y(i) + a * x(i)
end do
end subroutine
end module
program p
use m
real(8) :: x(1000), y(1000)
x = 1
y = 0
call axpy(2d0, x, y, 1000)
print *, sum(y)
end program
END
	run "$PODIUM" tune "${few[@]}" f.f90 -- -O2
	expect 0 "Fortran" -o 'f.f90:8 axpy#1'
	[ "$(find . -name '*.mod' | wc -l)" -eq 0 ]
	ok $? "no modules are left"
	run "$PODIUM" tune "${few[@]}" f.f90 -- -O2
	expect 0 "Fortran again" -o 'of them from earlier'
	cd ..
	mkdir modules && cd modules || exit 99
	cat >first.f90 <<'END'
module first
contains
subroutine fill(x)
real(8), intent(out) :: x(:)
integer :: i
!$omp parallel do
do i = 1, size(x)
x(i) = i
end do
end subroutine
end module
END
	cat >second.f90 <<'END'
program second
use first
real(8) :: x(1000), y(1000)
integer :: i
call fill(x)
!$omp parallel do
do i = 1, 1000
y(i) = 2 * x(i)
end do
print *, sum(y)
end program
END
	run "$PODIUM" tune "${few[@]}" first.f90 second.f90 -- -O2
	expect 0 "a source that needs the module of another"
	asked "of which both are compiled anew" "select count(*) = 0 from run
		where status != 'ok'" 1
	cd ..
else
	skip "Fortran" "no gfortran"
fi
finish
