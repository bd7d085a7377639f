# SPDX-License-Identifier: GPL-3.0-or-later
#
# Tasks of those who work on podium; scripts for users who start.

EXTRA_DIST += \
	.clang-format \
	examples/floyd.c \
	examples/heat.c \
	examples/matmul.c \
	examples/pairs.c \
	tools/bench-aa \
	tools/bench-calls \
	tools/bench-compile \
	tools/bench-models \
	tools/bench-constants \
	tools/bench-outputs \
	tools/bench-hand \
	tools/bench-inrun \
	tools/bench-loops \
	tools/bench-peers \
	tools/bench-polybench \
	tools/bench-sets \
	tools/bench-trials \
	tools/bench-truth \
	tools/check-gccs \
	tools/check-packages \
	tools/check-page \
	tools/folders.sh \
	tools/quickstart \
	tools/sets \
	tools/turns.bash \
	tools/weights

c_sources = $(wildcard $(addprefix $(srcdir)/, \
	calibration/*.[ch] driver/*/*.[ch] examples/*.c plugin/*/*.cc plugin/*/*.h models/*.[ch] nas-loops/*.[ch] \
	runtime/*.[ch] testsuite/*.[ch] testsuite/loops/*.c testsuite/runtime/*.c \
	testsuite/driver/*.c testsuite/models/*.[ch] testsuite/golden/check.c \
	testsuite/golden/facts.[ch] testsuite/golden/nest.[ch] \
	testsuite/golden/value.[ch]))
scripts = $(wildcard $(addprefix $(srcdir)/, nas-loops/campaign tools/bench-* \
	tools/check-gccs tools/check-packages tools/check-page tools/folders.sh tools/quickstart tools/weights \
	debian/fits debian/make-control debian/podium.prerm debian/tests/manual debian/tests/models \
	debian/tests/tune testsuite/*.sh testsuite/*/*.sh .ci/run))

format:
	$(CLANG_FORMAT) -i $(c_sources)

check-format:
	$(CLANG_FORMAT) --dry-run -Werror $(c_sources)

lint:
	$(CPPCHECK) -q -j "$$(nproc)" --error-exitcode=1 --std=c11 -I$(srcdir) \
		-I$(srcdir)/driver --enable=warning,performance,portability \
		--inline-suppr --suppress=missingIncludeSystem \
		$(srcdir)/driver $(srcdir)/models $(srcdir)/runtime
	$(SHELLCHECK) -x -S warning -e SC2034,SC2046,SC2148,SC2154 \
		-e SC2207,SC2261 $(scripts)

# Units that take a second or more; the others take no longer under valgrind.
long_units = $(filter %/unit-extremes %/unit-footprint %/unit-refine \
	%/unit-tune testsuite/runtime/% %/unit-work,$(UNIT_TESTS))
short_units = $(filter-out $(long_units),$(UNIT_TESTS))

# The C parts under the sanitizers: podium as a whole, and long units. What is
# loaded before other programs cannot have sanitizers; the plugin is taken as it
# was built.
check-sanitize: all
	for n in $(PLUGIN_GCCS); do \
		$(MKDIR_P) sanitize/plugin/gcc-$$n && \
		cp plugin/gcc-$$n/podium.so sanitize/plugin/gcc-$$n || exit 1; \
	done
	cd sanitize && $(abs_srcdir)/configure -q $(SANITIZE_CONFIGURE) \
		CFLAGS='-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all'
	$(MAKE) -C sanitize CFLAGS='-g -O2' $(runtime_PROGRAMS) \
		podium-watch.so testsuite/driver/clock.so
	$(MAKE) -C sanitize PLUGINS= podium podium-keeper all-local \
		$(filter-out $(short_units),$(check_PROGRAMS))
	ASAN_OPTIONS=detect_leaks=1 $(MAKE) -C sanitize check-TESTS \
		TESTS='$(LONG_DRIVER_TESTS) $(DRIVER_TESTS) $(long_units)'

