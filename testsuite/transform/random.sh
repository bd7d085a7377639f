# SPDX-License-Identifier: GPL-3.0-or-later
#
# A few random nests with every GCC, some in regions of several loops.

. "$(dirname "$0")/random.bash"
. "$srcdir/testsuite/gccs.sh"

for version in $PLUGIN_GCCS; do
	gcc=GCC_$version
	nests "${!gcc}" 23 60
	nests "${!gcc}" 31 60 beside
	nests "${!gcc}" 7 20 region
	! use "$version" f90 || nests "${!gcc}" 51 60 fortran
done
finish
