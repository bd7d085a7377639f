# SPDX-License-Identifier: GPL-3.0-or-later
#
# The command line: all input, output and processes.
#
# A new file of the driver needs its name here and nothing else.

bin_PROGRAMS += podium

# All but main: the tests link it, too.
noinst_LIBRARIES += libpodium-driver.a
libpodium_driver_a_SOURCES = \
	driver/base/align.c driver/base/align.h \
	driver/base/crew.c driver/base/crew.h \
	driver/base/csv.c driver/base/csv.h \
	driver/base/data.c driver/base/data.h \
	driver/base/diff.c driver/base/diff.h \
	driver/base/digest.c driver/base/digest.h \
	driver/base/file.c driver/base/file.h \
	driver/base/letters.c driver/base/letters.h \
	driver/base/list.c driver/base/list.h \
	driver/base/memory.c driver/base/memory.h \
	driver/base/message.c driver/base/message.h \
	driver/base/object.c driver/base/object.h \
	driver/base/option.c driver/base/option.h \
	driver/base/path.c driver/base/path.h \
	driver/base/process.c driver/base/process.h \
	driver/base/response.c driver/base/response.h \
	driver/base/result.c driver/base/result.h \
	driver/base/scratch.c driver/base/scratch.h \
	driver/base/suggest.c driver/base/suggest.h \
	driver/base/table.c driver/base/table.h \
	driver/base/terminal.c driver/base/terminal.h \
	driver/base/text.c driver/base/text.h \
	driver/machine/compiler.c driver/machine/compiler.h \
	driver/machine/field.c driver/machine/field.h \
	driver/machine/kernel.c driver/machine/kernel.h \
	driver/machine/libgomp.c driver/machine/libgomp.h \
	driver/machine/plugin.c driver/machine/plugin.h \
	driver/machine/pluginmaker.c driver/machine/pluginmaker.h \
	driver/machine/profile.c driver/machine/profile.h \
	driver/machine/processors.c driver/machine/processors.h \
	driver/machine/topology.c driver/machine/topology.h \
	driver/run/clocks.c driver/run/clocks.h \
	driver/run/errand.c driver/run/errand.h \
	driver/run/leave.c driver/run/leave.h \
	driver/run/node.c driver/run/node.h \
	driver/run/pulse.c driver/run/pulse.h \
	driver/run/samples.c driver/run/samples.h \
	driver/run/runner.c driver/run/runner.h \
	driver/compare/compare.h \
	driver/compare/judge.c \
	driver/compare/learn.c driver/compare/learn.h \
	driver/compare/lines.c driver/compare/lines.h \
	driver/compare/token.c \
	driver/store/database.c driver/store/database.h \
	driver/store/lock.c driver/store/lock.h \
	driver/store/store.c driver/store/store.h \
	driver/record/archive.c driver/record/archive.h \
	driver/record/container.c driver/record/container.h \
	driver/record/convert.c driver/record/convert.h \
	driver/record/detail.c driver/record/detail.h \
	driver/record/expression.c driver/record/expression.h \
	driver/record/loop.c driver/record/loop.h \
	driver/record/mechanism.c driver/record/mechanism.h \
	driver/record/overview.c driver/record/overview.h \
	driver/record/proof.c driver/record/proof.h \
	driver/record/records.c driver/record/records.h \
	driver/record/schema.c driver/record/schema.h \
	driver/record/selection.c driver/record/selection.h \
	driver/record/source.c driver/record/source.h \
	driver/record/thread.c driver/record/thread.h \
	driver/record/tryout.c driver/record/tryout.h \
	driver/rank/flag.c driver/rank/flag.h \
	driver/rank/batch.c driver/rank/batch.h \
	driver/rank/lineup.c driver/rank/lineup.h \
	driver/rank/prediction.c driver/rank/prediction.h \
	driver/rank/space.c driver/rank/space.h \
	driver/rank/where.c driver/rank/where.h \
	driver/rank/wanting.c driver/rank/wanting.h \
	driver/rank/variants.c driver/rank/variants.h \
	driver/nest/collapse.c driver/nest/collapse.h \
	driver/nest/derive.c driver/nest/derive.h \
	driver/nest/domain.c driver/nest/domain.h \
	driver/nest/ends.c driver/nest/ends.h \
	driver/nest/legal.c driver/nest/legal.h \
	driver/nest/member.c driver/nest/member.h \
	driver/nest/perfect.c driver/nest/perfect.h \
	driver/nest/permit.c driver/nest/permit.h \
	driver/nest/pitch.c driver/nest/pitch.h \
	driver/nest/polynomial.c driver/nest/polynomial.h \
	driver/nest/region.c driver/nest/region.h \
	driver/nest/reshape.c driver/nest/reshape.h \
	driver/nest/sets.c driver/nest/sets.h \
	driver/nest/stack.c driver/nest/stack.h \
	driver/nest/unfold.c driver/nest/unfold.h \
	driver/transform/catalogue.c driver/transform/catalogue.h \
	driver/transform/fitting.c driver/transform/fitting.h \
	driver/transform/going.c driver/transform/going.h \
	driver/transform/offer.c driver/transform/offer.h \
	driver/transform/probe.c driver/transform/probe.h \
	driver/transform/refold.c driver/transform/refold.h \
	driver/transform/rejoin.c driver/transform/rejoin.h \
	driver/transform/sift.c driver/transform/sift.h \
	driver/transform/trust.c driver/transform/trust.h \
	driver/transform/verify.c driver/transform/verify.h \
	driver/patch/change.c driver/patch/change.h \
	driver/patch/place.c driver/patch/place.h \
	driver/patch/token.c driver/patch/token.h \
	driver/patch/wanted.c driver/patch/wanted.h \
	driver/patch/write.c driver/patch/write.h \
	driver/build/aside.c driver/build/aside.h \
	driver/build/exchange.c driver/build/exchange.h \
	driver/build/gather.c driver/build/gather.h \
	driver/build/image.c driver/build/image.h \
	driver/build/invoke.c driver/build/invoke.h \
	driver/build/launch.c driver/build/launch.h \
	driver/build/make.c driver/build/make.h \
	driver/build/namesake.c driver/build/namesake.h \
	driver/build/parts.c driver/build/parts.h \
	driver/build/plan.c driver/build/plan.h \
	driver/build/product.c driver/build/product.h \
	driver/build/step.c driver/build/step.h \
	driver/build/survey.c driver/build/survey.h \
	driver/build/tuned.c driver/build/tuned.h \
	driver/build/units.c driver/build/units.h \
	driver/build/whole.c driver/build/whole.h \
	driver/calibrate/outcome.c driver/calibrate/outcome.h \
	driver/calibrate/fits.c driver/calibrate/fits.h \
	driver/calibrate/measure.c driver/calibrate/measure.h \
	driver/calibrate/pattern.c driver/calibrate/pattern.h \
	driver/calibrate/summary.c driver/calibrate/summary.h \
	driver/look/breakdown.c driver/look/breakdown.h \
	driver/look/place.c driver/look/place.h \
	driver/look/sweep.c driver/look/sweep.h \
	driver/look/trace.c driver/look/trace.h \
	driver/look/stopwatch.c driver/look/stopwatch.h \
	driver/tune/account.c driver/tune/account.h \
	driver/tune/ahead.c driver/tune/ahead.h \
	driver/tune/candidate.c driver/tune/candidate.h \
	driver/tune/choice.c driver/tune/choice.h \
	driver/tune/contender.c driver/tune/contender.h \
	driver/tune/deliver.c driver/tune/deliver.h \
	driver/tune/environment.c driver/tune/environment.h \
	driver/tune/execute.c driver/tune/execute.h \
	driver/tune/explore.c driver/tune/explore.h \
	driver/tune/hot.c driver/tune/hot.h \
	driver/tune/inputs.c driver/tune/inputs.h \
	driver/tune/job.c driver/tune/job.h \
	driver/tune/measure.c driver/tune/measure.h \
	driver/tune/optimise.c driver/tune/optimise.h \
	driver/tune/original.c driver/tune/original.h \
	driver/tune/outputs.c driver/tune/outputs.h \
	driver/tune/overlay.c driver/tune/overlay.h \
	driver/tune/proof.c driver/tune/proof.h \
	driver/tune/propose.c driver/tune/propose.h \
	driver/tune/round.c driver/tune/round.h \
	driver/tune/session.c driver/tune/session.h \
	driver/tune/shield.c driver/tune/shield.h \
	driver/tune/steer.c driver/tune/steer.h \
	driver/tune/trial.c driver/tune/trial.h \
	driver/tune/within.c driver/tune/within.h \
	driver/tune/worlds.c driver/tune/worlds.h \
	driver/tune/written.c driver/tune/written.h \
	driver/report/chart.c driver/report/chart.h \
	driver/report/html.c driver/report/html.h \
	driver/report/page.c driver/report/page.h \
	driver/report/tuning.c driver/report/tuning.h \
	driver/study/campaign.c driver/study/campaign.h \
	driver/study/contest.c driver/study/contest.h \
	driver/study/dataset.c driver/study/dataset.h \
	driver/study/leftout.c driver/study/leftout.h \
	driver/study/published.c driver/study/published.h \
	driver/study/powertables.c driver/study/powertables.h \
	driver/study/powerstudy.c driver/study/powerstudy.h \
	driver/study/timetables.c driver/study/timetables.h \
	driver/study/timestudy.c driver/study/timestudy.h \
	driver/command/calibrate.c \
	driver/command/cflags.c \
	driver/command/check.c \
	driver/command/command.h \
	driver/command/doctor.c \
	driver/command/exec.c \
	driver/command/features.c \
	driver/command/metric.c \
	driver/command/overhead.c \
	driver/command/patch.c \
	driver/command/plugin.c \
	driver/command/prove.c \
	driver/command/rank.c \
	driver/command/replay.c \
	driver/command/report.c \
	driver/command/reproduce.c \
	driver/command/rows.c driver/command/rows.h \
	driver/command/runs.c \
	driver/command/scaling.c \
	driver/command/significance.c \
	driver/command/tune.c \
	driver/command/variants.c

