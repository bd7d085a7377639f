/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds of the program.
 */
#include "contender.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "build/tuned.h"
#include "choice.h"
#include "session.h"
#include "shield.h"

static bool write_tuned(const struct plan *plan, const char *path,
			const struct contender *contender)
{
	const struct choice *choice = contender->choice;
	char *content = shield_tuned(plan, choice ? choice->records : NULL,
				     contender->variant);
	bool good = file_write(path, content);

	free(content);
	return good;
}

static bool make_contender(struct session *session, struct contender *contender,
			   struct text *problem)
{
	char *tuned = memory_print("%s/%zu.tuned", session->scratch,
				   session->make->built);
	const struct choice *choice = contender->choice;
	struct variant variant = {.tuned = tuned, .clock = contender->clocked};
	bool good = write_tuned(session->plan, tuned, contender);

	if (choice)
		choice_apply(choice, &variant);
	if (good)
		good = make_variant(session->make, &variant,
				    &contender->program, problem);
	else
		text_print(problem, "cannot write '%s': %s", tuned,
			   strerror(errno));
	unlink(tuned);
	free(tuned);
	return good;
}

bool contender_is_original(const struct contender *contender)
{
	return contender_is_baseline(contender) && !contender->clocked &&
	       !contender->rebuilt;
}

bool contender_is_baseline(const struct contender *contender)
{
	return contender->variant[0] == '\0';
}

/* Unlike for every variant, so that a kept run is taken for no other one. */
char *contender_step(const struct contender *contender, const char *step)
{
	const char *host = contender->host ? contender->host->variant : "";
	char *words = memory_print("%s%s", contender->variant, host);
	uint64_t digest = digest_bytes(words, strlen(words));

	free(words);
	return memory_print("%s %016" PRIx64, step, digest);
}

static double seconds_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

const struct product *contender_program(const struct contender *contender)
{
	return contender->host ? &contender->host->program
			       : &contender->program;
}

char *contender_versions(const struct session *session,
			 const struct contender *contender)
{
	const char *versions = contender->versions;

	return memory_print("%s/%016" PRIx64 ".versions", session->scratch,
			    digest_bytes(versions, strlen(versions)));
}

/* Fixes the versions of its loops in the build of the host, unless they race.
 */
static bool fix_versions(struct session *session, struct contender *contender)
{
	char *path;

	contender->digest = contender->host->digest;
	if (!contender->versions)
		return true;
	path = contender_versions(session, contender);
	contender->failed = !file_write(path, contender->versions);
	if (contender->failed)
		contender->reason = memory_print("cannot write '%s': %s", path,
						 strerror(errno));
	contender->digest ^=
		digest_bytes(contender->versions, strlen(contender->versions));
	free(path);
	return !process_interrupted();
}

bool contender_build(struct session *session, struct contender *contender)
{
	struct text problem = {0};
	double begin;

	if (contender->built)
		return true;
	contender->built = true;
	if (contender->host)
		return fix_versions(session, contender);
	if (contender_is_original(contender)) {
		contender->digest = session->original;
		return true;
	}
	if (session_edited(session))
		return false;
	message_progress("building a variant");
	begin = seconds_now();
	if (!make_contender(session, contender, &problem) ||
	    !product_digest(&contender->program, &contender->digest)) {
		contender->failed = true;
		contender->reason = product_reason(&problem);
	}
	session->building += seconds_now() - begin;
	session->builds++;
	text_free(&problem);
	return !process_interrupted();
}

void contender_free(struct contender *contender)
{
	if (contender->program.path)
		product_discard(&contender->program);
	free(contender->variant);
	free(contender->versions);
	free(contender->reason);
	*contender = (struct contender){0};
}
