/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the user runs the program.
 */
#include "launch.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "step.h"

/* The shell means something by these where they are not quoted. */
#define SIGNS "$`*?[]#~%!"
#define SIGNS_BETWEEN "|&;<>()\n" /* they end a word */

/* ---- words ---- */

struct word {
	char *value;
	size_t begin, end; /* in the command */
};

struct parsed {
	struct word *list;
	size_t count;
	bool shell; /* it holds signs of the shell */
};

/* One word from *at on, as the shell would split it. */
static void take_word(const char *command, size_t *at, struct parsed *parsed)
{
	struct text value = {0};
	struct word word = {.begin = *at};
	char quote = 0;

	text_add(&value, "");
	for (; command[*at]; ++*at) {
		char letter = command[*at];

		if (!quote && (isspace((unsigned char)letter) ||
			       strchr(SIGNS_BETWEEN, letter)))
			break;
		if (quote != '\'' && strchr("$`", letter))
			parsed->shell = true;
		if (!quote && strchr(SIGNS, letter))
			parsed->shell = true;
		/* which letters it escapes depends on where it stands */
		if (letter == '\\' &&
		    (quote == '"' || command[*at + 1] == '\n'))
			parsed->shell = true;
		if (letter == '\\' && quote != '\'' && command[*at + 1])
			text_add_bytes(&value, &command[++*at], 1);
		else if (quote ? letter == quote
			       : letter == '"' || letter == '\'')
			quote = quote ? 0 : letter;
		else
			text_add_bytes(&value, &command[*at], 1);
	}
	word.end = *at;
	word.value = value.bytes;
	parsed->list = memory_grow(parsed->list, parsed->count + 1,
				   sizeof(*parsed->list));
	parsed->list[parsed->count++] = word;
}

static struct parsed parse(const char *command)
{
	struct parsed parsed = {0};
	size_t at = 0;

	while (command[at])
		if (strchr(SIGNS_BETWEEN, command[at])) {
			parsed.shell = true;
			at++;
		} else if (isspace((unsigned char)command[at])) {
			at++;
		} else {
			take_word(command, &at, &parsed);
		}
	/* NAME=VALUE before a command is the shell's */
	if (parsed.count > 0 && strchr(parsed.list[0].value, '='))
		parsed.shell = true;
	return parsed;
}

static void parsed_free(struct parsed *parsed)
{
	for (size_t i = 0; i < parsed->count; i++)
		free(parsed->list[i].value);
	free(parsed->list);
}

/* ---- the program ---- */

static bool is_program(const struct step *step)
{
	return step && step->kind == STEP_LINK && !step->shared &&
	       access(step->output, X_OK) == 0;
}

/* The program that a word names, NULL if it names none that was made. */
static char *program_of(const char *word, const struct steps *steps)
{
	char *folder = getcwd(NULL, 0);
	char *path = step_path(folder ? folder : "/", word);
	const struct step *found = NULL;
	char *program = NULL;

	if (strchr(word, '/'))
		found = steps_maker(steps, path);
	if (is_program(found))
		program = memory_string(found->output);
	free(folder);
	free(path);
	return program;
}

/* A program of that last name, for commands that change the folder. */
static char *program_named(const char *word, const struct steps *steps)
{
	const char *slash = strrchr(word, '/');

	for (size_t i = steps->count; slash && i-- > 0;) {
		const struct step *step = &steps->list[i];

		if (is_program(step) &&
		    strcmp(strrchr(step->output, '/'), slash) == 0)
			return memory_string(step->output);
	}
	return NULL;
}

/* A copy of a program that was made: some files are copied or installed. */
static char *program_file(const char *word)
{
	char *folder, *path;

	if (!strchr(word, '/') || access(word, X_OK) != 0)
		return NULL;
	folder = getcwd(NULL, 0);
	path = step_path(folder ? folder : "/", word);
	free(folder);
	return path;
}