driver_libraries = libpodium-driver.a libpodium-models.a $(JANSSON_LIBS) \
	$(LIBELF_LIBS) $(GSL_LIBS) $(HWLOC_LIBS) $(YAML_LIBS) $(SQLITE_LIBS) \
	$(ISL_LIBS) -lm

podium_SOURCES = driver/command/main.c
podium_LDADD = $(driver_libraries)

# Runs where a launcher starts it: of hwloc and the C library alone.
keeperdir = $(pkglibdir)
keeper_PROGRAMS = podium-keeper
podium_keeper_SOURCES = driver/run/keeper.c
podium_keeper_LDADD = libpodium-driver.a $(HWLOC_LIBS) -lm

# These hold the folders that configure was told.
driver/build/invoke.$(OBJEXT) driver/machine/compiler.$(OBJEXT) \
driver/machine/plugin.$(OBJEXT) driver/machine/maker.$(OBJEXT) \
driver/base/data.$(OBJEXT) driver/run/node.$(OBJEXT): Makefile

# Preloaded into the user's builds, so check-sanitize makes it with other flags.
podium-watch.so: driver/build/watch.c runtime/letter.h Makefile
	$(AM_V_GEN)$(CC) -std=c11 -D_GNU_SOURCE -I$(srcdir) -Wall -Wextra -O2 \
		$(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -fPIC -shared -o $@ \
		$(srcdir)/driver/build/watch.c

all-local: podium-watch.so

install-exec-hook:
	$(MKDIR_P) '$(DESTDIR)$(pkglibdir)'
	$(INSTALL_PROGRAM) podium-watch.so '$(DESTDIR)$(pkglibdir)'

uninstall-hook:
	rm -f '$(DESTDIR)$(pkglibdir)/podium-watch.so'

CLEANFILES += podium-watch.so
EXTRA_DIST += driver/build/watch.c
