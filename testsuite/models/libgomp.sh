# SPDX-License-Identifier: GPL-3.0-or-later
#
# The schedules of models/ are those of libgomp.

. "$(dirname "$0")/../gccs.sh"

for version in $PLUGIN_GCCS; do
	cc=$(compiler "$version" c)
	[ -n "$cc" ] && break
done
if [ -z "$cc" ]; then
	skip "schedules as libgomp does them" "no GCC"
	finish
	exit
fi
$cc -D_GNU_SOURCE -O2 -fopenmp -I"$srcdir" \
	"$srcdir/testsuite/models/libgomp.c" "$builddir/libpodium-models.a" \
	-lm -o libgomp >log 2>&1 || { ok 1 "it compiles"; finish; exit 1; }
OMP_WAIT_POLICY=passive ./libgomp
