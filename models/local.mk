# SPDX-License-Identifier: GPL-3.0-or-later
#
# The C library that predicts, on GSL: it opens no file, starts no process
# and prints nothing.
#
# A new file of models/ needs its name here and a line in ARCHITECTURE.md.

lib_LIBRARIES += libpodium-models.a
modelsdir = $(includedir)/podium
models_HEADERS = \
	models/judge.h \
	models/machine.h \
	models/status.h

libpodium_models_a_SOURCES = \
	models/judge.c \
	models/machine.c \
	models/status.c \
	$(models_HEADERS)
libpodium_models_a_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
