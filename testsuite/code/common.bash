# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the tests of "code" share.

. "$(dirname "$0")/../gccs.sh"
sources=$srcdir/testsuite/code

plugin()
{
	echo "-fplugin=$PODIUM_PLUGINS/gcc-$1/podium.so"
}

needs "the code" jq objcopy
case $(uname -m) in
x86_64) ;;
*)
	echo "1..0 # SKIP the outcomes are those of x86-64"
	exit 0
	;;
esac

for gcc in $PLUGIN_GCCS; do
	if [ ! -e "$PODIUM_PLUGINS/gcc-$gcc/podium.so" ]; then
		echo "Bail out! no $PODIUM_PLUGINS/gcc-$gcc/podium.so; try: make"
		exit 99
	fi
done
