# SPDX-License-Identifier: GPL-3.0-or-later
#
# Differences of texts apply, by patch and by git, and are as short as can be.

. "$(dirname "$0")/../tap.sh"
difference=$builddir/testsuite/transform/difference
cd "$work" || exit 99
file=x.c

# lines SEED COUNT: some lines, a third of them changed, gone or new
lines()
{
	awk -v seed="$1" -v count="$2" 'BEGIN {
		srand(seed)
		for (i = 0; i < count; i++) {
			drawn = rand()
			if (drawn < .1)
				print "new " i
			if (drawn > .2)
				print "line " i % 7 (drawn > .9 ? " changed" : "")
		}
	}'
}

# applies NAME: before becomes after, by both programs
applies()
{
	local result=0

	mkdir -p a.d b.d && cp before "a.d/$file" && cp before "b.d/$file"
	"$difference" "$file" before after >out || result=1
	if command -v patch >/dev/null; then
		(cd a.d && patch -s -p1 <../out) >log 2>&1 &&
			cmp -s "a.d/$file" after || result=1
	fi
	if command -v git >/dev/null; then
		(cd b.d && git apply --whitespace=nowarn ../out) >>log 2>&1 &&
			cmp -s "b.d/$file" after || result=1
	fi
	ok $result "$1"
}

lines 1 200 >before
result=0
cp before after
[ -z "$("$difference" x.c before after)" ]
ok $? "no difference of the same"

for seed in 1 2 3 4; do
	lines $seed 120 >before
	lines $((seed + 10)) 120 >after
	applies "random lines, seed $seed"
	diff before after | grep -c '^[<>]' >wanted
	grep -v '^---\|^+++' out | grep -c '^[+-]' | diff - wanted >log
	ok $? "random lines, seed $seed: no more changes than diff has"
done

printf 'a\nb\nc' >before
printf 'a\nx\nc' >after
applies "no newline at the end of both"
printf 'a\nb\nc\n' >before
printf 'a\nb\nc' >after
applies "no newline at the end of the new one"
[ "$(cat out)" = '--- a/x.c
+++ b/x.c
@@ -1,3 +1,3 @@
 a
 b
-c
+c
\ No newline at end of file' ]
ok $? "which is said"
printf 'a\r\nb\r\n' >before
printf 'a\r\nc\r\n' >after
applies "lines that end in CR LF"
seq 30 >before
sed '1s/^/x/; 9s/$/y/; 16s/$/z/; 30d' before >after
applies "changes near each other and far apart, first line and last"
[ "$(grep -c '^@@' out)" -eq 3 ]
ok $? "which are three hunks"

for file in 'two words.c' "$(printf 'a\tb.c')" 'a"b\c.c' "$(printf 'a\001b c.c')" \
	'grÃ¼n.c'; do
	applies "a name that is quoted or ended: $(printf %q "$file")"
done
file=x.c
seq 1 3000 >before
seq 5001 8000 >after
applies "all lines of many"
finish
