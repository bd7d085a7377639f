/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles: what is written is read again, what is damaged is refused, and
 * the right one is chosen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/text.h"
#include "machine/field.h"
#include "machine/profile.h"
#include "machine/topology.h"

static char home[] = "/tmp/podium-profile-XXXXXX";

static const struct profile_key another = {
	.cpu = "Another CPU",
	.cache = {49152, 2097152, 31457280},
	.cores = 6,
	.compiler = "gcc 12.2.0",
};

/* No two fields alike, so that none can be taken for another. */
static void fill(struct machine *machine)
{
	size_t count;
	const struct field *list = field_list(&count);

	machine_generic(machine);
	for (size_t i = 0; i < count; i++) {
		struct machine_curve *curve = field_curve(machine, &list[i]);

		if (list[i].kind != FIELD_CURVE) {
			field_set(machine, &list[i], 3 + i);
			continue;
		}
		*curve = (struct machine_curve){.count = 3};
		for (int j = 0; j < 3; j++) {
			curve->threads[j] = 1 + j;
			curve->cycles[j] = 2.385 * i + j;
		}
	}
}

static char *dump(const struct machine *machine)
{
	json_t *whole = profile_json(&another, machine);
	char *bytes = json_dumps(whole, 0);

	json_decref(whole);
	return bytes;
}

static bool parse(struct profile *profile, const char *bytes,
		  struct text *problem)
{
	return profile_parse(profile, bytes, strlen(bytes), "p.json", problem);
}

static void every_field_has_a_place(void **state)
{
	size_t count;
	const struct field *list = field_list(&count);

	(void)state;
	assert_true(count > 100);
	for (size_t i = 0; i < count; i++) {
		assert_ptr_equal(field_find(list[i].name), &list[i]);
		for (size_t j = 0; j < i; j++)
			assert_true(list[i].offset != list[j].offset);
	}
	assert_null(field_find("operation.add.f64"));
	assert_null(field_find(""));
}

static void what_is_written_is_read(void **state)
{
	struct profile profile = {0};
	struct text problem = {0};
	struct machine machine;
	size_t count;
	const struct field *list = field_list(&count);
	char *bytes;

	(void)state;
	fill(&machine);
	bytes = dump(&machine);
	assert_true(parse(&profile, bytes, &problem));
	assert_string_equal(profile.key.cpu, another.cpu);
	assert_string_equal(profile.key.compiler, another.compiler);
	assert_int_equal(profile.key.cores, another.cores);
	assert_true(profile.key.cache[2] == another.cache[2]);
	for (size_t i = 0; i < count; i++) {
		if (list[i].kind != FIELD_CURVE) {
			assert_true(field_value(&profile.machine, &list[i]) ==
				    3 + i);
			continue;
		}
		for (int j = 0; j < 3; j++)
			assert_float_equal(
				field_curve(&profile.machine, &list[i])
					->cycles[j],
				2.385 * i + j, 1e-2);
	}
	free(bytes);
	bytes = dump(&profile.machine);
	profile_free(&profile);
	assert_true(parse(&profile, bytes, &problem));
	profile_free(&profile);
	free(bytes);
	text_free(&problem);
}

/* A profile in which the first "old" became "new". */
static char *with(const char *old, const char *new)
{
	struct machine machine;
	char *bytes, *place, *changed;

	machine_generic(&machine);
	machine.ghz = 3.5; /* a number that JSON shows as it is */
	bytes = dump(&machine);
	place = strstr(bytes, old);
	assert_non_null(place);
	changed = memory_print("%.*s%s%s", (int)(place - bytes), bytes, new,
			       place + strlen(old));
	free(bytes);
	return changed;
}

/* A field that a profile omits is that of a generic machine. */
static void what_is_missing_is_generic(void **state)
{
	struct text problem = {0};
	struct machine generic;
	struct profile profile = {0};
	char *bytes = with("\"turns\": ", "\"x\": ");

	(void)state;
	machine_generic(&generic);
	assert_true(parse(&profile, bytes, &problem));
	assert_true(profile.machine.turns == generic.turns);
	assert_true(profile.machine.ghz == 3.5);
	profile_free(&profile);
	free(bytes);
	text_free(&problem);
}

