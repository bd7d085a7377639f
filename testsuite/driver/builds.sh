# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune and the ways in which programs are built: parts of the build are
# done again where that is possible, else all of it in a copy of the tree.
# What is tuned is the loop in work.c; each build hides it elsewhere.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export TMPDIR=$work/tmp
mkdir tmp

needs "builds" plugin make

mkdir app
cat >app/work.c <<'END'
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
#include <stdio.h>
double work(const double *x, int n);

int main(void)
{
	static double x[1000];

	for (int i = 0; i < 1000; i++)
		x[i] = i;
	printf("sum %.15g\n", work(x, 1000));
	return 0;
}
END

# digests: of all in the tree but what podium writes.
digests()
{
	find . -type f ! -name 'podium.*' ! -path './b/*' | sort | xargs -d '\n' cksum
}

# fresh COMMAND: a tree in which the command has built the program, with the
# digests of that in "plain", and then the same tree without.
fresh()
{
	rm -rf 'a tree'
	cp -r app 'a tree' && cp makefile 'a tree' && cd 'a tree' || exit 99
	sh -c "$1" >/dev/null 2>&1 && digests >../plain
	cd .. && rm -rf 'a tree'
	cp -r app 'a tree' && cp makefile 'a tree' && cd 'a tree' || exit 99
}

# build NAME [COMMAND [PATTERN]]: with the makefile on standard input. The
# loop is found, its clock tells its bound, its variant is another program,
# and the tree becomes what it is without podium. The pattern is of a warning.
build()
{
	local name=$1 command=${2:-make} pattern=${3-}

	cat >makefile
	fresh "$command"
	run "$PODIUM" tune --build "$command" --run ./app --runs 1 --confirm 2 \
		--schedule dynamic
	if [ -n "$pattern" ]; then
		expect 0 "$name" -o 'work.c:4 ' -e "$pattern"
	else
		expect 0 "$name" -o 'work.c:4 '
		! grep -q 'whole build' "$work/err"
		ok $? "$name: in parts"
	fi
	! grep -q 'made no difference\|failed' "$work/out" &&
		! grep -q 'taken for 1000\|could not be clocked' "$work/err"
	ok $? "$name: the loop is clocked and changed"
	digests | cmp -s - ../plain && [ -z "$(ls "$TMPDIR")" ]
	ok $? "$name: the tree is as without podium"
	cd ..
}

# ---- parts are enough ----

build "objects that are removed" <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -c main.c
	gcc -O2 -fopenmp -c work.c
	gcc -fopenmp main.o work.o -o app
	rm main.o work.o
END

# Each of them would be the one of the last variant. CMake asks for the first.
build "files beside the program" <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -aux-info work.info -fopt-info-loop=work.text \
		-fdump-tree-optimized=work.tree -c work.c
	gcc -O2 -fopenmp -c main.c
	gcc -fopenmp main.o work.o -Wl,--dependency-file=app.link,-O1 \
		-Xlinker -Map -Xlinker app.map -o app
END

build "an archive that is removed" <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -c work.c
	ar cr libwork.a work.o
	ar rcs libwork.a work.o
	gcc -fopenmp main.c libwork.a -o app
	rm libwork.a work.o
END

# The first of the two is not the one that changes, and is needed.
cat >app/first.c <<'END'
int first(void)
{
	return 1;
}
END
sed 's/^int main/int first(void);\n&/; s/printf("sum/if (first()) &/' \
	app/main.c >app/both.c
build "an archive with two members of one name" <<'END'
app: both.c work.c first.c
	mkdir -p one two
	gcc -O2 -fopenmp -c first.c -o one/part.o
	gcc -O2 -fopenmp -c work.c -o two/part.o
	ar qc libparts.a one/part.o two/part.o
	gcc -fopenmp both.c libparts.a -o app
END
rm app/first.c app/both.c

build "a thin archive" <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -c work.c
	ar csrDT libwork.a work.o
	gcc -fopenmp main.c libwork.a -o app
END

build "a thin archive of a thin archive" <<'END'
app: main.c work.c
	mkdir -p one
	gcc -O2 -fopenmp -c work.c -o one/work.o
	ar --thin -rcs one/libone.a one/work.o
	ar --thin -rcs liball.a one/libone.a
	gcc -fopenmp main.c liball.a -o app
END

build "an archive of several steps" <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -c work.c main.c
	ar r libwork.a main.o
	ar r libwork.a work.o
	ar d libwork.a main.o
	ranlib libwork.a
	gcc -fopenmp main.c libwork.a -o app
END

build "a compiler by a link of another name" <<'END'
app: main.c work.c
	mkdir -p bin
	ln -s $(shell command -v gcc) bin/my-own
	bin/my-own -O2 -fopenmp -c work.c
	bin/my-own -O2 -fopenmp main.c work.o -o app
