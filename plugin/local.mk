# SPDX-License-Identifier: GPL-3.0-or-later
#
# The GCC plugin, built once for every GCC that configure found (PLUGIN_GCCS,
# major versions): plugin/gcc-N/podium.so. Automake knows one compiler for a
# source, so the rules are our own.
#
# A new file of the plugin needs its name here and nothing else.

plugin_cc = \
	plugin/base/declared.cc \
	plugin/base/json.cc \
	plugin/base/marker.cc \
	plugin/base/names.cc \
	plugin/base/omp.cc \
	plugin/base/place.cc \
	plugin/base/standard.cc \
	plugin/construct/construct.cc \
	plugin/construct/countertype.cc \
	plugin/construct/schedule.cc \
	plugin/thread/callee.cc \
	plugin/thread/flow.cc \
	plugin/thread/known.cc \
	plugin/thread/master.cc \
	plugin/thread/neighbour.cc \
	plugin/thread/own.cc \
	plugin/thread/parameter.cc \
	plugin/thread/rule.cc \
	plugin/thread/steps.cc \
	plugin/thread/unit.cc \
	plugin/rewrite/candidates.cc \
	plugin/rewrite/exchange.cc \
	plugin/rewrite/reason.cc \
	plugin/rewrite/rewrite.cc \
	plugin/rewrite/tuned.cc \
	plugin/transform/bounds.cc \
	plugin/transform/code.cc \
	plugin/transform/digest.cc \
	plugin/transform/flow.cc \
	plugin/transform/jam.cc \
	plugin/transform/loops.cc \
	plugin/transform/make.cc \
	plugin/transform/memory.cc \
	plugin/transform/parts.cc \
	plugin/transform/plan.cc \
	plugin/transform/overlap.cc \
	plugin/transform/plans.cc \
	plugin/transform/primitives.cc \
	plugin/transform/schedule.cc \
	plugin/transform/statement.cc \
	plugin/transform/straight.cc \
	plugin/transform/work.cc \
	plugin/record/body.cc \
	plugin/record/function.cc \
	plugin/record/record.cc \
	plugin/child/attempt.cc \
	plugin/child/block.cc \
	plugin/child/callee.cc \
	plugin/child/child.cc \
	plugin/child/choose.cc \
	plugin/child/gate.cc \
	plugin/child/isolate.cc \
	plugin/child/message.cc \
	plugin/child/rehearsal.cc \
	plugin/child/settings.cc \
	plugin/child/sharing.cc \
	plugin/child/strip.cc \
	plugin/child/witness.cc \
	plugin/analyse/address.cc \
	plugin/analyse/analyse.cc \
	plugin/analyse/arithmetic.cc \
	plugin/analyse/ask.cc \
	plugin/analyse/calls.cc \
	plugin/analyse/chain.cc \
	plugin/analyse/classify.cc \
	plugin/analyse/closed.cc \
	plugin/analyse/count.cc \
	plugin/analyse/dependence.cc \
	plugin/analyse/deps.cc \
	plugin/analyse/descriptor.cc \
	plugin/analyse/entry.cc \
	plugin/analyse/expr.cc \
	plugin/analyse/guard.cc \
	plugin/analyse/hold.cc \
	plugin/analyse/load.cc \
	plugin/analyse/memory.cc \
	plugin/analyse/nest.cc \
	plugin/analyse/operation.cc \
	plugin/analyse/ops.cc \
	plugin/analyse/path.cc \
	plugin/analyse/pair.cc \
	plugin/analyse/purpose.cc \
	plugin/analyse/race.cc \
	plugin/analyse/range.cc \
	plugin/analyse/raw.cc \
	plugin/analyse/recipe.cc \
	plugin/analyse/refs.cc \
	plugin/analyse/row.cc \
	plugin/analyse/scalar.cc \
	plugin/analyse/shape.cc \
	plugin/analyse/subscript.cc \
	plugin/analyse/sure.cc \
	plugin/analyse/tile.cc \
	plugin/analyse/type.cc \
	plugin/analyse/value.cc \
	plugin/analyse/wrap.cc \
	plugin/version/copy.cc \
	plugin/version/plant.cc \
	plugin/version/several.cc \
	plugin/clock/clock.cc \
	plugin/clock/evaluate.cc \
	plugin/clock/hook.cc \
	plugin/clock/reads.cc \
	plugin/clock/site.cc \
	plugin/code/code.cc \
	plugin/code/distribute.cc \
	plugin/code/early.cc \
	plugin/code/fused.cc \
	plugin/code/interchange.cc \
	plugin/code/live.cc \
	plugin/code/match.cc \
	plugin/code/outcome.cc \
	plugin/code/region.cc \
	plugin/code/straight.cc \
	plugin/code/unroll.cc \
	plugin/code/vector.cc \
	plugin/code/vectorise.cc \
	plugin/code/words.cc \
	plugin/unit/fit.cc \
	plugin/unit/podium.cc \
	plugin/unit/section.cc

