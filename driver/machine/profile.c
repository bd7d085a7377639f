/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles of machines: reading, checking, storing, choosing.
 */
#include "profile.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/text.h"
#include "field.h"
#include "libgomp.h"
#include "topology.h"

#define LARGEST_FILE ((size_t)4 << 20)
#define LONGEST_NAME 200 /* of a CPU or a compiler */
#define SELECTED "selected"

static const char again[] = "run podium calibrate again";

/* ---- names ---- */

static bool complain(struct text *problem, const char *shown,
		     const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* What came from the file is made safe for a terminal. Always false. */
static bool complain(struct text *problem, const char *shown,
		     const char *format, ...)
{
	struct text said = {0};
	va_list arguments;

	va_start(arguments, format);
	text_vprint(&said, format, arguments);
	va_end(arguments);
	text_print(problem, "%s: ", shown);
	text_add_safe(problem, text_string(&said));
	text_free(&said);
	return false;
}

static char *machines_folder(void)
{
	char *home = path_data_home();
	char *folder = memory_print("%s/podium/machines", home);

	free(home);
	return folder;
}

/* Of the machine alone, so that its profiles stand together. */
static uint64_t machine_digest(const struct profile_key *key)
{
	struct text words = {0};
	uint64_t digest;

	text_print(&words, "%s|%.0f|%.0f|%.0f|%d", key->cpu, key->cache[0],
		   key->cache[1], key->cache[2], key->cores);
	digest = digest_bytes(words.bytes, words.length);
	text_free(&words);
	return digest;
}

static char *file_name(const struct profile_key *key)
{
	uint64_t compiler = digest_bytes(key->compiler, strlen(key->compiler));

	return memory_print("%016" PRIx64 "-%08" PRIx64 ".json",
			    machine_digest(key), compiler >> 32);
}

/* ---- kinds ---- */

/* Of a processor's name all that makers write around it. */
static bool is_noise(const char *word, size_t length)
{
	static const char *const noise[] = {"(R)",  "(r)", "(TM)",
					    "(tm)", "CPU", "Processor"};
	static const char cores[] = "-Core"; /* "64-Core" */

	for (size_t i = 0; i < sizeof(noise) / sizeof(noise[0]); i++)
		if (strlen(noise[i]) == length &&
		    strncmp(word, noise[i], length) == 0)
			return true;
	return length >= strlen(cores) && strncmp(word + length - strlen(cores),
						  cores, strlen(cores)) == 0;
}

/* Small letters and digits, words of them joined by '-'. */
static void add_plain(struct text *kind, const char *word, size_t length)
{
	bool begins = true;

	for (size_t i = 0; i < length; i++) {
		char letter = word[i];

		if (!isalnum((unsigned char)letter)) {
			begins = true;
			continue;
		}
		letter = (char)tolower((unsigned char)letter);
		if (begins && kind->length)
			text_add(kind, "-");
		text_add_bytes(kind, &letter, 1);
		begins = false;
	}
}

/* The length of the next piece: "(R)", a blank, or what stands before these. */
static size_t piece(const char *at)
{
	size_t length = *at == '(' ? strcspn(at, ")") : strcspn(at, " (");

	if (*at == '(' && at[length])
		length++;
	return length ? length : 1;
}

/* Up to the clock or the numbers of the model: "@ 2.00GHz", "(6.143.8)". */
static bool is_end(const char *at)
{
	return *at == '@' || (*at == '(' && isdigit((unsigned char)at[1]));
}

char *profile_kind(const struct profile_key *key)
{
	struct text kind = {0};
	size_t length;

	if (key->kind)
		return memory_string(key->kind);
	for (const char *at = key->cpu; *at && !is_end(at); at += length) {
		length = piece(at);
		if (!is_noise(at, length))
			add_plain(&kind, at, length);
	}
	text_print(&kind, "%s%d", kind.length ? "-" : "", key->cores);
	return kind.bytes;
}

bool profile_is_kind(const char *name)
{
	size_t length = strlen(name);

	return length > 0 && length <= LONGEST_NAME &&
	       isalnum((unsigned char)*name) &&
	       strspn(name,
		      "abcdefghijklmnopqrstuvwxyz"
		      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == length;
}

/* ---- reading ---- */

/* The value at "a.b.c", NULL if there is none. */
static const json_t *value_at(const json_t *object, const char *name)
{
	char key[sizeof(((struct field *)0)->name)];

	while (object && *name) {
		size_t length = strcspn(name, ".");

		if (length >= sizeof(key))
			return NULL;
		memcpy(key, name, length);
		key[length] = '\0';
		object = json_object_get(object, key);
		name += length + (name[length] == '.');
	}
	return object;
}

/* A point [threads, cycles]. */
static bool read_point(struct machine_curve *curve, const struct field *field,
		       const json_t *point)
{
	const json_t *threads = json_array_get(point, 0);
	const json_t *cycles = json_array_get(point, 1);
	int n = curve->count;

	if (json_array_size(point) != 2 || !json_is_number(threads) ||
	    !json_is_number(cycles) || n == MACHINE_POINTS)
		return false;
	curve->threads[n] = json_number_value(threads);
	curve->cycles[n] = json_number_value(cycles);
	curve->count++;
	return curve->threads[n] >= 1 && curve->threads[n] <= 1 << 20 &&
	       field_accepts(field, curve->cycles[n]) &&
	       (n == 0 || curve->threads[n] > curve->threads[n - 1]);
}

static bool read_curve(struct machine *machine, const struct field *field,
		       const json_t *value)
{
	struct machine_curve *curve = field_curve(machine, field);

	*curve = (struct machine_curve){0};
	for (size_t i = 0; i < json_array_size(value); i++)
		if (!read_point(curve, field, json_array_get(value, i)))
			return false;
	return curve->count > 0;
}

static bool read_field(struct machine *machine, const struct field *field,
		       const json_t *value)
{
	if (field->kind == FIELD_CURVE)
		return read_curve(machine, field, value);
	if (!json_is_number(value) ||
	    (field->kind == FIELD_COUNT && !json_is_integer(value)) ||
	    !field_accepts(field, json_number_value(value)))
		return false;
	field_set(machine, field, json_number_value(value));
	return true;
}

/* A missing field has the value of a generic machine. */
static bool read_machine(struct machine *machine, const json_t *object,
			 const char *shown, struct text *problem)
{
	size_t count;
	const struct field *list = field_list(&count);

	machine_generic(machine);
	for (size_t i = 0; i < count; i++) {
		const json_t *value = value_at(object, list[i].name);

		if (value && !read_field(machine, &list[i], value))
			return complain(problem, shown,
					"machine.%s is no %s within reason; %s",
					list[i].name,
					list[i].kind == FIELD_CURVE
						? "list of [threads, cycles]"
						: "number",
					again);
	}
	if (!machine_is_sound(machine))
		return complain(problem, shown,
				"machine has numbers that do not fit; %s",
				again);
	return true;
}

static bool read_name(char **out, const json_t *key, const char *name,
		      const char *shown, struct text *problem)
{
	const char *value = json_string_value(json_object_get(key, name));
	struct text safe = {0};

	if (!value || !*value || strlen(value) > LONGEST_NAME)
		return complain(problem, shown, "key.%s is no name; %s", name,
				again);
	text_add_safe(&safe, value);
	*out = memory_string(text_string(&safe));
	text_free(&safe);
	return true;
}

/* Optional: else it is made of the processor and the cores. */
static bool read_kind(struct profile_key *key, const json_t *object,
		      const char *shown, struct text *problem)
{
	const json_t *kind = json_object_get(object, "kind");
	const char *name = json_string_value(kind);

	if (!kind)
		return true;
	if (!name || !profile_is_kind(name))
		return complain(problem, shown,
				"key.kind is no word of letters and digits; %s",
				again);
	key->kind = memory_string(name);
	return true;
}

static bool read_key(struct profile_key *key, const json_t *object,
		     const char *shown, struct text *problem)
{
	const json_t *caches = json_object_get(object, "caches");
	json_int_t cores = json_integer_value(json_object_get(object, "cores"));

	if (!read_name(&key->cpu, object, "cpu", shown, problem) ||
	    !read_name(&key->compiler, object, "compiler", shown, problem) ||
	    !read_kind(key, object, shown, problem))
		return false;
	if (cores < 1 || cores > 1 << 20)
		return complain(problem, shown, "key.cores is no count; %s",
				again);
	key->cores = (int)cores;
	for (size_t i = 0; i < 3; i++) {
		const json_t *bytes = json_array_get(caches, i);

		key->cache[i] = json_number_value(bytes);
		if (!(key->cache[i] >= 1 && key->cache[i] <= FIELD_MOST))
			return complain(problem, shown,
					"key.caches are no three sizes; %s",
					again);
	}
	return true;
}

static bool check_version(const json_t *whole, const char *shown,
			  struct text *problem)
{
	const json_t *schema = json_object_get(whole, "schema");

	if (!json_is_integer(schema))
		return complain(problem, shown,
				"it is no profile: 'schema' is missing; name "
				"one that podium calibrate wrote");
	if (json_integer_value(schema) > PROFILE_VERSION)
		return complain(problem, shown,
				"its schema is %" JSON_INTEGER_FORMAT
				", the newest known is %d; get a newer podium",
				json_integer_value(schema), PROFILE_VERSION);
	if (json_integer_value(schema) != PROFILE_VERSION)
		return complain(problem, shown,
				"its schema is %" JSON_INTEGER_FORMAT "; %s",
				json_integer_value(schema), again);
	return true;
}

bool profile_parse(struct profile *profile, const char *bytes, size_t length,
		   const char *shown, struct text *problem)
{
	struct profile read = {0};
	json_error_t error;

	read.whole = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);
	if (!read.whole)
		return complain(problem, shown, "line %d, column %d: %s; %s",
				error.line, error.column, error.text, again);
	if (!check_version(read.whole, shown, problem) ||
	    !read_key(&read.key, json_object_get(read.whole, "key"), shown,
		      problem) ||
	    !read_machine(&read.machine, json_object_get(read.whole, "machine"),
			  shown, problem)) {
		profile_free(&read);
		return false;
	}
	*profile = read;
	return true;
}

static bool read_content(const char *path, struct text *content)
{
	FILE *file = fopen(path, "r");
	char buffer[4096];
	struct stat status;
	size_t length;
	bool good;

	if (!file)
		return false;
	good = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
	errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
	while (good && content->length <= LARGEST_FILE &&
	       (length = fread(buffer, 1, sizeof(buffer), file)) > 0)
		text_add_bytes(content, buffer, length);
	good = good && !ferror(file);
	fclose(file);
	if (good && content->length > LARGEST_FILE) {
		errno = EFBIG;
		good = false;
	}
	return good;
}

bool profile_read(struct profile *profile, const char *path, const char *shown,
		  struct text *problem)
{
	struct text content = {0};
	bool good = read_content(path, &content);

	if (!good)
		text_print(problem, "cannot read '%s': %s", shown,
			   strerror(errno));
	else
		good = profile_parse(profile, text_string(&content),
				     content.length, shown, problem);
	text_free(&content);
	return good;
}

void profile_free(struct profile *profile)
{
	profile_key_free(&profile->key);
	json_decref(profile->whole);
	*profile = (struct profile){0};
}

/* ---- choosing ---- */

/* The profile that --from selected, NULL if none. */
static char *selected_file(const char *folder)
{
	char *path = memory_print("%s/" SELECTED, folder);
	char name[40] = "";
	FILE *file = fopen(path, "r");
	char *found = NULL;

	if (file) {
		if (fgets(name, sizeof(name), file))
			name[strcspn(name, "\n")] = '\0';
		fclose(file);
	}
	if (*name && !strchr(name, '/'))
		found = memory_print("%s/%s", folder, name);
	free(path);
	return found;
}

/* Of several compilers' profiles of this machine the newest. */
static void prefer_newer(char **best, time_t *newest, char *path)
{
	struct stat status;

	if (stat(path, &status) == 0 && (!*best || status.st_mtime > *newest)) {
		free(*best);
		*best = path;
		*newest = status.st_mtime;
		return;
	}
	free(path);
}

static char *machine_file(const char *folder)
{
	struct topology topology;
	struct profile_key key;
	char *prefix, *best = NULL;
	time_t newest = 0;
	struct dirent *entry;
	DIR *directory = opendir(folder);

	if (!directory)
		return NULL;
	topology_read(&topology);
	profile_key_of(&key, &topology, "");
	prefix = memory_print("%016" PRIx64 "-", machine_digest(&key));
	while ((entry = readdir(directory)))
		if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0 &&
		    !strstr(entry->d_name, ".new"))
			prefer_newer(
				&best, &newest,
				memory_print("%s/%s", folder, entry->d_name));
	closedir(directory);
	free(prefix);
	profile_key_free(&key);
	topology_free(&topology);
	return best;
}