static void damage_is_refused(void **state)
{
	static const struct {
		const char *old, *new, *problem;
	} rows[] = {
		{"\"schema\": 1", "\"schema\": 2", "its schema is 2"},
		{"\"schema\": 1", "\"schema\": 0", "its schema is 0"},
		{"\"schema\": 1", "\"schema\": \"1\"", "is no profile"},
		{"\"schema\": 1, ", "", "is no profile"},
		{"\"schema\": 1", "\"schema\": 1, \"schema\": 1", "line 1"},
		{"\"ghz\": 3.5", "\"ghz\": NaN", "line 1"},
		{"\"ghz\": 3.5", "\"ghz\": 1e999", "line 1"},
		{"\"ghz\": 3.5", "\"ghz\": -3.5", "machine.ghz is no number"},
		{"\"ghz\": 3.5", "\"ghz\": 0", "machine.ghz is no number"},
		{"\"ghz\": 3.5", "\"ghz\": 1e300", "machine.ghz is no number"},
		{"\"ghz\": 3.5", "\"ghz\": \"fast\"", "machine.ghz is no numb"},
		{"\"ghz\": 3.5", "\"ghz\": {}", "machine.ghz is no number"},
		{"\"forwarding\": 10", "\"forwarding\": -1, \"x\": 10",
		 "machine.forwarding is no number"},
		{"\"cores\": 2, \"vec", "\"cores\": 99999999999, \"vec",
		 "machine.cores is no number"},
		{"\"cores\": 2, \"vec", "\"cores\": 2.5, \"vec",
		 "machine.cores is no number"},
		{"\"barrier\": [[1", "\"barrier\": [[0",
		 "machine.barrier is no list"},
		{"\"barrier\": [[1", "\"barrier\": [[1, 5], [1",
		 "machine.barrier is no list"},
		{"\"barrier\": [[1", "\"barrier\": [[3",
		 "machine.barrier is no list"},
		{"\"barrier\": [[1", "\"barrier\": [7, [1",
		 "machine.barrier is no list"},
		{"\"barrier\": [[1", "\"barrier\": [], \"x\": [[1",
		 "machine.barrier is no list"},
		{"\"cpu\": \"Another CPU\"", "\"cpu\": \"\"", "key.cpu"},
		{"\"cpu\": \"Another CPU\"", "\"cpu\": 7", "key.cpu"},
		{"\"caches\": [49152", "\"caches\": [-1", "key.caches"},
		{"\"caches\": [49152, ", "\"caches\": [", "key.caches"},
		{"\"cores\": 6", "\"cores\": 0", "key.cores"},
		{"\"key\": {", "\"key\": 1, \"x\": {", "key.cpu"},
		{"{", "[", "line 1"},
		{"{", "", "line 1"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *bytes = with(rows[i].old, rows[i].new);
		struct profile profile = {0};
		struct text problem = {0};

		assert_false(parse(&profile, bytes, &problem));
		if (!strstr(text_string(&problem), rows[i].problem))
			fail_msg("'%s' for %s", text_string(&problem),
				 rows[i].new);
		assert_null(profile.whole);
		text_free(&problem);
		free(bytes);
	}
}

static void truncation_is_refused(void **state)
{
	char *bytes = with("{", "{");
	struct profile profile = {0};
	struct text problem = {0};

	(void)state;
	for (size_t length = 0; length < strlen(bytes); length += 7)
		assert_false(profile_parse(&profile, bytes, length, "p.json",
					   &problem));
	free(bytes);
	text_free(&problem);
}

static void names_are_made_safe(void **state)
{
	char *bytes = with("Another CPU", "A\\u001b[1m");
	struct profile profile = {0};
	struct text problem = {0};

	(void)state;
	assert_true(parse(&profile, bytes, &problem));
	assert_string_equal(profile.key.cpu, "A?[1m");
	profile_free(&profile);
	free(bytes);
	text_free(&problem);
}

static char *store(const struct profile_key *key, double ghz, bool selected)
{
	struct text problem = {0};
	struct machine machine;
	json_t *whole;
	char *path;

	machine_generic(&machine);
	machine.ghz = ghz;
	whole = profile_json(key, &machine);
	path = profile_store(key, whole, selected, &problem);
	assert_string_equal(text_string(&problem), "");
	assert_non_null(path);
	json_decref(whole);
	return path;
}

static double loaded_ghz(const char *path)
{
	struct text problem = {0};
	struct machine machine;

	assert_true(profile_load(path, "gcc", &machine, &problem));
	assert_string_equal(text_string(&problem), "");
	return machine.ghz;
}

/* Generic, this machine's, one by hand, this machine's again; by name. */
static void the_right_one_is_chosen(void **state)
{
	struct topology topology;
	struct profile_key mine;
	struct machine machine;
	struct text problem = {0};
	char *path, *other;

	(void)state;
	topology_read(&topology);
	profile_key_of(&mine, &topology, "gcc 12.2.0");
	assert_float_equal(loaded_ghz(NULL), 3.1, 0);
	free(store(&mine, 2.5, false));
	assert_float_equal(loaded_ghz(NULL), 2.5, 0);
	other = store(&another, 4.25, true);
	assert_float_equal(loaded_ghz(NULL), 4.25, 0);
	path = store(&mine, 2.75, false);
	assert_float_equal(loaded_ghz(NULL), 2.75, 0);
	assert_float_equal(loaded_ghz(other), 4.25, 0);

	assert_int_equal(truncate(path, 100), 0);
	assert_false(profile_load(NULL, "gcc", &machine, &problem));
	assert_non_null(strstr(text_string(&problem), "run podium calibrate"));
	text_cut(&problem, 0);
	assert_false(profile_load("/", "gcc", &machine, &problem));
	assert_non_null(strstr(text_string(&problem), "cannot read '/'"));
	unlink(path);
	unlink(other);
	free(path);
	free(other);
	text_free(&problem);
	profile_key_free(&mine);
	topology_free(&topology);
}

static void a_folder_that_cannot_be(void **state)
{
	struct text problem = {0};
	json_t *whole = json_object();

	(void)state;
	setenv("XDG_DATA_HOME", "/dev/null", 1);
	assert_null(profile_store(&another, whole, false, &problem));
	assert_non_null(strstr(text_string(&problem), "set XDG_DATA_HOME"));
	setenv("XDG_DATA_HOME", home, 1);
	json_decref(whole);
	text_free(&problem);
}

static int make_home(void **state)
{
	(void)state;
	return !mkdtemp(home) || setenv("XDG_DATA_HOME", home, 1) != 0;
}

static int remove_home(void **state)
{
	static const char *const folders[] = {"podium/machines", "podium", "."};

	(void)state;
	if (chdir(home) != 0)
		return 1;
	for (int i = 0; i < 2; i++)
		if (rmdir(folders[i]) != 0)
			return 1;
	return rmdir(home);
}

/* A file of a machine that was recorded below that folder. */
static void record(const char *folder, const char *path, const char *line)
{
	char *command = memory_print("mkdir -p $(dirname %s/%s) && "
				     "echo '%s' >%s/%s",
				     folder, path, line, folder, path);

	assert_int_equal(system(command), 0);
	free(command);
}

#define CPUS "sys/devices/system/cpu"

/* Two cores of two hardware threads each: the first cache is of one core, the
   third of both. */
static void a_core_counts_once(void **state)
{
	static const char *const siblings[] = {"5", "a", "5", "a"};
	static const char *const shared[] = {"5", "5", "f"};
	char folder[] = "/tmp/podium-threads-XXXXXX";
	struct topology topology = {0};
	char *command;

	(void)state;
	assert_non_null(mkdtemp(folder));
	record(folder, CPUS "/online", "0-3");
	for (int i = 0; i < 4; i++) {
		char *path =
			memory_print(CPUS "/cpu%d/topology/thread_siblings", i);

		record(folder, path, siblings[i]);
		free(path);
	}
	for (int i = 0; i < 3; i++) {
		const char *const files[][2] = {
			{"type", i ? "Unified" : "Data"},
			{"level", i == 0   ? "1"
				  : i == 1 ? "2"
					   : "3"},
			{"size", "512K"},
			{"shared_cpu_map", shared[i]}};

		for (int j = 0; j < 4; j++) {
			char *path = memory_print(CPUS "/cpu0/cache/index%d/%s",
						  i, files[j][0]);

			record(folder, path, files[j][1]);
			free(path);
		}
	}
	setenv("PODIUM_SYSTEM_ROOT", folder, 1);
	processors_read(&topology);
	unsetenv("PODIUM_SYSTEM_ROOT");
	command = memory_print("rm -r %s", folder);
	assert_int_equal(system(command), 0);
	free(command);
	assert_int_equal(topology.cores, 2);
	assert_true(topology.cache[0].cores == 1);
	assert_true(topology.cache[1].cores == 1);
	assert_true(topology.cache[2].cores == 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_core_counts_once),
		cmocka_unit_test(every_field_has_a_place),
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(what_is_missing_is_generic),
		cmocka_unit_test(damage_is_refused),
		cmocka_unit_test(truncation_is_refused),
		cmocka_unit_test(names_are_made_safe),
		cmocka_unit_test(the_right_one_is_chosen),
		cmocka_unit_test(a_folder_that_cannot_be),
	};

	return cmocka_run_group_tests(tests, make_home, remove_home);
}
