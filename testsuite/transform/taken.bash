# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sources that were changed behind a test at run time, as they count it.

# count_changed: count in "taken" where the changed loops run, and make tiles
# small
count_changed()
{
	awk '/^#define PODIUM_TILE/ { $3 = 2 + NR % 2 }
		NR == 1 { print "extern int taken;" }
		{ print }
		/\/\* if .* (do not overlap|wraps around)/ { within = 1 }
		within && /^[ \t]*if \(/ { within = 2 }
		within == 2 && /\{$/ { print "taken++;"; within = 0 }'
}
