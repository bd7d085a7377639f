#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# An object made with the plugin is, but for its section of records, that
# made without, and the compiler says the same.

. "$(dirname "$0")/../gccs.sh"
. "$srcdir/testsuite/turn.bash"

flag_sets=('-O0 -g3' '-O1' '-O2' '-O3' '-Os -g' '-O2 -g -fpic'
	'-O2 -flto' '-O2 -flto -ffat-lto-objects -g'
	'-O1 -fsanitize=address,undefined' '-O2 -fprofile-arcs -ftest-coverage'
	'-O2 -frecord-gcc-switches -ffunction-sections' '-O2 -fno-openmp')

# compile NAME FLAG...: to NAME.o; what the compiler says to NAME.log
compile()
{
	local name=$1

	shift
	# shellcheck disable=SC2086
	$cc -fopenmp -frandom-seed=1 -Wall -Wextra "$@" -c source."$language" \
		-o object.o >"$name.log" 2>&1 || return 1
	mv object.o "$name.o"
}

same()
{
	rm -f plain.* seen.*
	compile plain "$@" && compile seen "$@" "$plugin" || return 1
	cmp plain.log seen.log >log 2>&1 || return 1
	case $*,$(count seen.o) in
	*-fno-openmp,0) ;;
	*-fno-openmp,*) return 1 ;;
	*,0) return 1 ;;
	*) cmp -s plain.o seen.o && return 1 ;;
	esac
	objcopy -R '.podium.*' plain.o
	objcopy -R '.podium.*' seen.o
	cmp plain.o seen.o >log 2>&1
}

# A program of POSIX threads alone, which nobody compiles with -fopenmp.
threads()
{
	$cc -O2 -g -frandom-seed=1 -Wall -Wno-unknown-pragmas -c threads.c \
		-o object.o >log 2>&1 && mv object.o plain.o || return 1
	$cc -O2 -g -frandom-seed=1 -Wall -Wno-unknown-pragmas "$plugin" \
		-c threads.c -o object.o >>log 2>&1 && mv object.o seen.o ||
		return 1
	[ ! -s log ] && ! cmp -s plain.o seen.o && [ "$(count seen.o)" = 0 ] ||
		return 1
	objdump -h seen.o | grep -q '\.podium\.functions' || return 1
	objcopy -R '.podium.*' plain.o
	objcopy -R '.podium.*' seen.o
	cmp plain.o seen.o >log 2>&1
}

for version in $PLUGIN_GCCS; do
	turn=0
	for language in c cc f90; do
		turn=$((turn + 1))
		use "$version" "$language" || continue
		cp "$sources/loops.$language" "source.$language"
		for flags in "${flag_sets[@]}"; do
			its_turn $((turn++)) "$version" || continue
			# shellcheck disable=SC2086
			same $flags
			ok $? "GCC $version, loops.$language, $flags"
		done
	done
	use "$version" c || continue
	cp "$srcdir/testsuite/golden/threads.c" .
	threads
	ok $? "GCC $version, POSIX threads without -fopenmp"
done
finish
