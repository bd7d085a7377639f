# SPDX-License-Identifier: GPL-3.0-or-later
#
# Debian packages, made from the tarball as from a checkout; README.source says
# how.

EXTRA_DIST += \
	debian/README.source \
	debian/changelog \
	debian/control \
	debian/control.in \
	debian/control.plugin \
	debian/copyright \
	debian/fits \
	debian/libpodium-dev.install \
	debian/make-control \
	debian/podium.docs \
	debian/podium.examples \
	debian/podium.install \
	debian/podium.manpages \
	debian/podium.prerm \
	debian/rules \
	debian/source/format \
	debian/tests/control \
	debian/tests/manual \
	debian/tests/models \
	debian/tests/tune
