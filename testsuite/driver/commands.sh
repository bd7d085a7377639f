# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium itself, and the manual: every option of --help is in it and none
# that is not; its examples run.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99
manual=$srcdir/doc

run "$PODIUM"
expect 2 "no command" -E "podium: no command; see podium --help"
run env PODIUM_PLUGIN_DIR="$work/none" "$PODIUM" --version
expect 0 "--version, no plugin" -o '^podium [0-9]' -E "" \
	-o '^no plugin; to build it: podium plugin$'
mkdir -p plugins/gcc-11 plugins/gcc-12
printf "x\\0podium's plugin for GCC 12.9 (2022)\\0x" >plugins/gcc-12/podium.so
: >plugins/gcc-11/podium.so
run env PODIUM_PLUGIN_DIR="$work/plugins" "$PODIUM" --version
version=$(head -n 1 out)
expect 0 "--version, plugins for GCCs that are not here" -E "" -O "$version
plugin for an unknown GCC: $work/plugins/gcc-11/podium.so
plugin for GCC 12.9 (2022): $work/plugins/gcc-12/podium.so"
run "$PODIUM" fetures
expect 2 "a misspelt command" -E \
	"podium: unknown command 'fetures'; did you mean 'features'?"
run "$PODIUM" xyzzyx
expect 2 "a command like no other" -E \
	"podium: unknown command 'xyzzyx'; see podium --help"
run "$PODIUM" --hlp
expect 2 "a misspelt option" -E \
	"podium: unknown option '--hlp'; did you mean '--help'?"

# Options by --help and by the manual, one a line.
options_of_help()
{
	"$PODIUM" "$@" --help | sed -n 's/^  \(--[a-z]*\).*/\1/p' | sort
}

options_of_page()
{
	sed -n 's/^\.It Fl -\([a-z][a-z]*\).*/--\1/p' "$1" | sort
}

"$PODIUM" --help >help
sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' help >commands
[ "$(wc -l <commands)" -ge 3 ]
ok $? "--help lists the commands"
sed -n 's/^\.It Cm \([a-z]*\)$/\1/p' "$manual/podium.1" | diff commands - >err
ok $? "so does the manual"
options_of_help >expected
options_of_page "$manual/podium.1" | diff expected - >err && [ -s expected ]
ok $? "podium.1 has the options of --help"
echo "reproduce replay" >>commands
while read -r -a command; do
	page=$(IFS=-; echo "$manual/podium-${command[*]}.1")
	run "$PODIUM" "${command[@]}" --help
	expect 0 "${command[*]} --help has an example" -o '^Example:' \
		-o "podium ${command[*]}" -E ""
	cp out help
	run "$PODIUM" "${command[@]}" -h
	cmp -s out help
	ok $? "${command[*]} -h says the same"
	options_of_help "${command[@]}" >expected
	options_of_page "$page" 2>err | diff expected - >err && [ -s expected ]
	ok $? "${page##*/} has the options of --help"
done <commands

if command -v mandoc >/dev/null; then
	run mandoc -T lint -W warning "$manual"/podium*.1
	expect 0 "the manual is well formed"
else
	skip "the manual is well formed" "no mandoc"
fi

# The examples, where a plugin for gcc is there.
cp "$srcdir/examples/matmul.c" . || exit 99
echo 'podium.tuned 2' >podium.tuned
cat >rows.csv <<'EOF'
predicted,ratio
1.19,1.04
1.25,1.00
1.87,2.03
EOF
sed -n '/^n,threads/,/^\$/{/^\$/!p}' "$manual/podium-significance.1" >runs.csv
sed -n '/^#!\/bin\/sh/,/^echo/p' "$manual/podium-scaling.1" >floyd.sh
sed -n '/^double sum/,/^}$/p' "$manual/podium-metric.1" >sum.c
sed -n '/^#include <pthread/,/^}$/p' "$manual/podium-metric.1" >queue.c
sed -n '/^\/\* Sums of rows/,/^}$/p' "$manual/podium-overhead.1" |
	sed 's/\\en/\\n/' >tri.c
mkdir bin && ln -s "$PODIUM" bin/podium
if "$PODIUM" cflags >flags 2>/dev/null &&
	gcc -O2 -fopenmp $(cat flags) -c matmul.c 2>/dev/null; then
	plugin=yes
fi
for page in "$manual"/podium*.1; do
	sed -n '/^\.Sh EXAMPLES/,/^\.Sh SEE/s/^\$ //p' "$page" >examples
	[ -s examples ]
	ok $? "${page##*/} has examples"
	while read -r example; do
		case $plugin,$example in
		,*cflags* | ,*metric*.c | ,*./tri | ,*matmul.* | ,*doctor* | *plugin*)
			skip "$example" "no plugin for gcc"
			continue
			;;
		esac
		run env PATH="$work/bin:$PATH" bash -c "$example"
		expect 0 "$example"
	done <examples
done
finish
