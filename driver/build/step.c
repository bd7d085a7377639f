/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The steps of a build.
 */
#include "step.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "aside.h"
#include "base/file.h"
#include "base/letters.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/response.h"
#include "base/text.h"
#include "machine/compiler.h"

/* Response files inside response files, at most. */
#define NESTING 10

/* Words that are its own, unlike those of a list. */
struct own_words {
	char **list;
	size_t count;
};

/* A command line while it is taken apart. */
struct command {
	const char *folder, *program, *name;
	char **variables;
	struct own_words words; /* without the name of the tool */
};

static void add_word(struct own_words *words, const char *word)
{
	words->list = memory_grow(words->list, words->count + 2,
				  sizeof(*words->list));
	words->list[words->count++] = memory_string(word);
	words->list[words->count] = NULL;
}

static void free_words(char **list)
{
	for (size_t i = 0; list && list[i]; i++)
		free(list[i]);
	free(list);
}

/* ---- paths ---- */

static void drop_last(struct text *path)
{
	const char *slash = strrchr(text_string(path), '/');

	text_cut(path, slash ? (size_t)(slash - path->bytes) : 0);
}

char *step_path(const char *folder, const char *path)
{
	char *whole = path[0] == '/' ? memory_string(path)
				     : memory_print("%s/%s", folder, path);
	struct text clean = {0};
	char *rest = whole;
	char *part;

	text_add(&clean, "");
	while ((part = strtok_r(rest, "/", &rest))) {
		if (strcmp(part, "..") == 0)
			drop_last(&clean);
		else if (strcmp(part, ".") != 0)
			text_print(&clean, "/%s", part);
	}
	free(whole);
	if (clean.length == 0)
		text_add(&clean, "/");
	return clean.bytes;
}

/* ---- words of a command ---- */

static void expand(struct command *command, const json_t *files,
		   const char *word, int depth);

static void expand_words(struct command *command, const json_t *files,
			 const char *at, int depth)
{
	struct text word = {0};

	while (response_next(&at, &word)) {
		expand(command, files, text_string(&word), depth + 1);
		text_cut(&word, 0);
	}
	text_free(&word);
}

/*
 * "@FILE" stands for the words in it, as they were when the tool began; where
 * they are not known it stays as it is.
 */
static void expand(struct command *command, const json_t *files,
		   const char *word, int depth)
{
	char *name = letters_of(word);
	char *noted = letters_read(json_object_get(files, name));
	char *path = word[0] == '@' && depth < NESTING
			     ? step_path(command->folder, word + 1)
			     : NULL;
	struct text content = {0};

	if (path && noted)
		expand_words(command, files, noted, depth);
	else if (path && file_read(path, &content))
		expand_words(command, files, text_string(&content), depth);
	else
		add_word(&command->words, word);
	text_free(&content);
	free(path);
	free(noted);
	free(name);
}

/* ---- options of GCC ---- */

/* Those whose value may be the next word. */
static const char *const with_value[] = {"-o",
					 "-I",
					 "-L",
					 "-l",
					 "-D",
					 "-U",
					 "-x",
					 "-T",
					 "-u",
					 "-z",
					 "-A",
					 "-B",
					 "-J",
					 "-e",
					 "-h",
					 "-MF",
					 "-MT",
					 "-MQ",
					 "-include",
					 "-imacros",
					 "-isystem",
					 "-iquote",
					 "-idirafter",
					 "-iprefix",
					 "-isysroot",
					 "-imultilib",
					 "-iwithprefix",
					 "-iwithprefixbefore",
					 "-Xlinker",
					 "-Xassembler",
					 "-Xpreprocessor",
					 "--param",
					 "-specs",
					 "-wrapper",
					 "-rpath",
					 "-soname",
					 "-m",
					 "--sysroot",
					 "-rpath-link",
					 "-dynamic-linker",
					 "-plugin",
					 NULL};

/* Those that write files beside the object, or would: left out. */
static const char *const writing[] = {"-MD", "-MMD", "-MP", "-MG", "-c", "-MF",
				      "-MT", "-MQ",  "-o",  "-J",  NULL};
static const char *const writing_joined[] = {
	"-MF",	       "-MT",	       "-MQ",	 "-o", "-J",
	"-save-temps", "--save-temps", "-Wp,-M", NULL};