/* ---- by name ---- */

/* What the folder has of machines of one name. */
struct search {
	const char *name;
	char *found; /* the newest */
	time_t newest;
	uint64_t machine;   /* it is of this one, */
	char *other;	    /* and this file of another one */
	struct text others; /* " name," for those that there are */
};

static void note_other(struct search *search, const char *kind)
{
	char *entry = memory_print(" %s,", kind);

	if (!strstr(text_string(&search->others), entry))
		text_add(&search->others, entry);
	free(entry);
}

/* What cannot be read has no name. */
static void look_at(struct search *search, char *path)
{
	struct profile profile = {0};
	struct text problem = {0};
	char *kind;

	if (!profile_read(&profile, path, path, &problem)) {
		text_free(&problem);
		free(path);
		return;
	}
	kind = profile_kind(&profile.key);
	if (strcmp(kind, search->name) != 0) {
		note_other(search, kind);
		free(path);
	} else if (search->found &&
		   search->machine != machine_digest(&profile.key)) {
		free(search->other);
		search->other = path;
	} else {
		search->machine = machine_digest(&profile.key);
		prefer_newer(&search->found, &search->newest, path);
	}
	free(kind);
	profile_free(&profile);
}

static bool is_profile(const char *name)
{
	const char *end = strrchr(name, '.');

	return end && strcmp(end, ".json") == 0;
}

