# SPDX-License-Identifier: GPL-3.0-or-later
#
# The documents, and the tests that keep them true.

HOUSE_TESTS += \
	testsuite/house/architecture.sh \
	testsuite/house/commits.sh \
	testsuite/house/cycles.sh \
	testsuite/house/documents.sh \
	testsuite/house/names.sh \
	testsuite/house/packages.sh \
	testsuite/house/rooms.sh \
	testsuite/house/schedules.sh \
	testsuite/house/transcript.sh

EXTRA_DIST += \
	ARCHITECTURE.md \
	CONTRIBUTING.md \
	NEWS \
	README.md \
	tools/readme-transcript
