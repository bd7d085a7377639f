/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variables of a run.
 */
#include "environment.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/scratch.h"
#include "base/text.h"
#include "contender.h"
#include "machine/compiler.h"
#include "machine/topology.h"
#include "session.h"

/* In the path of a program or library that libtool has made. */
#define LIBTOOL "/.libs/"

/* A place for each processor that may be used: threads get cores of their own
   as long as there are any. */
static char *places_words(void)
{
	struct topology topology;
	struct text words = {0};

	topology_read(&topology);
	text_add(&words, "OMP_PLACES=");
	for (int i = 0; i < topology.processors; i++)
		text_print(&words, "%s{%d}", i ? "," : "",
			   topology.processor[i]);
	topology_free(&topology);
	return words.bytes;
}

static void add_made(struct environment *environment, char *variable)
{
	environment->made[environment->made_count++] = variable;
	environment->list[environment->count++] = variable;
}

/* Without the library the run is as any other, which is seen later. */
static bool add_library(struct environment *environment, const char *name)
{
	struct text problem = {0};
	char *library = compiler_runtime(name, &problem);
	const char *users = getenv("LD_PRELOAD");
	bool there = library != NULL;

	if (there) {
		library = scratch_preload(library);
		add_made(environment,
			 memory_print("LD_PRELOAD=%s%s%s", library,
				      users ? ":" : "", users ? users : ""));
	}
	free(library);
	text_free(&problem);
	return there;
}

/* A shell around the program loads the library too: a file for each. */
static void add_clocks(struct environment *environment, const char *folder)
{
	if (add_library(environment, COMPILER_CLOCKS))
		add_made(environment,
			 memory_print("PODIUM_CLOCK_FILE=%s/%%u", folder));
}

static void add_folder(struct text *folders, const char *folder)
{
	if (!folder || !*folder)
		return;
	text_add(folders, folders->length ? ":" : "");
	text_add(folders, folder);
}

/* Where libtool has made libraries; the script before its programs says so. */
static void add_libtool(const struct session *session, struct text *folders)
{
	const struct steps *steps = &session->plan->steps;

	if (!strstr(session->launch.program, LIBTOOL))
		return;
	for (size_t i = 0; i < steps->count; i++) {
		const char *output = steps->list[i].output;
		const char *end = strrchr(output, '/');
		char *folder =
			memory_print("%.*s", (int)(end - output), output);

		if (steps->list[i].shared && strstr(output, LIBTOOL))
			add_folder(folders, folder);
		free(folder);
	}
}

/* Libraries of the variant come before those of the build. */
static void add_libraries(const struct session *session,
			  const struct contender *contender,
			  struct environment *environment)
{
	struct text folders = {0};

	add_folder(&folders, contender_program(contender)->libraries);
	add_libtool(session, &folders);
	if (folders.length > 0) {
		add_folder(&folders, getenv("LD_LIBRARY_PATH"));
		add_made(environment, memory_print("LD_LIBRARY_PATH=%s",
						   text_string(&folders)));
	}
	text_free(&folders);
}

void environment_set(const struct session *session,
		     const struct contender *contender, const char *clocks,
		     struct environment *environment)
{
	if (session_pins(session) && !session->node->launcher) {
		environment->list[environment->count++] = "OMP_PROC_BIND=true";
		add_made(environment, places_words());
	}
	add_libraries(session, contender, environment);
	if (contender->clocked)
		add_clocks(environment, clocks);
	if (contender->versions) {
		char *path = contender_versions(session, contender);

		add_made(environment, memory_print("PODIUM_VERSIONS=%s", path));
		free(path);
	}
	if (contender->seed)
		add_made(environment,
			 memory_print("PODIUM_TRIAL_SEED=%d", contender->seed));
	/* hours, minutes and the day are others there */
	if (contender->pulses > 0 || contender->rebuilt)
		environment->list[environment->count++] = "TZ=QQQ-13:37:41";
	if (contender->perturbed) {
		environment->list[environment->count++] = "MALLOC_PERTURB_=165";
		add_library(environment, COMPILER_FAST_CLOCK);
	}
	if (contender->threads)
		add_made(environment, memory_print("OMP_NUM_THREADS=%d",
						   contender->threads));
}

void environment_free(struct environment *environment)
{
	for (size_t i = 0; i < environment->made_count; i++)
		free(environment->made[i]);
}
