# SPDX-License-Identifier: GPL-3.0-or-later
#
# A few random nests with every GCC.

. "$(dirname "$0")/random.bash"

for version in $PLUGIN_GCCS; do
	random c 1 12 3 2
	random c 4 16 0 3
	random c++ 3 12 1 2
	random fortran 5 12 3 2
	judge "GCC $version"
done
finish
