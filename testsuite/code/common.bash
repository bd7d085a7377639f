# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the tests of "code" share.

: "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${builddir:=$srcdir}" "${PODIUM_PLUGINS:=$builddir/plugin}"
: "${PLUGIN_GCCS:=11 12}"
export LC_ALL=C

sources=$srcdir/testsuite/code
points=0

# The command that compiles the source with GCC $1, empty where there is none.
compiler()
{
	local variable

	case $2 in
	*.c) variable=GCC_$1 ;;
	*.cc) variable=GXX_$1 ;;
	*) variable=GFORTRAN_$1 ;;
	esac
	if [ -n "${!variable+set}" ]; then
		echo "${!variable}"
		return
	fi
	case $variable in
	GCC_*) command -v "gcc-$1" ;;
	GXX_*) command -v "g++-$1" ;;
	*) command -v "gfortran-$1" ;;
	esac
}

plugin()
{
	echo "-fplugin=$PODIUM_PLUGINS/gcc-$1/podium.so"
}

# ok STATUS NAME [DIAGNOSTICS]
ok()
{
	points=$((points + 1))
	if [ "$1" = 0 ]; then
		echo "ok $points - $2"
		return
	fi
	echo "not ok $points - $2"
	[ -z "${3-}" ] || sed 's/^/# /' <<< "$3"
}

skip()
{
	points=$((points + 1))
	echo "ok $points - $1 # SKIP $2"
}

for program in jq objcopy; do
	if ! command -v $program > /dev/null; then
		echo "1..0 # SKIP no $program"
		exit 0
	fi
done
case $(uname -m) in
x86_64) ;;
*)
	echo "1..0 # SKIP the outcomes are those of x86-64"
	exit 0
	;;
esac

for gcc in $PLUGIN_GCCS; do
	if [ ! -e "$PODIUM_PLUGINS/gcc-$gcc/podium.so" ]; then
		echo "Bail out! no $PODIUM_PLUGINS/gcc-$gcc/podium.so; try: make"
		exit 99
	fi
done

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 99
