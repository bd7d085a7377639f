/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does parts of a build again.
 */
#include "replay.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crew.h"
#include "base/file.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "image.h"
#include "machine/compiler.h"
#include "rebuild.h"
#include "record/join.h"
#include "run/runner.h"

/* No compilation takes longer; one that does, hangs. */
#define COMPILE_SECONDS 3600

/* Of what a compiler said, so many bytes from the end. */
#define LAST_WORDS 2000

/* Libraries in libraries, at most. */
#define NESTING 20

struct replay_compiler {
	char *program;
	char *plugin; /* the flag */
};

/* ---- the steps ---- */

void replay_read(struct replay *replay, const char *log)
{
	while (*log) {
		size_t length = strcspn(log, "\n");
		json_t *line = json_loadb(log, length, 0, NULL);

		if (line)
			steps_add(&replay->steps, line);
		json_decref(line);
		log += length + (log[length] == '\n');
	}
}

/* ---- what goes into the program ---- */

uint64_t replay_source(const struct step *step)
{
	char *path = step_path(step->folder, step->source);
	uint64_t digest;

	if (!file_digest(path, &digest))
		digest = 0;
	free(path);
	return digest;
}

const char *replay_edited(const struct replay *replay)
{
	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];

		if (unit->wanted && unit->source &&
		    unit->source != replay_source(unit->step))
			return unit->step->source;
	}
	return NULL;
}

static bool has_unit(const struct replay *replay, const struct step *step)
{
	for (size_t i = 0; i < replay->unit_count; i++)
		if (replay->units[i].step == step)
			return true;
	return false;
}

static void add_unit(struct replay *replay, const struct step *step)
{
	if (has_unit(replay, step))
		return;
	replay->units = memory_grow(replay->units, replay->unit_count + 1,
				    sizeof(*replay->units));
	replay->units[replay->unit_count++] = (struct replay_unit){
		.step = step,
		.source = replay_source(step),
		.missing = step->unsaved || access(step->output, R_OK) != 0};
}

/* Did the build make it, in whatever way? */
static bool was_made(const struct replay *replay, const char *path)
{
	char *line = memory_print("%s\n", path);
	const char *at = replay->made;

	while (at && (at = strstr(at, line)))
		if (at == replay->made || at[-1] == '\n')
			break;
		else
			at++;
	free(line);
	return at != NULL;
}

/*
 * Objects and archives that no step made, but for those of the system; above
 * all one with OpenMP that was not there before the build.
 */
static void note_unseen(struct replay *replay, const char *path)
{
	const char *dot = strrchr(path, '.');
	bool opaque = was_made(replay, path) && image_openmp(path);

	if (!dot || strncmp(path, "/usr/", 5) == 0)
		return;
	if (strcmp(dot, ".o") != 0 && strcmp(dot, ".a") != 0)
		return;
	if (replay->unseen && (!opaque || replay->opaque))
		return;
	free(replay->unseen);
	replay->unseen = memory_string(path);
	replay->opaque = opaque;
}

/* An archive may have been filled by several steps. */
static void collect(struct replay *replay, const char *path, int depth)
{
	const struct step *maker = steps_maker(&replay->steps, path);

	if (!maker)
		note_unseen(replay, path);
	if (!maker || depth > NESTING)
		return;
	if (maker->kind == STEP_COMPILE) {
		add_unit(replay, maker);
		return;
	}
	for (size_t i = 0; i < replay->steps.count; i++) {
		const struct step *step = &replay->steps.list[i];

		if (strcmp(step->output, maker->output) != 0 ||
		    step->kind == STEP_COMPILE)
			continue;
		if (maker->kind == STEP_LINK && step != maker)
			continue;
		for (size_t j = 0; j < step->input_count; j++)
			collect(replay, step->inputs[j].path, depth + 1);
	}
}

/* The link whose output has the same content: the program was copied. */
static const struct step *find_copied(const struct replay *replay,
				      const char *program)
{
	uint64_t wanted, digest;

	if (!file_digest(program, &wanted))
		return NULL;
	for (size_t i = replay->steps.count; i-- > 0;) {
		const struct step *step = &replay->steps.list[i];

		if (step->kind == STEP_LINK && !step->shared &&
		    file_digest(step->output, &digest) && digest == wanted)
			return step;
	}
	return NULL;
}

