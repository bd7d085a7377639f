# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium plugin with a real compiler: GCC by another minor version, which takes
# what is built, and whose records are those of the plugin built with podium.

. "$(dirname "$0")/../gccs.sh"
unset PODIUM_PLUGIN_DIR

source=$srcdir/examples/heat.c
for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	cat >"gcc-$version" <<-END
	#!/bin/bash
	for word; do
		case \$word in
		-dumpfullversion) echo $version.99.0; exit ;;
		${plugin%/gcc-*}/*)
			echo "podium: this plugin was built for GCC $version"
			exit 1 ;;
		esac
	done
	exec $cc "\$@"
	END
	chmod +x "gcc-$version"
	gcc=$work/gcc-$version
	run "$PODIUM" features --gcc "$gcc" "$source"
	expect 1 "GCC $version.99: no plugin fits" -e "podium plugin --gcc $gcc"
	run "$PODIUM" plugin --gcc "$gcc"
	expect 0 "it is built" -o "^$work/cache/podium/gcc-$version.99.0-.*/podium.so$"
	run "$PODIUM" features --json --gcc "$gcc" "$source"
	expect 0 "and used" -E ""
	cp out other
	run "$PODIUM" features --json --gcc "$cc" "$source"
	cmp out other
	ok $? "the records are the same"
done
finish