END

build "a script before the compiler" <<'END'
app: main.c work.c
	printf '#!/bin/sh\nexec "$$@"\n' >before && chmod +x before
	./before gcc -pipe -O2 -fopenmp -c work.c
	echo '-O2 -fopenmp main.c work.o -o app' >words
	./before gcc @words
END

build "intermediate files that are kept" <<'END'
app: main.c work.c
	gcc -save-temps=obj -O2 -fopenmp -c work.c -o work.o
	gcc -O2 -fopenmp main.c work.o -o app
END

build "objects that a linker joins" <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -c work.c
	ld -r -o joined.o work.o
	gcc -fopenmp main.c joined.o -o app
END

build "a library with versions in its names" <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -fPIC -shared work.c -Wl,-soname,libwork.so.1 \
		-o libwork.so.1.0
	ln -s libwork.so.1.0 libwork.so.1
	ln -s libwork.so.1 libwork.so
	gcc -fopenmp main.c libwork.so -Wl,-rpath,'$$ORIGIN' -o app
END

build "a script before the program, as libtool makes it" <<'END'
app: main.c work.c
	mkdir -p .libs
	gcc -O2 -fopenmp -fPIC -shared work.c -Wl,-soname,libwork.so.1 \
		-o .libs/libwork.so.1
	gcc -fopenmp main.c .libs/libwork.so.1 -o .libs/app
	printf '#!/bin/sh\nLD_LIBRARY_PATH=.libs exec .libs/app\n' >app
	chmod +x app
END

build "a compiler by its path, and all sources in one" <<'END'
app: main.c work.c
	printf '#include "%s"\n' main.c work.c >unity.c
	$(shell command -v gcc) -O2 -fopenmp unity.c -o app
END

build "a folder for each, and make in them" <<'END'
app: main.c work.c
	mkdir -p one
	printf 'work.o:\n\tgcc -O2 -fopenmp -c ../work.c\n' >one/makefile
	$(MAKE) -C one
	gcc -O2 -fopenmp main.c one/work.o -o app
END

if command -v ccache >/dev/null; then
	export CCACHE_DIR=$work/ccache
	build "ccache" <<'END'
app: main.c work.c
	ccache gcc -O2 -fopenmp -c work.c
	ccache gcc -O2 -fopenmp main.c work.o -o app
END
else
	skip "ccache" "not there"
fi

if command -v ninja >/dev/null && command -v cmake >/dev/null; then
	cat >app/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(app C)
set(CMAKE_C_FLAGS "-O2 -fopenmp")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_SOURCE_DIR})
set(CMAKE_NINJA_FORCE_RESPONSE_FILE ON)
add_library(work STATIC work.c)
add_executable(app main.c)
target_link_libraries(app work)
END
	build "cmake and ninja" 'cmake -G Ninja . -B b && ninja -C b' </dev/null
	rm app/CMakeLists.txt
else
	skip "cmake and ninja" "not there"
fi

# ---- nothing at all ----

# The second link finds no object any more.
cat >makefile <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -c main.c
	gcc -O2 -fopenmp -c work.c
	gcc -fopenmp main.o work.o -o app
END
fresh make
run "$PODIUM" tune --build make --run "rm -f main.o; ./app" \
	--runs 2 --confirm 2 --schedule dynamic
expect 1 "no variant can be built" -o 'The original is kept' \
	-e "nothing could be tried: failed compile: .*--build 'make clean"
cd ..

# A plugin of another minor version: its own is another one's word for it.
plugin=$(sed 's/.*-fplugin=//; s/ .*//' flags)
version=$(gcc -dumpfullversion)
major=${version%%.*}
mkdir -p "plugins/gcc-$major"
sed "s/$(printf %s "$version" | sed 's/[.]/[.]/g')/$(printf %s "$version" |
	tr 0-9 9)/g" "$plugin" >"plugins/gcc-$major/podium.so"
export PODIUM_PLUGIN_DIR=$work/plugins
fresh make
run "$PODIUM" tune --build make --run ./app
expect 1 "a plugin that does not fit" -O "" -e "does not take podium's plugin .*$(
	)this plugin was built for GCC .*this is GCC $version.*: podium plugin"
run "$PODIUM" features work.c -- -O1
expect 1 "for podium features" -O "" -e "does not take podium's plugin"
run "$PODIUM" cflags
expect 1 "for podium cflags" -O "" -e "does not take podium's plugin"
cd ..
: >"plugins/gcc-$major/podium.so"
fresh make
run "$PODIUM" tune --build make --run ./app
expect 1 "a plugin that is none" -O "" -e "does not take podium's plugin"
rm "../plugins/gcc-$major/podium.so"
run "$PODIUM" tune --build make --run ./app
expect 1 "no plugin" -O "" -e "no plugin for GCC $major in .*podium plugin"
cd ..
unset PODIUM_PLUGIN_DIR