/* Nothing is compiled or linked. */
static const char *const idle[] = {
	"-E",	"-S",	     "-M",	     "-MM",	     "-fsyntax-only",
	"-v",	"--version", "-dumpversion", "-dumpmachine", "-dumpfullversion",
	"-###", "--help",    "-V",	     "-qversion",    NULL};

static bool begins_with(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strncmp(word, *list, strlen(*list)) == 0)
			return true;
	return false;
}

static bool is_option(const char *word)
{
	return word[0] == '-' && word[1] != '\0';
}

/* ---- a new step ---- */

static char **copy_variables(char **variables)
{
	struct own_words copy = {0};

	for (; variables && *variables; variables++)
		add_word(&copy, *variables);
	return copy.list;
}

static struct step *new_step(struct steps *steps, enum step_kind kind,
			     const struct command *command)
{
	struct step *step;

	steps->list = memory_grow(steps->list, steps->count + 1,
				  sizeof(*steps->list));
	step = &steps->list[steps->count++];
	*step = (struct step){.kind = kind};
	step->folder = memory_string(command->folder);
	step->program = memory_string(command->program);
	step->variables = copy_variables(command->variables);
	return step;
}

static void add_step_word(struct step *step, const char *word)
{
	struct own_words words = {step->words, step->word_count};

	add_word(&words, word);
	step->words = words.list;
	step->word_count = words.count;
}

static void add_input(struct step *step, size_t word, const char *path)
{
	step->inputs = memory_grow(step->inputs, step->input_count + 1,
				   sizeof(*step->inputs));
	step->inputs[step->input_count++] =
		(struct step_input){word, step_path(step->folder, path)};
}

/* ---- compilations ---- */

/* Where -J sent modules they are also looked for. */
static void keep_module_folder(struct step *step, const char *folder)
{
	add_step_word(step, "-I");
	add_step_word(step, folder);
}

/* The words of a compilation that are neither files nor about files. */
static void keep_flags(struct step *step, const struct own_words *words)
{
	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->list[i];
		bool value = list_has(with_value, word) && words->list[i + 1];
		bool dropped = list_has(writing, word) ||
			       begins_with(word, writing_joined);

		if (strncmp(word, "-J", 2) == 0 && (word[2] || value))
			keep_module_folder(step, word[2] ? word + 2
							 : words->list[i + 1]);
		if (is_option(word) && !dropped)
			add_step_word(step, word);
		if (value)
			i++;
		if (value && !dropped)
			add_step_word(step, words->list[i]);
		if (strcmp(word, "-fopenmp") == 0)
			step->openmp = true;
		if (strcmp(word, "-fno-openmp") == 0)
			step->openmp = false;
	}
}

static char *default_object(const char *source)
{
	const char *slash = strrchr(source, '/');
	const char *name = slash ? slash + 1 : source;
	const char *dot = strrchr(name, '.');

	return memory_print("%.*s.o",
			    dot ? (int)(dot - name) : (int)strlen(name), name);
}

static void add_compilation(struct steps *steps, const struct command *command,
			    const char *source, const char *object,
			    bool unsaved)
{
	struct step *step = new_step(steps, STEP_COMPILE, command);

	keep_flags(step, &command->words);
	step->source = memory_string(source);
	step->output = step_path(command->folder, object);
	step->unsaved = unsaved;
}

/* ---- what a compiler was told ---- */

struct telling {
	const char *output; /* of -o */
	bool compile;	    /* -c */
	bool idle;
	size_t sources, files;
};

/* Is the word the value of an option of the one before, or "-oFILE"? */
static void survey_option(struct telling *telling, const char *word,
			  const char *next)
{
	if (strcmp(word, "-o") == 0)
		telling->output = next;
	else if (strncmp(word, "-o", 2) == 0)
		telling->output = word + 2;
	else if (strcmp(word, "-c") == 0)
		telling->compile = true;
	else if (list_has(idle, word))
		telling->idle = true;
}

/* "-" is one on standard input, which nobody has any more. */
static bool is_source(const char *word)
{
	return strcmp(word, "-") == 0 ||
	       compiler_language(word) != COMPILER_NO_LANGUAGE;
}

