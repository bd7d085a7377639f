# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium calibrate --quick for real: a profile that can be read again, or the
# word that the machine is too busy and nothing stored. Slow, and not to be
# run beside other tests.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export PODIUM_PLUGIN_DIR=${PODIUM_PLUGINS:-}
gcc=${CC:-gcc}
gcc=${gcc%% *}

run "$PODIUM" calibrate --quick --gcc "$gcc" --json
if [ "$status" -eq 1 ] && grep -q 'too busy' err; then
	[ ! -e "$XDG_DATA_HOME" ]
	ok $? "a busy machine stores nothing"
	finish
	exit
fi
expect 0 "this machine was measured"
cp out profile.json
grep -q '"weak": ' out && grep -q '"time_model": ' out
ok $? "with all that belongs to it"
run "$PODIUM" calibrate --from profile.json
expect 0 "its profile can be read" -o '^Operations'
finish
