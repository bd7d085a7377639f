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

# merge_entries FILE...: one tuned file with what these say of each loop
merge_entries() {
	awk '/^podium/ { if (NR == 1) print; next }
		!($1 in words) { names[++count] = $1 }
		{
			name = $1
			sub(/ *# .*/, "")
			sub(/^[^ ]+/, "")
			words[name] = words[name] $0
		}
		END { for (i = 1; i <= count; i++) print names[i] words[names[i]] }' "$@"
}

# made TUNED: flags with which records are of loops as that file makes them
made() {
	echo "-fplugin-arg-podium-use=$PWD/$1" -fplugin-arg-podium-made
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
