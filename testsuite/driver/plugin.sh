# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium plugin, and what others say where there is none that fits: with a
# stand-in for a compiler of another version. That a real one takes what is
# built, testsuite/driver/plugin-built.sh tries.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

head -n 1 "$data/sample.json" >one.json
object trial.o one.json || exit 99
object none.o /dev/null || exit 99

# The plugin that was built with podium, and sources for others.
mkdir -p bin built/gcc-12 headers/include tmp sources/plugin/unit \
	sources/plugin/base home
: >built/gcc-12/podium.so
: >headers/include/gcc-plugin.h
echo 'int unit;' >sources/plugin/unit/podium.cc
echo 'int base;' >sources/plugin/base/base.cc
echo '/* all */' >sources/plugin/base/base.h
export PODIUM_PLUGIN_DIR=$work/built PODIUM_PLUGIN_SOURCES=$work/sources
export TMPDIR=$work/tmp HOME=$work/home
gcc=$work/bin/gcc-12

# A GCC 12.4 that does not take what was built for 12.2. What it compiles holds
# the source; what happens there is in "compile", "linked" and "load".
cat >"$gcc" <<'END'
#!/bin/bash
echo "$*" >>"$OF/calls"
for word; do
	case $word in
	-dumpfullversion) cat "$OF/version"; exit ;;
	-print-file-name=plugin) echo "$OF/headers"; exit ;;
	-print-prog-name=cc1plus) cat "$OF/cc1plus"; exit ;;
	-fplugin=*/gcc-[0-9][0-9]/podium.so)
		echo "note: podium: this plugin was built for GCC 12.2.0 (2022), this is GCC 12.4.0 (2024): no loop is recorded; build podium anew"
		exit ;;
	-fplugin=*) plugin=${word#*=} ;;
	-shared) shared=yes ;;
	-fsyntax-only) syntax=yes ;;
	-o) next=yes; continue ;;
	esac
	[ -z "$next" ] || out=$word
	next= last=$word
done
if [ "$syntax" ]; then
	. "$OF/load"
elif [ "$plugin" ]; then
	cp "$OF/$(cat "$OF/gives")" "$out"
elif [ "$shared" ]; then
	. "$OF/linked"
else
	. "$OF/compile"
fi
END
chmod +x "$gcc"
export OF=$work

good_compiler()
{
	echo 12.4.0 >version
	echo /usr/lib/cc1plus >cc1plus
	echo trial.o >gives
	: >headers/include/gcc-plugin.h
	: >calls
	echo 'cp "$last" "$out"' >compile
	echo 'echo plugin >"$out"' >linked
	echo : >load
}

