# SPDX-License-Identifier: GPL-3.0-or-later
#
# The formats, what was measured, and the manual.

EXTRA_DIST += \
	doc/clock.md \
	doc/cluster.md \
	doc/compilers.md \
	doc/example/report.html \
	doc/figures.md \
	doc/models.md \
	doc/profile.md \
	doc/records.md \
	doc/space.md \
	doc/speedup.svg \
	doc/store.md \
	doc/transform.md \
	doc/trial.md \
	doc/tuned.md

dist_man_MANS += \
	doc/podium.1 \
	doc/podium-calibrate.1 \
	doc/podium-cflags.1 \
	doc/podium-check.1 \
	doc/podium-doctor.1 \
	doc/podium-exec.1 \
	doc/podium-features.1 \
	doc/podium-metric.1 \
	doc/podium-overhead.1 \
	doc/podium-patch.1 \
	doc/podium-plugin.1 \
	doc/podium-prove.1 \
	doc/podium-rank.1 \
	doc/podium-report.1 \
	doc/podium-reproduce.1 \
	doc/podium-reproduce-replay.1 \
	doc/podium-scaling.1 \
	doc/podium-runs.1 \
	doc/podium-significance.1 \
	doc/podium-tune.1 \
	doc/podium-variants.1