/* Two machines of one name are none: nobody knows which one is meant. */
static char *named_file(const char *folder, const char *name,
			struct text *problem)
{
	struct search search = {.name = name};
	DIR *directory = opendir(folder);
	struct dirent *entry;

	while (directory && (entry = readdir(directory)))
		if (is_profile(entry->d_name))
			look_at(&search,
				memory_print("%s/%s", folder, entry->d_name));
	if (directory)
		closedir(directory);
	if (search.other) {
		text_print(problem,
			   "two machines are called '%s', those of '%s' and "
			   "'%s'; name one of these files",
			   name, search.found, search.other);
		free(search.found);
		search.found = NULL;
	} else if (!search.found) {
		if (search.others.length)
			text_cut(&search.others, search.others.length - 1);
		text_print(problem,
			   "cannot read '%s': %s; no machine that was "
			   "measured is called that%s%s",
			   name, strerror(ENOENT),
			   search.others.length ? ", but:" : "",
			   text_string(&search.others));
	}
	free(search.other);
	text_free(&search.others);
	return search.found;
}

/* A file comes first, so that nothing that is stored hides it. */
static char *file_or_name(const char *folder, const char *given,
			  struct text *problem)
{
	if (access(given, F_OK) == 0 || !profile_is_kind(given))
		return memory_string(given);
	return named_file(folder, given, problem);
}

