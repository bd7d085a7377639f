# SPDX-License-Identifier: GPL-3.0-or-later
#
# What tests share that compile with every GCC that has a plugin. Sourced.

. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/testsuite/tap.sh"
: "${PODIUM_PLUGINS:=$builddir/plugin}"
: "${PLUGIN_GCCS:=11 12}"
export LC_ALL=C
sources=$srcdir/testsuite/plugin
cd "$work" || exit 99

# compiler VERSION LANGUAGE: its command, nothing if there is none.
compiler()
{
	local gcc=GCC_$1 gxx=GXX_$1 gfortran=GFORTRAN_$1 command

	case $2 in
	c) command=${!gcc:-gcc-$1} ;;
	cc) command=${!gxx:-g++-$1} ;;
	f90) command=${!gfortran:-gfortran-$1} ;;
	esac
	command -v "${command%% *}" >/dev/null && echo "$command"
}

# use VERSION LANGUAGE: set cc and plugin; says what is skipped, and why. GCC 16
# warns of spellings that are old, for which GCC 11 has no others.
use()
{
	cc=$(compiler "$1" "$2")
	[ -z "$cc" ] || [ "$1" -lt 16 ] || cc="$cc -Wno-deprecated-openmp"
	plugin=-fplugin=$PODIUM_PLUGINS/gcc-$1/podium.so
	if [ -z "$cc" ]; then
		skip "GCC $1, $2" "no compiler for it"
		return 1
	fi
	if [ ! -f "${plugin#*=}" ]; then
		skip "GCC $1, $2" "the plugin is not built; try: make"
		return 1
	fi
}

# records FILE: those in an object, an archive or a program.
records()
{
	objcopy -O binary --only-section=.podium.loops \
		--set-section-flags .podium.loops=alloc "$1" records.out \
		2>/dev/null && cat records.out
}

# without_records FILE: takes them out of what the compiler wrote for the
# assembler.
without_records()
{
	sed -i '/\.pushsection\t\.podium/,/\.popsection/d' "$1"
}

# count FILE: how many records it holds.
count()
{
	records "$1" | grep -c '^{.*}$'
}

# offers OBJECT: "ID<TAB>TRANSFORMATION" for its nests
offers()
{
	local settings=(--set n=100 --set m=100 --set st=1 --set p=32) missing

	while ! "$PODIUM" variants --json --top 100000 \
		--profile "$data/sample.profile" "${settings[@]}" "$1" \
		>variants.json 2>err; do
		missing=$(grep -o -e "--set '[^']*=N" -e "--set [^' ]*=N" err |
			sed "s/^--set '*//; s/N$/40/")
		[ "$missing" ] || return 1
		while read -r setting; do
			settings+=(--set "$setting")
		done <<<"$missing"
	done
	jq -r '.[].id' variants.json >ids
	jq -r '.[] | .id as $id | .variants[] | [$id, .variant] | @tsv' \
		variants.json
}

# proof_of DIGEST TRANSFORMATION: see doc/tuned.md.
proof_of()
{
	local hash=$((16#$1)) i byte

	for ((i = 0; i < ${#2}; i++)); do
		printf -v byte %d "'${2:i:1}"
		hash=$((((hash ^ byte) * 16777619) & 0xffffffff))
	done
	printf 'proof(%08x)' $hash
}
