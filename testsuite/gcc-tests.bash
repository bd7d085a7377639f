# SPDX-License-Identifier: GPL-3.0-or-later
#
# GCC's own OpenMP tests: those of the Debian package gcc-12-source, or of the
# archive named by GCC_SOURCE. Takes [GCC-VERSION]; leaves "LANGUAGE FILE" lines
# in the file "sources". Sourced.

. "$(dirname "${BASH_SOURCE[0]}")/gccs.sh"
: "${GCC_SOURCE:=/usr/src/gcc-12/gcc-12.2.0-dfsg.tar.xz}"
version=${1:-${PLUGIN_GCCS##* }}
gcc=$(compiler "$version" c) gxx=$(compiler "$version" cc)
gfortran=$(compiler "$version" f90)

die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

[ -f "$GCC_SOURCE" ] ||
	die "cannot open '$GCC_SOURCE'; try: apt-get install gcc-12-source"
command -v jq >/dev/null || die "no jq; try: apt-get install jq"

# The flags that a test asks for without conditions; those that name files
# or machines would not do here.
flags_of()
{
	sed -n 's/.*{ *dg-\(additional-\)\?options "\([^"]*\)" *}.*/\2/p' "$1" |
		tr ' ' '\n' |
		grep -v '^-I\|^-fcompare-debug\|^-L\|^-l\|^-fdump\|^-save-temps\|^-o\|^-march\|^-m' |
		tr '\n' ' '
}

sources()
{
	find "$work/gcc" -type f -path "*$1" \
		\( -name '*.c' -o -name '*.C' -o -iname '*.f' -o -iname '*.f90' \) |
		sed 's/.*\.c$/C &/; s/.*\.C$/C++ &/; t; s/^/Fortran /'
}

tar -C "$work" -xf "$GCC_SOURCE" --wildcards '*/libgomp/testsuite/*' \
	'*/gcc/testsuite/*/gomp/*' || die "cannot read '$GCC_SOURCE'"
mkdir "$work/gcc"
mv "$work"/gcc-*/* "$work/gcc"
{
	sources '/libgomp/testsuite/libgomp.c*'
	sources '/libgomp/testsuite/libgomp.fortran*'
	sources '/libgomp/testsuite/libgomp.graphite*'
	sources '/gomp/*'
	sources 'c-c++-common/*' | sed -n 's/^C /C++ /p' | grep -v oacc
} | sort -u >"$work/sources"