/* ---- the choice ---- */

/* Once, with the command that measures the machine. */
static void tell_generic(void)
{
	static bool told;
	const char *launcher = topology_launcher();
	struct text words = {0};

	if (told)
		return;
	told = true;
	text_print(&words,
		   "%s machine was never measured, a generic one stands in; "
		   "run podium calibrate",
		   launcher ? "that" : "this");
	if (launcher) {
		text_add(&words, " --launcher ");
		text_add_quoted(&words, launcher);
	}
	message_warning("%s", text_string(&words));
	text_free(&words);
}

/* What the user selected is for machines that are not known otherwise. */
static char *usual_file(const char *folder)
{
	char *selected = topology_launcher() ? NULL : selected_file(folder);

	return selected ? selected : machine_file(folder);
}

char *profile_usual_file(void)
{
	char *folder = machines_folder();
	char *file = usual_file(folder);

	free(folder);
	return file;
}

bool profile_choose(const char *path, struct profile *profile,
		    struct text *problem)
{
	char *folder = machines_folder();
	char *found =
		path ? file_or_name(folder, path, problem) : usual_file(folder);
	bool good = found || !path;

	*profile = (struct profile){0};
	if (found) {
		good = profile_read(profile, found, found, problem);
	} else if (good) {
		tell_generic();
		machine_generic(&profile->machine);
		profile->machine.cores = topology_usable();
	}
	free(found);
	free(folder);
	return good;
}