bool replay_aim(struct replay *replay, const char *program, const char *scratch)
{
	char *folder = getcwd(NULL, 0);

	replay->scratch = scratch;
	replay->program = step_path(folder ? folder : "/", program);
	replay->target = steps_maker(&replay->steps, replay->program);
	if (!replay->target)
		replay->target = find_copied(replay, program);
	if (replay->target && replay->target->kind != STEP_LINK)
		replay->target = NULL;
	if (replay->target)
		collect(replay, replay->target->output, 0);
	free(folder);
	return replay->target || was_made(replay, replay->program);
}

/* ---- compilers ---- */

static const char *find_plugin(struct replay *replay, const char *program,
			       struct text *problem)
{
	struct replay_compiler *compiler;
	char *plugin;

	for (size_t i = 0; i < replay->compiler_count; i++)
		if (strcmp(replay->compilers[i].program, program) == 0)
			return replay->compilers[i].plugin;
	plugin = compiler_fitting_plugin(program, problem);
	if (!plugin)
		return NULL;
	replay->compilers =
		memory_grow(replay->compilers, replay->compiler_count + 1,
			    sizeof(*replay->compilers));
	compiler = &replay->compilers[replay->compiler_count++];
	compiler->program = memory_string(program);
	compiler->plugin = memory_print("-fplugin=%s", plugin);
	free(plugin);
	return compiler->plugin;
}

/* The end of what a tool said. */
static void quote_log(const char *log, struct text *problem)
{
	struct text content = {0};
	size_t skip;

	file_read(log, &content);
	skip = content.length > LAST_WORDS ? content.length - LAST_WORDS : 0;
	text_add(problem, text_string(&content) + skip);
	text_free(&content);
}

/* The step's, and where the tool keeps what it needs for a moment. */
static const char **tool_variables(const struct step *step, const char *place)
{
	size_t count = 0;
	const char **list;

	while (step->variables && step->variables[count])
		count++;
	list = memory_grow(NULL, count + 2, sizeof(*list));
	for (size_t i = 0; i < count; i++)
		list[i] = step->variables[i];
	list[count] = place;
	list[count + 1] = NULL;
	return list;
}

/* ---- a variant in the making ---- */

struct made {
	char *from, *to; /* to: NULL where it stays as it is */
};

struct build {
	struct replay *replay;
	const struct replay_variant *variant;
	char *folder;
	char *use; /* a flag */
	struct made *made;
	size_t count;
	bool libraries, failed;
	struct text *problem;
};

/* Run a tool as the build did. */
static bool run_tool(struct build *build, const struct step *step,
		     const struct words *words)
{
	char *log = memory_print("%s/%ld.log", build->folder, (long)getpid());
	char *place = memory_print("TMPDIR=%s", build->folder);
	const char **variables = tool_variables(step, place);
	struct runner_job job = {
		.arguments = words->list,
		.folder = step->folder,
		.variables = variables,
		.output = log,
		.errors = log,
		.seconds = COMPILE_SECONDS,
	};
	struct runner_result result = runner_run(&job);

	if (!runner_done(&result)) {
		text_print(build->problem, "%s: ", words->list[0]);
		runner_reason(&job, &result, build->problem);
		text_add(build->problem, "\n");
		if (result.end == RUNNER_EXITED)
			quote_log(log, build->problem);
	}
	free(variables);
	free(place);
	free(log);
	return runner_done(&result);
}

static void note_made(struct build *build, const char *from, const char *to)
{
	build->made = memory_grow(build->made, build->count + 1,
				  sizeof(*build->made));
	build->made[build->count++] = (struct made){
		memory_string(from), to ? memory_string(to) : NULL};
}

