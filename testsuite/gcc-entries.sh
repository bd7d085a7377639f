#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# gcc-entries.sh [GCC-VERSION]: GCC's own OpenMP tests with an entry for every
# loop: one of the transformations that podium offers, by chance, or clauses.
# Status and output must be those of the test without entries. SEED chooses
# others, FLAGS are added, PARTS="FROM TO OF" takes these parts of all tests.

. "$(dirname "$0")/gcc-tests.bash"
read -r from to of <<<"${PARTS:-0 0 1}"
tests=0 run=0 varying=0 nests=0 different=0 crashes=0 loops=0
: >entries

# entries: one for each loop of "list" ("FILE<TAB>ID<TAB>DIGEST<TAB>FREE"), of the
# transformations in "offered"; clauses only where the record says that any are
# right
entries()
{
	local sum entry digest transformation

	sum=$(cksum <<<"${SEED:-1} $language ${file##*/}")
	echo podium.tuned 2
	awk -F'\t' -v seed="$((${sum%% *} % 1000000))" '
		function some(n) { return int(rand() * n) }
		function clauses() {
			return "schedule(" kinds[1 + some(10)] ")" \
				(some(4) ? "" : " num_threads(" 1 + some(4) ")")
		}
		BEGIN {
			srand(seed)
			split("static dynamic guided auto static,1 static,3 " \
				"dynamic,2 dynamic,7 guided,3 " \
				"nonmonotonic:dynamic", kinds, " ")
		}
		FILENAME == "offered" { offer[$1, count[$1]++] = $2; next }
		count[$2] || $4 == "true" {
			name = $1 ":" $2
			gsub(/[\\ #|]/, "\\\\&", name)
			if (!count[$2]) {
				print name " " clauses()
				next
			}
			picked = offer[$2, some(count[$2])]
			print name " " picked \
				($4 == "true" && some(2) ? " " clauses() : "") \
				"\t" $3 "\t" picked
		}' offered list |
		while IFS=$'\t' read -r entry digest transformation; do
			[ -z "$transformation" ] ||
				entry+=" $(proof_of "$digest" "$transformation")"
			printf '%s\n' "$entry"
		done
}

# execute PROGRAM [THREADS]: status and output to PROGRAM.out
execute()
{
	{
		OMP_NUM_THREADS=${2:-3} ASAN_OPTIONS=detect_leaks=0 timeout 60 \
			"./$1" >"$1.out" 2>&1 </dev/null
	} 2>/dev/null
	echo "status $?" >>"$1.out"
}

# varies: does the test without entries end like that as well, in one of many
# runs, or in ways of its own? On a busy machine three threads may print in one
# order each time, but another number of them does not.
varies()
{
	local i threads

	cp plain.out first.out
	for ((i = 0; i < 40; i++)); do
		threads=$((i % 4 + 1))
		execute plain $threads
		! cmp -s plain.out changed.out || return 0
		[ $threads -ne 3 ] || cmp -s plain.out first.out || return 0
	done
	return 1
}

# report WHAT: with the entries
report()
{
	echo "# $1: $language ${file#"$work/gcc/"} ${command[*]:2}"
	sed '1d; s/^/#     /' entries
	[ -z "$KEEP" ] || cp -r . "$KEEP/${file##*/}.$language"
}

# outcome: count what became of the entries. Is any loop changed?
outcome()
{
	jq -r 'select(.entry) | [.entry.state, .entry.why // "",
		.entry.clauses] | @tsv' after | awk -F'\t' -v all="$work/entries" '{
			kind = "clauses"
			if ($3 ~ /^(order|tile|jam|distribute|collapse)/)
				kind = "transformation"
			print kind "\t" $1 "\t" $2 >>all
			if ($1 == "applied")
				changed = 1
		}
		END { exit !changed }'
}

# one LANGUAGE FILE
one()
{
	language=$1 file=$2
	case $language in
	C) command=("$gcc") ;;
	C++) command=("$gxx" -x c++) ;;
	Fortran) command=("$gfortran") ;;
	esac
	# shellcheck disable=SC2206,SC2207
	command=(timeout 120 ${command[@]} -w -O2 $(flags_of "$file") $FLAGS -fopenmp)
	"${command[@]}" -c "$file" -o plain.o "-fplugin=$plugin" \
		"-fplugin-arg-podium-out=records" >log 2>&1 || return
	tests=$((tests + 1))
	[ -s records ] || return
	jq -r 'select(.nest | length > 0) | [.file, .id, .digest // "0", (.rewritable and
		.rewrite_why == [] and (.needs // []) == [])] | @tsv' records |
		sort -t $'\t' -u -k 1,2 >list
	loops=$((loops + $(wc -l <list)))
	offers plain.o >offered || : >offered
	nests=$((nests + $(cut -f 1 offered | uniq | wc -l)))
	entries >entries
	[ "$(wc -l <entries)" -gt 1 ] || return
	if ! "${command[@]}" -c "$file" -o changed.o "-fplugin=$plugin" \
		-fplugin-arg-podium-use=entries \
		-fplugin-arg-podium-out=after >changed.log 2>&1; then
		crashes=$((crashes + 1))
		report "does not compile"
		return
	fi
	outcome || return
	for program in plain changed; do
		"${command[@]/c++/none}" $program.o -lm -o $program >log 2>&1 ||
			return
		execute $program
	done
	run=$((run + 1))
	cmp -s plain.out changed.out && return
	if varies; then
		varying=$((varying + 1))
	else
		different=$((different + 1))
		report "differs"
		diff plain.out changed.out | sed 's/^/#     /; 6q'
	fi
}

plugin=$PODIUM_PLUGINS/gcc-$version/podium.so
while read -r language file; do
	part=$(cksum <<<"$language ${file#"$work/gcc/"}")
	part=$((${part%% *} / 16 % of))
	[ $part -ge "$from" ] && [ $part -le "$to" ] || continue
	grep -q -i 'omp.*\(for\|do\)\>\|#include "' "$file" || continue
	mkdir -p "$work/in" && cd "$work/in" || exit 99
	one "$language" "$file"
	cd "$work" && rm -rf in
	[ -z "$KEEP" ] || echo "$SECONDS $language $file" >>"$KEEP/log"
done <sources

# of KIND: how many of its entries were applied
of()
{
	awk -F'\t' -v kind="$1" '$1 == kind { n++; made += $2 == "applied" }
		END { print made + 0 " of " n + 0 " " kind }' entries
}

awk -F'\t' '$3 != "" { print "# " $1 " " $2 ": " $3 }' entries | sort | uniq -c |
	sort -rn | sed 's/^ *\([0-9]*\) #/# \1/'
echo "# GCC $version $FLAGS: $tests tests compiled, $run run, $varying of them" \
	"vary; $loops loops, $nests with offers; $(of transformation)" \
	"and $(of clauses) made; $different different, $crashes crashes"
[ $different -eq 0 ]
ok $? "GCC $version: entries leave status and output of GCC's tests"
[ $crashes -eq 0 ] && [ "$run" -gt 0 ]
ok $? "GCC $version: no entry stops the compiler"
finish
