# SPDX-License-Identifier: GPL-3.0-or-later
#
# A few random nests of pointers, some in regions, and of sums in variables.

. "$(dirname "$0")/guarded.bash"
. "$srcdir/testsuite/gccs.sh"

gcc=GCC_${PLUGIN_GCCS##* }
guarded "${!gcc}" 100 4
guarded "${!gcc}" 100 4 region
guarded "${!gcc}" 100 4 sums
finish
