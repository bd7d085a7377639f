# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium doctor on recorded machines, with stand-ins for the compilers.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

head -n 1 "$data/sample.json" >one.json
object trial.o one.json || exit 99
object three.o "$data/sample.json" || exit 99
mkdir -p plugins/gcc-12 bin tmp home
: >plugins/gcc-12/podium.so
export PODIUM_PLUGIN_DIR=$work/plugins TMPDIR=$work/tmp HOME=$work/home
unset XDG_DATA_HOME

# compiler NAME VERSION SCRIPT: $out is the object that it shall make.
compiler()
{
	{
		echo '#!/bin/sh'
		echo "test \"\$1\" = -dumpfullversion && echo $2 && exit"
		echo 'for out; do :; done'
		echo "$3"
	} >"bin/$1"
	chmod +x "bin/$1"
}

# What the stand-ins themselves need, and no compiler of this machine.
for tool in sh cp rm; do
	ln -s "$(command -v $tool)" bin/$tool
done

# A quiet machine of four processors.
record_machine()
{
	rm -rf machine
	mkdir -p machine/proc/self machine/proc/sys/kernel \
		machine/sys/devices/system/cpu/cpu0/cpufreq \
		machine/sys/devices/system/cpu/intel_pstate \
		machine/sys/fs/cgroup/box/inner
	printf 'Name:\tpodium\nCpus_allowed_list:\t0-3\n' \
		>machine/proc/self/status
	echo '0::/box/inner' >machine/proc/self/cgroup
	echo '0.02 0.30 0.40 1/100 1234' >machine/proc/loadavg
	printf 'cpu MHz\t\t: 2400.5\n' >machine/proc/cpuinfo
	echo 1 >machine/proc/sys/kernel/perf_event_paranoid
	cd machine/sys/devices/system/cpu || exit 99
	echo 0-3 >online
	echo performance >cpu0/cpufreq/scaling_governor
	echo 1 >intel_pstate/no_turbo
	cd "$work" || exit 99
}
export PODIUM_SYSTEM_ROOT=$work/machine

doctor()
{
	run env PATH="$work/bin" "$PODIUM" doctor "$@"
}

# state CHECK: of the last run with --json, "state: finding".
finding()
{
	jq -r --arg check "$1" \
		'.findings[] | select(.check == $check) | "\(.state): \(.finding)"' out
}

# finds CHECK PATTERN NAME
finds()
{
	doctor --json
	finding "$1" >found
	grep -q -e "$2" found
	ok $? "$3"
}

record_machine
for c in gcc g++ gfortran; do
	compiler $c 12.2.0 "cp '$work/trial.o' \"\$out\""
done
doctor
expect 0 "a machine without problems" -E "" -o '^podium can work here' \
	-o '^gcc  *ok  *12.2.0, plugin works'
[ "$(grep ' warning ' out | cut -d ' ' -f 1)" = profile ]
ok $? "nothing to warn of, but that it was never measured"
doctor --json
mv out shown # where run would write
run jq -e '.schema == 1 and .ready and ([.findings[].check] ==
	["gcc", "g++", "gfortran", "processors", "governor", "frequency",
	"load", "profile", "temporary", "data"])' shown
expect 0 "all findings as JSON"
run jq -e '[.findings[] | select(.state != "ok" and .remedy == null)] == []' shown
expect 0 "no problem without a remedy"

compiler gcc-13 13.1.0 'exit 1'
finds gcc-13 '^warning: 13.1.0, no plugin for GCC 13' "no plugin for one"
[ "$(jq -r '.findings[] | select(.check == "gcc-13").remedy' out)" = \
	"to build it: podium plugin --gcc gcc-13" ]
ok $? "with the command that builds it"
compiler gcc-12 12.2.0 'echo "cannot load plugin" >&2; exit 1'
finds gcc-12 '^warning: .*does not work: cannot load plugin' \
	"a plugin that does not load"
compiler gcc-12 12.2.0 "cp '$work/three.o' \"\$out\""
finds gcc-12 '^warning: .*3 records of one loop' "a plugin that sees too much"
compiler gcc-12 12.2.0 "cp '$work/empty.o' \"\$out\""
finds gcc-12 '^warning: .*0 records of one loop' "a plugin that sees nothing"
doctor
expect 0 "one compiler that works is enough"
mv bin/gcc bin/x86_64-gcc
ln -s x86_64-gcc bin/gcc
rm bin/gcc-12
ln -s x86_64-gcc bin/gcc-12
doctor
[ "$(grep -c -E '^gcc(-12)? ' out)" = 1 ]
ok $? "one program under two names is listed once"
rm bin/gcc bin/gcc-12
mv bin/x86_64-gcc bin/gcc
rm bin/gcc-1? bin/gfortran
finds gfortran '^warning: not found' "a compiler that is not there"
compiler g++ 'clang 14' 'exit 1'
finds g++ "^warning: 'g++' is no GCC" "a compiler that is another"
rm bin/g++
compiler gcc 12.2.0 'exit 1'
doctor
expect 1 "no compiler works" -o '^plugin  *problem  *no compiler here works' \
	-o '^podium cannot work here yet'
compiler gcc 12.2.0 "cp '$work/trial.o' \"\$out\""

echo powersave >machine/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor
finds governor '^warning: powersave' "a governor that saves power"
echo 0 >machine/sys/devices/system/cpu/intel_pstate/no_turbo
finds frequency '^warning: 2400.5 MHz, turbo on' "turbo"
rm machine/sys/devices/system/cpu/intel_pstate/no_turbo
finds frequency '^ok: 2400.5 MHz, turbo not shown' "turbo is not shown"
echo '3.50 1 1 1/1 1' >machine/proc/loadavg
finds load '^warning: 3.50' "a busy machine"
echo 'Cpus_allowed_list: 0-1' >machine/proc/self/status
finds processors '^warning: 2 of 4 may be used' "a narrow affinity"
record_machine
echo '150000 100000' >machine/sys/fs/cgroup/box/cpu.max
finds processors '^warning: 4, but limited to the time of 1.5' \
	"the limit of a control group above"
echo 'max 100000' >machine/sys/fs/cgroup/box/cpu.max
finds processors '^ok: 4' "a control group without limit"
rm -r machine/proc
finds processors '^warning: cannot be counted' "no /proc"
finds load '^warning: cannot be read' "no load"
record_machine

finds profile '^warning: never measured' "a machine that was never measured"
machines=$HOME/.local/share/podium/machines
mkdir -p "$machines"
cp "$srcdir/testsuite/driver/sample.profile" "$machines/x.json"
run env PATH="$work/bin" "$PODIUM" calibrate --from "$machines/x.json"
finds profile '^ok: .* was measured' "a machine that was measured"

run env PATH="$work/bin" TMPDIR=/nonexistent "$PODIUM" doctor
expect 1 "no temporary folder" -o '^temporary  *problem  *cannot make a folder'
run env PATH="$work/bin" XDG_DATA_HOME="$work/home/a/b" "$PODIUM" doctor
expect 0 "a folder of results that is still to be made" -o "^data  *ok  *$work/home, "
[ -z "$(ls tmp)" ]
ok $? "no temporary folder is left"
run "$PODIUM" doctor now
expect 2 "an operand" -e "unexpected 'now'"
finish
