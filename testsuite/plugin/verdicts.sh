#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What check-gcc.sh says of a source, by what becomes of it with the plugin. A
# stand-in for GCC does to each source what the name of its file says.

. "$(dirname "$0")/../tap.sh"
cd "$work" || exit 99

# check NAME...: check-gcc.sh with sources of these names.
check()
{
	local tests=gcc-99/libgomp/testsuite/libgomp.c
	local gomp=gcc-99/gcc/testsuite/gcc.dg/gomp

	rm -rf gcc-99 && mkdir -p $tests $gomp && touch $gomp/fine.c
	for name; do
		touch "$tests/$name.c"
	done
	tar -cf gcc-99.tar gcc-99
	run env GCC_SOURCE="$work/gcc-99.tar" PODIUM_PLUGINS="$work/plugins" \
		GCC_99="$work/compiler" JOBS=1 KEEP= \
		bash "$srcdir/testsuite/check-gcc.sh" 99
}

needs "verdicts" jq
mkdir -p plugins/gcc-99 && touch plugins/gcc-99/podium.so
cat >compiler <<'END'
#!/bin/bash
for argument; do
	case $argument in
	-fplugin-arg-podium-use=*) with=clauses ;;
	-fplugin=*) with=${with:-plugin} ;;
	*.c) name=$(basename "$argument" .c) ;;
	esac
done
echo >>"runs.$with"
code=code
case $name.$with in
wavers*.) code=$(($(wc -l <runs.) % 3)) ;;
wavers-harmed.plugin | harmed.plugin) code=other ;;
wavers*.plugin) code=0 ;;
refused.plugin | unknown. | untuned.clauses) exit 1 ;;
esac
case $name.$with in
*crashes.plugin) echo "$name.c: podium: nothing recorded" >&2 ;;
esac
echo $code >out.s
END
chmod +x compiler

check fine
expect 0 "the same code" -o '^sources compiled: 2$' -o '^code differs: 0$'
check fine harmed
expect 1 "other code" -o '^code differs: 1$' -o '	differs C .*harmed\.c$'
check fine wavers
expect 0 "other code, which GCC alone makes in its third run" \
	-o '^code differs: 0$' -o '	GCC wavers: C .*wavers\.c$' \
	-o '^GCC itself makes now one code and now another: 1$'
check fine wavers-harmed
expect 1 "other code, which is none of those that GCC makes" \
	-o '^code differs: 1$' -o '	differs C .*wavers-harmed\.c$'
check fine wavers-crashes
expect 1 "other code of GCC, and the analysis crashed" \
	-o '^code differs: 0$' -o '	crashed C .*wavers-crashes\.c$'
check fine refused
expect 1 "no code with the plugin" -o '^code differs: 0$' \
	-o '^do not compile with the plugin: 1$' -o '	failed C .*refused\.c$'
check fine crashes
expect 1 "the analysis crashed" -o '^code differs: 0$' \
	-o '^analysis crashed or did not finish: 1$' -o '	crashed C .*crashes\.c$'
check fine untuned
expect 1 "no code with other clauses" -o '^code differs: 0$' \
	-o '^do not compile with every loop rewritten: 1$'
check fine unknown
expect 0 "no code without the plugin either" \
	-o '^skipped, do not compile without the plugin either: 1$'
finish
