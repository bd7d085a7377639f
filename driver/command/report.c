/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium report: a page of what was tuned.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/text.h"
#include "command.h"
#include "report/page.h"
#include "report/tuning.h"
#include "store/store.h"

struct request {
	const char *store, *folder;
	int campaign;
};

static bool write_page(const struct request *request,
		       const struct tunings *tunings, bool busy)
{
	char *path = memory_print("%s/report.html", request->folder);
	struct text page = {0};
	bool good;

	page_write(&page, tunings, busy);
	if (!file_make_folders(request->folder)) {
		message_error("cannot make the folder '%s': %s; name another "
			      "one with --out",
			      request->folder, strerror(errno));
		good = false;
	} else {
		good = file_write(path, text_string(&page));
		if (!good)
			message_error("cannot write '%s': %s; name another "
				      "folder with --out",
				      path, strerror(errno));
	}
	if (good)
		printf("Written: %s\n", path);
	text_free(&page);
	free(path);
	return good;
}

static bool read_tunings(const struct request *request, struct tunings *tunings)
{
	struct text problem = {0};
	struct store *store = store_open(request->store, false, &problem);
	bool good = store &&
		    tunings_read(tunings, store, request->campaign, &problem);

	if (good && tunings->count == 0) {
		if (request->campaign)
			text_print(&problem,
				   "no campaign %d in store '%s'; podium runs "
				   "lists them",
				   request->campaign, request->store);
		else
			text_print(
				&problem,
				"store '%s' holds no runs; podium tune makes "
				"them",
				request->store);
		good = false;
	}
	if (!good)
		message_error("%s", text_string(&problem));
	store_close(store);
	text_free(&problem);
	return good;
}

/* A limit on files is told in words, as a full disk is. */
static int report(const struct request *request)
{
	struct tunings tunings = {0};
	bool busy = store_is_busy(request->store);
	bool good;

	signal(SIGXFSZ, SIG_IGN);
	good = read_tunings(request, &tunings) &&
	       write_page(request, &tunings, busy);
	tunings_free(&tunings);
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

static const struct option table[] = {
	{"out", "DIR", "the folder to write into (default: podium-report)",
	 OPTION_SETS(folder)},
	{"campaign", "N", "only this campaign, as podium runs numbers them",
	 OPTION_SETS(campaign), .least = 1},
	{"store", "FILE", "where runs are kept (default: podium.db)",
	 OPTION_SETS(store)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium report [OPTION...]\n"
		"Writes a page of what podium tune has found, in HTML and "
		"with charts, from\n"
		"podium.db alone.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium report -o page\n",
};

int command_report(char **arguments)
{
	struct request request = {.store = "podium.db",
				  .folder = "podium-report"};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = report(&request);
	return status;
}