static const struct made *find_made(const struct build *build, const char *from)
{
	for (size_t i = 0; i < build->count; i++)
		if (strcmp(build->made[i].from, from) == 0)
			return &build->made[i];
	return NULL;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void add_plugin_words(const struct build *build, struct words *words,
			     const char *plugin)
{
	words_add(words, plugin);
	if (build->use)
		words_add(words, build->use);
	if (build->variant->clock)
		words_add(words, "-fplugin-arg-podium-clock");
	for (size_t i = 0; build->variant->flags && build->variant->flags[i];
	     i++)
		words_add(words, build->variant->flags[i]);
}

static const char *source_of(const struct build *build,
			     const struct replay_unit *unit)
{
	const struct replay_variant *variant = build->variant;
	bool exchanged = unit == &build->replay->units[variant->unit];

	return variant->source && exchanged ? variant->source
					    : unit->step->source;
}

/*
 * Compile a unit to "object", with a plugin unless that is NULL; Fortran's
 * modules go to the folder.
 */
static bool compile(struct build *build, const struct replay_unit *unit,
		    const char *plugin, const char *object)
{
	const struct step *step = unit->step;
	const char *source = source_of(build, unit);
	struct words words = {0};
	bool good;

	if (strcmp(source, "-") == 0) {
		text_add(build->problem, "it came by standard input");
		return false;
	}
	words_add(&words, step->program);
	for (size_t i = 0; i < step->word_count; i++)
		words_add(&words, step->words[i]);
	if (plugin)
		add_plugin_words(build, &words, plugin);
	if (compiler_language(source) == COMPILER_FORTRAN) {
		words_add(&words, "-J");
		words_add(&words, build->folder);
	}
	words_add(&words, "-c");
	words_add(&words, source);
	words_add(&words, "-o");
	words_add(&words, object);
	good = run_tool(build, step, &words);
	free(words.list);
	return good;
}

/* A folder for each unit, since members of archives go by their last name. */
static char *object_path(const struct replay *replay, const char *folder,
			 const struct replay_unit *unit)
{
	char *own = memory_print("%s/%td", folder, unit - replay->units);
	char *path = memory_print("%s/%s", own, last_part(unit->step->output));

	mkdir(own, 0777);
	free(own);
	return path;
}

/* One of which the build like this one has an object. */
static bool take_object(struct build *build, const struct replay_unit *unit)
{
	const char *like = build->variant->like;
	char *object;
	bool there;

	if (!like)
		return false;
	object = object_path(build->replay, like, unit);
	there = access(object, R_OK) == 0;
	if (there)
		note_made(build, unit->step->output, object);
	free(object);
	return there;
}

/* Flags are for all units, a source is for one. */
static bool is_changed(const struct build *build,
		       const struct replay_unit *unit)
{
	const struct replay_variant *variant = build->variant;

	return (variant->flags && variant->flags[0]) ||
	       source_of(build, unit) != unit->step->source;
}

static void note_object(struct build *build, const struct replay_unit *unit)
{
	char *object = object_path(build->replay, build->folder, unit);

	note_made(build, unit->step->output, object);
	free(object);
}

/* A unit that the variant changes. */
static bool compile_anew(struct build *build, const struct replay_unit *unit)
{
	const char *plugin =
		find_plugin(build->replay, unit->step->program, build->problem);
	char *object = object_path(build->replay, build->folder, unit);
	bool good = plugin && compile(build, unit, plugin, object);

	free(object);
	return good;
}

/* One that it does not, and of which there is no object. */
static bool compile_once(struct build *build, struct replay_unit *unit)
{
	const struct replay *replay = build->replay;
	char *folder, *object;

	if (!unit->object) {
		folder = memory_print("%s/kept", replay->scratch);
		mkdir(folder, 0777);
		object = object_path(replay, folder, unit);
		free(folder);
		if (!compile(build, unit, NULL, object)) {
			free(object);
			return false;
		}
		unit->object = object;
	}
	note_made(build, unit->step->output, unit->object);
	return true;
}

/* ---- units, side by side ---- */

static bool *new_marks(const struct replay *replay)
{
	size_t size = (replay->unit_count + 1) * sizeof(bool);

	return memset(memory_grow(NULL, size, 1), false, size);
}

static size_t count_marks(const struct replay *replay, const bool *marked)
{
	size_t count = 0;

	for (size_t i = 0; i < replay->unit_count; i++)
		count += marked[i];
	return count;
}

/*
 * Compile what is marked side by side, and take the mark from what worked. The
 * rest is compiled again in turn, for the compiler's words, and since modules
 * of Fortran may not have been there yet.
 */
static void compile_marked(struct build *build, bool *marked)
{
	const struct replay *replay = build->replay;
	struct crew crew;
	size_t next = 0, ended;
	int status;

	if (replay->apart || count_marks(replay, marked) < 2)
		return;
	crew = crew_new(replay->unit_count);
	do {
		for (; next < crew.count && crew_has_room(&crew); next++)
			if (marked[next] && crew_hire(&crew, next) == 0)
				_exit(!compile_anew(build,
						    &replay->units[next]));
		ended = crew_next(&crew, &status);
		if (ended < crew.count)
			marked[ended] = status != 0;
	} while (ended < crew.count);
	crew_free(&crew);
}

static bool compile_units(struct build *build)
{
	struct replay *replay = build->replay;
	bool *marked = new_marks(replay);
	bool good = true;

	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];

		marked[i] = unit->wanted || (!take_object(build, unit) &&
					     is_changed(build, unit));
		if (marked[i])
			note_object(build, unit);
	}
	compile_marked(build, marked);
	for (size_t i = 0; i < replay->unit_count && good; i++) {
		struct replay_unit *unit = &replay->units[i];

		if (marked[i])
			good = compile_anew(build, unit);
		else if (unit->missing && !find_made(build, unit->step->output))
			good = compile_once(build, unit);
	}
	free(marked);
	return good && !process_interrupted();
}

