# SPDX-License-Identifier: GPL-3.0-or-later
#
# What packages are made of agrees with the source; tools/check-packages makes
# them. That each installed file is in a package, dh_missing sees there.

. "$(dirname "$0")/../tap.sh"
: "${builddir:=$srcdir}"
cd "$work" || exit 99
: >err
version=$("$PODIUM" --version | sed -n '1s/^podium //p')
read -r plugin _ <<<"${PLUGIN_GCCS:-12}"

# ---- debian/ ----

majors=$(sed -n '1s/^# Made by debian\/make-control \([0-9 ]*\):.*/\1/p' \
	"$srcdir/debian/control")
run sh "$srcdir/debian/make-control" $majors
cmp -s out "$srcdir/debian/control" && [ -n "$majors" ]
ok $? "debian/control is what debian/make-control makes"
run sh "$srcdir/debian/make-control" x
expect 2 "it takes numbers only" -O "" -e '^usage:'
# Folders but these are of a build, and so are files of such names.
(cd "$srcdir" && ls -d debian/* debian/source/* debian/tests/*) |
	grep -v -e '/local\.mk$' -e '\.debhelper' -e '\.substvars$' -e 'autoreconf' \
		-e '/debhelper-build-stamp$' -e '/files$' | while read -r file; do
	[ -d "$srcdir/$file" ] || grep -q "^	$file\( \\\\\)\?\$" \
		"$srcdir/debian/local.mk" || echo "$file"
done >out
[ ! -s out ]
ok $? "debian/local.mk lists every file: the tarball is whole"
[ "$(sed -n '1s/^podium (\([^)]*\)).*/\1/p' "$srcdir/debian/changelog")" = \
	"$version" ]
ok $? "debian/changelog begins with this version"
sed -n 's/^Tests: //p' "$srcdir/debian/tests/control" | sort >named
(cd "$srcdir/debian/tests" && ls) | grep -v '^control$' | sort | diff named - >out
[ -s named ] && [ ! -s out ]
ok $? "debian/tests/control names every test"

# ---- flags ----

# made TARGET: the command for it, with flags of the user.
rules=$(sed -n 's/^srcdir = //p' "$builddir/Makefile")/plugin/rules.mk
made()
{
	MAKEFLAGS='' make -n -C "$builddir" -W Makefile -W "$rules" V=1 "$1" \
		CPPFLAGS=-DTHEIRS=1 CFLAGS=-fTHEIRS CXXFLAGS=-fTHEIRS \
		LDFLAGS=-Wl,THEIRS \
		2>/dev/null | grep -e "-o $1"
}

made "plugin/gcc-$plugin/unit/fit.o" >out
grep -q -e '-DTHEIRS=1 .*-fTHEIRS' out
ok $? "the plugin is compiled with the user's flags"
made "plugin/gcc-$plugin/podium.so" >out
grep -q -e '-Wl,THEIRS' out
ok $? "and linked"
made podium-watch.so >out
grep -q -e '-DTHEIRS=1 -fTHEIRS -Wl,THEIRS' out
ok $? "and so is what is loaded before builds"

# ---- the models for other programs ----

MAKEFLAGS='' make -s -C "$builddir" prefix=/usr libdir=/usr/lib \
	DESTDIR="$work/root" install-libLIBRARIES install-modelsHEADERS \
	install-pkgconfigDATA >log 2>&1
ok $? "models/ can be installed alone"
for header in root/usr/include/podium/*.h; do
	echo "#include <podium/${header##*/}>"
done >all.c
cat >>all.c <<END
#include <stdio.h>

int main(void)
{
	return puts(estimate_name(0)) < 0;
}
END
[ "$(grep -c '<podium/' all.c)" -gt 20 ]
ok $? "all headers are tried"
if command -v pkg-config >/dev/null; then
	export PKG_CONFIG_PATH=$work/root/usr/lib/pkgconfig
	flags=$(pkg-config --cflags --libs \
		--define-variable=includedir="$work/root/usr/include" \
		--define-variable=libdir="$work/root/usr/lib" podium-models)
	"${CC:-gcc}" -Wall -Werror all.c $flags -o all >log 2>&1 && run ./all
	expect 0 "a program is built as pkg-config says" -o .
	[ "$(pkg-config --modversion podium-models)" = "$version" ]
	ok $? "and pkg-config knows the version"
else
	skip "a program is built as pkg-config says" "no pkg-config"
	skip "and pkg-config knows the version" "no pkg-config"
fi

# ---- Spack ----

# Where Spack is not: what the recipe says to it, one a line.
recipe=$srcdir/contrib/spack/spack_repo/podium/packages/podium/package.py
mkdir -p spack spack_repo/builtin/build_systems
cat >spack/package.py <<END
def said(*words, **options):
    print(*words, *[f"{name}={options[name]}" for name in options])

license = version = depends_on = requires = said
END
echo 'class AutotoolsPackage: pass' >spack_repo/builtin/build_systems/autotools.py
if command -v python3 >/dev/null; then
	run env PYTHONPATH="$work" PYTHONDONTWRITEBYTECODE=1 python3 "$recipe"
	expect 0 "Spack's recipe can be read" -E "" -o '^main branch=main$'
	sed 's/@.*//' out | sort >recipe.names
	for pair in cmocka: gsl:gsl hwloc:hwloc isl:isl jansson:jansson \
		libelf:elfutils sqlite3:sqlite yaml-0.1:libyaml; do
		echo "${pair%%:*}" >>known
		[ -z "${pair#*:}" ] || grep -x "${pair#*:}" recipe.names
	done >found
	[ "$(wc -l <found)" = 7 ]
	ok $? "it names the libraries"
	sed -n 's/^PKG_CHECK_MODULES(\[[A-Z]*\], \[\([a-z0-9.-]*\).*/\1/p' \
		"$srcdir/configure.ac" | sort | diff - known >out
	[ ! -s out ]
	ok $? "which are those of configure"
	echo "GCC $(sed -n 's/^m4_define(\[PODIUM_MAJORS\], \[\([0-9]*\).* \([0-9]*\)\])$/\1 to \2/p' \
		"$srcdir/m4/gcc-plugins.m4")" >out
	grep -q -F "$(cat out)" "$recipe"
	ok $? "and the GCCs"
else
	skip "Spack's recipe" "no python3"
fi
finish
