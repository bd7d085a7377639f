# SPDX-License-Identifier: GPL-3.0-or-later
#
# Find the GCCs that a plugin can be built for: any of gcc-11 to gcc-16, or
# plain gcc, with its plugin headers and a g++ of the same major version.

# The versions that plugin/base/gcc.h is written for.
m4_define([PODIUM_MAJORS], [11, 12, 13, 14, 15, 16])

# PODIUM_MISSING(PACKAGES, WHAT FOR)
# Remember for the summary what would be gained by which command.
AC_DEFUN([PODIUM_MISSING],
[podium_missing="$podium_missing
  apt-get install $1
      for $2"])

# PODIUM_GCC_MAJOR(VARIABLE, COMMAND)
# Major version of a compiler, empty if there is none of that name.
AC_DEFUN([PODIUM_GCC_MAJOR],
[$1=`$2 -dumpfullversion 2>/dev/null | sed 's/@<:@^0-9@:>@.*//'`])

# PODIUM_NO_PLUGIN(COMMAND, WHY)
# A warning, as it is seen with --quiet too, where the user has named the GCC.
AC_DEFUN([PODIUM_NO_PLUGIN],
[AS_IF([test $podium_given = yes], [AC_MSG_WARN([no plugin for $1: $2])])])

# PODIUM_TRY_GCC(COMMAND)
# Sets podium_gcc_ok to yes if a plugin can be built for it.
AC_DEFUN([PODIUM_TRY_GCC],
[podium_gcc_ok=no
podium_cxx=`echo "$1" | sed 's/gcc\(@<:@^/@:>@*\)$/g++\1/'`
podium_fc=`echo "$1" | sed 's/gcc\(@<:@^/@:>@*\)$/gfortran\1/'`
podium_headers=`$1 -print-file-name=plugin 2>/dev/null`/include
PODIUM_GCC_MAJOR([podium_cxx_major], [$podium_cxx])
AC_MSG_CHECKING([whether a plugin can be built for $1])
AS_IF([test ! -f "$podium_headers/gcc-plugin.h"],
	[AC_MSG_RESULT([no: its plugin headers are missing])
	PODIUM_NO_PLUGIN([$1], [its plugin headers are missing])
	PODIUM_MISSING([gcc-$podium_major-plugin-dev g++-$podium_major],
		[the plugin for GCC $podium_major])],
[test "x$podium_cxx_major" != "x$podium_major"],
	[AC_MSG_RESULT([no: $podium_cxx is missing])
	PODIUM_NO_PLUGIN([$1], [$podium_cxx is missing])
	PODIUM_MISSING([g++-$podium_major],
		[the plugin for GCC $podium_major])],
	[AC_MSG_RESULT([yes])
	podium_gcc_ok=yes])])

# PODIUM_TAKE_GCC(COMMAND)
# Note what PODIUM_TRY_GCC found under the names that end in the version.
AC_DEFUN([PODIUM_TAKE_GCC],
[PODIUM_GCC_MAJOR([podium_fc_major], [$podium_fc])
AS_IF([test "x$podium_fc_major" != "x$podium_major"],
	[podium_fc=
	PODIUM_MISSING([gfortran-$podium_major],
		[the Fortran tests with GCC $podium_major])])
PLUGIN_GCCS="$PLUGIN_GCCS $podium_major"
eval "PLUGIN_GCC_$podium_major=\$1"
eval "PLUGIN_CXX_$podium_major=\$podium_cxx"
eval "PLUGIN_FC_$podium_major=\$podium_fc"
eval "PLUGIN_HEADERS_$podium_major=\$podium_headers"
podium_full=`$1 -dumpfullversion`
podium_found="$podium_found
  GCC $podium_full: $1, $podium_cxx, ${podium_fc:-no Fortran}"])

# PODIUM_FIND_GCCS
# Substitutes PLUGIN_GCCS, the major versions, and for each version N
# PLUGIN_GCC_N, PLUGIN_CXX_N, PLUGIN_FC_N (may be empty), PLUGIN_HEADERS_N.
AC_DEFUN([PODIUM_FIND_GCCS],
[AC_ARG_WITH([gcc], [AS_HELP_STRING([--with-gcc="NAME..."],
	[build the plugin for these GCCs only, as in
	"gcc-12 /opt/gcc/bin/gcc" @<:@every one found@:>@])])
podium_given=yes
AS_CASE(["$with_gcc"], [''|yes|no],
	[podium_given=no
	with_gcc="m4_foreach([N], [PODIUM_MAJORS], [gcc-N ])gcc"])
PLUGIN_GCCS=
for podium_gcc in $with_gcc; do
	PODIUM_GCC_MAJOR([podium_major], [$podium_gcc])
	AS_CASE([$podium_major], [m4_join([|], PODIUM_MAJORS)], [],
		[PODIUM_NO_PLUGIN([$podium_gcc], [no GCC of 11 to 16])
		continue])
	AS_CASE([" $podium_seen "], [*" $podium_major "*], [continue])
	podium_seen="$podium_seen $podium_major"
	PODIUM_TRY_GCC([$podium_gcc])
	AS_IF([test $podium_gcc_ok = yes], [PODIUM_TAKE_GCC([$podium_gcc])])
done
PLUGIN_GCCS=`echo $PLUGIN_GCCS`
AS_IF([test -z "$PLUGIN_GCCS"],
	[AC_MSG_ERROR([no GCC with plugin headers (looked for $with_gcc); ]dnl
[try: apt-get install gcc-12 gcc-12-plugin-dev g++-12; podium itself is ]dnl
[built with one of 11 to 16, podium plugin --gcc then takes a younger one])])
AC_SUBST([PLUGIN_GCCS])
m4_foreach([N], [PODIUM_MAJORS],
	[AC_SUBST([PLUGIN_GCC_]N)
	AC_SUBST([PLUGIN_CXX_]N)
	AC_SUBST([PLUGIN_FC_]N)
	AC_SUBST([PLUGIN_HEADERS_]N)])])