static const char *remake(struct build *build, const char *path, int depth);

/* ---- archives ---- */

static void add_once(struct words *words, const char *word)
{
	for (size_t i = 0; i < words->count; i++)
		if (strcmp(words->list[i], word) == 0)
			return;
	words_add(words, word);
}

/* What the steps of the build put into the archive. */
static struct words archive_inputs(const struct steps *steps,
				   const struct step *maker)
{
	struct words inputs = {0};

	for (size_t i = 0; i < steps->count; i++) {
		const struct step *step = &steps->list[i];

		if (step->kind != STEP_ARCHIVE ||
		    strcmp(step->output, maker->output) != 0)
			continue;
		for (size_t j = 0; j < step->input_count; j++)
			words_add(&inputs, step->inputs[j].path);
	}
	return inputs;
}

/* As they are in this variant: those that are others in it, or all. */
static struct words members_of(struct build *build, const struct words *inputs,
			       bool all, int depth)
{
	struct words members = {0};

	for (size_t i = 0; i < inputs->count; i++) {
		const char *from = inputs->list[i];
		const char *to = remake(build, from, depth + 1);

		if (to || all)
			add_once(&members, to ? to : from);
	}
	return members;
}

/* Does the archive have two members of the name of one of these? */
static bool have_namesakes(const struct words *members,
			   const struct words *inputs)
{
	for (size_t i = 0; i < members->count; i++) {
		const char *name = last_part(members->list[i]);
		const char *found = NULL;

		for (size_t j = 0; j < inputs->count; j++) {
			const char *path = inputs->list[j];

			if (strcmp(last_part(path), name) != 0)
				continue;
			if (found && strcmp(found, path) != 0)
				return true;
			found = path;
		}
	}
	return false;
}

/* Its members lie outside, where its own place says. */
static bool is_thin(const char *path)
{
	char magic[] = "!<thin>\n";
	char start[sizeof(magic)] = "";
	FILE *file = fopen(path, "rb");
	bool thin = file && fread(start, 1, strlen(magic), file) > 0 &&
		    strcmp(start, magic) == 0;

	if (file)
		fclose(file);
	return thin;
}

