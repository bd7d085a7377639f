# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune with several --run. What is faster is written into the store, and
# for podium runs take no time, so that none is cut: no clock decides here.
# unit-inputs has the choice itself.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# Threads that wait leave their cores to others.
export OMP_WAIT_POLICY=passive

# A loop that is called 100 times, but not by all, and takes most of the time. What is printed says which
# input it was; one prints another number each time, one fails.
mkdir kinds && cd kinds || exit 99
cat >kinds.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double x[400];

static void step(void)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 400; i++)
		for (int j = 0; j < 200; j++)
			x[i] = x[i] / 2 + i;
}

int main(int count, char **arguments)
{
	const char *kind = count > 1 ? arguments[1] : "small";

	for (int i = 0; i < 100 && strcmp(kind, "none"); i++)
		step();
	if (!strcmp(kind, "fails"))
		abort();
	if (!strcmp(kind, "chaos"))
		printf("number %ld\n", (long)getpid() * 7919);
	printf("this is %s: %g\n", kind, x[399]);
	return 0;
}
END
cd ..

begin()
{
	rm -rf try && cp -r kinds try && cd try || exit 99
}

program=(kinds.c -- -O1)
plain=("$PODIUM" tune --schedule "static,dynamic" --chunk 1 --threads 2
	--runs 1 --confirm 0 --no-predict)
both=(--run "{} small" --run "{} large")

# plant CAMPAIGN STATIC DYNAMIC: what its trial said of the candidates
# schedule(static,1) and schedule(dynamic,1), as ln of their ratio.
plant()
{
	local at mean

	for at in 1 2; do
		mean=$2
		[ "$(ask "select json_extract(loops,
			'\$[0].trial.candidates[$at].clauses') from run
			where campaign = $1 and step like 'trial/0/variant %'")" = \
			"schedule(static,1)" ] || mean=$3
		ask "update run set loops = json_set(loops,
			'\$[0].trial.candidates[$at].dropped', 0,
			'\$[0].trial.candidates[$at].difference', json('{\"count\":
			16, \"mean\": $mean, \"variance\": 0.00001}'),
			'\$[0].trial.candidates[$at].next', json('{\"count\": 16,
			\"mean\": 0, \"variance\": 0.00001}'))
			where campaign = $1 and step like 'trial/0/variant %'"
	done
}

# of CAMPAIGN: how many runs it has.
of()
{
	ask "select count(*) from run where campaign = $1"
}

# ---- two inputs ----

begin
timed "${plain[@]}" "${both[@]}" "${program[@]}"
expect 0 "two inputs" -o '^Input 1: {} small$' -o '^Input 2: {} large$' \
	-e '^input 2, {} large:$'
asked "each has a campaign of its own" "select group_concat(substr(command, 1,
	8), ';') from (select command from campaign order by id)" '{} small;{} large'
asked "and its own output to be held to" "select
	sum(name like 'output of 1 %' and cast(content as text) like 'this is small%') > 0 and
	sum(name like 'output of 2 %' and cast(content as text) like 'this is large%') > 0 and
	sum(name like 'output of 1 %' and cast(content as text) like '%large%') = 0 from kept" 1
asked "no variant is wrong" "select count(*) from run where status != 'ok'" 0
asked "and each was tried within one run" "select count(distinct campaign)
	from run where step like 'trial/0/variant %'" 2
run "$PODIUM" runs
expect 0 "podium runs says which is which" -o '^Campaigns:$' \
	-o '^  1: {} small$' -o '^  2: {} large$'
