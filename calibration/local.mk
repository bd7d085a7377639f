# SPDX-License-Identifier: GPL-3.0-or-later
#
# Programs that the user's GCC compiles where podium calibrate runs: sources
# are what is installed.

calibrationdir = $(pkgdatadir)/calibration
dist_calibration_DATA = \
	calibration/memory.c \
	calibration/operations.c \
	calibration/patterns.c \
	calibration/probe.c \
	calibration/probe.h \
	calibration/threads.c

# podium looks for them beside itself; built elsewhere, it finds links.
all-local: calibration/linked

calibration/linked: calibration/local.mk
	@$(MKDIR_P) calibration
	@for file in $(dist_calibration_DATA); do \
		test -e "$$file" || \
			$(LN_S) '$(abs_top_srcdir)'/$$file "$$file"; \
	done
	@: >$@

clean-local-calibration:
	@for file in $(dist_calibration_DATA); do \
		test ! -L "$$file" || rm -f "$$file"; \
	done

clean-local: clean-local-calibration
CLEANFILES += calibration/linked
