# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune on a small program: its whole path, and what cannot be tuned. Nothing
# here or in tune-*.sh asks which variant is the faster one.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

# Goes through the confirmation as well.
confirmed=(--runs 1 --confirm 2)

# ---- the whole path ----

fresh
sed -i 's/main.o work.o$/main.o libwork.a/; s/work.o -o/-L. -lwork -o/' Makefile
printf 'libwork.a: work.o\n\tar rcs $@ $^\n' >>Makefile
make -s >/dev/null && mv bin/app ../plain.app && mv work.o ../plain.o
rm -rf bin ./*.o ./*.a
run "$PODIUM" tune --build make --run "./bin/app 'two words' \"and one\"" \
	"${confirmed[@]}"
expect 0 "a build with an archive is tuned" -o 'work.c:7 work#1' \
	-o 'runs of the program' -e ' work.c:7 schedule'
grep -q 'taken for 1000' "$work/err"
ok $((1 - $?)) "a bound that only the run knows is known"
cmp -s bin/app ../plain.app && cmp -s work.o ../plain.o
ok $? "the build leaves what it leaves without podium"
[ ! -e podium.tuned ]
ok $? "two rounds prove nothing: no tuned file is left"
asked "no variant failed" "select count(*) from run where status != 'ok'" 0
asked "what was run is kept" "select count(*) >= 5 from run" 1
find . ! -newer ../plain.o -name '*.c' | wc -l | grep -qx 2
ok $? "sources are not touched"
find "$TMPDIR" -mindepth 1 | wc -l | grep -qx 0
ok $? "nothing is left in TMPDIR"

asked "from the clocks" "select count(*) >= 1 and min(loops like '%work#1%')
	from run where loops != ''" 1

runs=$(ask "select count(*) from run")
run "$PODIUM" runs
expect 0 "podium runs lists them" -o '^1 .* original/1 .* original ' \
	-o ' work.c:work#1' -o '^[1-9][0-9]* runs\.$'
run "$PODIUM" runs --csv
expect 0 "as CSV" -o '^campaign,machine,' -o ',try/0/variant '
run "$PODIUM" runs --json --failed
expect 0 "as JSON" -O '[]'
run "$PODIUM" runs --store nowhere.db
expect 1 "no store" -e "no store 'nowhere.db' here"
run "$PODIUM" tune --build make --run "./bin/app 'two words' \"and one\"" \
	"${confirmed[@]}"
expect 0 "a second tuning" -o 'of them from earlier'
asked "and runs nothing again" "select count(*) from run" "$runs"
run "$PODIUM" tune --build make --run "./bin/app 'two words' \"and one\"" \
	"${confirmed[@]}" --output no/podium.tuned
expect 1 "no place for the tuned file" -O "" \
	-e "cannot write 'no/podium.tuned': .*; name another file with --output"
echo '/* edited */ int edited = 1;' >>work.c
run "$PODIUM" tune --build make --run "./bin/app 'two words' \"and one\"" \
	"${confirmed[@]}"
expect 0 "an edited source is built anew"
grep -q 'from earlier' "$work/out"
ok $((1 - $?)) "and measured anew"
cd ..

fresh
tune --json
shown "--json" \
	'.verdict and (.loops | length == 1) and .loops[0].id == "work#1"'
cd ..

fresh
tune --no-predict
expect 0 "what is not predicted has no number" -e 'schedule.*(predicted -)'
grep -q 'predicted 0' "$work/err"
ok $((1 - $?)) "least of all 0"
cd ..

fresh
run "$PODIUM" tune "${few[@]}" work.c main.c -- -O2 -g
expect 0 "sources alone are tuned"
[ "$(find . -name '*.o' | wc -l)" -eq 0 ]
ok $? "no objects are left"
cd ..

# ---- dates ----

cat >app/date.c <<'END'
#include <stdio.h>
__attribute__((constructor)) static void date(void)
{
	puts(__DATE__ " " __TIME__);
}
END
fresh
cat date.c >>work.c
tune
expect 0 "a program that prints when it was compiled"
asked "no variant failed" "select count(*) from run where status != 'ok'" 0
./bin/app | grep -qx 'Jan  1 2000 00:00:00'
ok $? "all builds say the same"
cd ..
fresh
cat date.c >>work.c
tune SOURCE_DATE_EPOCH=0
expect 0 "the user's own date"
./bin/app | grep -qx 'Jan  1 1970 00:00:00'
ok $? "is kept"
cd ..
rm app/date.c

# ---- input ----

fresh
echo hello >'in put'
tune READS=1 <'in put'
expect 0 "a program that reads the file that podium is given"
tune <<<hello
expect 0 "a pipe in place of a file" \
	-e 'reads nothing: what comes out of a pipe only one run could read'
cd ..

# ---- programs that cannot be tuned ----

fresh
sed -i 's/-fopenmp//' Makefile
tune
expect 1 "no OpenMP" -e 'no source of .* was compiled with -fopenmp'
cd ..
fresh
sed -i '/pragma/d' work.c
tune
expect 1 "no loop" -e 'has no OpenMP loops'
cd ..
fresh
sed -i 's/^double work(.*$/double work(const double *x, int n) oops/' work.c
tune
expect 1 "a build that fails" -e "the build 'make' fails" -e 'error:'
cd ..
fresh
run "$PODIUM" tune --build 'echo as it is' --run ./bin/app
expect 1 "a build that does nothing" -e 'no compiler was seen' -e '^as it is'
run "$PODIUM" tune --build make --run 'echo nothing'
expect 1 "a command without the program" -e 'names no program'
run "$PODIUM" tune
expect 2 "nothing named" -e 'nothing to tune'
run "$PODIUM" tune --build make work.c
expect 2 "both a build and a source" -e 'the build knows'
run "$PODIUM" tune --runs 0 work.c
expect 2 "no runs" -e "'--runs' takes a whole number from 1 on, not '0'"
cd ..

fresh
make -s work.o >/dev/null
tune
expect 1 "objects from before" -e "work.o' was not seen being made; clean"
cd ..
finish
