# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium scaling: the example of its manual to the letter, programs that print
# their time and those that fail, its forms of output, and what it refuses.
# Nothing depends on how long a run takes.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
page=$srcdir/doc/podium-scaling.1

# What the manual shows below "$ COMMAND".
shown()
{
	awk -v command="\$ $1" '/^\.Ed/ { on = 0 } /^\$ / { on = 0 }
		on { print } $0 == command { on = 1 }' "$page"
}

# A machine at rest, whatever others do.
mkdir -p rest/proc
echo "0.00 0.00 0.00 1/99 1" >rest/proc/loadavg
shown "cat floyd.sh" >floyd.sh
shown "podium scaling --threads 2,3,4,5,6,7,8 --rounds 1 --time seconds -- sh floyd.sh" >wanted
[ "$(wc -l <floyd.sh)" -eq 4 ] && [ "$(wc -l <wanted)" -ge 12 ]
ok $? "the manual has an example"
floyd=("$PODIUM" scaling --threads "2,3,4,5,6,7,8" --rounds 1 --time seconds)
run env PODIUM_SYSTEM_ROOT=rest "${floyd[@]}" -- sh floyd.sh
expect 0 "the example prints what the manual shows" -O "$(cat wanted)" -E ""
if command -v jq >/dev/null; then
	"${floyd[@]}" --json -- sh floyd.sh |
		jq -e 'length == 1 and .[0].name == "sh" and
		(.[0].points | length) == 8 and
		.[0].trend == "falling, then growing" and
		.[0].points[6].note == "outlier" and
		.[0].points[6].seconds == [0.53] and
		.[0].points[0].fraction.value == null and
		.[0].points[1].confidence == 0' >/dev/null
	ok $? "JSON"
else
	skip "JSON" "no jq"
fi

# A program that prints its time: Amdahl's law, and where it was called.
cat >app <<'END'
#!/bin/sh
[ "$OMP_THREAD_LIMIT" = "$OMP_NUM_THREADS" ] || exit
echo "$OMP_NUM_THREADS $OMP_DYNAMIC $OMP_PROC_BIND $OMP_PLACES $*" >>calls
awk -v p="$OMP_NUM_THREADS" 'BEGIN { print "seconds: 99" 
	print "seconds: " 3 * (.1 + .9 / p) " in all" }'
END
chmod +x app
unset OMP_PROC_BIND OMP_PLACES
run "$PODIUM" scaling --threads 4,2,2,3 --rounds 6 --time seconds -- ./app x "y z"
expect 0 "a program" -o '^4 .* 3.08 .* 0.10000' -o '^1 .* 3 ' \
	-o '^Median of 6 rounds' -o '^Serial fraction constant' -E ""
[ "$(wc -l <calls)" -eq 25 ] && [ "$(grep -c '^3 false close cores x y z$' calls)" -eq 6 ] &&
	[ "$(grep -c '^1 ' calls)" -eq 6 ] && [ "$(grep -c '^4 ' calls)" -eq 7 ]
ok $? "it ran in rounds, once before, with one thread as well"
tail -n +2 calls | head -n 4 | cut -c 1 | sort | tr -d '\n' >got
[ "$(cat got)" = 1234 ]
ok $? "a round has each number of threads once"
run env OMP_PROC_BIND=false "$PODIUM" scaling --threads 2 --rounds 1 \
	--time seconds: -- ./app
expect 0 "one round" -o '^1 round; no intervals below 5'
tail -n 1 calls | grep -q 'false false cores'
ok $? "what the user set stays"
mkdir -p root/proc
echo "99.00 9.00 9.00 9/99 1" >root/proc/loadavg
run env PODIUM_SYSTEM_ROOT=root "$PODIUM" scaling --threads 2 --rounds 1 \
	--time seconds -- ./app