# ---- nothing less than all of it ----

if unshare -m true 2>/dev/null; then
	mounts=-m
elif unshare -rm true 2>/dev/null; then
	mounts=-rm
else
	skip "whole builds" "a copy cannot be mounted here"
	finish
	exit
fi

build "sources that are removed" make \
	'whole build, .* since generated.c: its loops cannot be read' <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -c main.c
	printf '#line 1 "work.c"\n' | cat - work.c >generated.c
	gcc -O2 -fopenmp -c generated.c
	gcc -fopenmp main.o generated.o -o app
	rm generated.c
END

build "a folder that is gone" make "whole build, .* not seen being linked" <<'END'
app: main.c work.c
	set -e; folder=$$(mktemp -d); top=$$PWD; cd $$folder; \
	gcc -O2 -fopenmp "$$top/main.c" "$$top/work.c" -o app; \
	mv app "$$top"; rm -r $$folder
END

build "an assembler" make "whole build, .*work.o' was not seen being made" <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -S work.c
	as work.s -o work.o
	gcc -O2 -fopenmp main.c work.o -o app
END

build "an archive by a script" make "whole build, .*a' was not seen being made" \
	<<'END'
app: main.c work.c
	gcc -O2 -fopenmp -c work.c
	printf 'create libwork.a\naddmod work.o\nsave\nend\n' | ar -M
	gcc -O2 -fopenmp main.c libwork.a -o app
END

build "a source on standard input" make "whole build, .*by standard input" \
	<<'END'
app: main.c work.c
	{ echo '#line 1 "work.c"'; cat work.c; } | \
		gcc -O2 -fopenmp -x c -c - -o work.o
	gcc -O2 -fopenmp main.c work.o -o app
END

build "objects that only the linker is told of" make \
	"whole build, .*uses OpenMP in .* was not seen being compiled" <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -c work.c
	gcc -O2 -fopenmp main.c -Wl,work.o -o app
END

build "a library of a whole build" make "whole build" <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -fPIC -S work.c
	as work.s -o work.o
	gcc -shared -fopenmp work.o -Wl,-soname,libwork.so.1 -o libwork.so
	ln -s libwork.so libwork.so.1
	gcc -fopenmp main.c libwork.so -Wl,-rpath,"$(CURDIR)" -o app
END

# Macros and flags go to every compiler.
cat >makefile <<'END'
app: main.c work.c
	gcc -O2 -fopenmp -S work.c
	as work.s -o work.o
	gcc -O2 -fopenmp main.c work.o -o app
END
fresh true
sed -i '1i #ifdef WIDTH\nint width = WIDTH;\n#endif' work.c
whole=(--build make --run ./app --runs 9 --confirm 2 --threads 1
	--schedule static)
echo 'macros: {WIDTH: [2, 3]}' >space.yaml
run "$PODIUM" tune "${whole[@]}" --space space.yaml
expect 0 "macros in whole builds" -e 'whole build' -o 'combinations tried'
run "$PODIUM" runs
expect 0 "are variants" -o 'flags -DWIDTH=2' -o 'flags -DWIDTH=3'
grep -q 'failed' "$work/out"
ok $((1 - $?)) "that run"
echo 'sources: [work.c]' >space.yaml
run "$PODIUM" tune "${whole[@]}" --space space.yaml
expect 1 "but no sources" -e 'no source can be exchanged'
cd ..

# The tree of a folder beside it is found, and what cannot be is said.
cat >makefile <<'END'
app: ../work.c
	gcc -O2 -fopenmp -S ../work.c
	as work.s -o work.o
	gcc -O2 -fopenmp ../main.c work.o -o app
END
fresh true
mkdir build && mv makefile build && cd build || exit 99
run "$PODIUM" tune --build make --run ./app --runs 1 --confirm 2
expect 0 "sources beside the folder of the build" \
	-e "whole build, in a copy of '.*/a tree', since "
cd ../..
fresh true
mkdir build temporary && mv makefile build && cd build || exit 99
run env TMPDIR=../temporary "$PODIUM" tune --build make --run ./app
expect 1 "a tree that cannot be copied" \
	-e 'a whole build in a copy would do, but .* holds TMPDIR'
cd ../..
fresh true
mkdir build data && mv makefile build && cd build || exit 99
cat >tune <<'END'
mount -t tmpfs none ../data && truncate -s 5G ../data/large &&
	"$PODIUM" tune --build make --run ./app --runs 1 --confirm 2
END
run env PODIUM="$PODIUM" unshare $mounts sh tune
expect 1 "a tree with a large disk in it" \
	-e "would do, but its tree '.*/a tree' has 5.4 GB, too much to copy"
cd ../..
finish
