/*
 * Profiles: what `podium calibrate` measured of a machine, as a file of JSON,
 * doc/profile.md. They lie in XDG_DATA_HOME/podium/machines, named after the
 * machine and its compiler. What is read is input from outside and checked.
 */
#ifndef PODIUM_PROFILE_H
#define PODIUM_PROFILE_H

#include <jansson.h>
#include <stdbool.h>

#include "models/machine.h"

struct text;
struct topology;

/* The newest format that is understood. */
#define PROFILE_VERSION 1

/* What a profile holds for: a machine and its compiler. */
struct profile_key {
	char *cpu;
	double cache[3]; /* bytes */
	int cores;
	char *compiler; /* "gcc 12.2.0" */
	char *kind; /* what people call such machines; NULL: by the others */
};

struct profile {
	struct profile_key key;
	struct machine machine;
	json_t *whole; /* the file, with what only people and studies read */
};

/*
 * The profile at "path", or that of the machines that are called so. With NULL
 * that of the machine to which a launcher leads; without one that which the
 * user selected by --from, else this machine's. Where there is none the machine
 * is a generic one and nothing else is there; the user is told once. On
 * failure, which is a file that cannot be read, or a name of no machine or of
 * two, *problem says why.
 */
bool profile_choose(const char *path, struct profile *profile,
		    struct text *problem);

/* Of the profile that is chosen where none is named; NULL if there is none. The
   caller frees it. */
char *profile_usual_file(void);

/* The machine of that profile, for programs that this compiler makes. */
bool profile_load(const char *path, const char *gcc, struct machine *out,
		  struct text *problem);

/* The libgomp that it was measured with, NULL if that is not known. */
const char *profile_libgomp(const struct profile *profile);

/*
 * Warn if this machine was measured with another libgomp than the one that the
 * program loads. Profiles of other machines, and those without it, are not
 * compared.
 */
void profile_check_program(const struct profile *profile, const char *program);

/* The same of programs that this compiler is going to make. */
void profile_check_compiler(const struct profile *profile, const char *gcc);

/* A whole profile. On failure *problem begins with "shown". */
bool profile_read(struct profile *profile, const char *path, const char *shown,
		  struct text *problem);

/* The same for the content of a file. */
bool profile_parse(struct profile *profile, const char *bytes, size_t length,
		   const char *shown, struct text *problem);

/* Leaves an empty profile. */
void profile_free(struct profile *profile);

/* The key of this machine with a compiler; the caller frees it. */
void profile_key_of(struct profile_key *key, const struct topology *topology,
		    const char *compiler);
void profile_key_free(struct profile_key *key);

/* What such machines are called, as "xeon-platinum-8480c-56": the processor
   and the cores, if nothing else was said. The caller frees it. */
char *profile_kind(const struct profile_key *key);

/* May they be called so? */
bool profile_is_kind(const char *name);

/* Key and machine as members of a new object, to be completed and stored. */
json_t *profile_json(const struct profile_key *key,
		     const struct machine *machine);

enum profile_use {
	PROFILE_MEASURED, /* here: none is selected by hand any more */
	PROFILE_SELECTED, /* it is used here */
	PROFILE_KEPT,	  /* it is of another machine, and used for that one */
};

/*
 * Store a profile, and from now on use it so. Returns its path, which the
 * caller frees, or NULL and a *problem.
 */
char *profile_store(const struct profile_key *key, const json_t *whole,
		    enum profile_use use, struct text *problem);

#endif