expect 0 "a busy machine" -o '^The machine was busy when this began'
cat >slow <<'END'
#!/bin/sh
echo "seconds: $OMP_NUM_THREADS"
END
chmod +x slow
run "$PODIUM" scaling --threads 2 --rounds 1 --time seconds -- ./slow
expect 0 "slower with more threads" -o 'slower; podium overhead says where'
run "$PODIUM" scaling --threads 1,2 --rounds 1 --csv -- ./app
expect 0 "the clock" -o '^\./app,2,[0-9.e-]*,[0-9]'

cat >reader <<'END'
#!/bin/sh
read -r seconds && echo "seconds: $seconds"
END
chmod +x reader
echo 3 >input
run "$PODIUM" scaling --threads 2 --rounds 2 --time seconds --csv -- ./reader \
	<input
expect 0 "a program that reads a file, each time all of it" -E "" \
	-o '^./reader,2,3,'
run "$PODIUM" scaling --threads 2 --rounds 1 -- ./reader < <(cat input)
expect 1 "a pipe, which can be read but once, is not read" -e 'exit status 1'

# The bundled case.
if "${CC:-gcc}" -O2 -fopenmp "$srcdir/examples/floyd.c" -o floyd 2>err; then
	run "$PODIUM" scaling --threads 2 --rounds 1 --time seconds --csv -- \
		./floyd 50
	expect 0 "Floyd" -o '^\./floyd,1,.*,1,1,1,1,1,1,,,,$' -o '^\./floyd,2,'
	run "$PODIUM" scaling --threads 2 --rounds 1 --regions --csv -- \
		./floyd 50
	expect 0 "of its regions" -o '^\./floyd,2,' -E ""
	[ "$(grep -c '(floyd\(.c:[0-9]*\|+0x[0-9a-f]*\)),[12],' out)" -eq 2 ]
	ok $? "it has one"
	./floyd 100 >one
	OMP_NUM_THREADS=3 ./floyd 100 | cut -d , -f 2 >three
	cut -d , -f 2 one | cmp -s - three
	ok $? "its result does not depend on the threads"
else
	skip "Floyd" "no OpenMP"
fi

# Programs that fail.
run "$PODIUM" scaling -- ./missing
expect 1 "a program that is not there" -O "" \
	-e "^podium scaling: cannot time './missing': .*No such file or directory"
run "$PODIUM" scaling --threads 1 -- sh -c 'echo why >&2; echo; exit 3'
expect 1 "a program that fails" -O "" \
	-E "podium scaling: cannot time 'sh': exit status 3, with 1 thread: why"
run "$PODIUM" scaling --threads 2 -- sh -c 'kill -SEGV $$'
expect 1 "a program that crashes" -O "" -e "crashed: Segm.*2 threads"
run "$PODIUM" scaling --threads 2 --time took -- echo it takes 3
expect 1 "a program without a time" -O "" \
	-E "podium scaling: 'echo' printed no time behind 'took'"
run "$PODIUM" scaling --threads 2 --time took -- echo took 0
expect 1 "a time of zero" -e "printed no time"

run "$PODIUM" scaling
expect 2 "no program" -e "no program; write it behind --"
run "$PODIUM" scaling ./app
expect 2 "no --" -e "unexpected './app'; write the program behind --"
run "$PODIUM" scaling --regions --threads 1 --rounds 1 -- true
expect 1 "a program without regions" -O "" -e 'no parallel region was seen'
run "$PODIUM" scaling --json --csv -- ./app
expect 2 "two forms" -e "exclude each other"
for value in '' 0 1.5 x '1,,' 1025 -1; do
	run "$PODIUM" scaling --threads "$value" -- ./app
	expect 2 "--threads '$value'" -e "takes numbers from 1 to 1024"
done
for value in '' 0 x 1001; do
	run "$PODIUM" scaling --rounds "$value" -- ./app
	expect 2 "--rounds '$value'" -e "from 1 to 1000, not '$value'"
done
finish
