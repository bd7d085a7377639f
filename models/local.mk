# SPDX-License-Identifier: GPL-3.0-or-later
#
# The C library that predicts, on GSL: it opens no file, starts no process
# and prints nothing.
#
# A new file of models/ needs its name here.

lib_LIBRARIES += libpodium-models.a
modelsdir = $(includedir)/podium
models_HEADERS = \
	models/clause.h \
	models/confirm.h \
	models/constants.h \
	models/core.h \
	models/estimate.h \
	models/estimator.h \
	models/footprint.h \
	models/formula.h \
	models/judge.h \
	models/machine.h \
	models/metric.h \
	models/nest.h \
	models/overhead.h \
	models/power.h \
	models/refine.h \
	models/regress.h \
	models/ranking.h \
	models/scaling.h \
	models/schedule.h \
	models/search.h \
	models/series.h \
	models/significance.h \
	models/status.h \
	models/terms.h \
	models/timemodel.h \
	models/work.h

# "pkg-config podium-models" says how to build with it.
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = models/podium-models.pc

libpodium_models_a_SOURCES = \
	models/bodies.c models/bodies.h \
	models/clause.c \
	models/coherence.c models/coherence.h \
	models/confirm.c \
	models/constants.c \
	models/core.c \
	models/demand.c models/demand.h \
	models/estimate.c \
	models/estimator.c \
	models/footprint.c \
	models/formula.c \
	models/gaussian.c models/gaussian.h \
	models/judge.c \
	models/machine.c \
	models/metric.c \
	models/misses.c models/misses.h \
	models/nest.c \
	models/overhead.c \
	models/pieces.c models/pieces.h \
	models/portion.c models/portion.h \
	models/power.c \
	models/refine.c \
	models/regress.c \
	models/ranking.c \
	models/scaling.c \
	models/schedule.c \
	models/search.c \
	models/series.c \
	models/significance.c \
	models/status.c \
	models/terms.c \
	models/timemodel.c \
	models/traffic.c models/traffic.h \
	models/view.c models/view.h \
	models/waits.c models/waits.h \
	models/work.c \
	$(models_HEADERS)
libpodium_models_a_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
