# SPDX-License-Identifier: GPL-3.0-or-later
#
# Damaged files do not bring their readers down.

. "$(dirname "$0")/../tap.sh"
: "${builddir:=$srcdir}"
: "${FUZZ_INPUTS:=$builddir/testsuite/driver/fuzz-inputs}"
: "${FUZZ_ROUNDS:=5000}"

for kind in profile json space csv tuned; do
	run "$FUZZ_INPUTS" "$FUZZ_ROUNDS" 2385 "$data/sample.$kind"
	expect 0 "$FUZZ_ROUNDS damaged files: $kind" \
		-o "^$FUZZ_ROUNDS files read, [1-9]"
done
finish
