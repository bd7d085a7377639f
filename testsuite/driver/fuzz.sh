# SPDX-License-Identifier: GPL-3.0-or-later
#
# Damaged files do not bring the reader of records down.

. "$(dirname "$0")/../tap.sh"
: "${builddir:=$srcdir}"
: "${FUZZ_RECORDS:=$builddir/testsuite/driver/fuzz-records}"
: "${FUZZ_ROUNDS:=5000}"
cd "$work" || exit 99

object sample.o "$data/sample.json" || exit 99
ar rc lib.a sample.o
ar rcT thin.a sample.o
run "$FUZZ_RECORDS" "$FUZZ_ROUNDS" 2385 sample.o lib.a thin.a \
	"$data/sample.json"
expect 0 "$FUZZ_ROUNDS damaged files" -o "^$FUZZ_ROUNDS files read, [1-9]"
finish