run "$PODIUM" report --out page
expect 0 "and each has its report"
cat page/* >page.all && grep -q '{} small' page.all && grep -q '{} large' page.all
ok $? "in one page"

if [ -n "${lacking-}" ]; then
	finish
	exit
fi

# One of them wants schedule(static,1), but the other candidate does nearly as
# well, and is good for the other input.
plant 1 -0.7 -0.69
plant 2 0.7 -0.5
before=$(ask "select count(*) from run")
timed "${plain[@]}" "${both[@]}" --json "${program[@]}"
expect 0 "what is good for both"
shown "is chosen for both, and each has its gain" '.verdict == "faster" and
	.tuned == "podium.tuned" and ([.inputs[].run] == ["{} small", "{} large"])
	and ([.inputs[].loops[0].chosen] | unique == ["schedule(dynamic,1)"]) and
	(.inputs[0].within.value < 1) and (.inputs[1].within.value < 1) and
	.inputs[0].loops[0].best.clauses == "schedule(static,1)" and
	(.inputs[0].loops[0].left == false)'
grep -q 'step#1 schedule(dynamic,1)' podium.tuned &&
	grep -q '^# {} large: .* times as fast' podium.tuned
ok $? "the tuned file says so"
asked "nothing is run again" "select count(*) from run" "$before"

# Another order, one that does not enter the loop, and one that is new.
timed "${plain[@]}" --run "{} large" --run "{} none" --run "{} small" \
	"${program[@]}"
expect 0 "another order, and one input more" \
	-o '^The program is as it was: none of these loops is entered'
[ "$(of 1) $(of 2)" = "$((before / 2)) $((before - before / 2))" ] ||
	[ "$(($(of 1) + $(of 2)))" = "$before" ]
ok $? "run nothing of the others again"
grep -q 'step#1 schedule(dynamic,1)' podium.tuned
ok $? "and choose the same"

# One of them gains nothing by what is best for the other.
plant 1 -0.7 -0.1
plant 2 0.001 0.7
timed "${plain[@]}" "${both[@]}" --json "${program[@]}"
expect 0 "what one of them gains by"
shown "is chosen for both, and each has a verdict of its own" '
	.verdict == "faster" and .tuned == "podium.tuned" and
	([.inputs[].verdict] == ["faster", "no slower"]) and
	([.inputs[].loops[0].chosen] | unique == ["schedule(static,1)"]) and
	([.inputs[].loops[0].left] == [false, false])'
run "$PODIUM" report --out page
cat page/* >page.all && ! grep -q 'Original kept' page.all
ok $? "the report says of none that the original is kept"

# Opposite wishes.
plant 1 -0.7 0.4
plant 2 0.7 -0.5
rm -f podium.tuned
timed "${plain[@]}" "${both[@]}" "${program[@]}"
expect 0 "where inputs want opposite clauses" \
	-o '^kinds.c:10 is left as written: no clauses are within 3 %' \
	-o '^  {} small: best is schedule(static,1), 0.49' \
	-o '^  {} large: best is schedule(dynamic,1), 0.60'
[ ! -e podium.tuned ]
ok $? "the loop is left as it is written"
timed "${plain[@]}" "${both[@]}" --json "${program[@]}"
shown "which the JSON says, too" '.verdict == "original" and
	([.inputs[].loops[0] | .left] == [true, true])'

# A single one of them goes on from there.
timed "${plain[@]}" --run "{} small" --json "${program[@]}"
shown "one of them alone has what is best for it" '.verdict == "faster" and
	.loops[0].chosen == "schedule(static,1)" and (has("inputs") | not)'
asked "and runs nothing again" "select count(*) from run
	where campaign in (1, 2)" "$before"

# As it is when podium is killed after a run.
steps="select group_concat(step, ';') from (select step from run where
	campaign in (1, 2) order by campaign, step)"
all=$(ask "$steps")
for last in 1 3 5; do
	ask "delete from run where id > (select id from run
		order by id limit 1 offset $last)"
	timed "${plain[@]}" "${both[@]}" "${program[@]}"
	expect 0 "what was stopped after $((last + 1)) runs goes on" \
		-o 'of them from earlier'
done
[ -n "$all" ]
ok $? "and there was something to stop"
cd ..

# ---- with other options ----

begin
timed "${plain[@]}" "${both[@]}" --reproducible --launcher env "${program[@]}"
expect 0 "by a launcher, and reproducible" -o '^Input 2: {} large$'
asked "each by it" "select count(*) from campaign
	where command like '%launcher: env%'" 2
cd ..

begin
timed "$PODIUM" tune --schedule dynamic --chunk 1 --threads 2 --runs 1 \
	--no-predict --confirm 2 "${both[@]}" "${program[@]}"
expect 0 "a first tuning of both"
ask "update run set loops = json_set(loops,
	'\$[0].trial.candidates[1].dropped', 0,
	'\$[0].trial.candidates[1].difference', json('{\"count\": 16,
	\"mean\": -0.7, \"variance\": 0.00001}'),
	'\$[0].trial.candidates[1].next', json('{\"count\": 16, \"mean\": 0,
	\"variance\": 0.00001}')) where step like 'trial/0/variant %'"
timed "$PODIUM" tune --schedule dynamic --chunk 1 --threads 2 --runs 1 \
	--no-predict --confirm 2 "${both[@]}" "${program[@]}"
expect 0 "what is found for both is compared with the original"
asked "for the first one at least" "select count(*) > 0 from run
	where step like 'confirm/%' and campaign = 1" 1
cd ..

begin
timed "${plain[@]}" --run "{} small" --run "{} small" "${program[@]}"
expect 0 "the same input twice" -e "'{} small' is said twice and counts once"
! grep -q '^Input' "$work/out"
ok $? "is one"
cd ..

# ---- inputs that go wrong ----

begin
run "${plain[@]}" --run "{} small" --run "{} fails" "${program[@]}"
expect 1 "an input for which the original fails" -O '' \
	-e 'the original program fails: crashed: Aborted' \
	-e "tune: --run '{} fails' cannot be an input"
asked "what was run of the other one is kept" "select count(*) > 0 from run
	where campaign = 1 and status = 'ok'" 1
cd ..

begin
run "${plain[@]}" --run "{} small" --run "{} chaos" "${program[@]}"
expect 0 "an input that prints another number each time" -o '^Input 2: {} chaos$'
asked "wrongs nobody" "select count(*) from run where status != 'ok'" 0
cd ..

begin
timed "${plain[@]}" --run "{} none" --run "{} none 2" "${program[@]}"
expect 1 "inputs that enter no loop" -O '' \
	-e 'is reached with any of the inputs'
cd ..

begin
echo 'flags: [-O1, -O2]' >space.yaml
timed "${plain[@]}" "${both[@]}" --space space.yaml "${program[@]}"
expect 2 "a space" -O '' -e '--space and several --run'
cat >Makefile <<'END'
all:
	gcc -O1 -fopenmp kinds.c -o one && gcc -O1 -fopenmp kinds.c -o two
END
run "$PODIUM" tune --build make --run "./one small" --run "./two small" --runs 1
expect 1 "two programs" -O '' -e "'./two small' runs '.*two', and"
cd ..

finish