/* ---- its libgomp ---- */

const char *profile_libgomp(const struct profile *profile)
{
	const json_t *measured = json_object_get(profile->whole, "measured");

	return json_string_value(json_object_get(measured, "libgomp"));
}

static bool is_of_here(const struct profile *profile)
{
	struct topology topology;
	struct profile_key key;
	bool same;

	topology_read(&topology);
	profile_key_of(&key, &topology, "");
	same = machine_digest(&key) == machine_digest(&profile->key);
	profile_key_free(&key);
	topology_free(&topology);
	return same;
}

static void tell_libgomp(const char *measured, const char *now)
{
	struct text safe = {0};

	text_add_safe(&safe, measured);
	message_warning("this machine was measured with libgomp %s, and "
			"programs load %s now, whose threads wait and share "
			"out loops in another way; run podium calibrate again",
			text_string(&safe), now);
	text_free(&safe);
}

void profile_check_program(const struct profile *profile, const char *program)
{
	const char *measured = profile_libgomp(profile);
	bool here = measured && is_of_here(profile) && !topology_launcher();
	char *now = here ? libgomp_version(program) : NULL;

	if (now && strcmp(now, measured) != 0)
		tell_libgomp(measured, now);
	free(now);
}

/* What is not linked yet may come to load the one or the other. */
void profile_check_compiler(const struct profile *profile, const char *gcc)
{
	const char *measured = profile_libgomp(profile);
	char *now =
		measured && is_of_here(profile) ? libgomp_version(NULL) : NULL;
	char *own = now && strcmp(now, measured) != 0 ? libgomp_of_compiler(gcc)
						      : NULL;

	if (own && strcmp(own, measured) != 0)
		tell_libgomp(measured, now);
	free(own);
	free(now);
}

bool profile_load(const char *path, const char *gcc, struct machine *out,
		  struct text *problem)
{
	struct profile profile;
	bool good = profile_choose(path, &profile, problem);

	if (good) {
		profile_check_compiler(&profile, gcc);
		*out = profile.machine;
	}
	profile_free(&profile);
	return good;
}

/* ---- writing ---- */

void profile_key_of(struct profile_key *key, const struct topology *topology,
		    const char *compiler)
{
	*key = (struct profile_key){
		.cpu = memory_string(topology->cpu),
		.cores = topology->cores,
		.compiler = memory_string(compiler),
	};
	for (int i = 0; i < 3; i++)
		key->cache[i] = topology->cache[i].bytes;
}

void profile_key_free(struct profile_key *key)
{
	free(key->cpu);
	free(key->compiler);
	free(key->kind);
	*key = (struct profile_key){0};
}

/* Six digits are more than was measured. */
static json_t *rounded(double value)
{
	char digits[32];

	snprintf(digits, sizeof(digits), "%.6g", value);
	return json_real(strtod(digits, NULL));
}

