# SPDX-License-Identifier: GPL-3.0-or-later
#
# Helpers of the plugin's tests, which speak TAP. Sourced.

: "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${builddir:=$srcdir}" "${PODIUM_PLUGINS:=$builddir/plugin}"
: "${PLUGIN_GCCS:=11 12}"
export LC_ALL=C
sources=$srcdir/testsuite/plugin
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
number=0

# ok STATUS NAME: a test passed if STATUS is 0; if not, the log is shown.
ok()
{
	number=$((number + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $number - $2"
		return
	fi
	echo "not ok $number - $2"
	[ -f log ] && sed 's/^/# /' log | head -n 20
}

skip()
{
	number=$((number + 1))
	echo "ok $number - $1 # SKIP $2"
}

finish()
{
	echo "1..$number"
}

# compiler VERSION LANGUAGE: its command, nothing if there is none.
compiler()
{
	local gcc=GCC_$1 gxx=GXX_$1 gfortran=GFORTRAN_$1 command

	case $2 in
	c) command=${!gcc:-gcc-$1} ;;
	cc) command=${!gxx:-g++-$1} ;;
	f90) command=${!gfortran:-gfortran-$1} ;;
	esac
	command -v "${command%% *}" >/dev/null && echo "$command"
}

# use VERSION LANGUAGE: set cc and plugin; says what is skipped, and why.
use()
{
	cc=$(compiler "$1" "$2")
	plugin=-fplugin=$PODIUM_PLUGINS/gcc-$1/podium.so
	if [ -z "$cc" ]; then
		skip "GCC $1, loops.$2" "no compiler for it"
		return 1
	fi
	if [ ! -f "${plugin#*=}" ]; then
		skip "GCC $1, loops.$2" "the plugin is not built; try: make"
		return 1
	fi
}

# records FILE: those in an object, an archive or a program.
records()
{
	objcopy -O binary --only-section=.podium.loops \
		--set-section-flags .podium.loops=alloc "$1" records.out \
		2>/dev/null && cat records.out
}

# count FILE: how many records it holds.
count()
{
	records "$1" | grep -c '^{.*}$'
}
