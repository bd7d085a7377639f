# SPDX-License-Identifier: GPL-3.0-or-later
#
# What README.md and ARCHITECTURE.md show is what podium prints, and the
# script that says so sees a line that is not.

. "$(dirname "$0")/../tap.sh"
export PODIUM PODIUM_PLUGIN_DIR="${PODIUM_PLUGINS:-$srcdir/plugin}"
transcript=$srcdir/tools/readme-transcript

# Why FILE's commands cannot run here; empty if they can.
lacking()
{
	if ! command -v gcc-12 >/dev/null; then
		echo "no gcc-12"
	elif [ ! -e "$PODIUM_PLUGIN_DIR/gcc-12/podium.so" ]; then
		echo "no plugin for gcc-12"
	elif grep -q '^    \$ .*| jq ' "$1" && ! command -v jq >/dev/null; then
		echo "no jq"
	fi
}

for page in README.md ARCHITECTURE.md; do
	why=$(lacking "$srcdir/$page")
	if [ -n "$why" ]; then
		skip "$page shows what podium prints" "$why"
		continue
	fi
	run bash "$transcript" --check "$srcdir/$page"
	expect 0 "$page shows what podium prints"
done

cat >"$work/page.md" <<'END'
before
<!-- transcript -->

    $ podium --version
    podium of yesterday

<!-- end of transcript -->
after
END
cp "$work/page.md" "$work/old.md"
run bash "$transcript" --check "$work/page.md"
expect 1 "--check tells what differs" -o '^-    podium of yesterday$' \
	-o '^+    podium [0-9]'
run cmp "$work/page.md" "$work/old.md"
expect 0 "--check changes nothing"
run bash "$transcript" "$work/page.md"
expect 0 "the output is put in"
"$PODIUM" --version | sed 's/^/    /' >"$work/version"
run sed -e "/^    podium of/{r $work/version" -e 'd}' "$work/old.md"
mv "$work/out" "$work/wanted.md"
run diff "$work/wanted.md" "$work/page.md"
expect 0 "and nothing else is changed"
sed 's/--version/--xyzzy/' "$work/old.md" >"$work/bad.md"
run bash "$transcript" --check "$work/bad.md"
expect 1 "a command that fails" -e 'this command failed: podium --xyzzy'
echo 'no command' >"$work/none.md"
run bash "$transcript" --check "$work/none.md"
expect 1 "a page without one" -e 'shows no command'
sed '/end of/d' "$work/old.md" >"$work/open.md"
run bash "$transcript" --check "$work/open.md"
expect 1 "a transcript without an end" -e 'does not end'
finish
