# SPDX-License-Identifier: GPL-3.0-or-later
#
# The GCC plugin, built once for every GCC that configure found (PLUGIN_GCCS,
# major versions): plugin/gcc-N/podium.so. Automake knows one compiler for a
# source, so the rules are our own.
#
# A new file of the plugin needs its name here and nothing else.

plugin_cc = \
	plugin/analyse.cc \
	plugin/block.cc \
	plugin/attempt.cc \
	plugin/body.cc \
	plugin/callee.cc \
	plugin/carry.cc \
	plugin/chain.cc \
	plugin/child.cc \
	plugin/choose.cc \
	plugin/clock.cc \
	plugin/code.cc \
	plugin/construct.cc \
	plugin/count.cc \
	plugin/deps.cc \
	plugin/effect.cc \
	plugin/element.cc \
	plugin/evaluate.cc \
	plugin/expr.cc \
	plugin/function.cc \
	plugin/fused.cc \
	plugin/json.cc \
	plugin/marker.cc \
	plugin/memory.cc \
	plugin/message.cc \
	plugin/names.cc \
	plugin/gate.cc \
	plugin/guard.cc \
	plugin/nest.cc \
	plugin/omp.cc \
	plugin/ops.cc \
	plugin/plant.cc \
	plugin/pointer.cc \
	plugin/podium.cc \
	plugin/question.cc \
	plugin/race.cc \
	plugin/range.cc \
	plugin/reach.cc \
	plugin/reads.cc \
	plugin/recipe.cc \
	plugin/record.cc \
	plugin/reorder.cc \
	plugin/counter.cc \
	plugin/rewrite.cc \
	plugin/scan.cc \
	plugin/section.cc \
	plugin/settings.cc \
	plugin/sharing.cc \
	plugin/site.cc \
	plugin/standard.cc \
	plugin/strip.cc \
	plugin/subscript.cc \
	plugin/thread.cc \
	plugin/tile.cc \
	plugin/tuned.cc \
	plugin/unsanitize.cc \
	plugin/value.cc \
	plugin/vector.cc \
	plugin/visit.cc \
	plugin/witness.cc \
	plugin/words.cc \
	plugin/written.cc

plugin_h = \
	plugin/analyse.h \
	plugin/block.h \
	plugin/attempt.h \
	plugin/body.h \
	plugin/callee.h \
	plugin/carry.h \
	plugin/chain.h \
	plugin/child.h \
	plugin/choose.h \
	plugin/clock.h \
	plugin/code.h \
	plugin/construct.h \
	plugin/count.h \
	plugin/deps.h \
	plugin/effect.h \
	plugin/element.h \
	plugin/evaluate.h \
	plugin/expr.h \
	plugin/function.h \
	plugin/fused.h \
	plugin/gcc.h \
	plugin/json.h \
	plugin/marker.h \
	plugin/memory.h \
	plugin/message.h \
	plugin/names.h \
	plugin/gate.h \
	plugin/guard.h \
	plugin/nest.h \
	plugin/omp.h \
	plugin/ops.h \
	plugin/plant.h \
	plugin/pointer.h \
	plugin/question.h \
	plugin/race.h \
	plugin/range.h \
	plugin/reach.h \
	plugin/reads.h \
	plugin/recipe.h \
	plugin/record.h \
	plugin/reorder.h \
	plugin/counter.h \
	plugin/rewrite.h \
	plugin/scan.h \
	plugin/section.h \
	plugin/settings.h \
	plugin/sharing.h \
	plugin/site.h \
	plugin/standard.h \
	plugin/strip.h \
	plugin/subscript.h \
	plugin/thread.h \
	plugin/tile.h \
	plugin/tuned.h \
	plugin/unsanitize.h \
	plugin/value.h \
	plugin/vector.h \
	plugin/visit.h \
	plugin/witness.h \
	plugin/words.h \
	plugin/written.h

PLUGINS = $(PLUGIN_GCCS:%=plugin/gcc-%/podium.so)

# -isystem: only our own code is to be warned about.
PLUGIN_CXXFLAGS = -std=c++14 -O2 -g -fno-rtti -fno-exceptions -fPIC \
	-Wall -Wextra -Wno-literal-suffix $(WERROR)
PLUGIN_CPPFLAGS = -DPODIUM_VERSION='"$(PACKAGE_VERSION)"'

EXTRA_DIST += $(plugin_cc) $(plugin_h) plugin/rules.mk

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
	@rmdir '$(DESTDIR)$(pkglibdir)' 2>/dev/null || :

mostlyclean-local:
	-rm -f plugin/gcc-*/*.o plugin/gcc-*/*.d
clean-local:
	-rm -f plugin/gcc-*/podium.so
	-rmdir plugin/gcc-* 2>/dev/null || :