plugin_h = \
	plugin/base/declared.h \
	plugin/base/gcc.h \
	plugin/base/json.h \
	plugin/base/marker.h \
	plugin/base/names.h \
	plugin/base/omp.h \
	plugin/base/place.h \
	plugin/base/standard.h \
	plugin/construct/construct.h \
	plugin/construct/countertype.h \
	plugin/construct/schedule.h \
	plugin/thread/callee.h \
	plugin/thread/flow.h \
	plugin/thread/known.h \
	plugin/thread/master.h \
	plugin/thread/neighbour.h \
	plugin/thread/own.h \
	plugin/thread/parameter.h \
	plugin/thread/rule.h \
	plugin/thread/steps.h \
	plugin/thread/unit.h \
	plugin/rewrite/candidates.h \
	plugin/rewrite/exchange.h \
	plugin/rewrite/reason.h \
	plugin/rewrite/rewrite.h \
	plugin/rewrite/tuned.h \
	plugin/transform/bounds.h \
	plugin/transform/code.h \
	plugin/transform/digest.h \
	plugin/transform/flow.h \
	plugin/transform/jam.h \
	plugin/transform/loops.h \
	plugin/transform/make.h \
	plugin/transform/memory.h \
	plugin/transform/parts.h \
	plugin/transform/plan.h \
	plugin/transform/overlap.h \
	plugin/transform/plans.h \
	plugin/transform/primitives.h \
	plugin/transform/schedule.h \
	plugin/transform/statement.h \
	plugin/transform/straight.h \
	plugin/transform/work.h \
	plugin/record/body.h \
	plugin/record/function.h \
	plugin/record/record.h \
	plugin/child/attempt.h \
	plugin/child/block.h \
	plugin/child/callee.h \
	plugin/child/child.h \
	plugin/child/choose.h \
	plugin/child/gate.h \
	plugin/child/isolate.h \
	plugin/child/message.h \
	plugin/child/rehearsal.h \
	plugin/child/settings.h \
	plugin/child/sharing.h \
	plugin/child/strip.h \
	plugin/child/witness.h \
	plugin/analyse/address.h \
	plugin/analyse/analyse.h \
	plugin/analyse/arithmetic.h \
	plugin/analyse/ask.h \
	plugin/analyse/calls.h \
	plugin/analyse/chain.h \
	plugin/analyse/classify.h \
	plugin/analyse/closed.h \
	plugin/analyse/count.h \
	plugin/analyse/dependence.h \
	plugin/analyse/deps.h \
	plugin/analyse/descriptor.h \
	plugin/analyse/entry.h \
	plugin/analyse/expr.h \
	plugin/analyse/guard.h \
	plugin/analyse/hold.h \
	plugin/analyse/load.h \
	plugin/analyse/memory.h \
	plugin/analyse/nest.h \
	plugin/analyse/operation.h \
	plugin/analyse/ops.h \
	plugin/analyse/path.h \
	plugin/analyse/pair.h \
	plugin/analyse/purpose.h \
	plugin/analyse/race.h \
	plugin/analyse/range.h \
	plugin/analyse/raw.h \
	plugin/analyse/recipe.h \
	plugin/analyse/refs.h \
	plugin/analyse/row.h \
	plugin/analyse/scalar.h \
	plugin/analyse/shape.h \
	plugin/analyse/subscript.h \
	plugin/analyse/sure.h \
	plugin/analyse/tile.h \
	plugin/analyse/type.h \
	plugin/analyse/value.h \
	plugin/analyse/wrap.h \
	plugin/version/copy.h \
	plugin/version/plant.h \
	plugin/version/several.h \
	plugin/clock/clock.h \
	plugin/clock/evaluate.h \
	plugin/clock/hook.h \
	plugin/clock/reads.h \
	plugin/clock/site.h \
	plugin/code/code.h \
	plugin/code/distribute.h \
	plugin/code/early.h \
	plugin/code/fused.h \
	plugin/code/interchange.h \
	plugin/code/live.h \
	plugin/code/match.h \
	plugin/code/outcome.h \
	plugin/code/region.h \
	plugin/code/straight.h \
	plugin/code/unroll.h \
	plugin/code/vector.h \
	plugin/code/vectorise.h \
	plugin/code/words.h \
	plugin/unit/fit.h \
	plugin/unit/section.h