/* Exchange the members in a copy of the archive, or make it anew of them. */
static void put_members(struct build *build, const struct step *maker,
			const char *copy, const struct words *members,
			bool anew)
{
	struct words words = {0};

	words_add(&words, maker->program);
	words_add(&words, anew ? (is_thin(maker->output) ? "qT" : "q") : "r");
	words_add(&words, copy);
	for (size_t i = 0; i < members->count; i++)
		words_add(&words, members->list[i]);
	if (!anew && !file_copy(maker->output, copy)) {
		text_print(build->problem, "cannot copy '%s': %s",
			   maker->output, strerror(errno));
		build->failed = true;
	} else if (!run_tool(build, maker, &words)) {
		build->failed = true;
	}
	free(words.list);
}

/*
 * Of two members of one name "ar r" exchanges the first: such an archive is
 * made anew of all its members, like one that the build took away or that
 * only names them.
 */
static const char *remake_archive(struct build *build, const struct step *maker,
				  int depth)
{
	struct words inputs = archive_inputs(&build->replay->steps, maker);
	bool anew = access(maker->output, R_OK) != 0 || is_thin(maker->output);
	struct words members = members_of(build, &inputs, anew, depth);
	char *copy = NULL;

	if (!anew && have_namesakes(&members, &inputs)) {
		anew = true;
		free(members.list);
		members = members_of(build, &inputs, anew, depth);
	}
	if (members.count > 0) {
		copy = memory_print("%s/%zu-%s", build->folder, build->count,
				    last_part(maker->output));
		put_members(build, maker, copy, &members, anew);
	}
	note_made(build, maker->output, copy);
	free(inputs.list);
	free(members.list);
	free(copy);
	return build->made[build->count - 1].to;
}

/* ---- links ---- */

/* Link with the inputs exchanged. "always": also if none is. */
static bool link_again(struct build *build, const struct step *step,
		       const char *output, bool always, int depth)
{
	struct words words = {0};
	bool changed = always;

	words_add(&words, step->program);
	for (size_t i = 0; i < step->word_count; i++)
		words_add(&words, step->words[i]);
	for (size_t i = 0; i < step->input_count; i++) {
		const char *to = remake(build, step->inputs[i].path, depth + 1);

		if (!to)
			continue;
		words.list[1 + step->inputs[i].word] = to;
		changed = true;
	}
	words.list[1 + step->output_word] = output;
	if (changed && !build->failed && !run_tool(build, step, &words))
		build->failed = true;
	free(words.list);
	return changed && !build->failed;
}

static const char *remake_library(struct build *build, const struct step *maker,
				  int depth)
{
	char *folder = memory_print("%s/lib", build->folder);
	char *name = image_soname(maker->output);
	char *output = memory_print("%s/%s", folder, name);
	bool made;

	mkdir(folder, 0777);
	made = link_again(build, maker, output, false, depth);
	build->libraries = build->libraries || made;
	note_made(build, maker->output, made ? output : NULL);
	free(folder);
	free(name);
	free(output);
	return build->made[build->count - 1].to;
}

/* What stands for the file in this variant, NULL if that is itself. */
static const char *remake(struct build *build, const char *path, int depth)
{
	const struct step *maker = steps_maker(&build->replay->steps, path);
	const struct made *made =
		find_made(build, maker ? maker->output : path);

	if (made)
		return made->to;
	if (!maker || depth > NESTING || build->failed)
		return NULL;
	if (maker->kind == STEP_ARCHIVE)
		return remake_archive(build, maker, depth);
	if (maker->kind == STEP_LINK)
		return remake_library(build, maker, depth);
	return NULL;
}

/* ---- a variant ---- */

static void find_use(struct build *build)
{
	const char *tuned = build->variant->tuned;

	if (tuned)
		build->use = memory_print("-fplugin-arg-podium-use=%s", tuned);
}

static void end_build(struct build *build)
{
	for (size_t i = 0; i < build->count; i++) {
		free(build->made[i].from);
		free(build->made[i].to);
	}
	free(build->made);
	free(build->use);
	free(build->folder);
}

static bool replay_parts(struct build *build, struct replay_program *program)
{
	const struct step *target = build->replay->target;
	char *path;

	find_use(build);
	if (!compile_units(build))
		return false;
	path = memory_print("%s/%s", build->folder,
			    last_part(build->replay->program));
	link_again(build, target, path, true, 0);
	if (build->failed) {
		free(path);
		return false;
	}
	*program = (struct replay_program){
		.path = path,
		.libraries = build->libraries
				     ? memory_print("%s/lib", build->folder)
				     : NULL,
		.folder = memory_string(build->folder)};
	return true;
}

