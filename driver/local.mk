# SPDX-License-Identifier: GPL-3.0-or-later
#
# The command line: all input, output and processes.
#
# A new file of the driver needs its name here and nothing else.

bin_PROGRAMS += podium

# All but main: the tests link it, too.
noinst_LIBRARIES += libpodium-driver.a
libpodium_driver_a_SOURCES = \
	driver/archive.c driver/archive.h \
	driver/attributed.c driver/attributed.h \
	driver/base.c driver/base.h \
	driver/build.c driver/build.h \
	driver/bytes.c driver/bytes.h \
	driver/calibrate.c \
	driver/calibrated.c driver/calibrated.h \
	driver/campaign.c driver/campaign.h \
	driver/cflags.c \
	driver/choice.c driver/choice.h \
	driver/clock.c driver/clock.h \
	driver/clocked.c driver/clocked.h \
	driver/command.h \
	driver/compare.c driver/compare.h \
	driver/compiler.c driver/compiler.h \
	driver/constraint.c driver/constraint.h \
	driver/contest.c driver/contest.h \
	driver/convert.c driver/convert.h \
	driver/crew.c driver/crew.h \
	driver/csv.c driver/csv.h \
	driver/data.c driver/data.h \
	driver/deliver.c driver/deliver.h \
	driver/detail.c driver/detail.h \
	driver/digest.c driver/digest.h \
	driver/doctor.c \
	driver/exported.c driver/exported.h \
	driver/explore.c driver/explore.h \
	driver/expression.c driver/expression.h \
	driver/features.c \
	driver/field.c driver/field.h \
	driver/file.c driver/file.h \
	driver/fits.c driver/fits.h \
	driver/flag.c driver/flag.h \
	driver/freed.c driver/freed.h \
	driver/generate.c driver/generate.h \
	driver/history.c \
	driver/hot.c driver/hot.h \
	driver/image.c driver/image.h \
	driver/join.c driver/join.h \
	driver/judge.c \
	driver/label.c driver/label.h \
	driver/launch.c driver/launch.h \
	driver/leftout.c driver/leftout.h \
	driver/lesson.c driver/lesson.h \
	driver/letters.c driver/letters.h \
	driver/lines.c driver/lines.h \
	driver/list.c driver/list.h \
	driver/loop.c driver/loop.h \
	driver/loose.c driver/loose.h \
	driver/machine.c driver/machine.h \
	driver/measure.c driver/measure.h \
	driver/mechanism.c driver/mechanism.h \
	driver/memory.c driver/memory.h \
	driver/message.c driver/message.h \
	driver/metric.c \
	driver/option.c driver/option.h \
	driver/original.c driver/original.h \
	driver/outputs.c driver/outputs.h \
	driver/overhead.c \
	driver/overlay.c driver/overlay.h \
	driver/overview.c driver/overview.h \
	driver/page.c driver/page.h \
	driver/past.c driver/past.h \
	driver/path.c driver/path.h \
	driver/pattern.c driver/pattern.h \
	driver/peers.c driver/peers.h \
	driver/pictures.c driver/pictures.h \
	driver/place.c driver/place.h \
	driver/plot.c driver/plot.h \
	driver/predicted.c driver/predicted.h \
	driver/prediction.c driver/prediction.h \
	driver/process.c driver/process.h \
	driver/profile.c driver/profile.h \
	driver/proof.c driver/proof.h \
	driver/published.c driver/published.h \
	driver/rank.c \
	driver/ranked.c driver/ranked.h \
	driver/rebuild.c driver/rebuild.h \
	driver/recorded.c driver/recorded.h \
	driver/records.c driver/records.h \
	driver/reproduce.c \
	driver/replay.c driver/replay.h \
	driver/replays.c \
	driver/round.c driver/round.h \
	driver/rows.c driver/rows.h \
	driver/runner.c driver/runner.h \
	driver/runs.c \
	driver/scaled.c driver/scaled.h \
	driver/scaling.c \
	driver/schema.c driver/schema.h \
	driver/scratch.c driver/scratch.h \
	driver/search.c driver/search.h \
	driver/seen.c driver/seen.h \
	driver/selection.c driver/selection.h \
	driver/session.c driver/session.h \
	driver/significance.c \
	driver/source.c driver/source.h \
	driver/space.c driver/space.h \
	driver/spaced.c driver/spaced.h \
	driver/spread.c driver/spread.h \
	driver/step.c driver/step.h \
	driver/store.c driver/store.h \
	driver/stored.c driver/stored.h \
	driver/studied.c driver/studied.h \
	driver/study.c driver/study.h \
	driver/suggest.c driver/suggest.h \
	driver/summary.c driver/summary.h \
	driver/synthetic.c driver/synthetic.h \
	driver/table.c driver/table.h \
	driver/targets.c driver/targets.h \
	driver/terminal.c driver/terminal.h \
	driver/text.c driver/text.h \
	driver/timed.c driver/timed.h \
	driver/timestudied.c driver/timestudied.h \
	driver/timestudy.c driver/timestudy.h \
	driver/token.c driver/token.h \
	driver/topology.c driver/topology.h \
	driver/trial.c driver/trial.h \
	driver/tried.c driver/tried.h \
	driver/tune.c \
	driver/tuned.c driver/tuned.h \
	driver/variants.c driver/variants.h \
	driver/weigh.c driver/weigh.h \
	driver/word.c driver/word.h

driver_libraries = libpodium-driver.a libpodium-models.a $(JANSSON_LIBS) \
	$(LIBELF_LIBS) $(GSL_LIBS) $(HWLOC_LIBS) $(YAML_LIBS) $(SQLITE_LIBS) -lm

podium_SOURCES = driver/main.c
podium_LDADD = $(driver_libraries)

# These hold the folders that configure was told.
driver/build.$(OBJEXT) driver/compiler.$(OBJEXT) \
driver/data.$(OBJEXT): Makefile

# Preloaded into the user's builds, so never with sanitizers or the like.
podium-watch.so: driver/watch.c runtime/letter.h Makefile
	$(AM_V_GEN)$(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -O2 -fPIC \
		-shared -o $@ $(srcdir)/driver/watch.c

all-local: podium-watch.so

install-exec-hook:
	$(MKDIR_P) '$(DESTDIR)$(pkglibdir)'
	$(INSTALL_PROGRAM) podium-watch.so '$(DESTDIR)$(pkglibdir)'

uninstall-hook:
	rm -f '$(DESTDIR)$(pkglibdir)/podium-watch.so'

CLEANFILES += podium-watch.so
EXTRA_DIST += driver/watch.c
