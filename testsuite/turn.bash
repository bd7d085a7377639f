# SPDX-License-Identifier: GPL-3.0-or-later
#
# What is done again for every GCC and set of flags is done by one GCC, each in
# its turn; by all of them where EVERY_GCC is set, as in check-slow. Sourced.

# its_turn NUMBER VERSION: does that GCC do what has this number?
its_turn()
{
	# shellcheck disable=SC2206
	local gccs=($PLUGIN_GCCS)

	[ -n "${EVERY_GCC-}" ] || [ "${gccs[$1 % ${#gccs[@]}]}" = "$2" ]
}
