# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sources, damaged or not: their loop headers are read and exchanged, and no
# word outside of them changes.

. "$(dirname "$0")/../tap.sh"
: "${builddir:=$srcdir}"
: "${FUZZ_HEADERS:=$builddir/testsuite/transform/fuzz-headers}"
: "${ROUNDS:=300}"

here=$srcdir/testsuite/transform
fixed=$work/nests.f
{
	printf 'c$omp parallel do%52s\r\n' ""
	printf '      %-66s\r\n' "do 10 i = 1, n" "do j = 1, m" \
		"  a(j, i) = 0" "enddo" "10 continue"
	printf '      %-66s001\r\n' "do i = 1, n" "do j = 1, m" \
		"  a(j, i) = 0" "enddo" "enddo"
} >"$fixed"

run "$FUZZ_HEADERS" "$ROUNDS" 2385 "$here"/nests.c "$here"/nests.cc \
	"$here"/nests.f90 "$fixed"
expect 0 "$ROUNDS sources" \
	-o "^$ROUNDS sources, [1-9][0-9]* headers, [1-9][0-9]* orders, [1-9]"
finish
