# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium calibrate, with programs that print what they are told to instead of
# measuring: what becomes of it, what is refused, and --from.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export PODIUM_CALIBRATION_DIR=$work/programs
[ -z "$PODIUM_PLUGINS" ] || export PODIUM_PLUGIN_DIR=$PODIUM_PLUGINS
machines=$XDG_DATA_HOME/podium/machines
gcc=${CC:-gcc}
gcc=${gcc%% *}
mkdir programs
# What is compiled here only prints: nobody need make it fast.
printf '#!/bin/sh\nexec %s "$@" -O0\n' "$gcc" >gcc
chmod +x gcc
gcc=$work/gcc
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
	jq -r '(.machine, .key | keys[]), (keys[]), (.measured | keys[]),
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

rm -rf "$XDG_DATA_HOME"

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

# Machines have names.
run "$PODIUM" calibrate --from own.json
expect 0 "a name is derived" -o '^[a-z0-9-]*-[0-9]*: '
run "$PODIUM" calibrate --from own.json --name mine --json
expect 0 "another one is given" -o '"kind": "mine"'
sed 's/"cpu": ".*"/"cpu": "Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz (6.143.8)"/
	s/"cores": [0-9]*/"cores": 56/; /"kind": /d' own.json >xeon.json
run "$PODIUM" calibrate --from xeon.json
expect 0 "what makers write around it is left out" \
	-o '^intel-xeon-platinum-8480c-56: Intel'
rm "$machines/selected"
object one.o "$data/sample.json"
ranks()
{
	run "$PODIUM" rank --loop matmul#1 --set n=600 --set ii=0 --json \
		"$@" one.o
}
ranks --profile mine
expect 0 "a profile by its name" -E ""
cp out by-name
ranks --profile own.json
cmp -s out by-name
ok $? "is that profile"
ranks --profile nobody
expect 1 "a name that none has" -O "" -e "cannot read 'nobody': No such file" \
	-e 'called that, but: .*intel-xeon-platinum-8480c-56'
run "$PODIUM" calibrate --from xeon.json --name mine
ranks --profile mine
expect 1 "a name that two machines have" -O "" -e "two machines are called 'mine'"
cp own.json mine
ranks --profile mine
expect 0 "a file of that name comes first"
rm "$machines/selected"
for name in 'a b' '' a/b .hidden; do
	run "$PODIUM" calibrate --from own.json --name "$name"
	expect 2 "no name: '$name'" -O "" -e "and '$name' is none"
done
sed 's|"kind": ".*"|"kind": "a/b"|' own.json >bad.json
run "$PODIUM" calibrate --from bad.json
expect 1 "a file with such a name" -O "" -e 'key.kind is no word'

# Another machine, where a launcher leads: a processor, caches and cores of
# its own, and no word of this one's environment.
node=$work/node
mkdir -p "$node/proc" "$node/sys/devices/system/cpu"
printf 'model name\t: %s\nflags\t\t: %s\n' "AMD EPYC 7763 64-Core Processor" \
	"fpu fxsr sse2 lm cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3 abm avx avx2 bmi1 bmi2 f16c fma movbe xsave" \
	>"$node/proc/cpuinfo"
echo 0-5 >"$node/sys/devices/system/cpu/online"
for cpu in 0 1 2 3 4 5; do
	mkdir -p "$node/sys/devices/system/cpu/cpu$cpu/topology"
	printf '%x\n' $((1 << cpu)) \
		>"$node/sys/devices/system/cpu/cpu$cpu/topology/thread_siblings"
done
for level in 1 2 3; do
	cache=$node/sys/devices/system/cpu/cpu0/cache/index$level
	mkdir -p "$cache"
	echo Unified >"$cache/type"
	echo $level >"$cache/level"
	echo ${level}00K >"$cache/size"
	echo 1 >"$cache/shared_cpu_map"
done
cat >launcher <<-END
	#!/bin/bash
	echo "words of the launcher"
	echo >>'$work/launched'
	[ "\$(wc -l <'$work/launched')" -ne 3 ] || exit 3
	cd / && exec env -i PATH="\$PATH" \$(cat '$work/there') "\$@"
END
cat >gcc <<-END
	#!/bin/sh
	echo "\$@" >>'$work/compiled'
	for word; do
		shift
		case \$word in -march=*) ;; *) set -- "\$@" "\$word" ;; esac
	done
	exec ${CC:-gcc} "\$@" -O0
END
chmod +x launcher
echo "PODIUM_SYSTEM_ROOT=$node" >there
all_say
rm -f compiled launched "$XDG_DATA_HOME"/podium/machines/*
run "$PODIUM" calibrate --from own.json
before=$(ls "$machines")
calibrate --quick --launcher "$work/launcher" --json
expect 0 "a launcher leads to another machine" \
	-e 'another processor than this machine, AMD EPYC 7763 64-Core Processor: .* -march=x86-64-v3' \
	-e 'exit status 3: words of the launcher; the run is made again'
cp out there.json
is kind '"amd-epyc-7763-6"'
is march '"x86-64-v3"'
is host "\"$(uname -n)\""
tr -d ' \n' <out | grep -q '"caches":\[102400,204800,307200\]'
ok $? "caches and cores are those of that machine"
grep -q -e -march=x86-64-v3 compiled && ! grep -q -e -march=native compiled
ok $? "programs are compiled for it"
[ "$(wc -l <launched)" -eq 10 ]
ok $? "every run goes through the launcher, after an empty one"
[ "$(cat "$machines/selected")" = "$(grep -v selected <<<"$before")" ]
ok $? "what predicts for this machine stays"
[ "$(find . -name 'podium-run.*' | wc -l)" -eq 0 ]
ok $? "nothing is left in the folder"
ranks --profile amd-epyc-7763-6
expect 0 "podium rank takes it by name" -E ""
calibrate --quick --launcher "$work/launcher" --name node
expect 0 "it is called otherwise" -o '^node: AMD EPYC' \
	-o 'Next: podium rank --profile node SOURCE'
: >there
calibrate --quick --launcher "$work/launcher" --json
is march '"native"'
echo "PODIUM_SYSTEM_ROOT=$node" >there
sed -i 's/^flags.*/flags : half thumb/' "$node/proc/cpuinfo"
calibrate --quick --launcher "$work/launcher"
expect 1 "what that compiles for is not known" -O "" \
	-e 'podium calibrate there, and bring the profile with --from'
end=3 says operations
: >there
calibrate --quick --launcher "$work/launcher"
expect 1 "a program fails there" -e "measures operations failed on '.*', exit status 3"
calibrate --quick --launcher false
expect 1 "a launcher that runs nothing" -e "'false' does not work: .*exit status 1"
sed 's/"cpu": ".*"/"cpu": "A Third CPU"/' own.json >third.json
calibrate --from own.json
before=$(cat "$machines/selected")
calibrate --from third.json --launcher env
expect 0 "--from of a machine behind a launcher" -o 'A Third CPU'
grep -q 'A Third CPU' "$machines"/*.json && [ "$(cat "$machines/selected")" = "$before" ]
ok $? "is kept, and not selected here"
calibrate --quick
all_say

run "$PODIUM" calibrate file
expect 2 "an operand" -e "unexpected 'file'"
run "$PODIUM" calibrate --from
expect 2 "--from without a file" -e "'--from' needs a value: FILE"
finish
