# SPDX-License-Identifier: GPL-3.0-or-later
#
# Kinds of schedules and their modifiers are said in two tables, one for
# plugin/ and one for models/ and driver/, which share no code. The two are
# the same, so are the documents, and nobody else spells these words.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
: >err
of_plugin=plugin/construct/schedule.cc
of_models=models/clause.c

# words FILE TABLE: the first word of each row, once, in order
words()
{
	sed -n "/$2\[\] = {/,/};/p" "$srcdir/$1" | grep -o '{"[a-z]*"' |
		tr -d '{"' | uniq
}

words $of_plugin schedule_kinds >kinds
words $of_models clause_kinds | diff kinds - >out
[ "$(wc -l <kinds)" -ge 5 ] && [ ! -s out ]
ok $? "both tables have the same kinds"

# The record does not say that a chunk is rounded up.
words $of_plugin schedule_modifiers >modifiers
sed -n '/clause_modifiers\[\] = {/,/};/p' "$srcdir/$of_models" |
	grep -o '"[a-z]*"' | tr -d '"' >recorded
grep -v -x simd modifiers | diff - recorded >out
[ "$(wc -l <recorded)" -ge 2 ] && [ ! -s out ]
ok $? "both tables have the same modifiers, but for simd"

# row PAGE BEGINNING: the words in backquotes of a row of a page
row()
{
	grep "^| \`$2" "$srcdir/$1" | grep -o '`[a-z]*`' | tr -d '`'
}

# agree NAME: what the two lists, named and page, have
agree()
{
	sort -u named | diff - page >out
	[ -s page ] && [ ! -s out ]
	ok $? "$1"
}

cat kinds recorded | sort -u >named
row doc/records.md 'schedule`' | grep -v -x schedule | sort -u >page
agree "doc/records.md has the kinds and modifiers of records"
cp kinds named
row doc/tuned.md 'schedule(KIND)' | sort -u >page
agree "doc/tuned.md has the kinds"
cp modifiers named
row doc/tuned.md 'schedule(MODIFIER' | sort -u >page
agree "doc/tuned.md has the modifiers"

for command in rank tune; do
	"$PODIUM" $command --help |
		sed -n 's/^  --schedule LIST.*: //p' | tr , '\n' >named
	cp named choices
	sed -n '/^\.It Fl -schedule/{n;s/^Kinds.*: \(.*\)\./\1/p}' \
		"$srcdir/doc/podium-$command.1" | tr -d ' ' | tr , '\n' |
		sort -u >page
	agree "doc/podium-$command.1 has the kinds to choose from"
done
cp choices named
row doc/space.md 'schedule`' | grep -v -x schedule | sort -u >page
agree "doc/space.md has them, too"

# Some of these words have other meanings as well.
cat kinds modifiers | grep -v -x -e static -e auto -e runtime -e simd >unique

sed 's/.*/"&"/' unique >quoted
(cd "$srcdir" && grep -F -l -f "$work/quoted" plugin/*/*.cc plugin/*/*.h \
	driver/*/*.c driver/*/*.h models/*.c models/*.h) | sort >out
[ "$(cat out)" = "$of_models
$of_plugin" ]
ok $? "no other file of plugin/, driver/ and models/ spells them"

(cd "$srcdir" && grep -o 'OMP_CLAUSE_SCHEDULE_[A-Z]*' plugin/*/*.cc \
	plugin/*/*.h) | grep -v '_CHUNK$' | cut -d: -f1 | sort -u >out
[ "$(cat out)" = "$of_plugin" ]
ok $? "nor do others of plugin/ ask GCC for a kind"
finish
