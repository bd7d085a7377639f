/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures the loops that are installed: nas-loops/campaign does it.
 */
#include "campaign.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/data.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"

/* The rest is for judging: half a minute, and a few. */
#define QUICK_MINUTES "9"
#define FULL_MINUTES "110"

/* Campaigns of one compiler and list of threads go on in one folder. */
static char *place_of(const struct campaign *campaign)
{
	char *home = path_data_home();
	const char *slash = strrchr(campaign->gcc, '/');
	char *place = memory_print("%s/podium/reproduce/%s%s%s", home,
				   slash ? slash + 1 : campaign->gcc,
				   campaign->threads ? "-" : "",
				   campaign->threads ? campaign->threads : "");

	free(home);
	return place;
}

static bool run(const struct campaign *campaign, const char *sources,
		const char *place, struct text *problem)
{
	char *script = memory_print("%s/campaign", sources);
	char *samples = memory_print("%s/samples", place);
	char *tables = memory_print("%s/tables", place);
	char *owner = memory_print("%ld", (long)getpid());
	const char *line[20] = {
		"bash",	       script,	"--sizes",     "S",	    "--minutes",
		QUICK_MINUTES, "--gcc", campaign->gcc, "--samples", samples,
		"--out",       tables,	"--while",     owner};
	int count = 14;
	struct process_result result;

	if (campaign->full) {
		line[3] = "SL";
		line[5] = FULL_MINUTES;
	}
	if (campaign->threads) {
		line[count++] = "--threads";
		line[count++] = campaign->threads;
	}
	if (campaign->oversubscribe)
		line[count++] = "--oversubscribe";
	result = process_run(line, PROCESS_TO_ERRORS, NULL);
	if (result.end == PROCESS_NOT_STARTED)
		text_print(problem, "cannot run 'bash': %s",
			   strerror(result.code));
	free(owner);
	free(tables);
	free(samples);
	free(script);
	return process_done(result);
}

char *campaign_run(const struct campaign *campaign, struct text *problem)
{
	char *sources = data_folder("nas-loops", "campaign", "PODIUM_LOOPS_DIR",
				    problem);
	char *place = sources ? place_of(campaign) : NULL;
	char *tables = NULL;

	if (sources && run(campaign, sources, place, problem))
		tables = memory_print("%s/tables", place);
	free(place);
	free(sources);
	return tables;
}
