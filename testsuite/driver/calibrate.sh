# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium calibrate, with programs that print what they are told to instead of
# measuring: what becomes of it, what is refused, --from and --plot.

. "$(dirname "$0")/tap.sh"
cd "$work" || exit 99
export XDG_DATA_HOME=$work/home PODIUM_CALIBRATION_DIR=$work/programs
[ -z "$PODIUM_PLUGINS" ] || export PODIUM_PLUGIN_DIR=$PODIUM_PLUGINS
machines=$XDG_DATA_HOME/podium/machines
gcc=${CC:-gcc}
gcc=${gcc%% *}
mkdir programs
: >programs/probe.h
: >programs/probe.c

# says PROGRAM LINE...: it prints these, after a clock of 4 GHz and checks.
says()
{
	local program=$1 line
	shift

	{
		echo '#include <stdio.h>'
		echo 'int main(void) {'
		for line in "clock ${clock:-0.25} 0" "check.a 0.25 0" \
			"check.b ${check:-0.25} 0" "check.load ${load:-1} 0" \
			"$@"; do
			echo "puts(\"$line\");"
		done
		echo "return ${end:-0}; }"
	} >"programs/$program.c"
}

all_say()
{
	says operations "operation.add.f64.latency 1 0" \
		"operation.sqrt.f64.latency 5 0" "in_flight 222 0" "store -1 0"
	says memory "tlb.L1.entries 72 0" "transfer.one.L3.far 2.5 0" \
		"r.L1 0.75 0"
	says threads "region@1 100 0" "critical@1 -3 0" "false_sharing 3 0" \
		"send 0 100"
	says patterns "pattern=matmul,n=40,chunk=20,threads=1 1000 0" \
		"pattern=other,n=40,chunk=20,threads=1 1000 0"
}

calibrate()
{
	run "$PODIUM" calibrate --gcc "$gcc" "$@"
}

# Value of a key of the profile, at its first place.
value()
{
	sed -n "s/^ *\"$1\": \(.*[^,]\),*\$/\1/p" out | head -n 1
}

is()
{
	[ "$(value "$1")" = "$2" ]
	ok $? "$1 is $2"
}

all_say
calibrate --quick --json
expect 0 "a machine is measured"
head -n 2 out | grep -q '"schema": 1,'
ok $? "the version comes first"
cp out own.json
is ghz 4.0
is in_flight 222.0
is false_sharing 12.0
is quick true
grep -A 3 '"region": ' out | tr -d ' \n' | grep -q '^"region":\[\[1,400.0'
ok $? "region at one thread is 400 cycles"
grep -q '"field": "store"' out && [ "$(value store)" = 1.0 ]
ok $? "less than nothing is weak, and that of a generic machine"
grep -A 1 '"field": "send"' out | grep -q 'too small to measure'
ok $? "so is nothing"
grep -A 1 '"field": "critical"' out | grep -q 'not measured'
ok $? "so is a curve without points"
grep -A 4 '"pattern": "matmul"' out | tr -d ' \n' | grep -q \
	'"n":40,"chunk":20,"threads":1,"cycles":4000.0'
