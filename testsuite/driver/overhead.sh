# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium overhead: what it says adds up, is in the right places, and it can
# say why it says nothing. How well the figures meet known overheads is asked
# by overhead-truth.sh: nothing here depends on how long a run takes.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
: "${JQ:=jq}"
export OMP_WAIT_POLICY=passive

if ! command -v "$JQ" >/dev/null || ! "${CC:-gcc}" -O2 -g -fopenmp \
	"$data/truth.c" -o truth 2>err; then
	skip "podium overhead" "no jq, or no OpenMP"
	finish
	exit 0
fi

# claim NAME FILTER: what jq says of the JSON in "out".
claim()
{
	"$JQ" -e "$2" out >err 2>&1
	ok $? "$1"
}

# look CASE [TIMES]: JSON of a case, one round.
look()
{
	run "$PODIUM" overhead --threads 2 --rounds 1 --json -- \
		./truth "$1" "${2:-1}"
	expect 0 "$1" -E ""
}

adds_up='def near(x; y): (x - y | fabs) <= 1e-8 + 1e-6 * (x | fabs);
	all(.places[] | select(.why == null); . as $p |
	near([.parts[].value] | add; $p.overhead.value) and
	all(range(.overhead.rounds | length); . as $i |
		near([$p.parts[].rounds[$i]] | add; $p.overhead.rounds[$i])))'
rules='all(.places[] | select(.kind == "interval" or .kind == "outside");
	if .overhead.value <= 0
	then .parts["beyond ideal"].value == .overhead.value and
		([.parts[] | select(.value != 0)] | length <= 1)
	else .parts["beyond ideal"].value == 0 end)'

look short 200
claim "parts add up to the overhead" "$adds_up"
claim "nothing is charged where ideal speed-up was reached" "$rules"
claim "its places" '[.places[].kind] ==
	["program", "outside", "region", "interval"] and
	.places[2].calls == 200 and .places[3].name == "its end"'
claim "what it is" '.program == "./truth" and .threads == 2 and
	.rounds == 1 and .confidence == 0 and (.cost.value | type) == "number"'
claim "loops have no clocks" \
	'.remarks | startswith("Replicated work is among the unidentified")'
if command -v addr2line >/dev/null; then
	claim "a region has a name" \
		'.places[2].name | test("^short_regions \\(truth.c:[0-9]+\\)$")'
else
	skip "a region has a name" "no addr2line"
fi

run "$PODIUM" overhead --threads 2 --rounds 5 --json -- ./truth mirror 1
expect 0 "several rounds" -E ""
claim "they add up, too" "$adds_up"
claim "and keep to the rules" "$rules"
claim "each figure has an interval" '.confidence == 0.9375 and
	all(.places[] | .time, .ideal, .overhead, .parts[];
	.low <= .value and .value <= .high)'
claim "an interval for each barrier" '[.places[3:][].name] |
	length >= 1 and .[-1] == "its end"'

look critical
claim "critical sections are waited for" \
	'.places[2].parts["waiting for critical"].rounds | length == 1'
look nested
claim "a nested region" '[.places[] | select(.kind == "region") | .nested] |
	sort == [false, true]'
claim "is no part of the program's own" "$adds_up"
look different
claim "other calls with one thread" '.places[2].why ==
	"met 2 times, but 1 times with one thread" and .places[1].why == null'
look end_inside
claim "an end inside of a region" \
	'.remarks | test("It ended inside of a region")'

# Regions with a number of threads of their own, which one thread does not have.
cat >three.c <<'END'
#include <omp.h>
#include <stdio.h>
int main(void)
{
	FILE *file = fopen("threads", "a");
#pragma omp parallel num_threads(3)
#pragma omp single
	fprintf(file, "%d\n", omp_get_num_threads());
	return fclose(file);
}
END
"${CC:-gcc}" -O2 -fopenmp three.c -o three
run "$PODIUM" overhead --threads 2 --rounds 1 -- ./three
expect 0 "a region that asks for three threads" -E "" \
	-o '^A region had 3 threads and is compared with as many, .* with 2; see'
[ "$(sort threads | tr -d '\n')" = 1333 ]
ok $? "has one in the run with one"

# The program is found in PATH, and its names are still known.
run env PATH="$work:$PATH" "$PODIUM" overhead --threads 2 --rounds 1 --json \
	-- truth short 3
