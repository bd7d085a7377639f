# SPDX-License-Identifier: GPL-3.0-or-later
#
# The small library in the measured program: clocks per loop and thread,
# values. It is loaded before the program or linked to it, and depends on
# nothing but the C library.
#
# A new file of runtime/ needs its name here.

runtimedir = $(pkglibdir)
runtime_PROGRAMS = runtime/libpodium-runtime.so runtime/libpodium-gomp.so \
	runtime/libpodium-fastclock.so

runtime_files = \
	runtime/choose.c runtime/choose.h \
	runtime/clock.c runtime/clock.h \
	runtime/end.c runtime/end.h \
	runtime/entries.c runtime/entries.h \
	runtime/letter.h \
	runtime/logarithm.h \
	runtime/openmp.h \
	runtime/output.c runtime/output.h \
	runtime/report.c runtime/report.h \
	runtime/rounds.c runtime/rounds.h \
	runtime/site.h \
	runtime/thread.c runtime/thread.h \
	runtime/ticks.c runtime/ticks.h \
	runtime/trial.c runtime/trial.h \
	runtime/versions.c runtime/versions.h

# Sanitizers have no place in what is loaded before other programs.
runtime_cflags = $(AM_CFLAGS) -O2 -fPIC -fvisibility=hidden

runtime_libpodium_runtime_so_SOURCES = $(runtime_files)
runtime_libpodium_runtime_so_CFLAGS = $(runtime_cflags)
runtime_libpodium_runtime_so_LDFLAGS = $(AM_LDFLAGS) -shared -pthread
runtime_libpodium_runtime_so_LDADD = -ldl

# The same, and before libgomp.
runtime_libpodium_gomp_so_SOURCES = $(runtime_files) \
	runtime/gomp.c runtime/next.h \
	runtime/region.c runtime/region.h \
	runtime/team.c runtime/team.h
runtime_libpodium_gomp_so_CFLAGS = $(runtime_cflags)
runtime_libpodium_gomp_so_LDFLAGS = $(AM_LDFLAGS) -shared -pthread
runtime_libpodium_gomp_so_LDADD = -ldl

# The output check loads it.
runtime_libpodium_fastclock_so_SOURCES = runtime/fastclock.c
runtime_libpodium_fastclock_so_CFLAGS = $(runtime_cflags)
runtime_libpodium_fastclock_so_LDFLAGS = $(AM_LDFLAGS) -shared
runtime_libpodium_fastclock_so_LDADD = -ldl
