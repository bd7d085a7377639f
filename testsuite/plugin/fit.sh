# SPDX-License-Identifier: GPL-3.0-or-later
#
# Which compilers the plugin takes for the one that it was built for. Here they
# are what they are, and the headers that it was built with say something else.

. "$(dirname "$0")/../gccs.sh"

cat >small.cc <<'END'
#include "base/gcc.h"
#include "unit/fit.h"

int plugin_is_GPL_compatible;

int plugin_init(struct plugin_name_args *, struct plugin_gcc_version *gcc)
{
	if (fit_check(gcc))
		inform(UNKNOWN_LOCATION, "it fits");
	return 0;
}
END

# said EXPRESSION: what the compiler says where sed changes the version so.
said()
{
	mkdir -p said
	sed "$1" "$headers/configargs.h" >said/configargs.h
	sed "$1" "$headers/plugin-version.h" >said/plugin-version.h
	"$gxx" -std=c++14 -fno-rtti -fPIC -shared -Isaid -I"$srcdir" \
		-I"$srcdir/plugin" -isystem "$headers" -o small.so small.cc \
		"$srcdir/plugin/unit/fit.cc" >log 2>&1 || return 1
	$cc -fplugin=./small.so -fsyntax-only -x c /dev/null >log 2>&1
}

run "$PODIUM" --version
cp out versions
for version in $PLUGIN_GCCS; do
	use "$version" c || continue
	gxx=$(compiler "$version" cc)
	headers=$($cc -print-file-name=plugin)/include
	full=$($cc -dumpfullversion)
	date=$(sed -n 's/.*datestamp\[\] = "\(.*\)".*/\1/p' \
		"$headers/plugin-version.h")
	grep -q -F "plugin for GCC $full ($date): ${plugin#*=}" versions
	ok $? "GCC $version: podium --version says what it fits"
	said '' && grep -q 'it fits' log
	ok $? "GCC $version: the very compiler"
	said 's/^\(.*configuration_arguments\[\] = "\)/\1other /
		s/^\(.*devphase\[\] = "\)/\1Rebuilt 7/' &&
		grep -q 'other ' said/configargs.h && grep -q 'it fits' log
	ok $? "GCC $version: another build of the same sources"
	said 's/^\(.*datestamp\[\] = "\)[0-9]*/\119990101/' &&
		grep -q "was built for GCC $full (19990101), this is GCC $full (" log &&
		! grep -q 'it fits' log
	ok $? "GCC $version: sources of another day"
	said 's/^\(.*basever\[\] = "\)[0-9.]*/\1'"$version"'.99.0/' &&
		grep -q "was built for GCC $version.99.0 (.*this is GCC $full (" log &&
		! grep -q 'it fits' log
	ok $? "GCC $version: another minor version"
	said 's/^\(.*configuration_arguments\[\] = "\)/\1--target=other-elf /' &&
		grep -q "was built for GCC $full (.*) for other-elf, this is GCC $full (.*) for " log &&
		! grep -q 'it fits' log
	ok $? "GCC $version: another target"
	$cc -w -fplugin=./small.so -c -x c /dev/null -o other.o >log 2>&1
	grep -q 'no loop is recorded' log
	ok $? "GCC $version: no option for warnings makes it silent"
done
finish