claim "a program out of PATH" '.places[2].kind == "region"'
# Its library, where a list of preloaded ones would be split.
mkdir -p "a b/runtime"
if cp "$PODIUM" "a b" &&
	cp "${builddir:-$srcdir}/runtime/libpodium-gomp.so" "a b/runtime" 2>err
then
	run "a b/podium" overhead --threads 2 --rounds 1 --json -- ./truth short 3
	expect 0 "podium in a folder with a blank" -E ""
else
	skip "podium in a folder with a blank" "it is not built here"
fi
# Functions of C++ go by the names that they have in the source.
cat >named.cc <<'END'
namespace n { template <class T> void work(T *cell)
{
#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < 9; i++)
		cell[i] += i;
} }
int main() { static double cell[9]; n::work(cell); }
END
if command -v addr2line >/dev/null && g++ -no-pie -g -fopenmp named.cc \
	-o named 2>err; then
	run "$PODIUM" overhead --threads 2 --rounds 1 --json -- ./named
	claim "a function of C++" '.places[2].name ==
		"void n::work<double>(double*) (named.cc:3)"'
else
	skip "a function of C++" "no g++, or no addr2line"
fi
# Regions stand as in the code, however far apart, wherever it is loaded. What
# calls a barrier last jumps to it.
cat >far.c <<'END'
#define REGION(name)                                                     \
	static void name(void)                                           \
	{                                                                \
		_Pragma("omp parallel")                                  \
		{                                                        \
			__asm__(".rept 4000; nop; .endr; # " #name);     \
			_Pragma("omp barrier")                           \
		}                                                        \
	}
REGION(one) REGION(two) REGION(three) REGION(four) REGION(five)
int main(void) { one(); two(); three(); four(); five(); }
END
if command -v addr2line >/dev/null && "${CC:-gcc}" -O2 -g -fopenmp \
	-fno-toplevel-reorder far.c -o far 2>err; then
	run "$PODIUM" overhead --threads 2 --rounds 1 --json -- ./far
	claim "the order of regions" '[.places[] | select(.kind == "region") |
		.name | split(" ")[0]] == ["one", "two", "three", "four", "five"]'
	claim "a barrier that is called last" '.places[3].name ==
		"barrier before its end" and .places[4].name == "its end"'
else
	skip "the order of regions" "no addr2line"
fi
# More threads than cores that may be used.
more=$(($(nproc) + 1))
run "$PODIUM" overhead --threads $((more > 2 ? more : 3)) --rounds 1 --json \
	-- ./truth short 3
claim "more threads than cores" \
	'.remarks | test("threads on [0-9]+ core")'

# What of it depends on how busy the machine is comes from a recorded one.
mkdir -p root/proc
echo "0.10 0.10 0.10 1/99 1" >root/proc/loadavg
run env PODIUM_SYSTEM_ROOT=root "$PODIUM" overhead --threads 2 --rounds 1 -- \
	./truth triangle 1
! grep -q 'machine was busy' out
ok $? "a machine at rest"
echo "99.00 9.00 9.00 9/99 1" >root/proc/loadavg
run env PODIUM_SYSTEM_ROOT=root "$PODIUM" overhead --threads 2 --rounds 1 -- \
	./truth triangle 1
expect 0 "a busy one" -E "" -o '^The machine was busy when this.*load 99.0 on'

# One of two threads holds the lock while the other waits for it.
run env TRUTH_HOW=asleep TRUTH_LONGER=12 "$PODIUM" overhead --threads 2 \
	--rounds 1 -- ./truth mutexes 1
expect 0 "what to do" -E "" -o \
	'^Largest: waiting for locks, .*in mutexes.*: do less under locks, or'
# It waits as long as it says itself, until it has the lock.
rm -f waited
run env TRUTH_HOW=asleep TRUTH_LONGER=4 "$PODIUM" overhead --threads 2 \
	--rounds 1 --json -- ./truth mutexes 1
claim "waiting for locks" ".places[2].parts[\"waiting for locks\"].value * 2e3 /
	$(sort -n waited | tail -n 1) - 1 | fabs < .1"
run env TRUTH_HOW=asleep TRUTH_LONGER=4 "$PODIUM" overhead --threads 2 \
	--rounds 1 --json -- ./truth condition 1
claim "waiting for conditions" \
	'.places[2].parts["waiting for conditions"].value > 0'

