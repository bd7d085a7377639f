/*
 * Words of a tuned file, which doc/tuned.md describes.
 */
#ifndef PODIUM_TUNED_FILE_H
#define PODIUM_TUNED_FILE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct text;

/* The first line. */
#define TUNED_LINE "podium.tuned 2"

/* The content of a tuned file, after a look at its first line. False: why not
   is added to the problem. */
bool tuned_read(const char *path, struct text *content, struct text *problem);

/* Add a word so that a reader takes no sign in it for its own. */
void tuned_add_word(struct text *out, const char *word);

/* Add "safe(NEED)" with NEED so that a reader takes it as it is. */
void tuned_add_safe(struct text *out, const char *need);

/* The file of a record as an entry names it, and the loop: "FILE:ID". The
   caller frees them. */
char *tuned_file(const json_t *record);
char *tuned_entry(const json_t *record);

/* A line that is an entry, or says safe(NEED). */
struct tuned_line {
	unsigned number;      /* from 1 */
	char *name;	      /* as it is written: FILE:FUNCTION#NUMBER */
	char *file, *id;      /* of an entry, plain; NULL: every loop */
	char *need;	      /* of safe(NEED); NULL: an entry */
	char *transformation; /* as its proof has it; NULL: none; of candidates
				 "A | B" */
	char *clauses;	      /* all it asks for, without blanks within words */
	bool schedule, threads; /* it has these clauses; threads: if, too */
	bool leaves;		/* as-written alone */
	bool several;		/* candidates */
	bool force;
	/* bytes of proof(...), both 0 where there is none; and where the last
	 * word ends */
	size_t proof, proof_end, end;
};

/*
 * The entries and needs of a file that the plugin reads without complaint:
 * nothing is checked here. The caller frees them.
 */
struct tuned_line *tuned_lines(const char *content, size_t *count);

/* Is the digest, 8 hexadecimal digits, one of the line's proof? */
bool tuned_has_proof(const char *content, const struct tuned_line *line,
		     const char *digest);

void tuned_free(struct tuned_line *lines, size_t count);

/* A line "setting NAME=VALUE", a variable of the environment for runs. */
struct tuned_setting {
	unsigned number; /* of the line, from 1 */
	char *name, *value;
};

/*
 * All of them, which the caller frees. NULL where a line is bad: "path" names
 * the file in *problem.
 */
struct tuned_setting *tuned_settings(const char *content, const char *path,
				     size_t *count, struct text *problem);
void tuned_settings_free(struct tuned_setting *settings, size_t count);

/* Called for each word of the lines "flags ..."; false ends it. */
typedef bool tuned_flag(void *context, const char *flag);

/* False if "flag" has answered so. */
bool tuned_flags(const char *content, tuned_flag *flag, void *context);

#endif