/* What was made of a variant that failed is removed with all else. */
bool replay_build(struct replay *replay, const struct replay_variant *variant,
		  struct replay_program *program, struct text *problem)
{
	struct build build = {
		.replay = replay, .variant = variant, .problem = problem};
	bool good;

	build.folder = memory_print("%s/%zu", replay->scratch, replay->built++);
	good = mkdir(build.folder, 0777) == 0;
	if (!good)
		text_print(problem, "cannot make '%s': %s", build.folder,
			   strerror(errno));
	else if (replay->rebuild)
		good = rebuild_variant(replay, variant, build.folder, program,
				       problem);
	else
		good = replay_parts(&build, program);
	end_build(&build);
	return good;
}

/* ---- several variants ---- */

/* The names of build number "number": what it is about, and what it says. */
static char *build_file(const struct replay *replay, size_t number,
			const char *name)
{
	return memory_print("%s/%zu/%s", replay->scratch, number, name);
}

/* In a process of its own, which leaves word of how it went: "" for well. */
static void build_apart(struct replay *replay, size_t number,
			const struct replay_variant *variant)
{
	struct replay_program program = {0};
	struct text problem = {0};
	char *word = build_file(replay, number, "word");

	replay->apart = true;
	replay->built = number;
	if (!replay_build(replay, variant, &program, &problem) &&
	    problem.length == 0)
		text_add(&problem, "interrupted");
	file_write(word, text_string(&problem));
	_exit(0);
}

static void take_result(const struct replay *replay, size_t number,
			struct replay_program *program, struct text *problem)
{
	char *word = build_file(replay, number, "word");
	char *libraries = build_file(replay, number, "lib");

	*program = (struct replay_program){
		.folder = build_file(replay, number, "")};
	if (!file_read(word, problem))
		text_add(problem, "its build was ended from outside");
	if (problem->length == 0) {
		program->path =
			build_file(replay, number, last_part(replay->program));
		if (access(libraries, X_OK) == 0)
			program->libraries = memory_string(libraries);
	}
	free(word);
	free(libraries);
}

bool replay_build_all(struct replay *replay,
		      const struct replay_variant *variants, size_t count,
		      struct replay_program *programs, struct text *problems)
{
	struct crew crew = crew_new(count);
	size_t first = replay->built, started = 0, ended = 0;

	while (ended < count) {
		size_t i;
		int status;

		while (started < count && crew_has_room(&crew)) {
			pid_t worker = crew_hire(&crew, started);

			if (worker == 0)
				build_apart(replay, first + started,
					    &variants[started]);
			if (worker < 0)
				break;
			started++;
		}
		message_progress("building variants, %zu of %zu", ended, count);
		i = crew_next(&crew, &status);
		if (i == count)
			break;
		ended++;
		take_result(replay, first + i, &programs[i], &problems[i]);
	}
	crew_free(&crew);
	replay->built += count;
	return ended == count && !process_interrupted();
}

/* Libraries of a variant are part of what it is, whatever their order. */
static void add_libraries(const char *folder, uint64_t *digest)
{
	DIR *directory = folder ? opendir(folder) : NULL;
	struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		char *path = memory_print("%s/%s", folder, entry->d_name);
		uint64_t one;

		if (image_digest(path, &one))
			*digest += one;
		free(path);
	}
	if (directory)
		closedir(directory);
}

bool replay_digest(const struct replay_program *program, uint64_t *digest)
{
	if (!image_digest(program->path, digest))
		return false;
	add_libraries(program->libraries, digest);
	return true;
}

char *replay_reason(const struct text *problem)
{
	const char *string = text_string(problem);
	const char *error = strstr(string, "error: ");
	const char *from = error ? error : string;

	return memory_print("failed compile: %.*s", (int)strcspn(from, "\n"),
			    from);
}

