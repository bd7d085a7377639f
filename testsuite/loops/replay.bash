# SPDX-License-Identifier: GPL-3.0-or-later
#
# Ranks tables of measured variants anew and judges the order. Sourced; wants
# $srcdir, $work, $PODIUM and the compiler $gcc; $profile names the machine,
# $space the rows: all, published or turned.
#
# A folder of tables has NAME.csv and either NAME.c or a line for NAME in
# campaign.csv, which says what of nas-loops/ it was and how it was compiled.

loops=$srcdir/nas-loops
# What follows the last look that the plugin has at a loop is left out.
record_only="-fno-ivopts -fno-gcse -fno-dse -fno-rerun-cse-after-loop
	-fno-schedule-insns2 -fno-reorder-blocks -fno-if-conversion
	-fno-if-conversion2 -fira-algorithm=priority -fira-region=one"
table_flags="-O3 -march=native -fopenmp -fno-loop-interchange -fno-loop-unroll-and-jam"

# Values of the campaign: field FOLDER NAME COLUMN.
field()
{
	awk -F , -v name="$2" -v column="$3" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		$1 == name { print $at[column] }' "$1/campaign.csv"
}

# The names of the tables in a folder.
tables()
{
	local csv name

	for csv in "$1"/*.csv; do
		name=$(basename "$csv" .csv)
		if [ -e "$1/$name.c" ] ||
			{ [ -e "$1/campaign.csv" ] &&
				[ -n "$(field "$1" "$name" loop)" ]; }; then
			echo "$name"
		fi
	done
}

# compile_table FOLDER NAME: the object with its records, as it was measured.
compile_table()
{
	local source=$1/$2.c flags=$table_flags

	if [ ! -e "$source" ]; then
		source=$loops/$(field "$1" "$2" loop).c
		flags="$(field "$1" "$2" flags) -DN=$(field "$1" "$2" N)"
		flags="$flags -DTYPE=$(field "$1" "$2" type)"
	fi
	"$gcc" $record_only $flags $("$PODIUM" cflags --gcc "$gcc") -w -c "$source" \
		-o "$work/$2.o"
}

# Only the rows of $space; a table without that column has but one space.
rows_of_space()
{
	awk -F , -v space="${space:-all}" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == "paper") at = i }
		NR == 1 || space == "all" || at && $at == space' "$1"
}

# judge_as NAME FILE: the figures of $order: the estimate, a random order, the
# diverse one of the column rank, or another column.
judge_as()
{
	case ${order:-predicted} in
	random) "$PODIUM" reproduce judge --json "$2" |
		jq '. + .random' ;;
	*) "$PODIUM" reproduce judge --json --by "${order:-predicted}" "$2" ;;
	esac
}

# replay_table FOLDER NAME: a line of figures: name, variants, ties, kmin,
# regrets of 1, 3 and 5, t/kmin, Tt/Tkmin of all and of those near the best.
replay_table()
{
	local machine=()

	[ -z "${profile:-}" ] || machine=(--profile "$profile")
	rows_of_space "$1/$2.csv" >"$work/$2.rows"
	[ "$(wc -l <"$work/$2.rows")" -gt 1 ] || return 0
	compile_table "$1" "$2" &&
		"$PODIUM" rank "${machine[@]}" --explain --rows "$work/$2.rows" \
			"$work/$2.o" >"$work/$2.ranked" &&
		judge_as "$2" "$work/$2.ranked" >"$work/$2.json" &&
		jq -r --arg name "$2" '[$name, .variants, .ties, .kmin,
			."regret@1", ."regret@3", ."regret@5", ."t/kmin",
			."Tt/Tkmin", ."Tt/Tkmin near"] | @tsv' "$work/$2.json"
	local status=$?
	rm -f "$work/$2".{rows,o,ranked,json}
	return $status
}

# Lines of figures as a table for people, with their summary.
print_figures()
{
	sort | awk -F '\t' '
	function quantile(share,   at) {
		at = int(share * (count - 1) + .999999)
		return sorted[at + 1]
	}
	function insert(value,   i) {
		for (i = count; i >= 1 && sorted[i] > value; i--)
			sorted[i + 1] = sorted[i]
		sorted[i + 1] = value
	}
	function mean(sum) { return exp(sum / count) }
	BEGIN {
		format = "%-18s %8s %5s %5s %9s %9s %9s %7s %9s %9s\n"
		printf format, "table", "variants", "ties", "kmin", "regret@1",
			"@3", "@5", "t/kmin", "Tt/Tkmin", "near"
	}
	{
		insert($4)
		count++
		for (i = 5; i <= 7; i++) {
			logs[i] += log(1 + $i)
			$i = sprintf("%.2f %%", 100 * $i)
		}
		for (i = 8; i <= 10; i++) {
			logs[i] += log($i)
			$i = sprintf("%.1f", $i)
		}
		printf format, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
	}
	END {
		if (!count)
			exit
		printf "\n" format, "geometric mean", "", "", "",
			sprintf("%.2f %%", 100 * mean(logs[5]) - 100),
			sprintf("%.2f %%", 100 * mean(logs[6]) - 100),
			sprintf("%.2f %%", 100 * mean(logs[7]) - 100),
			sprintf("%.1f", mean(logs[8])),
			sprintf("%.1f", mean(logs[9])),
			sprintf("%.1f", mean(logs[10]))
		printf "%d tables; kmin: median %d, 90th percentile %d, worst %d\n",
			count, quantile(.5), quantile(.9), quantile(1)
	}'
}
