# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every commit that a document names is an ancestor of this one: what a rebase
# has left behind nobody can look at. A commit of another program stands behind
# "@". A tarball and a shallow clone cannot tell.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
: >err

# What looks like a commit, one a line: "PAGE:LINE:HASH". Numbers alone are
# commits where they begin with 0 or stand behind that word.
named()
{
	(cd "$1" && grep -nH -o -E \
		'(^|[^[:alnum:]_])(commit )?[0-9a-f]{7,12}\b' \
		./*.md doc/*.md doc/history/*.md tools/sets) |
		sed -n -E '/:@[^:]*$/d
			s,^(\./)?([^:]*:[0-9]+:)[^[:alnum:]]?,\2,
			/:commit /{s//:/p; d}
			/:[a-f]+$/d; /:[1-9][0-9]*$/d; p'
}

# lost FOLDER: those that are in no line of "history"
lost()
{
	named "$1" | while IFS=: read -r page line hash; do
		grep -q "^$hash" history || echo "$page:$line: $hash"
	done
}

# Why the history cannot be asked; empty if it can.
without_history()
{
	if [ ! -e "$srcdir/.git" ]; then
		echo "no checkout"
	elif ! git -C "$srcdir" rev-list HEAD >history 2>/dev/null; then
		echo "git cannot read the checkout"
	elif [ "$(git -C "$srcdir" rev-parse --is-shallow-repository)" != false ]; then
		echo "a shallow clone"
	fi
}

mkdir -p pages/doc/history pages/tools
cat >pages/doc/a.md <<'END'
Commits 1234abc, 123abcd and 0123456, but Other@abcd123; 7654321 runs, and
defaced is a word. Measured at commit 7654321.
END
: >pages/doc/history/b.md
: >pages/tools/sets
cp pages/doc/history/b.md pages/c.md
printf '%s\n' 1234abcdef 0123456789 >history
lost pages >out
[ "$(cat out)" = "doc/a.md:1: 123abcd
doc/a.md:2: 7654321" ]
ok $? "a commit that is gone is found"

why=$(without_history)
if [ -n "$why" ]; then
	skip "commits that the documents name" "$why"
	finish
	exit
fi
[ "$(named "$srcdir" | wc -l)" -gt 50 ]
ok $? "commits are found in the documents"
lost "$srcdir" >out
[ ! -s out ]
ok $? "each is an ancestor of this one"
finish