void replay_discard(struct replay_program *program)
{
	if (program->folder)
		file_remove_tree(program->folder);
	free(program->path);
	free(program->libraries);
	free(program->folder);
	*program = (struct replay_program){0};
}

/* ---- records ---- */

/* An object that is made here stands for one that the build did not leave. */
static bool record_unit(struct build *build, struct replay_unit *unit,
			bool made)
{
	char *object = object_path(build->replay, build->folder, unit);
	bool good = (made || compile_anew(build, unit)) &&
		    records_read(&unit->records, object, unit->step->source,
				 build->problem);

	if (good && unit->missing)
		unit->object = object;
	else
		free(object);
	return good;
}

/* What is known to call nothing of OpenMP has no loop that can be changed. */
static bool may_have_loops(const struct replay_unit *unit)
{
	return unit->step->openmp &&
	       (unit->missing || image_openmp(unit->step->output));
}

/* Marks units; false if there is no plugin for one of them. */
static bool mark_units(struct replay *replay, bool *marked,
		       struct text *problem)
{
	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];

		marked[i] = may_have_loops(unit);
		if (marked[i] &&
		    !find_plugin(replay, unit->step->program, problem))
			return false;
	}
	return true;
}

/* What cannot be compiled again is told in *why. */
static void read_unit(struct build *build, struct replay_unit *unit, bool made,
		      struct text *why)
{
	if (!record_unit(build, unit, made))
		text_print(why, "%s%s: its loops cannot be read: %s",
			   why->length ? "\n" : "", unit->step->source,
			   text_string(build->problem));
	text_cut(build->problem, 0);
}

/* The caller frees it. */
static struct records **all_records(struct replay *replay)
{
	struct records **list =
		memory_grow(NULL, replay->unit_count + 1, sizeof(*list));

	for (size_t i = 0; i < replay->unit_count; i++)
		list[i] = &replay->units[i].records;
	return list;
}

/* Units that define what loops reach; how many there are. */
static size_t mark_reached(struct replay *replay, bool *marked)
{
	struct records **list = all_records(replay);
	json_t *missing = join_missing(list, replay->unit_count);
	struct text problem = {0};
	size_t count = 0;

	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];

		marked[i] = !unit->records.unit_count && !unit->missing &&
			    image_defines(unit->step->output, missing) &&
			    find_plugin(replay, unit->step->program, &problem);
		count += marked[i];
	}
	text_free(&problem);
	json_decref(missing);
	free(list);
	return count;
}

/*
 * Functions without OpenMP may ask for their thread as well. Units that do not
 * compile again stay unknown.
 */
static void record_reached(struct build *build)
{
	struct replay *replay = build->replay;
	bool *marked = new_marks(replay), *tried = new_marks(replay);
	struct text why = {0};
	bool more = true;

	while (more && mark_reached(replay, marked) > 0) {
		more = false;
		for (size_t i = 0; i < replay->unit_count; i++) {
			if (!marked[i] || tried[i] || process_interrupted())
				continue;
			more = tried[i] = true;
			read_unit(build, &replay->units[i], false, &why);
		}
	}
	text_free(&why);
	free(marked);
	free(tried);
}

/* False to stop. */
static bool record_units(struct build *build, struct text *why,
			 struct text *problem)
{
	struct replay *replay = build->replay;
	bool *marked = new_marks(replay), *wanted = new_marks(replay);
	bool good = mark_units(replay, wanted, problem);

	memcpy(marked, wanted, replay->unit_count * sizeof(*marked));
	message_progress("reading the loops");
	if (good)
		compile_marked(build, marked);
	for (size_t i = 0; i < replay->unit_count && good; i++) {
		if (wanted[i])
			read_unit(build, &replay->units[i], !marked[i], why);
		good = !process_interrupted();
	}
	if (good)
		record_reached(build);
	free(marked);
	free(wanted);
	return good;
}

/*
 * The whole way to a program, with the objects in the folder: it shows whether
 * all that archives and links need is there.
 */
static bool can_link(struct replay *replay, const char *folder,
		     struct text *why)
{
	const struct replay_variant like = {.like = folder};
	struct replay_program program = {0};
	bool good = replay_build(replay, &like, &program, why);

