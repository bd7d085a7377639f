# SPDX-License-Identifier: GPL-3.0-or-later
#
# Loops of one name: sources that are called alike in several folders, each
# compiled there, and sources that are compiled twice.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
export CC=gcc
export TMPDIR=$work/tmp
mkdir tmp

needs "namesakes" plugin make jq

# loop FOLDER CLAUSE BODY [NAME]: FOLDER/k.c has a function FOLDER_run and a
# loop at line 4 of the static function NAME, "work" unless told otherwise.
loop()
{
	mkdir -p "$1"
	cat >"$1/k.c" <<-END
		double place(int i);
		static void ${4-work}(double *x, int n)
		{
		#pragma omp parallel for $2
			for (int i = 0; i < n; i++)
				x[i] = $3;
		}
		void $1_run(double *x, int n)
		{
			${4-work}(x, n);
		}
	END
	echo 'all: k.o' >"$1/Makefile"
}

# Only who follows calls sees that b's loop, which takes most of the time, asks for
# its thread.
mkdir app && cd app || exit 99
loop a 'schedule(dynamic)' 'x[i] + i'
loop b 'schedule(static)' 'x[i] + place(i)'
cat >place.c <<'END'
#include <omp.h>
#include <unistd.h>
double place(int i)
{
	if (i == 0)
		usleep(1000);
	return i + (omp_get_thread_num() > 1000);
}
END
cat >main.c <<'END'
#include <stdio.h>
void a_run(double *x, int n);
void b_run(double *x, int n);
int main(void)
{
	static double x[1000];
	double sum = 0;

	for (int i = 0; i < 40; i++) {
		a_run(x, 1000);
		b_run(x, 1000);
	}
	for (int i = 0; i < 1000; i++)
		sum += x[i];
	printf("%.12g\n", sum);
	return 0;
}
END
cat >Makefile <<'END'
CFLAGS = -O2 -fopenmp
export CFLAGS
app: main.o place.o
	for f in [abc]; do $(MAKE) -C $$f || exit; done
	$(CC) $(CFLAGS) -o app main.o place.o [abc]/k.o
END
cd ..

# ---- whose reasons these are ----

# reasons ANSWER NAME: of the loops of one name in the program, by their
# schedules.
reasons()
{
	make -s CFLAGS="-O2 -fopenmp $("$PODIUM" cflags)" >log 2>&1 &&
		"$PODIUM" features --json app >all.json 2>>log &&
		[ "$(jq -c '[.[] | select(.id == "work#1") |
			[.schedule.kind, (.rewrite_why | length)]] | sort' all.json)" = "$1" ]
	ok $? "$2"
}

cp -r app own && cd own || exit 99
reasons '[["dynamic",0],["static",1]]' "a loop has the reasons of its own unit"
run "$PODIUM" features app
expect 0 "that there are several is told" -e "several units are called 'k.c'"
run "$PODIUM" features a/k.o
expect 0 "one alone is none of several" -E ""
cd ..

# ---- two files of one name ----

# tune NAME: of the two loops; what must be seen is left as written.
tune()
{
	run "$PODIUM" tune --build make --run ./app --runs 1 --confirm 0
	expect 0 "$1: loops are named by their folders" -o '^a/k.[ch]:[0-9]* work#1'
	! grep -q '^b/' "$work/out" && ! grep -q '^b/' podium.tuned 2>/dev/null
	ok $? "$1: the loop of the other folder is left alone"
	grep -q "left as written: b/k.[ch]:[0-9]*, .*calls 'place', which" "$work/err"
	ok $? "$1: and has its own clock and reason"
}

cp -r app sources && cd sources || exit 99
tune "sources"
cd ..

cp -r app headers && cd headers || exit 99
for f in a b; do
	sed '/_run/,$d' $f/k.c >$f/k.h
	{ echo '#include "k.h"' && sed -n '/_run/,$p' $f/k.c; } >$f/$f.c
	echo "all: $f.o" >$f/Makefile && rm $f/k.c
done
sed 's,\[abc\]/k.o,[ab]/[ab].o,' Makefile >other && mv other Makefile
tune "headers"
cd ..

# Where all of the build is done again nobody knows which unit a record is of.
if unshare -m true 2>/dev/null || unshare -rm true 2>/dev/null; then
	cp -r app whole && cd whole || exit 99
	sed 's/+ place(i)/* 2/' b/k.c >other && mv other b/k.c
	echo 'place.o: place.c; $(CC) $(CFLAGS) -S place.c && as place.s -o place.o' \
		>>Makefile
	run "$PODIUM" tune --build make --run ./app --runs 1 --confirm 0
	expect 0 "whole builds: loops are named by their folders" \
		-e 'whole build' -e 'hot: [ab]/k.c:4'
	cd ..
else
	skip "whole builds" "a copy cannot be mounted here"