run "$PODIUM" overhead --threads 2 --rounds 1 -- ./truth triangle 1
expect 0 "the table" -E "" -o '^where  *calls  *what  *seconds' \
	-o '^whole program  *1  *time ' -o ' ideal  *[0-9.e-]' \
	-o ' overhead  *[-0-9.e]* .*%' -o ' - unidentified ' \
	-o '^Largest: \|^No overhead of a region is 5 %' \
	-o '^1 round; no intervals below 5' -o '^Looking at it took'
run "$PODIUM" overhead --threads 2 --rounds 1 --csv -- ./truth triangle 1
expect 0 "CSV" -E "" -o '^kind,where,up_to,calls,what,seconds,low,high$' \
	-o '^program,whole program,,1,overhead,' \
	-o '^region,.*,,1,load imbalance,' -o '^interval,.*,its end,1,time,'
[ "$(wc -l <out)" -eq 61 ]
ok $? "a row for each figure"

# The example of the manual: its program, its places; the figures are its own.
page=$srcdir/doc/podium-overhead.1
sed -n '/^\$ cat tri.c/,/^}/p' "$page" | sed '1d; s/\\e/\\/' >tri.c
sed -n 's/^\$ podium \(overhead .*\)/\1/p' "$page" >example
[ "$(wc -l <tri.c)" -ge 12 ] && [ "$(wc -l <example)" -eq 1 ]
ok $? "the manual has an example"
if "$PODIUM" cflags --clock >flags 2>/dev/null &&
	gcc -O2 -fopenmp $(cat flags) tri.c -o tri 2>err; then
	# shellcheck disable=SC2046
	run "$PODIUM" $(cat example)
	expect 0 "it runs" -E "" -o '^whole program ' -o '^main (tri.c:10) ' \
		-o '^Median of 7 rounds; .* 98.44 %'
else
	skip "it runs" "no plugin for gcc"
fi

# With clocks.
if "$PODIUM" cflags --clock >flags 2>/dev/null &&
	gcc -O2 -fopenmp $(cat flags) "$data/truth.c" -o clocked 2>err; then
	run "$PODIUM" overhead --threads 2 --rounds 1 --json -- \
		./clocked replicated 1
	expect 0 "with clocks" -E ""
	claim "replicated work is told apart" '.remarks == "" and
		.places[2].parts["replicated work"].value > 0'
	claim "places of loops" \
		'.places[2].name | test("truth.c:[0-9]+")'
else
	skip "with clocks" "no plugin for gcc"
fi

run "$PODIUM" overhead --threads 2 --rounds 1 -- ./truth crash
expect 1 "a program that crashes" -O "" -e \
	"^podium overhead: cannot time './truth': crashed: Segm.*2 threads"
run "$PODIUM" overhead --threads 2 --rounds 1 -- ./truth no-such-case
expect 1 "a program that fails" -O "" -e "exit status 2, .*: truth: no such"
run "$PODIUM" overhead --threads 2 --rounds 1 -- true
expect 1 "a program without a region" -O "" -E "podium overhead: cannot look \
at 'true': no parallel region was seen; was it compiled by GCC with -fopenmp?"
if "${CC:-gcc}" -static -O2 -fopenmp "$data/truth.c" -o static 2>err; then
	run "$PODIUM" overhead --threads 2 --rounds 1 -- ./static short 3
	expect 1 "a static program" -O "" -e 'is it linked with -static?$'
else
	skip "a static program" "no static libgomp"
fi
run "$PODIUM" overhead -- ./missing
expect 1 "a program that is not there" -O "" -e \
	"^podium overhead: cannot time './missing': .*No such file or directory"

run "$PODIUM" overhead
expect 2 "no program" -e "no program; write it behind --"
run "$PODIUM" overhead ./truth
expect 2 "no --" -e "unexpected './truth'; write the program behind --"
run "$PODIUM" overhead --json --csv -- ./truth
expect 2 "two forms" -e "exclude each other"
for value in '' 1 0 x 1025 2.5; do
	run "$PODIUM" overhead --threads "$value" -- ./truth
	expect 2 "--threads '$value'" -e "a whole number from 2 to 1024, not '$value'"
done
for value in '' 0 x 1001; do
	run "$PODIUM" overhead --rounds "$value" -- ./truth
	expect 2 "--rounds '$value'" -e "from 1 to 1000, not '$value'"
done
finish
