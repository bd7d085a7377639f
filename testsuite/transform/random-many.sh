# SPDX-License-Identifier: GPL-3.0-or-later
#
# Thousands of random nests; SEEDS="FROM TO" and BATCHES choose others. One of
# five builds has sanitizers.

. "$(dirname "$0")/random.bash"

read -r from to <<<"${SEEDS:-1 42}"
export sanitizers="-O1 -fchecking=2 -fsanitize=address,undefined"
for version in $PLUGIN_GCCS; do
	[ -n "$(compiler "$version" c)" ] || continue
	for ((seed = from; seed <= to; seed++)); do
		for language in c c++ fortran; do
			random "$language" "$seed" 40 \
				$((seed % 4)) "${BATCHES:-10}"
		done
		tell
	done
	judge "GCC $version"
	break
done
sort refusals | uniq -c | sort -rn | sed 's/^/# /'
finish