# nothing NAME: no plugin is kept, whole or in parts, and nothing is left.
nothing()
{
	[ -z "$(find cache built/gcc-12.* tmp -type f 2>/dev/null)" ] &&
		[ -z "$(ls tmp)" ] && ! ls -d cache/podium/*.* >/dev/null 2>&1
	ok $? "$1: nothing is left"
}

fails()
{
	local name=$1

	shift
	run "$PODIUM" plugin --gcc "$gcc"
	expect 1 "$name" -O "" "$@"
	nothing "$name"
	good_compiler
}

# ---- none that fits ----

good_compiler
run "$PODIUM" cflags --gcc "$gcc"
expect 1 "a plugin for another minor version" -O "" \
	-e "does not take podium's plugin '$work/built/gcc-12/podium.so'" \
	-e "built for GCC 12.2.0 (2022), this is GCC 12.4.0 (2024)" \
	-e "; to build one that fits: podium plugin --gcc $gcc\$"
! grep -q anew err
ok $? "one remedy is enough"
ln -s gcc-12 "bin/gcc of 12"
run "$PODIUM" cflags --gcc "$work/bin/gcc of 12"
expect 1 "a name that needs quotes" -e "podium plugin --gcc '$work/bin/gcc of 12'\$"
echo 'void f(void) {}' >f.c
run "$PODIUM" features --gcc "$gcc" f.c
expect 1 "podium features" -O "" -e "podium plugin --gcc $gcc\$"
ln -s "$(command -v cat)" "$(command -v cp)" bin
run env PATH="$work/bin" "$PODIUM" doctor --json
[ "$(jq -r '.findings[] | select(.check == "gcc-12") | .state + ": " + .remedy' \
	out)" = "warning: to build one that fits: podium plugin --gcc gcc-12" ]
ok $? "podium doctor"

# ---- built and kept ----

run "$PODIUM" plugin --gcc "$gcc"
expect 0 "it is built" -o "^$gcc, GCC 12.4.0: the plugin is built\$" -E "" \
	-o "^$work/built/gcc-12.4.0-[0-9a-f]\{16\}/podium.so\$"
kept=$(tail -n 1 out)
[ "$(cat "$kept")" = plugin ] && [ -z "$(ls tmp)" ] &&
	[ "$(find built -type f | wc -l)" = 2 ]
ok $? "and nothing else is left"
[ "$(grep -c -- ' -c ' calls)" = 3 ] &&
	grep -q -- "-isystem $work/headers/include -c .*/unit/podium.cc" calls
ok $? "by that compiler, with its headers"
run "$PODIUM" cflags --gcc "$gcc"
expect 0 "then it is used" -O "-fplugin=$kept"
run "$PODIUM" --version
expect 0 "and --version names it" -o ": $kept\$"
: >calls
run "$PODIUM" plugin --gcc "$gcc" --json
expect 0 "it is there already" -o '"built": false'
! grep -q shared calls
ok $? "and nothing is built"
echo 12.4.1 >version
run "$PODIUM" cflags --gcc "$gcc"
expect 1 "it is for that very version"
good_compiler
echo '/* other */' >>sources/plugin/base/base.h
run "$PODIUM" cflags --gcc "$gcc"
expect 1 "and of these very sources"
rm -r "${kept%/*}"

unset PODIUM_PLUGIN_DIR
mv built unused
echo 99.1.0 >version
run "$PODIUM" plugin --gcc "$gcc"
expect 0 "a GCC that nobody knows yet" \
	-o "^$work/cache/podium/gcc-99.1.0-[0-9a-f]\{16\}/podium.so\$"
run env -u XDG_CACHE_HOME "$PODIUM" cflags --gcc "$gcc"
expect 1 "no plugin in another cache" -e 'no plugin for GCC 99 in' \
	-e "to build it: podium plugin --gcc $gcc\$"
rm -r cache
run env -u XDG_CACHE_HOME "$PODIUM" plugin --gcc "$gcc"
expect 0 "the cache of the user" -o "^$work/home/.cache/podium/gcc-99"

# Of those that come at once each finds it whole.
for i in 1 2 3 4; do
	"$PODIUM" plugin --gcc "$gcc" >"at-once.$i" 2>&1 &
done
wait
[ "$(cat at-once.? | grep -c "^$work/cache/podium/gcc-99")" = 4 ] &&
	[ "$(find cache -type f | wc -l)" = 1 ] &&
	[ "$(ls cache/podium)" = "$(ls home/.cache/podium)" ]
ok $? "four at once"
rm -r cache home/.cache

# ---- what may be in the way ----

good_compiler
echo 99.1.0 >version
echo "echo 'a.h: bad' >&2; echo 'x.cc:3: error: no such tree' >&2; exit 1" >compile
fails "a GCC that came after podium" \
	-e 'does not compile for GCC 99.1.0: x.cc:3: error: no such tree; ' \
	-e 'newer podium'
echo 13.1.0 >version
echo 'kill -9 $$' >compile
fails "a compiler that dies" -e 'does not compile for GCC 13.1.0' -e headers
for major in 13 12; do
	echo "$major.4.0" >version
	rm headers/include/gcc-plugin.h
	fails "no headers for $major" -e "headers of '$gcc', GCC $major.4.0, are" \
		-e "apt-get install gcc-$major-plugin-dev" \
		-e 'dnf install gcc-plugin-devel'
done
echo 13.1.0 >version
echo cc1plus >cc1plus
fails "no C++" -e 'apt-get install g++-13' -e 'dnf install gcc-c++'
echo 13.1.0 >version
echo 'echo "ld: broken" >&2; exit 1' >linked
fails "a link that fails" -e 'GCC 13.1.0: ld: broken'
echo 13.1.0 >version
echo 'echo "cannot load plugin $plugin: undefined"; exit 1' >load
fails "headers of another GCC" -e 'does not take the plugin that was built' \
	-e 'of the same version'
echo 13.1.0 >version
echo none.o >gives
fails "a plugin that sees no loop" -e '0 records of one loop; it is not kept'
echo 10.2.0 >version
fails "a GCC that is too old" -e 'is GCC 10.2.0' -e '11 to 16'
echo 13.1.0 >version
rm -r cache && echo : >cache
run "$PODIUM" plugin --gcc "$gcc"
expect 1 "a cache that cannot be written" -O "" -e "kept in '$work/cache/podium" \
	-e 'Not a directory; let XDG_CACHE_HOME be a folder'
! grep -q -- ' -c ' calls
ok $? "which is known before all the work"
rm cache
echo 13.1.0 >version
PODIUM_PLUGIN_SOURCES=$work/nowhere fails "no sources" \
	-e "'plugin/unit/podium.cc' is not in '$work/nowhere'"
run "$PODIUM" plugin --gcc "$work/no-gcc"
expect 1 "a compiler that is not there" -O "" -e "cannot run '$work/no-gcc'"
run "$PODIUM" plugin --gcc true
expect 1 "a program that is no GCC" -O "" -e "'true' is no GCC"
run "$PODIUM" plugin now
expect 2 "an operand" -e "unexpected 'now'"

# on_disk OPTIONS COMMAND...: with a file system of that kind as the cache.
on_disk()
{
	unshare -m bash -c 'mount -t tmpfs -o "$1" none cache && "${@:2}"
		status=$?; find cache -type f >rest; exit $status' - "$@"
}

mkdir cache
echo 13.1.0 >version
if unshare -m true 2>/dev/null && on_disk size=8k true 2>/dev/null; then
	echo 'head -c 100000 /dev/zero >"$out"' >linked
	run on_disk size=32k "$PODIUM" plugin --gcc "$gcc"
	expect 1 "a full disk" -O "" -e 'No space left on device; let XDG_CACHE'
	run on_disk ro "$PODIUM" plugin --gcc "$gcc"
	expect 1 "a home that is only read" -O "" -e 'Read-only file system; let'
	[ ! -s rest ]
	ok $? "nothing is left there"
else
	skip "a full disk" "a file system cannot be mounted here"
fi
good_compiler
echo 13.1.0 >version
echo 'echo $$ >>pids; exec sleep 60' >compile
"$PODIUM" plugin --gcc "$gcc" >out 2>err &
podium=$!
for ((i = 0; i < 100; i++)); do
	[ ! -s pids ] || break
	sleep 0.1
done
kill "$podium"
wait "$podium"
[ $? = 143 ] && [ ! -s out ]
ok $? "it can be interrupted"
nothing "interrupted"
finish