static struct telling survey(const struct own_words *words)
{
	struct telling telling = {0};

	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->list[i];

		if (is_option(word)) {
			survey_option(&telling, word, words->list[i + 1]);
			i += list_has(with_value, word) && words->list[i + 1];
			continue;
		}
		telling.files++;
		telling.sources += is_source(word);
	}
	return telling;
}

/* Each source of "-c a.c b.c", or of a link, is a compilation. */
static void add_compilations(struct steps *steps, const struct command *command,
			     const struct telling *telling)
{
	const struct own_words *words = &command->words;

	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->list[i];
		char *object;

		if (is_option(word)) {
			i += list_has(with_value, word) && words->list[i + 1];
			continue;
		}
		if (!is_source(word))
			continue;
		if (!telling->compile)
			object = memory_print("%s//object", word);
		else if (telling->output)
			object = memory_string(telling->output);
		else
			object = default_object(word);
		add_compilation(steps, command, word, object,
				!telling->compile);
		free(object);
	}
}

/* -lNAME: the file in one of the folders of -L, as far as they are seen. */
static char *find_library(const struct own_words *words, const char *folder,
			  const char *name)
{
	static const char *const endings[] = {"so", "a"};

	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->list[i];
		const char *place = word + 2;
		char *path;

		if (strncmp(word, "-L", 2) != 0)
			continue;
		if (!*place && !(place = words->list[i + 1]))
			break;
		for (size_t j = 0; j < 2; j++) {
			char *file = memory_print("%s/lib%s.%s", place, name,
						  endings[j]);

			path = step_path(folder, file);
			free(file);
			if (access(path, R_OK) == 0)
				return path;
			free(path);
		}
	}
	return NULL;
}

static void add_library(struct step *step, const struct own_words *words,
			const char *name)
{
	char *path = find_library(words, step->folder, name);

	if (path)
		add_input(step, step->word_count - 1, path);
	free(path);
}

static void add_link_word(struct step *step, const struct own_words *words,
			  size_t i)
{
	const char *word = words->list[i];

	add_step_word(step, word);
	if (strncmp(word, "-l", 2) == 0 && word[2])
		add_library(step, words, word + 2);
	else if (strcmp(word, "-shared") == 0)
		step->shared = true;
	else if (strcmp(word, "-fopenmp") == 0)
		step->openmp = true;
	if (is_option(word))
		return;
	if (is_source(word)) {
		char *object = memory_print("%s//object", word);

		add_input(step, step->word_count - 1, object);
		free(object);
		return;
	}
	add_input(step, step->word_count - 1, word);
}

/* The output of a link becomes two words, "-o" and the file, at the end. */
static void add_link(struct steps *steps, const struct command *command,
		     const struct telling *telling)
{
	struct step *step = new_step(steps, STEP_LINK, command);
	const struct own_words *words = &command->words;

	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->list[i];
		bool value = list_has(with_value, word) && words->list[i + 1];

		if (strcmp(word, "-o") == 0) {
			i++;
			continue;
		}
		if (list_has(writing, word) && !value)
			continue;
		if (strncmp(word, "-o", 2) == 0 ||
		    begins_with(word, writing_joined)) {
			i += value;
			continue;
		}
		add_link_word(step, words, i);
		if (value)
			add_step_word(step, words->list[++i]);
	}
	add_step_word(step, "-o");
	add_step_word(step, telling->output ? telling->output : "a.out");
	step->output_word = step->word_count - 1;
	step->output = step_path(step->folder, step->words[step->output_word]);
}

static void add_compiler(struct steps *steps, const struct command *command)
{
	struct telling telling = survey(&command->words);

	if (telling.idle || telling.files == 0)
		return;
	add_compilations(steps, command, &telling);
	if (!telling.compile)
		add_link(steps, command, &telling);
}

/* A linker that the build calls by itself, as for "ld -r -o all.o a.o b.o". */
static void add_linker(struct steps *steps, const struct command *command)
{
	struct telling telling = survey(&command->words);

	if (telling.files > 0)
		add_link(steps, command, &telling);
}

/* ---- archives ---- */

