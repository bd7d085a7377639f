# SPDX-License-Identifier: GPL-3.0-or-later
#
# The command line: all input, output and processes.
#
# A new file of the driver needs its name here and nothing else.

bin_PROGRAMS += podium

# All but main, for the unit tests.
driver_sources = \
	driver/archive.c driver/archive.h \
	driver/calibrate.c \
	driver/calibrated.c driver/calibrated.h \
	driver/cflags.c \
	driver/command.h \
	driver/compiler.c driver/compiler.h \
	driver/constraint.c driver/constraint.h \
	driver/convert.c driver/convert.h \
	driver/csv.c driver/csv.h \
	driver/detail.c driver/detail.h \
	driver/digest.c driver/digest.h \
	driver/doctor.c \
	driver/expression.c driver/expression.h \
	driver/features.c \
	driver/field.c driver/field.h \
	driver/fits.c driver/fits.h \
	driver/judge.c \
	driver/list.c driver/list.h \
	driver/loop.c driver/loop.h \
	driver/machine.c driver/machine.h \
	driver/measure.c driver/measure.h \
	driver/memory.c driver/memory.h \
	driver/message.c driver/message.h \
	driver/option.c driver/option.h \
	driver/overview.c driver/overview.h \
	driver/path.c driver/path.h \
	driver/pattern.c driver/pattern.h \
	driver/plot.c driver/plot.h \
	driver/prediction.c driver/prediction.h \
	driver/process.c driver/process.h \
	driver/profile.c driver/profile.h \
	driver/rank.c \
	driver/ranked.c driver/ranked.h \
	driver/records.c driver/records.h \
	driver/rows.c driver/rows.h \
	driver/schema.c driver/schema.h \
	driver/scratch.c driver/scratch.h \
	driver/selection.c driver/selection.h \
	driver/significance.c \
	driver/source.c driver/source.h \
	driver/space.c driver/space.h \
	driver/spaced.c driver/spaced.h \
	driver/suggest.c driver/suggest.h \
	driver/summary.c driver/summary.h \
	driver/synthetic.c driver/synthetic.h \
	driver/table.c driver/table.h \
	driver/terminal.c driver/terminal.h \
	driver/text.c driver/text.h \
	driver/topology.c driver/topology.h \
	driver/variants.c driver/variants.h

podium_SOURCES = driver/main.c $(driver_sources)
podium_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(LIBELF_CFLAGS) \
	$(GSL_CFLAGS) $(HWLOC_CFLAGS) $(YAML_CFLAGS)
podium_LDADD = libpodium-models.a $(JANSSON_LIBS) $(LIBELF_LIBS) \
	$(GSL_LIBS) $(HWLOC_LIBS) $(YAML_LIBS)