fi

# An entry for k.c is for sub/k.c, too, which would try its candidates where another
# loop of that is tried.
cp -r app nested && cd nested || exit 99
mv a/k.c . && mv b sub && rm -r a
sed '/i == 0/,/usleep/d' place.c >other && mv other place.c
sed 's/^work(x, n);/&\n#pragma omp parallel for schedule(dynamic)\nfor (int i = 0; i < n; i++)\nx[i] += i;/' \
	sub/k.c >other && mv other sub/k.c
cat >Makefile <<'END'
app: main.o place.o
	gcc -O2 -fopenmp -c k.c
	gcc -O2 -fopenmp -c sub/k.c -o sub/k.o
	gcc -O2 -fopenmp -o app main.o place.o k.o sub/k.o
END
run "$PODIUM" tune --build make --run ./app --runs 1 --confirm 0
expect 0 "a loop whose file ends the name of another is tuned" -o '^[a-z/]*k.c:.*#1'
if command -v sqlite3 >/dev/null; then
	sqlite3 podium.db "select loops from run where step like 'trial/%' and
		variant != '' limit 1" >loops
	jq -e '[.[] | select(.trial) | .file + .id] |
		length > 0 and index("sub/k.cwork#1") == null' loops >log
	ok $? "and the other one is left alone"
else
	skip "and the other one is left alone" "no sqlite3"
fi
cd ..

# One name is enough for a single file, wherever it is compiled.
cp -r app single && cd single || exit 99
rm b/k.c && loop b 'schedule(static)' 'x[i] + place(i)' && mv b/k.c b/other.c
sed 's,b/k.o,b/other.o,; s,\[abc\]/k.o,a/k.o b/other.o,' Makefile >other &&
	mv other Makefile
echo 'all: other.o' >b/Makefile
run "$PODIUM" tune --build make --run ./app --runs 1 --confirm 0
expect 0 "where no other file has the name it stays short" -o '^k.c:4 work#1'
cd ..

# Another order is found in the source of its own folder.
mkdir orders && cd orders || exit 99
cp ../app/Makefile . && : >place.c
for f in a b; do
	mkdir $f && echo 'all: k.o' >$f/Makefile
	cat >$f/k.c <<-END
		#define N N_$f
		#define N_a 400
		#define N_b 2
		extern double p[400][400], q[400][400], r[400][400];
		static void work(void)
		{
		#pragma omp parallel for
			for (int i = 0; i < N; i++)
				for (int j = 0; j < N; j++)
					for (int k = 0; k < N; k++)
						r[i][j] += p[i][k] * q[k][j];
		}
		void ${f}_run(void)
		{
			work();
		}
	END
done
cat >main.c <<'END'
#include <stdio.h>
double p[400][400], q[400][400], r[400][400];
void a_run(void);
void b_run(void);
int main(void)
{
	for (int i = 0; i < 400; i++)
		p[i][i] = q[i][i] = i;
	a_run();
	b_run();
	printf("%g\n", r[7][7]);
	return 0;
}
END
run "$PODIUM" tune --build make --run ./app --runs 1 --confirm 0
expect 0 "orders of a loop are tried in the source of its folder" \
	-e 'a/k.c:7 order('
cd ..

# ---- what one entry is for ----

# The same source, and in one of its units the loop asks for its thread.
mkdir twice && cd twice || exit 99
cp ../app/place.c ../app/main.c . && loop a 'schedule(dynamic)' 'x[i] + PLACE(i)'
sed 's/a_run/RUN/' a/k.c >k.c
cat >Makefile <<'END'
app:
	gcc -O2 -fopenmp -DRUN=a_run -DPLACE= -c k.c -o a.o
	gcc -O2 -fopenmp -DRUN=b_run -DPLACE=place -c k.c -o b.o
	gcc -O2 -fopenmp -o app main.c place.c a.o b.o
END
run "$PODIUM" tune --build make --runs 1 --confirm 0
expect 1 "what must not be changed in one of its units is left as written" \
	-e "left as written: k.c:4.* calls 'place', which"
[ ! -e podium.tuned ]
ok $? "and has no entry"

# What is measured is what will be built: both units have the variant.
sed 's/PLACE=place/PLACE=2+/' Makefile >other && mv other Makefile
make -s && rm -f app && run "$PODIUM" tune --build make --runs 1 --confirm 0
expect 0 "a source that is compiled twice is tuned" -o '^k.c:4 work#1'
if command -v sqlite3 >/dev/null; then
	sqlite3 podium.db "select loops from run where step like 'trial%'" >loops
	[ "$(grep -o '"id":"work#1"' loops | wc -l)" -eq 2 ]
	ok $? "and so are both of its units"
else
	skip "and so are both of its units" "no sqlite3"
fi
cd ..

finish
