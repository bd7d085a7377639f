# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random nests: whatever podium offers is made by the plugin from an entry and
# leaves the same bits. Transformations by chance crash nothing, and a nest of
# which they are refused is as written. Sourced.

. "$(dirname "${BASH_SOURCE[0]}")/../gccs.sh"
folder=$srcdir/testsuite/transform sanitizers=
nests=0 transformed=0 wrong=0 crashed=0
declare -A given=([legal]=0 [any]=0 [chance]=0 [versions]=0)
declare -A made=([legal]=0 [any]=0 [chance]=0 [versions]=0)
: >refusals

# build FLAGS...: the nests
build()
{
	# shellcheck disable=SC2086
	$cc -ffp-contract=off -fopenmp -w -I"$folder" "$@" 2>err
}

# by_chance: the same for transformations of the file "chance"
by_chance()
{
	awk -F'\t' 'NR == FNR { list[$1] = list[$1] "\n" $2; next }
		match($1, /(nest|part)_[0-9]+/) {
			nest = substr($1, RSTART + 5, RLENGTH - 5)
			n = split(list[nest], of, "\n")
			for (i = 2; i <= n; i++)
				print $1 "\t" of[i]
		}' chance ids
}

# entries NUMBER COUNT <LIST: one for each nest. COUNT numbers give different
# ones each, evenly spread over the list.
entries()
{
	echo podium.tuned 2
	awk -F'\t' -v source="$source" -v number="$1" -v count="$2" '
		function put() {
			at = number
			if (n > count)
				at = int((number + .5) * n / count)
			if (at < n)
				print source ":" id, list[at], "force"
		}
		$1 != id { put(); id = $1; n = 0 }
		{ list[n++] = $2 }
		END { put() }'
}

fail()
{
	echo "# $language, seed $seed: $1 fails: $(head -n 3 err)"
	exit 99
}

# wrong_ones legal|any|chance: nests whose output differs, with their entries;
# by chance those of which nothing is made. Of a program that stops early the
# first nest that it does not come to.
wrong_ones()
{
	awk 'FILENAME == "out" { line[$1] = $0; next }
		line[$1] != $0 { print $1 }
		!($1 in line) { exit }' out plain.out >differ
	awk -v kind="$1" 'FILENAME == "refused" { refused[$1]; next }
		FNR > 1 && match($0, /(nest|part)_[0-9]+/) {
			nest = "nest_" substr($0, RSTART + 5, RLENGTH - 5)
			of[nest] = of[nest] "; " $0
			if (!(FNR in refused))
				changed[nest]
		}
		END { for (nest in of)
			if (kind != "chance" || !(nest in changed))
				print nest of[nest] }' refused entries |
		grep -F -w -f differ
}

# versions: up to seven of the offers of each nest in one program, which runs
# with the first one of all, with the second one, and so on
versions()
{
	local i status
	local what="# $language, seed $seed, $threads threads, version"

	for i in {0..6}; do
		entries "$i" 7 <offered
	done | awk '/#/ { id = $1; sub(/^[^ ]* /, ""); sub(/ force$/, "")
			line[id] = line[id] " | " $0 }
		END { print "podium.tuned 2"; for (id in line)
			print id " as-written" line[id] " force" }' >candidates
	cp candidates entries
	: >refused
	[ "$(wc -l <entries)" -gt 1 ] || return
	# shellcheck disable=SC2086
	if ! build $plugin -fplugin-arg-podium-use=entries \
		-fplugin-arg-podium-clock -O1 -fchecking=2 $units -o changed; then
		crashed=$((crashed + 1))
		echo "$what: $(grep -m 1 -i 'error\|signal' err)"
		return
	fi
	for i in {1..7}; do
		printf '*\t%s\n' "$i" >numbers
		status=0
		PODIUM_VERSIONS=numbers PODIUM_CLOCK_FILE=clocks \
			LD_PRELOAD=$builddir/runtime/libpodium-runtime.so \
			OMP_NUM_THREADS=$threads timeout 100 ./changed >out \
			2>err || status=$?
		wrong_ones legal >wrong
		[ "$status" -eq 0 ] || echo "status $status" >>wrong
		wrong=$((wrong + $(wc -l <wrong)))
		sed "s/^/$what $i: /" wrong
	done
	grep -o '"clauses":"[^"]*","why":[^,]*' clocks | grep -v as-written >all
	given[versions]=$((given[versions] + $(wc -l <all)))
	made[versions]=$((made[versions] + $(grep -c 'why":null' all)))
	sed -n 's/.*why":"\(.*\)"$/versions: \1/p' all >>refusals
}

