# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium metric: O(P) of records made by hand, what is merged, what renaming
# and moving do, its forms of output, what it refuses; the examples of its
# manual where there is a plugin.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
page=$srcdir/doc/podium-metric.1

# What the manual shows below "$ COMMAND".
shown()
{
	awk -v command="\$ $1" '/^\.Ed/ { on = 0 } /^\$ / { on = 0 }
		on { print } $0 == command { on = 1 }' "$page"
}

for source in sum.c queue.c; do
	example="metric --published --threads 4 $source"
	shown "cat $source" >"$source"
	shown "podium $example" >wanted
	[ "$(wc -l <"$source")" -ge 12 ] && [ "$(wc -l <wanted)" -eq 4 ]
	ok $? "the manual has an example, $source"
	if [ -n "$PODIUM_PLUGINS" ] && PODIUM_PLUGIN_DIR=$PODIUM_PLUGINS \
		"$PODIUM" cflags >/dev/null 2>&1; then
		# shellcheck disable=SC2086
		run env PODIUM_PLUGIN_DIR="$PODIUM_PLUGINS" "$PODIUM" $example
		expect 0 "it prints what the manual shows" \
			-O "$(cat wanted)" -E ""
	else
		skip "it prints what the manual shows" "no plugin for gcc"
	fi
done

object sample.o "$data/sample.json" || exit 99
run "$PODIUM" metric --published --threads 4 sample.o
expect 0 "an object" -o '^sample.c:10 .* barrier 1, critical 3  *0.33 ' -E ""

needs "the rest" jq

# Records that differ from the first of the sample by a filter; the critical
# sections of $sections have a name, statements and a line each.
# amounts FILTER [OPTION...]: its object as JSON of podium metric, in out.
amounts()
{
	head -n 1 "$data/sample.json" |
		jq -c ".sync = [] | .calls = [] | $1" >record.json
	object one.o record.json
	shift
	run "$PODIUM" metric --published --threads 4 --json "$@" one.o
}

# holds NAME FILTER: true of the output.
holds()
{
	jq -e "$2" out >/dev/null
	ok $? "$1"
}

amounts '.statements = 20 | .conditional_statements = 5 | .sync = [
	{"kind":"barrier","name":null,"statements":0,"line":11},
	{"kind":"critical","name":"x","statements":3,"line":12},
	{"kind":"atomic","name":null,"statements":1,"line":20},
	{"kind":"lock","name":null,"statements":4,"line":30},
	{"kind":"ordered","name":null,"statements":2,"line":40},
	{"kind":"ordered","name":null,"statements":0,"line":50},
	{"kind":"ordered","name":null,"statements":0,"line":52},
	{"kind":"single","name":null,"statements":2,"line":60},
	{"kind":"single nowait","name":null,"statements":1,"line":61},
	{"kind":"master","name":null,"statements":2,"line":62},
	{"kind":"flush","name":null,"statements":0,"line":70},
	{"kind":"taskwait","name":null,"statements":0,"line":71},
	{"kind":"task","name":null,"statements":1,"line":72},
	{"kind":"condition","name":null,"statements":0,"line":81},
	{"kind":"lock","name":"m","statements":2,"line":80},
	{"kind":"join","name":null,"statements":0,"line":90}]'
expect 0 "every mechanism" -E ""
holds "what is counted" '.loops[0].amounts == {"barrier":3, "wait":3,
	"condition":1, "ordered":2, "critical":4, "lock":8, "atomic":1}'
holds "O(P) by hand" '(1.04 * 4 * 3 * 125 + (1.31 * 3 + 2.15 + 2.09 * 2 +
	1.38 * 4 + 1.70 * 8 + 1.38) / 125 - .overhead) | fabs < 1e-6'
holds "dissimilarity" '.loops[0].dissimilarity == 0.25'
cp record.json all.json
cp out all

# The end of the construct.
for construct in "parallel for:false:1" "for:false:1" "for:true:0" \
	"for simd:false:1" "simd:false:0" "sections:false:1" "taskloop:false:0" \
	"parallel for simd:false:1" "target parallel for:false:1"; do
	IFS=: read -r name nowait wanted <<<"$construct"
	amounts ".construct = \"$name\" | .nowait = $nowait"
	holds "$name, nowait $nowait" ".loops[0].amounts.barrier == $wanted"
done

# Renaming changes nothing (Weyuker's eighth property).
jq -c '.function = "g" | .name = "g" | .id = "g#1" |
	(.sync[] | select(.name == "x") | .name) = "y" |
	.file = "other.c"' all.json >record.json
object one.o record.json
run "$PODIUM" metric --published --threads 4 --json one.o
jq -S 'del(.loops[].id, .loops[].file)' out >renamed
jq -S 'del(.loops[].id, .loops[].file)' all | cmp -s - renamed
ok $? "renaming changes nothing"

