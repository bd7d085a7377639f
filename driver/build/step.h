/*
 * The steps of a build: what a compiler, archiver or linker was told, read
 * from the log that watch.c writes, taken apart so that it can be done again.
 */
#ifndef PODIUM_STEP_H
#define PODIUM_STEP_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum step_kind {
	STEP_COMPILE, /* one source to one object */
	STEP_LINK,
	STEP_ARCHIVE,
};

struct step {
	enum step_kind kind;
	char *folder;	  /* it was done in */
	char *program;	  /* the tool, absolute if that was seen */
	char **variables; /* of its environment, NAME=VALUE, NULL at the end */
	/*
	 * Of a compilation the flags alone; of a link all words, with the
	 * output's at output_word; of an archive none. NULL at the end.
	 */
	char **words;
	size_t word_count, output_word;
	char *output; /* absolute */
	char *source; /* of a compilation, as it was named */
	/* objects and libraries of a link, members of an archive */
	struct step_input {
		size_t word;
		char *path; /* absolute */
	} * inputs;
	size_t input_count;
	bool openmp;
	bool shared;  /* links a library */
	bool unsaved; /* the object was temporary: compiled and linked at once
		       */
};

struct steps {
	struct step *list;
	size_t count;
};

/* Add the steps of a line of the log; none if it was something else. */
void steps_add(struct steps *steps, const json_t *line);

/* Add the steps of a log, line by line. */
void steps_read(struct steps *steps, const char *log);

void steps_free(struct steps *steps);

/*
 * The last step that made this file, or the one that it is a link to; NULL if
 * none did. The path is absolute.
 */
const struct step *steps_maker(const struct steps *steps, const char *path);

/* The path seen from a folder, without "." and "..", links as they are. */
char *step_path(const char *folder, const char *path);

#endif
