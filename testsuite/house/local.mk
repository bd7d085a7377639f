# SPDX-License-Identifier: GPL-3.0-or-later
#
# The tests of the include structure; the documents beside the README.

HOUSE_TESTS += \
	testsuite/house/cycles.sh \
	testsuite/house/rooms.sh

EXTRA_DIST += \
	ARCHITECTURE.md \
	CONTRIBUTING.md \
	NEWS \
	README.md
