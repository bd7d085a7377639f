# SPDX-License-Identifier: GPL-3.0-or-later
#
# Helpers of the runtime's tests. Sourced after the plugin's tap.sh.

sources=$srcdir/testsuite/runtime
library=$builddir/runtime/libpodium-runtime.so
export OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive
unset PODIUM_CLOCK_FILE
: "${JQ:=jq}"

# clocked COMMAND...: with the library, for the file "run".
clocked()
{
	PODIUM_CLOCK_FILE=run LD_PRELOAD=$library "$@"
}

# holds NAME FILTER: what jq says of the lines of "run", as one array.
holds()
{
	{
		"$JQ" -s -e "$2" run && return
		echo "$2"
		cat run
	} >log 2>&1
	false
}

# claim NAME FILTER
claim()
{
	holds "$@"
	ok $? "$1"
}