# Under valgrind: short units, and the reader of records.
check-valgrind: all $(short_units)
	$(AM_TESTS_ENVIRONMENT) \
	printf '%s\n' $(short_units) | xargs -P "$$(nproc)" -I UNIT \
		$(VALGRIND) -q --error-exitcode=1 --leak-check=full ./UNIT
	$(VALGRIND) -q --error-exitcode=1 --leak-check=full ./podium \
		features --json $(srcdir)/examples/heat.c >/dev/null

# Slow and real: GCC's own tests, every loop analysed and rewritten.
check-gcc: all
	$(AM_TESTS_ENVIRONMENT) $(BASH) $(srcdir)/testsuite/check-gcc.sh && \
		$(BASH) $(srcdir)/testsuite/gcc-entries.sh

# These go on for longer, and with every GCC, beside what is slow in any case.
longer_tests = testsuite/driver/fuzz.sh testsuite/driver/fuzz-inputs.sh \
	testsuite/driver/killed.sh testsuite/plugin/unharmed.sh \
	testsuite/code/unharmed.sh testsuite/rewrite/same-code.sh \
	testsuite/runtime/clock.sh
check-slow: all $(check_PROGRAMS)
	FUZZ_ROUNDS=200000; export FUZZ_ROUNDS; KILLS=50; export KILLS; \
	THOROUGH=1; export THOROUGH; \
	$(MAKE) check-TESTS TEST_GCCS='$(PLUGIN_GCCS)' \
		TESTS='$(longer_tests) $(SLOW_TESTS)'

libfuzzer = clang -g -O1 -std=gnu11 -DLIBFUZZER $(DEFS) $(DEFAULT_INCLUDES) \
	$(AM_CPPFLAGS) -fno-sanitize-recover=all \
	-fsanitize=fuzzer,address,undefined
fuzzed = $(filter %.c,$(addprefix $(srcdir)/, \
	$(libpodium_driver_a_SOURCES) $(libpodium_models_a_SOURCES))) \
	$(filter -l%,$(driver_libraries))

# libFuzzer on records on their way through the models, FUZZ_SECONDS long.
# What it finds is left in fuzz/.
FUZZ_SECONDS = 600
fuzz-models: all
	$(MKDIR_P) fuzz/corpus
	for source in examples/heat.c testsuite/golden/tri.c \
			testsuite/golden/tile.c testsuite/golden/stencil.c \
			testsuite/golden/sparse.c testsuite/golden/rect.c; do \
		./podium features --json $(srcdir)/$$source; \
	done | $(JQ) -c '.[]' | (cd fuzz/corpus && split -a 4 -l 1)
	$(libfuzzer) -o fuzz/fuzz-models \
		$(srcdir)/testsuite/models/fuzz-estimate.c $(fuzzed)
	cd fuzz && ./fuzz-models -max_total_time=$(FUZZ_SECONDS) -timeout=120 \
		-max_len=65536 corpus

# The same for the readers of files, each kind FUZZ_SECONDS long.
fuzz_kinds = profile json space csv tuned
fuzz-inputs: all
	$(MKDIR_P) fuzz
	$(libfuzzer) -o fuzz/inputs \
		$(srcdir)/testsuite/driver/fuzz-inputs.c $(fuzzed)
	cd fuzz && for kind in $(fuzz_kinds); do \
		$(MKDIR_P) $$kind && ln -f inputs fuzz-$$kind && \
		cp $(abs_srcdir)/testsuite/driver/sample.$$kind $$kind && \
		./fuzz-$$kind -max_total_time=$(FUZZ_SECONDS) -timeout=120 \
			-max_len=65536 $$kind || exit 1; \
	done

.PHONY: format check-format lint check-sanitize check-valgrind check-gcc \
	check-slow fuzz-inputs fuzz-models