static bool find_program(struct launch *launch, const struct parsed *parsed,
			 const struct steps *steps, const char *given)
{
	for (size_t i = 0; i < parsed->count && !launch->program; i++) {
		launch->place = i;
		if (given && strcmp(parsed->list[i].value, "{}") == 0)
			launch->program = memory_string(given);
		else
			launch->program =
				program_of(parsed->list[i].value, steps);
	}
	for (size_t i = 0; i < parsed->count && !launch->program; i++) {
		launch->place = i;
		launch->program = program_named(parsed->list[i].value, steps);
	}
	for (size_t i = 0; i < parsed->count && !launch->program; i++) {
		launch->place = i;
		launch->program = program_file(parsed->list[i].value);
	}
	return launch->program != NULL;
}

static char *only_program(const struct steps *steps, struct text *problem)
{
	const struct step *found = NULL;

	for (size_t i = 0; i < steps->count; i++) {
		const struct step *step = &steps->list[i];

		if (!is_program(step))
			continue;
		if (found && strcmp(found->output, step->output) != 0) {
			text_print(problem,
				   "the build makes several programs, such as "
				   "'%s' and '%s'; say with --run how to run "
				   "the one that is meant",
				   found->output, step->output);
			return NULL;
		}
		found = step;
	}
	if (!found)
		text_add(problem, "no program was seen being linked; say with "
				  "--run how to run it");
	return found ? memory_string(found->output) : NULL;
}

/* ---- launches ---- */

static void keep_words(struct launch *launch, const struct parsed *parsed,
		       const char *command)
{
	const struct word *word = &parsed->list[launch->place];

	if (parsed->shell) {
		launch->before =
			memory_print("%.*s", (int)word->begin, command);
		launch->after = memory_string(command + word->end);
	}
	launch->words =
		memory_grow(NULL, parsed->count + 1, sizeof(*launch->words));
	for (size_t i = 0; i < parsed->count; i++)
		launch->words[i] = memory_string(parsed->list[i].value);
	launch->words[parsed->count] = NULL;
	launch->count = parsed->count;
}

bool launch_read(struct launch *launch, const char *command,
		 const struct steps *steps, const char *given,
		 struct text *problem)
{
	struct parsed parsed;

	*launch = (struct launch){0};
	if (!command) {
		launch->program = given ? memory_string(given)
					: only_program(steps, problem);
		if (!launch->program)
			return false;
		parsed = parse("{}");
		keep_words(launch, &parsed, "{}");
		parsed_free(&parsed);
		return true;
	}
	parsed = parse(command);
	if (find_program(launch, &parsed, steps, given))
		keep_words(launch, &parsed, command);
	else
		text_print(problem,
			   "--run '%s' names no program that the build made; "
			   "name it by its path, as in ./bin/app, outside of "
			   "quotes: a shell runs the command already",
			   command);
	parsed_free(&parsed);
	return launch->program != NULL;
}

void launch_put(const struct launch *launch, const char *program,
		struct runner_job *job, char **line)
{
	struct text text = {0};
	const char **words =
		memory_grow(NULL, launch->count + 4, sizeof(*words));

	if (launch->before) {
		text_add(&text, launch->before);
		text_add_quoted(&text, program);
		text_add(&text, launch->after);
		words[0] = "/bin/sh";
		words[1] = "-c";
		words[2] = text_string(&text);
		words[3] = NULL;
		job->program = NULL;
	} else {
		for (size_t i = 0; i <= launch->count; i++)
			words[i] = launch->words[i];
		/* the name it is called by stays; the file is another one */
		if (launch->place == 0) {
			job->program = program;
			if (strcmp(words[0], "{}") == 0)
				words[0] = launch->program;
		} else {
			job->program = NULL;
			words[launch->place] = program;
		}
	}
	job->arguments = words;
	*line = text.bytes;
}

void launch_free(struct launch *launch)
{
	for (size_t i = 0; launch->words && launch->words[i]; i++)
		free(launch->words[i]);
	free(launch->words);
	free(launch->program);
	free(launch->before);
	free(launch->after);
	*launch = (struct launch){0};
}
