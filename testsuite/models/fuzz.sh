# SPDX-License-Identifier: GPL-3.0-or-later
#
# Changed records do not bring the models down.

. "$(dirname "$0")/../tap.sh"
: "${builddir:=$srcdir}"
: "${FUZZ_ESTIMATE:=$builddir/testsuite/models/fuzz-estimate}"
rounds=$((${FUZZ_ROUNDS:-5000} / 10))

run "$FUZZ_ESTIMATE" "$rounds" 2385 "$data/sample.json" \
	"$srcdir/testsuite/golden/hand.json"
expect 0 "$rounds changed records" -O "$rounds records tried"
finish
