# SPDX-License-Identifier: GPL-3.0-or-later
#
# contrib/completion: what a shell offers behind podium.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
. "$srcdir/contrib/completion/podium"

# offered WORD...: what stands at the place of the last one.
offered()
{
	COMP_WORDS=("$PODIUM" "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_podium
	printf '%s\n' "${COMPREPLY[@]}" >out
}

offered ''
"$PODIUM" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' >commands
[ "$(wc -l <commands)" -ge 10 ] && cmp -s out commands
ok $? "all commands"
offered re
[ "$(cat out)" = "report
reproduce" ]
ok $? "those that begin so"
offered --v
[ "$(cat out)" = --version ]
ok $? "an option of all"
for command in $(cat commands); do
	offered "$command" --
	"$PODIUM" "$command" --help | grep -o '^  --[a-z-]*' | tr -d ' ' >options
	[ -s options ] && cmp -s out options
	ok $? "all options of $command"
done
offered reproduce replay --
"$PODIUM" reproduce replay --help | grep -o '^  --[a-z-]*' | tr -d ' ' >options
cmp -s out options
ok $? "those of a part of a command"
offered tune --na
[ "$(cat out)" = --native ]
ok $? "an option that begins so"
offered tune Make
[ -z "$(cat out)" ]
ok $? "files are left to the shell"
offered nonsense --
[ -z "$(cat out)" ]
ok $? "nothing behind what is no command"

if ! command -v zsh >/dev/null; then
	skip "zsh reads its file" "no zsh"
else
	zsh -n "$srcdir/contrib/completion/_podium" >out 2>err
	ok $? "zsh reads its file"
fi
finish
