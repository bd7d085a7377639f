# SPDX-License-Identifier: GPL-3.0-or-later
#
# What benchmarks have in common that run podium's variants in turns. Sourced.

# tuned_file <RANK: the clauses that are predicted to save 5 %, which podium tune
# asks for as well
tuned_file() {
	echo podium.tuned 2
	jq -r '.[] | .variants[0] as $best | select($best.predicted <= .95) |
		"\(.file):\(.id) schedule(\($best.variant)) num_threads(\($best.threads))"'
}

# For awk: the median of list[key, 1], list[key, 2] ... list[key, n]; 0 of none.
# shellcheck disable=SC2034
median='
	function median(list, key, n, i, j, t, a) {
		for (i = 1; i <= n; i++) a[i] = list[key, i]
		for (i = 2; i <= n; i++) {
			t = a[i]
			for (j = i - 1; j > 0 && a[j] > t; j--) a[j + 1] = a[j]
			a[j + 1] = t
		}
		return n ? (a[int((n + 1) / 2)] + a[int(n / 2) + 1]) / 2 : 0
	}'
