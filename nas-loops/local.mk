# SPDX-License-Identifier: GPL-3.0-or-later
#
# The papers' loops and others, their variants, and what measures them. They
# are compiled by tests and studies, also where podium is installed.

nas_loop_names = \
	carry \
	cg_4 \
	cg_f2p_6 \
	cg_f2p_6_2d \
	csr \
	floyd \
	ft_auxfnct_2 \
	gather \
	jacobi \
	lu_pintgr_11 \
	matmul \
	matvec \
	matvec_t \
	mg_3 \
	mg_f2p_1 \
	mg_f2p_4 \
	mg_f2p_4_2d \
	nbody \
	rowsum \
	seidel \
	stencil2d \
	stencil3d \
	syrk \
	transpose_add \
	trmv \
	ua_diffuse_3 \
	ua_diffuse_4 \
	ua_transfer_11 \
	ua_transfer_16

nas_loopsdir = $(pkgdatadir)/nas-loops
dist_nas_loops_SCRIPTS = nas-loops/campaign
dist_nas_loops_DATA = \
	$(addprefix nas-loops/,$(addsuffix .c,$(nas_loop_names))) \
	nas-loops/cg_4.F90 \
	nas-loops/ua_diffuse_3.F90 \
	nas-loops/ua_transfer_11.F90 \
	nas-loops/check.c \
	nas-loops/check.h \
	nas-loops/loop.h \
	nas-loops/loops.bash \
	nas-loops/main.c \
	nas-loops/measure.c \
	nas-loops/measure.h \
	nas-loops/samples.c \
	nas-loops/samples.h \
	nas-loops/schedules.h \
	nas-loops/sizes \
	nas-loops/statistics.c \
	nas-loops/statistics.h \
	nas-loops/variants.c \
	nas-loops/variants.h

nas_loops_spacesdir = $(nas_loopsdir)/spaces
dist_nas_loops_spaces_DATA = \
	$(addprefix nas-loops/spaces/,$(addsuffix .yaml,$(nas_loop_names))) \
	nas-loops/spaces/paper.yaml

# What was measured, to be judged anew.
recordeddir = $(pkgdatadir)/recorded
dist_recorded_DATA = $(wildcard $(srcdir)/testsuite/recorded/*.csv \
	$(srcdir)/testsuite/recorded/*.json) testsuite/recorded/README.md

# podium looks for both beside itself; built elsewhere, it finds links.
all-local: linked-loops

linked-loops:
	@test -e nas-loops/sizes || \
		$(LN_S) '$(abs_top_srcdir)/nas-loops' nas-loops
	@test -e recorded || \
		$(LN_S) '$(abs_top_srcdir)/testsuite/recorded' recorded

clean-local-links:
	@for link in nas-loops recorded; do \
		test ! -L $$link || rm -f $$link; \
	done

clean-local: clean-local-links
.PHONY: linked-loops clean-local-links
