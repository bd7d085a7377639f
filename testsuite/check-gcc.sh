#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# check-gcc.sh [GCC-VERSION]: compile GCC's own OpenMP tests with and without
# the plugin. The code must be the same, or one that GCC alone makes as well by
# chance; the analysis must not crash. Says how much of the loops was
# understood. GCC's own checks of its intermediate code are on for what the
# analysis makes of the functions. Then compile all with every loop rewritten.
# JOBS processes at a time (2).

. "$(dirname "$0")/gcc-tests.bash"
: "${JOBS:=2}"
plugin=$PODIUM_PLUGINS/gcc-$version/podium.so
[ -f "$plugin" ] || die "cannot open '$plugin'; try: make"
export plugin gcc gxx gfortran work
export -f flags_of

# compile NAME FLAG...: to NAME.s. The name of the output is a part of what
# is compiled where profiles are written.
compile()
{
	local name=$1

	shift
	timeout 300 "$@" -S -o out.s >"$name.log" 2>&1 && mv out.s "$name.s"
}
export -f compile

# same_code: is what the plugin saw compiled to the same code as without it?
same_code()
{
	sed '/^\t\.pushsection\t\.podium\./,/^\t\.popsection/d' seen.s |
		cmp -s - plain.s
}
export -f same_code

# wavers COMMAND...: does GCC alone make that code too, in one of many runs?
# Then it is chance that decides and not the plugin: GCC 16 puts the loops for
# iterators of map clauses in an order that addresses give. The rarest of those
# codes came in one of twenty runs.
wavers()
{
	local run

	for run in {1..150}; do
		compile plain "$@" && same_code && return
	done
	return 1
}
export -f wavers

# one LANGUAGE FILE: write "VERDICT LANGUAGE FILE" to the list.
one()
{
	local language=$1 file=$2 dir verdict=same
	local -a command

	dir=$(mktemp -d -p "$work") && cd "$dir" || exit 1
	case $language in
	C) command=("$gcc") ;;
	C++) command=("$gxx" -x c++) ;;
	Fortran) command=("$gfortran") ;;
	esac
	# shellcheck disable=SC2046
	command+=(-w -O2 $(flags_of "$file") -fopenmp -frandom-seed=1 "$file")
	if ! compile plain "${command[@]}"; then
		echo "skipped $language $file" >>"$work/list"
		rm -rf "$dir"
		return
	fi
	if ! PODIUM_TEST_CHILD=verify compile seen "${command[@]}" \
		-fplugin="$plugin" "-fplugin-arg-podium-out=$work/records"; then
		verdict=failed
	elif ! same_code; then
		verdict=differs
		if wavers "${command[@]}"; then
			verdict=same
			echo "$language $file" >>"$work/wavering"
		fi
	fi
	if grep -q 'podium: .*recorded' seen.log; then
		[ "$verdict" != same ] || verdict=crashed
		grep "${file##*/}" seen.log >>"$work/notes"
		[ -n "$KEEP" ] && cp seen.log "$KEEP/$language.${file##*/}.log"
	fi
	compile tuned "${command[@]}" -fplugin="$plugin" \
		"-fplugin-arg-podium-use=$work/tuned" ||
		echo "$language $file" >>"$work/untuned"
	echo "$verdict $language $file" >>"$work/list"
	rm -rf "$dir"
}
export -f one

printf 'podium.tuned 2\n* schedule(dynamic,3) num_threads(2) force\n' \
	>"$work/tuned"
: >"$work/list" >"$work/records" >"$work/notes" >"$work/untuned" >"$work/wavering"
xargs -P "$JOBS" -L 1 bash -c 'one "$@"' one <"$work/sources"

count()
{
	grep -c "^$1" "$work/list"
}

show()
{
	grep "^$1" "$work/list" | sed "s,$work/gcc/,,; s/^/	/"
}

cat <<END
GCC $("$gcc" -dumpfullversion), OpenMP tests of $(basename "$GCC_SOURCE")
sources compiled: $(wc -l <"$work/list")
skipped, do not compile without the plugin either: $(count skipped)
code differs: $(count differs)
GCC itself makes now one code and now another: $(wc -l <"$work/wavering")
analysis crashed or did not finish: $(count crashed)
do not compile with the plugin: $(count failed)
do not compile with every loop rewritten: $(wc -l <"$work/untuned")
END
jq -nr '
def part(s; t): "\([s] | length) of \([t] | length)";
[inputs] as $all
| [$all[] | select(.nest | length > 0)] as $loops
| [$all[] | select(.construct | test("for|simd|taskloop|distribute|loop"))]
	as $wanted
| [$loops[].nest[] | select(.omp != null)] as $omp
| [$loops[].nest[] | select(.omp == null)] as $inner
| [$all[].refs[]] as $refs
| "constructs recorded: \($all | length)",
"loop constructs analysed: \(part($wanted[] | select(.analysed); $wanted[]))",
"trips of OpenMP loops known: \(part($omp[] | select(.trip != null); $omp[]))",
"trips of other loops known: \(part($inner[] | select(.trip != null); $inner[]))",
"references with all strides known: \(part($refs[] | select(
	(.strides | all(. != null)) and .offset != null); $refs[]))",
"references understood or known to be indirect: \(part($refs[] | select(
	.indirect != null or ((.strides | all(. != null)) and .offset != null));
	$refs[]))",
"classes: \($all | group_by(.class) | map("\(.[0].class) \(length)")
	| join(", "))"
' "$work/records"
show differs
show failed
show crashed
sort "$work/notes" | sed 's/^/	/'
sed "s,$work/gcc/,,; s/^/	not rewritten: /" "$work/untuned"
sed "s,$work/gcc/,,; s/^/	GCC wavers: /" "$work/wavering"
[ -n "$KEEP" ] && cp "$work/list" "$work/records" "$work/notes" "$work/untuned" \
	"$work/wavering" "$KEEP"
! grep -q '^differs\|^failed\|^crashed' "$work/list" && ! [ -s "$work/untuned" ]
