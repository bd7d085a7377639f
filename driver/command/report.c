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
#include "report/finding.h"
#include "report/sheet.h"
#include "report/story.h"
#include "store/store.h"

struct request {
	const char *store, *folder;
	int campaign;
};

/* What the store holds for the page. */
struct found {
	struct stories stories;
	struct findings findings;
};

static bool write_part(const struct request *request, const char *name,
		       const char *content)
{
	char *path = memory_print("%s/%s", request->folder, name);
	bool good = file_write(path, content);

	if (!good)
		message_error("cannot write '%s': %s; name another folder with "
			      "--out",
			      path, strerror(errno));
	free(path);
	return good;
}

static bool write_sheet(const struct request *request,
			const struct found *found, bool busy,
			enum page_form form, const char *name)
{
	struct sheet sheet = {.page.form = form, .busy = busy};
	bool good = true;

	sheet_fill(&sheet, &found->stories, &found->findings);
	for (size_t i = 0; i < sheet.file_count && good; i++)
		good = write_part(request, sheet.files[i].name,
				  text_string(&sheet.files[i].content));
	good = good && write_part(request, name, text_string(&sheet.page.out));
	sheet_free(&sheet);
	return good;
}

static bool write_all(const struct request *request, const struct found *found,
		      bool busy)
{
	if (!file_make_folders(request->folder)) {
		message_error("cannot make the folder '%s': %s; name another "
			      "one with --out",
			      request->folder, strerror(errno));
		return false;
	}
	if (!write_sheet(request, found, busy, PAGE_HTML, "report.html") ||
	    !write_sheet(request, found, busy, PAGE_MARKDOWN, "report.md"))
		return false;
	printf("Written: %s/report.html, and report.md beside it.\n",
	       request->folder);
	return true;
}

static bool read_found(const struct request *request, struct found *found)
{
	struct text problem = {0};
	struct store *store = store_open(request->store, false, &problem);
	bool good = store &&
		    stories_read(&found->stories, store, request->campaign,
				 &problem) &&
		    findings_read(&found->findings, store, &problem);

	if (good && found->stories.count == 0) {
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
	struct found found = {0};
	bool busy = store_is_busy(request->store);
	bool good;

	signal(SIGXFSZ, SIG_IGN);
	good = read_found(request, &found) && write_all(request, &found, busy);
	stories_free(&found.stories);
	findings_free(&found.findings);
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
		"Writes a page of what podium tune has found, as HTML and as "
		"Markdown, with\n"
		"pictures, from podium.db alone.\n",
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
