# SPDX-License-Identifier: GPL-3.0-or-later
#
# How plugin/gcc-N/podium.so is made, for every N in PLUGIN_GCCS. Apart from
# local.mk because Automake cannot read define and eval.

# The compilers that load it hold libstdc++ already; linked by gcc it does not
# drag in another, which would take longer to load than the plugin.
#
# $(1) is N. An object is made again when a header of ours, what configure found
# (a GCC, flags) or these rules have changed, but not with every list of files
# elsewhere. What the user wants of the flags comes last.
plugin_rest = config.status $(srcdir)/plugin/local.mk $(srcdir)/plugin/rules.mk

define plugin_rules
plugin/gcc-$(1)/podium.so: $$(plugin_cc:plugin/%.cc=plugin/gcc-$(1)/%.o)
	$$(AM_V_GEN)$$(PLUGIN_GCC_$(1)) -shared $$(LDFLAGS) -o $$@ $$^

$$(plugin_cc:plugin/%.cc=plugin/gcc-$(1)/%.o): \
plugin/gcc-$(1)/%.o: plugin/%.cc $$(plugin_rest)
	@$$(MKDIR_P) $$(@D)
	$$(AM_V_GEN)$$(PLUGIN_CXX_$(1)) $$(PLUGIN_CPPFLAGS) $$(CPPFLAGS) \
		-isystem $$(PLUGIN_HEADERS_$(1)) $$(PLUGIN_CXXFLAGS) \
		$$(CXXFLAGS) -MMD -MP -c -o $$@ $$<

-include $$(plugin_cc:plugin/%.cc=plugin/gcc-$(1)/%.d)
endef

$(foreach n,$(PLUGIN_GCCS),$(eval $(call plugin_rules,$(n))))
