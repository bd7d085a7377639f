# SPDX-License-Identifier: GPL-3.0-or-later
#
# What is done again for every GCC and set of flags is done by one GCC, each in
# its turn, and a third of what is much alike is tried; all of it where THOROUGH
# is set, as in check-slow. Sourced.

# its_turn NUMBER VERSION: does that GCC do what has this number?
its_turn()
{
	# shellcheck disable=SC2206
	local gccs=($PLUGIN_GCCS)

	[ -n "${THOROUGH-}" ] || [ "${gccs[$1 % ${#gccs[@]}]}" = "$2" ]
}

# a_third: of the lines of a list, another one in each three than in the three
# before
a_third()
{
	awk -v all="${THOROUGH-}" '{ three = int((NR - 1) / 3) }
		all || (NR - 1) % 3 == three % 3'
}