# sections LINE NAME: two critical sections, the second there.
sections()
{
	amounts ".sync = [
	{\"kind\":\"critical\",\"name\":null,\"statements\":3,\"line\":12},
	{\"kind\":\"critical\",\"name\":$2,\"statements\":2,\"line\":$1}]"
}

sections 17 null
holds "adjacent sections are one" '.loops[0].amounts.critical == 6'
merged=$(jq .overhead out)
sections 29 null
holds "others are two" '.loops[0].amounts.critical == 7'
jq -e ".overhead > $merged" out >/dev/null
ok $? "which costs more"
sections 17 '"z"'
holds "sections of two names are two" '.loops[0].amounts.critical == 7'
for name in 'null:7' '"m":6'; do
	amounts ".sync = [
	{\"kind\":\"lock\",\"name\":${name%:*},\"statements\":3,\"line\":12},
	{\"kind\":\"lock\",\"name\":${name%:*},\"statements\":2,\"line\":17}]"
	holds "adjacent locks named ${name%:*}" \
		".loops[0].amounts.lock == ${name#*:}"
done
amounts '.sync = [{"kind":"critical","name":null,"statements":2,"line":12}]'
jq -e ".overhead < $merged" out >/dev/null
ok $? "a statement moved out of a section lowers it"

# A function that synchronises beside its loops.
cat >function.json <<'END'
{"schema":1,"id":"work","function":"work","name":"work","language":"C","gcc":"12.2.0","unit":"w.c","file":"w.c","line":3,"sync":[{"kind":"barrier","name":null,"statements":0,"line":5},{"kind":"parallel","name":null,"statements":4,"line":4},{"kind":"lock","name":"m","statements":2,"line":6}],"statements":8,"conditional_statements":2}
END
objcopy --add-section .podium.functions=function.json empty.o function.o
run "$PODIUM" metric --published --threads 4 --json sample.o function.o
expect 0 "a record of a function" -E ""
holds "is counted like a loop, beside the loops" '(.loops | length) == 3 and
	(.functions | length) == 1 and (.functions[0] | .id == "work" and
	.amounts.barrier == 2 and .amounts.lock == 3 and
	.dissimilarity == 0.25) and
	((.overhead - ([.loops[], .functions[] | .overhead] | add)) |
	fabs < 1e-6)'
run "$PODIUM" metric --published --threads 4 --csv function.o
expect 0 "it needs no loops" -o '^w.c,3,work,2,0,0,0,0,3,0,8,2,0.25,'
run "$PODIUM" features --json function.o
expect 1 "it is no loop" -O "" -e "holds no records"
for change in 's/"sync"/"sink"/' 's/"line":3/"line":-3/' 's/"C"/"D"/' \
	's/"schema":1/"schema":9/' 's/}$//' 's/^{/[/; s/}$/]/'; do
	sed "$change" function.json >bad.json
	objcopy --add-section .podium.functions=bad.json empty.o bad.o
	run "$PODIUM" metric --published bad.o
	expect 2 "a damaged record: $change" -O "" \
		-e 'bad.o: .podium.functions: record 1: '
done

# The machine: each mechanism costs its cycles.
profile=$data/sample.profile
amounts '.statements = 4 | .conditional_statements = 0'
run "$PODIUM" metric --threads 2 --json one.o
expect 0 "a machine that was never measured" -e "run podium calibrate"
run "$PODIUM" metric --threads 1 --load 2 --published --csv one.o
expect 0 "load" -o '^sample.c,10,matmul#1,1,0,0,0,0,0,0,4,0,0,208$' -E ""
run "$PODIUM" metric --published --csv --threads 4 one.o sample.o
expect 0 "several paths"
[ "$(wc -l <out)" -eq 5 ]
ok $? "a row for each loop"

run "$PODIUM" metric
expect 2 "no file" -E "podium metric: no file named; see --help"
run "$PODIUM" metric missing.o
expect 1 "a file that is not there" -O "" -e "missing.o.*No such file"
head -c 70 one.o >cut.o
run "$PODIUM" metric cut.o
expect 2 "half an object" -O "" -e "cut.o: is cut off or damaged"
: >nothing
run "$PODIUM" metric nothing
expect 2 "an empty file" -O "" -e "nothing: is no object"
run "$PODIUM" metric wanted
expect 2 "no object and no source" -O "" -e "is no object"
printf '' | "${CC:-gcc}" -x c -c - -o none.o
run "$PODIUM" metric none.o
expect 2 "an object without records" -O "" -e "no records; build with"
run "$PODIUM" metric --published --profile missing.json one.o
expect 1 "no such profile" -O "" -e "missing.json"
run "$PODIUM" metric --json --csv one.o
expect 2 "two forms" -e "exclude each other"
for value in '' 0 -1 x 1.5 1025; do
	run "$PODIUM" metric --threads "$value" one.o
	expect 2 "--threads '$value'" -e "'--threads' takes"
done
for value in '' 0 -1 x nan 1001; do
	run "$PODIUM" metric --load "$value" one.o
	expect 2 "--load '$value'" -e "'--load' takes"
done
finish