ok $? "the pattern loops are kept"
! grep -q other out
ok $? "and no others"
[ "$(find "$machines" -type f | wc -l)" = 1 ] && cmp -s out "$machines"/*.json
ok $? "what is shown is what is stored"

calibrate --quick
expect 0 "a summary" -o '4.00 GHz' -o '^Operations' -o '^Threads' \
	-o '^Weak' -o 'Next: podium rank'

# Every key is documented.
if command -v jq >/dev/null; then
	jq -r '(.machine | keys[]), (keys[]), (.measured | keys[]),
		(.machine | .cache, .tlb, .transfer, .operation, .dispatch |
		keys[]), (.machine.operation.add | keys[]),
		(.machine.operation.add.f64 | keys[])' own.json |
		sort -u >keys
	while read -r key; do
		grep -q "[\`.]${key}[\`.]" "$srcdir/doc/profile.md" || echo "$key"
	done <keys >out
	[ "$(wc -l <keys)" -gt 50 ] && [ ! -s out ]
	ok $? "every key is in profile.md"
else
	skip "every key is in profile.md" "no jq"
fi

# Nothing that is doubtful is stored.
rm -r "$XDG_DATA_HOME"
check=0.3 all_say
calibrate --quick
expect 1 "the same work differs" -O "" -e 'too busy' -e 'differs by 17 %' \
	-e 'nothing was stored'
load=1.75 all_say
calibrate --quick
expect 1 "samples are disturbed" -e 'take 75 % longer'
all_say
clock=0.5 says memory
calibrate --quick
expect 1 "the clock wanders" -e 'the clock changed by 100 %'
for line in nonsense 'load 1' 'load one 0' 'load nan 0' 'load 1 inf' \
	'load 1 0 0'; do
	all_say
	says memory "$line"
	calibrate --quick
	expect 1 "a program says '$line'" -e 'that measures memory failed'
done
all_say
clock=0 says threads
calibrate --quick
expect 1 "a clock that stands" -e 'that measures threads failed'
end=3 says operations
calibrate --quick
expect 1 "a program fails" -e 'that measures operations failed'
echo 'int main(void' >programs/patterns.c
calibrate --quick
expect 1 "a program that does not compile" -e 'does not compile'
PODIUM_CALIBRATION_DIR=nowhere calibrate --quick
expect 1 "no programs" -e "not in 'nowhere'" -e 'PODIUM_CALIBRATION_DIR'
[ "$(wc -l <err)" = 1 ]
ok $? "that is said once"
run "$PODIUM" calibrate --gcc ./no-gcc
expect 1 "no compiler" -e "cannot run './no-gcc'"
[ ! -e "$XDG_DATA_HOME" ]
ok $? "nothing was stored by any of these"
all_say
XDG_DATA_HOME=/dev/null calibrate --quick
expect 1 "nowhere to store" -e 'set XDG_DATA_HOME'

# The profile of another machine.
sed 's/"cpu": ".*"/"cpu": "Another CPU"/' own.json >other.json
run "$PODIUM" calibrate --from other.json
expect 0 "--from another machine" -o 'Another CPU'
[ "$(find "$machines" -name '*.json' | wc -l)" = 1 ] &&
	cmp -s "$machines/$(cat "$machines/selected")" other.json
ok $? "it is stored and selected"
run "$PODIUM" calibrate --from other.json --json
cmp -s out other.json
ok $? "--json shows it"
calibrate --quick
[ "$(find "$machines" -name '*.json' | wc -l)" = 2 ] &&
	[ ! -e "$machines/selected" ]
ok $? "measuring this machine selects it again"
run "$PODIUM" calibrate --from missing
expect 1 "--from nothing" -O "" -e "cannot read 'missing': No such file"
run "$PODIUM" calibrate --from .
expect 1 "--from a folder" -O "" -e "cannot read '.'"
head -c 500 own.json >bad.json
run "$PODIUM" calibrate --from bad.json
expect 1 "--from half a file" -O "" -e 'bad.json: line'
sed 's/"ghz": 4.0/"ghz": -4.0/' own.json >bad.json
run "$PODIUM" calibrate --from bad.json
expect 1 "--from a file of nonsense" -O "" -e 'machine.ghz is no number'
head -c 5000000 /dev/zero >bad.json
run "$PODIUM" calibrate --from bad.json
expect 1 "--from a huge file" -O "" -e 'too large'
[ "$(find "$machines" -name '*.json' | wc -l)" = 2 ] &&
	[ ! -e "$machines/selected" ]
ok $? "nothing of that was stored"

# Plots.
run "$PODIUM" calibrate --plot times.doc
expect 2 "--plot without a known ending" -O "" -e "cannot plot to 'times.doc'"
if command -v gnuplot >/dev/null; then
	run "$PODIUM" calibrate --from own.json --plot text
	expect 0 "--plot text" -o 'region' -o 'sequential'
	run "$PODIUM" calibrate --from own.json --plot times.svg
	expect 0 "--plot times.svg"
	grep -q '<svg' times.svg
	ok $? "it is a picture"
	run "$PODIUM" calibrate --from own.json --plot no/times.svg
	expect 1 "--plot into no folder" -e "cannot write 'no/times.svg'"
else
	skip "--plot" "no gnuplot"
fi
mkdir empty
run env PATH="$work/empty" "$PODIUM" calibrate --from own.json --plot text
expect 1 "no gnuplot" -e 'apt-get install gnuplot'

run "$PODIUM" calibrate file
expect 2 "an operand" -e "unexpected 'file'"
run "$PODIUM" calibrate --from
expect 2 "--from without a file" -e "'--from' needs a value: FILE"
finish
