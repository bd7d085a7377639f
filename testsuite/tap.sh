# SPDX-License-Identifier: GPL-3.0-or-later
#
# What all tests in bash share: they speak TAP. Sourced.

: "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${builddir:=$srcdir}" "${PODIUM:=$builddir/podium}"
data=$srcdir/testsuite/driver
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work" "$work.clock"' EXIT
# A profile of this machine that its user keeps must not change what is asked.
export XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache
number=0

# ok STATUS NAME: a test passed if STATUS is 0; if not, its output is shown, of
# run as of what wrote into the file "log".
ok()
{
	number=$((number + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $number - $2"
		return
	fi
	echo "not ok $number - $2"
	[ ! -f "$work/out" ] || sed 's/^/# out: /' "$work/out"
	[ ! -f "$work/err" ] || sed 's/^/# err: /' "$work/err"
	[ ! -f "$work/log" ] || sed 's/^/# /' "$work/log" | head -n 20
}

skip()
{
	number=$((number + 1))
	echo "ok $number - $1 # SKIP $2"
}

# needs NAME WHAT...: programs, and "plugin" of gcc, or of gcc-N as "gcc-N/plugin",
# without which all that follows is skipped.
needs()
{
	local name=$1 what
	shift

	for what in "$@"; do
		case $what in
		plugin) "$PODIUM" cflags >"$work/flags" 2>"$work/err" ;;
		*/plugin) [ -e "${PODIUM_PLUGINS:-$PODIUM_PLUGIN_DIR}/${what%/*}/podium.so" ] ;;
		*) command -v "$what" >/dev/null ;;
		esac && continue
		skip "$name" "no $what"
		finish
		exit
	done
}

# run COMMAND...: leaves its status in $status, output in out and err.
run()
{
	"$@" >"$work/out" 2>"$work/err"
	status=$?
}

# timed COMMAND...: the same, but for podium time passes by what programs say. See
# testsuite/driver/clock.c.
timed()
{
	export TEST_CLOCK=$work.clock
	truncate -s 8 "$TEST_CLOCK"
	run env LD_PRELOAD="$builddir/testsuite/driver/clock.so" \
		ASAN_OPTIONS="${ASAN_OPTIONS-}:verify_asan_link_order=0" "$@"
}

# expect STATUS NAME [-e PATTERN | -o PATTERN | -E STRING | -O STRING]...
# after these: its status, and what must stand in its errors or its output.
expect()
{
	local wanted=$1 name=$2 result=0
	shift 2

	[ "$status" -eq "$wanted" ] || result=1
	grep -q 'Sanitizer\|runtime error' "$work/err" && result=1
	while [ $# -gt 0 ]; do
		case $1 in
		-e) grep -q -e "$2" "$work/err" || result=1 ;;
		-o) grep -q -e "$2" "$work/out" || result=1 ;;
		-E) [ "$(cat "$work/err")" = "$2" ] || result=1 ;;
		-O) [ "$(cat "$work/out")" = "$2" ] || result=1 ;;
		esac
		shift 2
	done
	ok $result "$name"
}

# object FILE RECORDS: an object with these records, made without the plugin.
object()
{
	printf '' | "${CC:-gcc}" -x c -c - -o "$work/empty.o" &&
	objcopy --add-section .podium.loops="$2" "$work/empty.o" "$1"
}

finish()
{
	echo "1..$number"
}
