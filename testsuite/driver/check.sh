#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium check: which entries of a tuned file hold in a program, and why not.

. "$(dirname "$0")/../gccs.sh"

cat >a.c <<'END'
void order(double (*a)[50], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 50; j++)
			a[j][i] += FACTOR;
}
void clauses(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] *= 2;
}
double unknown(double);
void calls(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = unknown(a[i]);
}
END
cat >b.c <<'END'
double unknown(double x) { return x + 1; }
void other(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] += 1;
}
int main(void) { return 0; }
END

# build: the program "app", a.c with the tuned file, b.c without.
build()
{
	$cc -O2 -fopenmp "$plugin" -fplugin-arg-podium-use=podium.tuned \
		-DFACTOR=1 -c a.c 2>log &&
		$cc -O2 -fopenmp "$plugin" -c b.c 2>>log &&
		$cc -fopenmp a.o b.o -o app 2>>log
}

# entry NAME: state and reason of the entry.
entry()
{
	jq -r ".[] | select(.entry == \"$1\") | .state + \": \" + .reason" json
}

# says NAME STATE PATTERN
says()
{
	entry "$1" | grep -q "^$2: $3"
	ok $? "GCC $version: $1 is $2: $3"
}

check()
{
	local digest

	cat >podium.tuned <<-END
	podium.tuned 2
	a.c:order#1 order(j,i) schedule( dynamic, 4 ) force # by hand
	a.c:clauses#1 num_threads(3) schedule(guided)
	setting OMP_DYNAMIC=true
	END
	build && [ ! -s log ] && $cc -O2 -fopenmp "$plugin" -DFACTOR=1 -S \
		-fplugin-arg-podium-use=podium.tuned -o /dev/null \
		-fplugin-arg-podium-verbose a.c 2>log
	[ "$(grep -c 'note: podium' log)" = 2 ] && grep -q \
		'a.c:3:.*podium.tuned:2: applied: order(j,i) schedule(dynamic,4)' \
		log
	ok $? "GCC $version: notes of entries that are applied"
	run "$PODIUM" check app
	expect 0 "GCC $version: all entries are applied" \
		-o '^a.c:order#1 *applied *$' -o '^a.c:clauses#1 *applied *$' \
		-o '^OMP_DYNAMIC=true *setting *podium exec' \
		-o '^2 of 2 entries applied.$'
	run "$PODIUM" check --json a.o b.o
	cp out json
	expect 0 "GCC $version: the same of objects, as JSON" \
		-o '"clauses": *"order(j,i) schedule(dynamic,4)"'

	digest=$(records a.o | jq -r 'select(.name == "clauses").digest')
	cat >podium.tuned <<-END
	podium.tuned 2
	a.c:order#1 order(j,i) proof(00000000)
	a.c:clauses#1 schedule(guided) proof($digest)
	a.c:calls#1 schedule(dynamic)
	b.c:other#1 schedule(dynamic)
	b.c:gone#1 schedule(dynamic)
	b.c:gone#2 as-written
	END
	build && run "$PODIUM" check --json app
	cp out json
	expect 1 "GCC $version: entries that do not hold" -o '"line": *2'
	says a.c:order#1 stale 'the loop or its flags have changed .*podium prove'
	says a.c:clauses#1 applied ''
	says a.c:calls#1 refused 'not known to be safe: .*unknown.*safe(unknown)'
	says b.c:other#1 missing 'its loop was compiled without it; build with'
	says b.c:gone#1 missing 'no loop of this name'
	[ "$(jq length json)" = 5 ]
	ok $? "GCC $version: a loop that stays as written need not be there"
	run "$PODIUM" check app
	expect 1 "GCC $version: a table that fits" -o '^1 of 5 entries applied.$'
	[ "$(wc -L <out)" -le 100 ]
	ok $? "GCC $version: its width"

	echo 'a.c:order#1 order(j,i) force' >>podium.tuned
	sed -i 2d podium.tuned
	run "$PODIUM" check --json app
	cp out json
	expect 1 "GCC $version: a file that changed since the build"
	says a.c:order#1 missing 'its loop has the entry of line 2 .*build again'

	digest=$(objcopy -O binary --only-section=.podium.units \
		--set-section-flags .podium.units=alloc b.o /dev/stdout |
		jq -r '.digests[] | select(.function == "unknown").digest')
	cat >podium.tuned <<-END
	podium.tuned 2
	a.c:calls#1 schedule(dynamic)
	safe(unknown) proof($digest)
	END
	build && run "$PODIUM" check app
	expect 0 "GCC $version: a function that is proven" \
		-o '^a.c:calls#1 *applied' -o '^safe(unknown) *applied'
	sed -i 's/x + 1/x + 2/' b.c
	build && run "$PODIUM" check app
	expect 1 "GCC $version: a function that has changed" \
		-o '^a.c:calls#1 *applied' \
		-o '^safe(unknown) *stale *the function has changed since'
	$cc -O2 -fopenmp "$plugin" -fplugin-arg-podium-use=podium.tuned \
		-c b.c 2>log
	grep -q "podium.tuned:3: stale: 'unknown' or its flags" log
	ok $? "GCC $version: its unit tells, too"
	run "$PODIUM" check a.o
	expect 1 "GCC $version: a function of another program" \
		-o '^safe(unknown) *missing *no unit with records defines it'

	run "$PODIUM" check --use none app
	expect 1 "GCC $version: no such file" -e "cannot open 'none'"
	run "$PODIUM" check --use a.c app
	expect 1 "GCC $version: no tuned file" -e "is no tuned file"
	strip -R '.podium.*' -s app -o stripped
	run "$PODIUM" check stripped
	expect 1 "GCC $version: a program after strip" \
		-e 'stripped holds no records: .*check it before strip'
	$cc -fopenmp -DFACTOR=1 -c a.c && run "$PODIUM" check a.o
	expect 1 "GCC $version: built without the plugin" -e 'holds no records'
	run "$PODIUM" check
	expect 2 "GCC $version: no program"
}

for version in $PLUGIN_GCCS; do
	use "$version" c && check
done
finish
