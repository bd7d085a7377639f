# SPDX-License-Identifier: GPL-3.0-or-later
#
# Damaged profiles do not bring their reader down.

. "$(dirname "$0")/tap.sh"
: "${builddir:=$srcdir}"
: "${FUZZ_PROFILE:=$builddir/testsuite/driver/fuzz-profile}"
: "${FUZZ_ROUNDS:=5000}"

run "$FUZZ_PROFILE" "$FUZZ_ROUNDS" 2385 "$data/sample.profile"
expect 0 "$FUZZ_ROUNDS damaged profiles" \
	-o "^$FUZZ_ROUNDS profiles read, [1-9]"
finish