static json_t *curve_json(const struct machine_curve *curve)
{
	json_t *points = json_array();

	for (int i = 0; i < curve->count; i++) {
		json_t *point = json_array();

		json_array_append_new(point,
				      json_integer((int)curve->threads[i]));
		json_array_append_new(point, rounded(curve->cycles[i]));
		json_array_append_new(points, point);
	}
	return points;
}

static json_t *field_json(const struct machine *machine,
			  const struct field *field)
{
	struct machine copy = *machine;
	double value;

	if (field->kind == FIELD_CURVE)
		return curve_json(field_curve(&copy, field));
	value = field_value(machine, field);
	if (field->kind == FIELD_COUNT)
		return json_integer((int)value);
	return rounded(value);
}

/* Set the value at "a.b.c", making the objects on the way. */
static void put_at(json_t *object, const char *name, json_t *value)
{
	char key[sizeof(((struct field *)0)->name)];
	size_t length;

	for (;;) {
		json_t *inner;

		length = strcspn(name, ".");
		memcpy(key, name, length);
		key[length] = '\0';
		if (!name[length])
			break;
		inner = json_object_get(object, key);
		if (!inner) {
			inner = json_object();
			json_object_set_new(object, key, inner);
		}
		object = inner;
		name += length + 1;
	}
	json_object_set_new(object, key, value);
}

json_t *profile_json(const struct profile_key *key,
		     const struct machine *machine)
{
	json_t *numbers = json_object();
	json_t *whole, *caches = json_array();
	char *kind = profile_kind(key);
	size_t count;
	const struct field *list = field_list(&count);

	for (int i = 0; i < 3; i++)
		json_array_append_new(caches,
				      json_integer((json_int_t)key->cache[i]));
	for (size_t i = 0; i < count; i++)
		put_at(numbers, list[i].name, field_json(machine, &list[i]));
	whole = json_object();
	json_object_set_new(whole, "schema", json_integer(PROFILE_VERSION));
	json_object_set_new(whole, "key",
			    json_pack("{s:s, s:s, s:o, s:i, s:s}", "kind", kind,
				      "cpu", key->cpu, "caches", caches,
				      "cores", key->cores, "compiler",
				      key->compiler));
	free(kind);
	json_object_set_new(whole, "machine", numbers);
	return whole;
}

/* Write by another name, then rename: no reader sees a half of it. */
static bool write_whole(const char *path, const char *content)
{
	char *other = memory_print("%s.new-XXXXXX", path);
	int descriptor = mkstemp(other);
	FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
	bool good = file != NULL;

	if (file) {
		good = fputs(content, file) >= 0 &&
		       fchmod(descriptor, 0644) == 0;
		good = fclose(file) == 0 && good;
		good = good && rename(other, path) == 0;
		if (!good)
			unlink(other);
	}
	free(other);
	return good;
}

/* Note which profile was selected by hand, or that none is. */
static bool select_file(const char *folder, const char *name, bool selected)
{
	char *path = memory_print("%s/" SELECTED, folder);
	char *line = memory_print("%s\n", name);
	bool good;

	if (selected)
		good = write_whole(path, line);
	else
		good = unlink(path) == 0 || errno == ENOENT;
	free(line);
	free(path);
	return good;
}

char *profile_store(const struct profile_key *key, const json_t *whole,
		    enum profile_use use, struct text *problem)
{
	char *folder = machines_folder();
	char *name = file_name(key);
	char *path = memory_print("%s/%s", folder, name);
	char *bytes = json_dumps(whole, JSON_INDENT(1));
	struct text content = {0};

	text_print(&content, "%s\n", bytes ? bytes : "");
	if (!file_make_folders(folder) ||
	    !write_whole(path, text_string(&content)) ||
	    (use != PROFILE_KEPT &&
	     !select_file(folder, name, use == PROFILE_SELECTED))) {
		text_print(problem,
			   "cannot store '%s': %s; set XDG_DATA_HOME to a "
			   "folder that can be written",
			   path, strerror(errno));
		free(path);
		path = NULL;
	}
	text_free(&content);
	free(bytes);
	free(name);
	free(folder);
	return path;
}
