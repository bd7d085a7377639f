# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium cflags: the flags, and every reason not to print them.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

# Says its version and takes any plugin.
gcc=$work/gcc-12
printf '#!/bin/sh\n[ "$1" != -dumpfullversion ] || echo 12.2.0\n' >"$gcc"
chmod +x "$gcc"
major=12
mkdir -p "plugins/gcc-$major" 'with blank' "$work/a,b"
: >"plugins/gcc-$major/podium.so"
cp -r plugins/* 'with blank'
export PODIUM_PLUGIN_DIR=$work/plugins
plugin=-fplugin=$work/plugins/gcc-$major/podium.so

run "$PODIUM" cflags --gcc "$gcc"
expect 0 "the plugin" -O "$plugin" -E ""
run env PODIUM_PLUGIN_DIR=plugins "$PODIUM" cflags --gcc="$gcc"
expect 0 "a relative folder becomes absolute" -O "$plugin"

printf 'podium.tuned 2\nfoobar\n' >tuned
run "$PODIUM" cflags --gcc "$gcc" --use tuned
expect 0 "a tuned file" -o "^$plugin -fplugin-arg-podium-use=$work/tuned -fplugin-arg-podium-digest=[0-9a-f]\{16\}\$"
cp out before
echo more >>tuned
run "$PODIUM" cflags --gcc "$gcc" --use tuned
! cmp -s out before
ok $? "a changed file changes the flags"
printf 'podium.tuned 2' >tuned
run "$PODIUM" cflags --gcc "$gcc" --use tuned
expect 0 "a first line without newline"
printf 'podium.tuned 2\nflags -DA=1 -O3 # two\n#flags -DB\nx.c:flags#1 force\n\tflags -DC=\\\\x\r\n' \
	>tuned
run "$PODIUM" cflags --gcc "$gcc" --use tuned
expect 1 "a backslash in a flag" -O "" -e "the flag '-DC=\\\\x' cannot be printed"
sed -i 's/\\\\//' tuned
run "$PODIUM" cflags --gcc "$gcc" --use tuned
expect 0 "flags of a tuned file" -o "[0-9a-f] -DA=1 -O3 -DC=x\$"
printf 'podium.tuned 2\nflags -DA=a\\ b\n' >tuned
run "$PODIUM" cflags --gcc "$gcc" --use tuned
expect 1 "a flag with a blank" -O "" -e "the flag '-DA=a b' cannot" -e blanks
run "$PODIUM" cflags --gcc "$gcc" --use missing
expect 1 "a tuned file that is not there" -O "" -e "cannot open 'missing': No such"
run "$PODIUM" cflags --gcc "$gcc" --use plugins
expect 1 "a folder" -O "" -e "cannot open 'plugins': not a regular file"
for line in '' 'podium.tuned' 'podium.tuned 1' 'podium.tuned 20' other; do
	echo "$line" >bad
	run "$PODIUM" cflags --gcc "$gcc" --use bad
	expect 1 "first line '$line'" -O "" -e "'bad' is no tuned file"
done
echo 'podium.tuned 2' >'with blank/t'
echo 'podium.tuned 2' >'a,b/t'
run "$PODIUM" cflags --gcc "$gcc" --use 'with blank/t'
expect 1 "a blank in the path of the file" -O "" -e 'blanks' -e 'symbolic link'
run "$PODIUM" cflags --gcc "$gcc" --use 'a,b/t'
expect 1 "a comma in the path of the file" -O "" -e 'commas'
ln -s 'with blank' plain
run "$PODIUM" cflags --gcc "$gcc" --use plain/t
expect 0 "a symbolic link helps" -o "use=$work/plain/t "
run env PODIUM_PLUGIN_DIR='with blank' "$PODIUM" cflags --gcc "$gcc"
expect 1 "a blank in the path of the plugin" -O "" -e 'blanks'
run env PODIUM_PLUGIN_DIR=plain "$PODIUM" cflags --gcc "$gcc"
expect 0 "a symbolic link helps there too" -o "^-fplugin=$work/plain/"

run "$PODIUM" cflags --gcc "$gcc" --clock
expect 0 "clocks" -O "$plugin -fplugin-arg-podium-clock"
run "$PODIUM" cflags --runtime
expect 0 "the library of the clocks" -o '^/.*/libpodium-runtime\.so$' -E ""
[ -r "$(cat out)" ]
ok $? "and it is there"

run env PODIUM_PLUGIN_DIR=nowhere "$PODIUM" cflags --gcc "$gcc"
expect 1 "no plugin" -O "" -e "no plugin for GCC $major in 'nowhere'" \
	-e "podium plugin --gcc $gcc\$"
run "$PODIUM" cflags --gcc ./no-gcc
expect 1 "a compiler that is not there" -O "" -e "cannot run './no-gcc'"
run "$PODIUM" cflags --gcc true
expect 1 "a program that is no GCC" -O "" -e "'true' is no GCC"
run "$PODIUM" cflags file
expect 2 "an operand" -e "unexpected 'file'"
run "$PODIUM" cflags -- file
expect 2 "an operand after --" -e "unexpected 'file'"
run "$PODIUM" cflags --use
expect 2 "--use without a file" -e "'--use' needs a value: FILE"
finish