	replay_discard(&program);
	return good;
}

/* Objects that the build left are read no more. */
static void drop_objects(const struct build *build)
{
	const struct replay *replay = build->replay;

	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];
		char *object = object_path(replay, build->folder, unit);

		if (!unit->object)
			unlink(object);
		free(object);
	}
}

/* Has the program OpenMP that none of the units that were seen has? */
static bool has_more(const struct replay *replay)
{
	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];

		if (image_openmp(unit->object ? unit->object
					      : unit->step->output))
			return false;
	}
	return image_openmp(replay->target->output);
}

static bool record_parts(struct replay *replay, struct text *why,
			 struct text *problem)
{
	const struct replay_variant plain = {0};
	struct text words = {0};
	struct build build = {
		.replay = replay, .variant = &plain, .problem = &words};
	bool good;

	build.folder = memory_print("%s/records", replay->scratch);
	good = mkdir(build.folder, 0777) == 0;
	if (!good)
		text_print(problem, "cannot make '%s': %s", build.folder,
			   strerror(errno));
	good = good && record_units(&build, why, problem);
	if (good && !why->length && replay->opaque)
		text_print(why, "'%s' was not seen being made", replay->unseen);
	if (good && !why->length && replay->command && has_more(replay))
		text_print(why,
			   "what uses OpenMP in '%s' was not seen being "
			   "compiled",
			   replay->program);
	if (good && !why->length && replay->command)
		can_link(replay, build.folder, why);
	drop_objects(&build);
	text_free(&words);
	end_build(&build);
	return good && !process_interrupted();
}

/* True with a *why if parts of the build cannot be done again. */
static bool try_parts(struct replay *replay, struct text *why,
		      struct text *problem)
{
	if (replay->target)
		return record_parts(replay, why, problem);
	text_print(why, "'%s' was not seen being linked", replay->program);
	return true;
}

static void want_units(struct replay *replay)
{
	for (size_t i = 0; i < replay->unit_count; i++)
		replay->units[i].wanted = replay->units[i].records.count > 0;
}

static void join_all(struct replay *replay)
{
	struct records **list = all_records(replay);

	join_records(list, replay->unit_count);
	replay->reorders = join_reorders(list, replay->unit_count);
	free(list);
}

bool replay_record(struct replay *replay, struct text *problem)
{
	struct text why = {0}, obstacle = {0};
	bool good = try_parts(replay, &why, problem);

	if (good && why.length && replay->command &&
	    rebuild_choose(replay, text_string(&why), &obstacle))
		good = rebuild_record(replay, problem);
	else if (good && why.length)
		message_warning("%s%s%s%s",
				obstacle.length ? "a whole build in a copy "
						  "would do, but "
						: "",
				text_string(&obstacle),
				obstacle.length ? "; " : "", text_string(&why));
	want_units(replay);
	join_all(replay);
	if (good && !replay->target) {
		text_add(problem, text_string(&why));
		good = false;
	}
	text_free(&why);
	text_free(&obstacle);
	return good;
}

bool replay_read_records(const struct replay *replay,
			 const struct replay_program *program, size_t unit,
			 struct records *records, struct text *problem)
{
	char *object;
	bool good;

	if (replay->rebuild)
		return rebuild_read(program->folder, records, problem);
	object = object_path(replay, program->folder, &replay->units[unit]);
	good = records_read(records, object, replay->units[unit].step->source,
			    problem);
	free(object);
	return good;
}

static void free_unit(struct replay_unit *unit)
{
	records_free(&unit->records);
	free(unit->object);
}

void replay_free(struct replay *replay)
{
	for (size_t i = 0; i < replay->unit_count; i++)
		free_unit(&replay->units[i]);
	for (size_t i = 0; i < replay->compiler_count; i++) {
		free(replay->compilers[i].program);
		free(replay->compilers[i].plugin);
	}
	rebuild_free(replay);
	free(replay->units);
	free(replay->unseen);
	free(replay->compilers);
	free(replay->command);
	free(replay->made);
	free(replay->program);
	steps_free(&replay->steps);
	*replay = (struct replay){0};
}
