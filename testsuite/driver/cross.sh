# SPDX-License-Identifier: GPL-3.0-or-later
#
# A GCC that compiles for another machine: its plugin is built and kept beside
# those of this machine, loops are recorded as they are there and ranked by a
# profile of there, clauses are exchanged, and nothing is run here.

. "$(dirname "$0")/../gccs.sh"
target=aarch64-linux-gnu
gcc=$target-gcc-12
unset PODIUM_PLUGIN_DIR

if ! command -v $gcc >/dev/null ||
	[ ! -e "$($gcc -print-file-name=plugin)/include/gcc-plugin.h" ]; then
	echo "1..0 # SKIP no $gcc with plugin headers; on Debian: apt-get" \
		"install gcc-12-$target gcc-12-plugin-dev-$target"
	exit
fi
full=$($gcc -dumpfullversion)

cat >loop.c <<'END'
void scale(double *restrict a, const double *restrict b, long n)
{
#pragma omp parallel for
	for (long i = 0; i < n; i++)
		a[i] = 2 * b[i];
}

void longer(long double *a, char *c, int n)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < n; i++) {
		a[i] = a[i] * a[i];
		c[i] = c[i] >> 1;
	}
}
END

# ---- the plugin ----

run "$PODIUM" cflags --gcc $gcc
expect 1 "no plugin for that machine" -O "" \
	-e "no plugin for GCC 12 for $target in .*: podium plugin --gcc $gcc\$"
run "$PODIUM" plugin --gcc $gcc
expect 0 "it is built" -E "" \
	-o "^$work/cache/podium/gcc-$full-$target-[0-9a-f]*/podium.so\$"
kept=$(tail -n 1 out)
run "$PODIUM" cflags --gcc $gcc
expect 0 "and taken" -O "-fplugin=$kept"
run "$PODIUM" doctor --gcc $gcc
grep -q "^$gcc  *ok  *$full for $target, plugin works:" out
ok $? "podium doctor tries it where it is named"
for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	run "$PODIUM" cflags --gcc "$cc"
	expect 0 "GCC $version of this machine has its own" -O "$plugin"
done

# ---- records and ranks ----

# features FLAG...: of both loops, as JSON.
features()
{
	run "$PODIUM" features --json --gcc $gcc loop.c -- "$@"
	expect 0 "recorded with $*" -E ""
}

features -O2
if command -v jq >/dev/null; then
	[ "$(jq -c '.[1].refs | map([.type, .strides[0]]) | unique' out)" = \
		'[["f128",16],["i8",1]]' ]
	ok $? "types are those of that machine"
	features -O3 -march=armv8-a+sve
	[ "$(jq -c '.[0].code[0] | [.vectorised, .lanes]' out)" = '[true,2]' ]
	ok $? "vectors of any length count as the shortest"
else
	skip "types are those of that machine" "no jq"
fi
sed 's/"page": *4096/"page": 65536/; s/"cpu": *"[^"]*"/"cpu": "Neoverse"/' \
	"$data/sample.profile" >there.profile
! cmp -s there.profile "$data/sample.profile" || exit 99
for flags in -O2 "-O3 -march=armv8-a+sve"; do
	run "$PODIUM" rank --gcc $gcc --profile there.profile --set n=100000 \
		loop.c -- $flags
	expect 0 "ranked by a profile of there, $flags" -E "" \
		-o 'scale#1, parallel for' -o 'longer#1, parallel for' -o '^now '
done
$gcc -O2 -fopenmp -fplugin="$kept" -c loop.c -o plain.o 2>log
ok $? "an object"
run "$PODIUM" rank --profile there.profile --set n=100000 plain.o
expect 0 "is ranked as well" -E "" -o '^now '

# ---- clauses ----

printf 'podium.tuned 2\nloop.c:scale#1 schedule(dynamic, 16)\n' >loop.tuned
run "$PODIUM" cflags --gcc $gcc --use loop.tuned
expect 0 "a tuned file"
$gcc -O2 -fopenmp $(cat out) -c loop.c -o tuned.o 2>log
ok $? "and an object with it"
! grep -qa 'GOMP_loop.*dynamic' plain.o && grep -qa 'GOMP_loop.*dynamic' tuned.o
ok $? "has the other schedule"

# ---- nothing is run ----

echo 'int main(void) { return 0; }' >main.c
printf 'app: loop.c main.c\n\t%s -O2 -fopenmp loop.c main.c -o app\n' $gcc >Makefile
told="compiles for $target, and programs for another machine are not run here; podium rank --gcc .*$gcc --profile FILE .* podium tune there"
run "$PODIUM" tune --gcc $gcc loop.c main.c
expect 1 "podium tune with sources" -O "" -e "$told"
if command -v make >/dev/null; then
	run "$PODIUM" tune --build make --run ./app
	expect 1 "podium tune with a build" -O "" -e "$told"
fi
run "$PODIUM" calibrate --gcc $gcc
expect 1 "podium calibrate" -O "" -e "compiles for $target.*; calibrate there"
run "$PODIUM" cflags --gcc $gcc --clock
expect 0 "clocks" -o 'arg-podium-clock' -e "compiles for $target: clocks are read there"
run "$PODIUM" cflags --gcc $gcc --runtime
expect 1 "their library" -O "" -e "podium cflags --runtime there"
[ -z "$(ls "$XDG_DATA_HOME" 2>/dev/null)" ]
ok $? "nothing is stored"
finish