/* "ar rcs x.a a.o", "ar -q x.a a.o": not what takes out or lists. */
static void add_archive(struct steps *steps, const struct command *command)
{
	const struct own_words *words = &command->words;
	struct step *step;
	size_t i = 0;

	while (i < words->count && strncmp(words->list[i], "--", 2) == 0)
		i++;
	if (i + 2 >= words->count || !strpbrk(words->list[i], "rq"))
		return;
	/* a, b and i put members in a place, named by another one */
	if (strpbrk(words->list[i], "xtpdmabi") || words->list[i + 1][0] == '-')
		return;
	step = new_step(steps, STEP_ARCHIVE, command);
	step->output = step_path(step->folder, words->list[i + 1]);
	for (i += 2; i < words->count; i++)
		add_input(step, i, words->list[i]);
}

/* ---- a line of the log ---- */

static char **take_variables(const json_t *object)
{
	struct own_words words = {0};
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)object, name, value)
	{
		char *bytes = letters_read(value);
		char *one = memory_print("%s=%s", name, bytes ? bytes : "");

		add_word(&words, one);
		free(one);
		free(bytes);
	}
	return words.list;
}

static bool is_tool(const char *name, const char *tool)
{
	const char *at = strstr(name, tool);

	return at && (at == name || at[-1] == '-') &&
	       !isalpha((unsigned char)at[strlen(tool)]);
}

/* A compiler that ccache stands for is meant by its own name. */
static const char *real_program(const char *program, const char *called)
{
	const char *slash = program ? strrchr(program, '/') : NULL;

	if (!slash || strcmp(slash + 1, "ccache") == 0)
		return called;
	return program;
}

static void add_command(struct steps *steps, struct command *command)
{
	const char *slash = strrchr(command->name, '/');
	struct own_words *words = &command->words;

	command->name = slash ? slash + 1 : command->name;
	if (words->count == 0)
		return; /* asked nothing */
	if (is_tool(command->name, "ar")) {
		add_archive(steps, command);
	} else if (is_tool(command->name, "ld")) {
		words->count = aside_cut(words->list, true);
		add_linker(steps, command);
	} else {
		words->count = aside_cut(words->list, false);
		add_compiler(steps, command);
	}
}

void steps_add(struct steps *steps, const json_t *line)
{
	const json_t *arguments = json_object_get(line, "argv");
	char *folder = letters_read(json_object_get(line, "cwd"));
	char *program = letters_read(json_object_get(line, "exe"));
	char *called = letters_read(json_array_get(arguments, 0));
	struct command command = {.folder = folder, .name = called};

	if (!folder || !called)
		goto out;
	command.program = real_program(program, called);
	command.variables = take_variables(json_object_get(line, "env"));
	for (size_t i = 1; i < json_array_size(arguments); i++) {
		char *word = letters_read(json_array_get(arguments, i));

		expand(&command, json_object_get(line, "files"),
		       word ? word : "", 0);
		free(word);
	}
	add_command(steps, &command);
	free_words(command.variables);
	free_words(command.words.list);
out:
	free(called);
	free(program);
	free(folder);
}

static void free_step(struct step *step)
{
	for (size_t i = 0; i < step->input_count; i++)
		free(step->inputs[i].path);
	free(step->inputs);
	free_words(step->words);
	free_words(step->variables);
	free(step->folder);
	free(step->program);
	free(step->output);
	free(step->source);
}

void steps_read(struct steps *steps, const char *log)
{
	while (*log) {
		size_t length = strcspn(log, "\n");
		json_t *line = json_loadb(log, length, 0, NULL);

		if (line)
			steps_add(steps, line);
		json_decref(line);
		log += length + (log[length] == '\n');
	}
}

void steps_free(struct steps *steps)
{
	for (size_t i = 0; i < steps->count; i++)
		free_step(&steps->list[i]);
	free(steps->list);
	*steps = (struct steps){0};
}

static const struct step *last_maker(const struct steps *steps,
				     const char *path)
{
	for (size_t i = steps->count; i-- > 0;)
		if (strcmp(steps->list[i].output, path) == 0)
			return &steps->list[i];
	return NULL;
}

const struct step *steps_maker(const struct steps *steps, const char *path)
{
	const struct step *maker = last_maker(steps, path);
	char *real = maker ? NULL : realpath(path, NULL);

	if (real)
		maker = last_maker(steps, real);
	free(real);
	return maker;
}
