# SPDX-License-Identifier: GPL-3.0-or-later
#
# Which libgomp programs load belongs to what is measured with it: to a profile,
# to the runs of podium tune. A copy that says another version stands for that
# of another major.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export PODIUM_CALIBRATION_DIR=$work/programs
[ -z "$PODIUM_PLUGINS" ] || export PODIUM_PLUGIN_DIR=$PODIUM_PLUGINS
unset LD_LIBRARY_PATH LD_PRELOAD
gcc=${CC:-gcc}
gcc=${gcc%% *}
library=$("$gcc" -print-file-name=libgomp.so.1)
newest=$(grep -ao 'GOMP_[0-9][0-9.]*' "$library" | sort -uV | tail -n 1)

# other FOLDER: the library there, its newest version, which no program here
# asks for, a later one.
other()
{
	mkdir -p "$1" && sed "s/${newest//./\\.}/GOMP_7${newest#GOMP_?}/g" \
		"$library" >"$1/libgomp.so.1"
}

warns='measured with libgomp GOMP_.*, and programs load GOMP_.* now.*; run podium calibrate again'

# silent NAME: the last run said nothing of it.
silent()
{
	expect 0 "$1"
	! grep -q libgomp err
	ok $? "$1: not a word"
}

# ---- calibrate: programs that print what was never measured ----

mkdir programs
: >programs/probe.h
: >programs/probe.c
for name in operations memory threads patterns; do
	cat >programs/$name.c <<-'END'
	#include <omp.h>
	#include <stdio.h>
	int main(void)
	{
		if (omp_get_max_threads() < 1)
			return 1;
		puts("clock 0.25 0\ncheck.a 0.25 0\ncheck.b 0.25 0");
		puts("check.load 1 0");
		return 0;
	}
	END
done
echo 'int main(void) { puts("clock 0.25 0\ncheck.a 0.25 0\ncheck.b 0.25 0\ncheck.load 1 0\noperation.add.f64.latency 1 0"); }' |
	cat <(echo '#include <stdio.h>') - >programs/operations.c

run "$PODIUM" calibrate --quick --gcc "$gcc"
expect 0 "a profile" -o ", libgomp $newest\$"
run "$PODIUM" calibrate --quick --gcc "$gcc" --json
expect 0 "as JSON" -o "\"libgomp\": \"$newest\""
cp out own.json

sed -n 1p "$data/sample.json" >one.json && object one.o one.json || exit 99
rank()
{
	run "$PODIUM" rank --gcc "$gcc" --set n=600 --set ii=0 "$@" one.o
}

rank
silent "rank with that libgomp"
other later || exit 99
LD_LIBRARY_PATH=$work/later rank
silent "rank with another, where that of the compiler is the same"
printf '#!/bin/sh\ncase $1 in -print-file-name=*) echo %s ;;\n*) exec %s "$@" ;; esac\n' \
	"$work/later/libgomp.so.1" "$gcc" >gcc
chmod +x gcc
gcc=$work/gcc
rank
silent "with a compiler of another, where programs load the same"
LD_LIBRARY_PATH=$work/later rank
expect 0 "rank where programs load another" -e "^podium rank: warning: this machine was $warns\$" \
	-e "load GOMP_7"
[ "$(grep -c libgomp err)" -eq 1 ]
ok $? "it is said once"
# A podium with sanitizers asks to stand before what is preloaded.
ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0 \
	LD_PRELOAD=$work/later/libgomp.so.1 rank
expect 0 "rank where another is preloaded" -e "$warns"
LD_LIBRARY_PATH=$work/later run "$PODIUM" metric --gcc "$gcc" one.o
expect 0 "metric" -e "$warns"

# Those of other machines, and older ones.
sed 's/"cpu": ".*"/"cpu": "Another"/' own.json >another.json
LD_LIBRARY_PATH=$work/later rank --profile another.json
silent "the profile of another machine"
if command -v jq >/dev/null; then
	jq 'del(.measured.libgomp)' own.json >older.json
	LD_LIBRARY_PATH=$work/later rank --profile older.json
	silent "a profile made before it was noted"
else
	skip "a profile made before it was noted" "no jq"
fi

# ---- tune: what stands where the program looks becomes another one ----

needs "podium tune" plugin
cat >sum.c <<'END'
#include <stdio.h>
int main(void)
{
	static int x[1000];
#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < 1000; i++)
		x[i] = i % 7;
	printf("%d\n", x[999]);
}
END
mkdir lib && cp "$library" lib || exit 99
export LD_LIBRARY_PATH=$work/lib
tune()
{
	run "$PODIUM" tune --runs 1 --confirm 2 --profile own.json sum.c -- -O1
}

tune
expect 0 "a program is tuned"
! grep -q libgomp err
ok $? "with the libgomp of the profile: not a word"
tune
expect 0 "its runs are there" -o 'from earlier'
run "$PODIUM" runs --json
expect 0 "with the libgomp that they loaded" \
	-o "\"compiler\": \"gcc [0-9.]*, libgomp $newest\""
other lib
tune
expect 0 "with another libgomp there" -e "$warns"
! grep -q 'from earlier' out
ok $? "it is measured anew"
run "$PODIUM" runs --json --campaign 2
expect 0 "apart from what was measured before" -o ', libgomp GOMP_7'
finish