PLUGINS = $(PLUGIN_GCCS:%=plugin/gcc-%/podium.so)

# -isystem: only our own code is to be warned about.
PLUGIN_CXXFLAGS = -std=c++14 -O2 -g -fno-rtti -fno-exceptions -fPIC \
	-fvisibility=hidden -fvisibility-inlines-hidden \
	-Wall -Wextra -Wno-literal-suffix $(WERROR)
PLUGIN_CPPFLAGS = -DPODIUM_VERSION='"$(PACKAGE_VERSION)"' -I$(srcdir) \
	-I$(srcdir)/plugin

EXTRA_DIST += plugin/rules.mk

# podium plugin builds it for compilers that come later: the sources are what is
# installed, in the folders that they include each other by.
sourcesdir = $(pkgdatadir)/sources
nobase_dist_sources_DATA = $(plugin_cc) $(plugin_h) runtime/letter.h

# podium looks for them beside itself; built elsewhere, it finds a link.
all-local: sources

sources:
	$(AM_V_GEN)$(LN_S) '$(abs_top_srcdir)' $@

CLEANFILES += sources

all-local: $(PLUGINS)

-include $(srcdir)/plugin/rules.mk

install-exec-local: $(PLUGINS)
	@$(NORMAL_INSTALL)
	@for n in $(PLUGIN_GCCS); do \
		dir='$(DESTDIR)$(pkglibdir)'/gcc-$$n; \
		echo " $(INSTALL_PROGRAM) plugin/gcc-$$n/podium.so $$dir"; \
		$(MKDIR_P) "$$dir" || exit 1; \
		$(INSTALL_PROGRAM) plugin/gcc-$$n/podium.so "$$dir" || exit 1; \
	done

uninstall-local:
	@$(NORMAL_UNINSTALL)
	@for n in $(PLUGIN_GCCS); do \
		rm -f '$(DESTDIR)$(pkglibdir)'/gcc-$$n/podium.so; \
		rmdir '$(DESTDIR)$(pkglibdir)'/gcc-$$n 2>/dev/null || :; \
	done
	@rm -rf '$(DESTDIR)$(pkglibdir)'/gcc-*-????????????????
	@rmdir '$(DESTDIR)$(pkglibdir)' 2>/dev/null || :

mostlyclean-local:
	-rm -f plugin/gcc-*/*/*.o plugin/gcc-*/*/*.d
	-rmdir plugin/gcc-*/*/ 2>/dev/null || :
clean-local:
	-rm -f plugin/gcc-*/podium.so
	-rmdir plugin/gcc-* 2>/dev/null || :