# try legal|any|chance FLAGS...: what the plugin makes of the entries
try()
{
	local kind=$1 count=$(($(wc -l <entries) - 1)) status=0
	local what="# $language, seed $seed, $threads threads, $*: "
	shift

	[ "$count" -gt 0 ] || return
	given[$kind]=$((given[$kind] + count))
	# shellcheck disable=SC2086
	if ! build $plugin -fplugin-arg-podium-use=entries "$@" $units \
		-o changed; then
		crashed=$((crashed + 1))
		echo "$what$(grep -m 1 -i 'error\|signal' err)"
		return
	fi
	sed -n 's/^.* podium: entries:\([0-9]*\): .* left as written: /\1\t/p' \
		err | sort -u -k 1,1 >refused
	cut -f 2- refused | sed "s/^/$kind: /" >>refusals
	made[$kind]=$((made[$kind] + count - $(wc -l <refused)))
	OMP_NUM_THREADS=$threads timeout 100 ./changed >out 2>err || status=$?
	grep -q 'Sanitizer\|runtime error' err && status=1
	wrong_ones "$kind" >wrong
	[ "$status" -eq 0 ] || [ "$kind" = chance ] ||
		echo "status $status: $(grep -v '^#' err | head -n 1)" >>wrong
	wrong=$((wrong + $(wc -l <wrong)))
	sed "s/^/$what/" wrong
}

# random LANGUAGE SEED COUNT THREADS BATCHES: so many nests, with so many of the
# transformations that are offered of each, and half as many by chance. With 0
# threads, one, any transformation leaves the same bits.
random()
{
	local language=$1 seed=$2 threads=$4 kind=chance i units
	local flags=("-O1" "-O2 -fchecking=2" "-O1 -g" "-O3" "$sanitizers")

	case $language in
	c) use "$version" c || return ;;
	c++) use "$version" cc || return ;;
	fortran) use "$version" f90 || return ;;
	esac
	source=nests.${cc_suffix[$language]} units=$source
	if [ "$language" = fortran ]; then
		build -O1 -c "$folder/random-nests.f90" || fail GCC
		units="random-nests.o $source -ffree-line-length-none"
	fi
	"$builddir/testsuite/transform/random-nests" "$language" "$seed" "$3" \
		"$threads" chance >"$source"
	[ "$threads" -gt 0 ] || { threads=1 kind=any; }
	# shellcheck disable=SC2086
	build -O1 $units -o plain &&
		build -O1 $plugin -c ${units#*.o } -o plain.o || fail GCC
	OMP_NUM_THREADS=$threads ./plain >plain.out 2>err || fail plain
	offers plain.o >offered || fail "podium variants"
	by_chance >chances
	nests=$((nests + $3))
	transformed=$((transformed + $(cut -f 1 offered | uniq | wc -l)))
	for ((i = 0; i < $5; i++)); do
		entries "$i" "$5" <offered >entries
		# shellcheck disable=SC2086
		try legal ${flags[i % 5]:--O1}
		[ $((i % 2)) -eq 0 ] || [ $kind = any ] || continue
		entries "$i" "$5" <chances >entries
		try $kind -O1 -fchecking=2
	done
	versions
}
declare -A cc_suffix=([c]=c [c++]=cc [fortran]=f90)

tell()
{
	local kind

	echo "# $nests nests, $transformed with offers; $wrong wrong," \
		"$crashed crashes"
	for kind in legal any chance versions; do
		echo "# $kind: ${made[$kind]} of ${given[$kind]} made"
	done
}

judge()
{
	tell
	[ "$wrong" -eq 0 ] && [ "${made[legal]}" -gt $((given[legal] / 3)) ]
	ok $? "$1: every variant that is offered leaves the same bits"
	[ "$crashed" -eq 0 ]
	ok $? "$1: no transformation stops the compiler"
}
