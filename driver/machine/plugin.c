/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plugin for a compiler: which one it takes, and where more are kept.
 */
#include "plugin.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/data.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "compiler.h"
#include "config.h"

/* ---- where they are ---- */

/* NULL if it is not set. */
static const char *given_folder(void)
{
	const char *folder = getenv("PODIUM_PLUGIN_DIR");

	return folder && *folder ? folder : NULL;
}

static char *plugin_in(const char *folder, int major)
{
	return path_if_there(
		memory_print("%s/gcc-%d/podium.so", folder, major));
}

static char *plugin_in_build_tree(int major)
{
	char *folder = data_beside("plugin");
	char *plugin = folder ? plugin_in(folder, major) : NULL;

	free(folder);
	return plugin;
}

/* The one that was built with podium. */
static char *built_plugin(int major)
{
	char *plugin;

	if (given_folder())
		return plugin_in(given_folder(), major);
	plugin = plugin_in_build_tree(major);
	return plugin ? plugin : plugin_in(PKGLIBDIR, major);
}

/* ---- those that are kept ---- */

char *plugin_sources(struct text *problem)
{
	return data_folder("sources", "plugin/unit/podium.cc",
			   "PODIUM_PLUGIN_SOURCES", problem);
}

static bool is_source(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && (strcmp(dot, ".cc") == 0 || strcmp(dot, ".h") == 0);
}

/* Of the names and contents of the sources; 0 if one cannot be read. */
static uint64_t sources_digest(const char *sources)
{
	char *folder = memory_print("%s/plugin", sources);
	struct file_list files = file_list(folder);
	struct text content = {0};
	uint64_t digest =
		digest_bytes(PACKAGE_VERSION, strlen(PACKAGE_VERSION));

	for (size_t i = 0; i < files.count && digest; i++) {
		if (!is_source(files.paths[i]))
			continue;
		text_print(&content, "%s\n", files.paths[i] + strlen(folder));
		if (!file_read(files.paths[i], &content))
			digest = 0;
	}
	if (digest)
		digest = digest_more(digest, content.bytes, content.length);
	text_free(&content);
	file_list_free(&files);
	free(folder);
	return digest;
}

/* "gcc-12.4.0-0123456789abcdef", "gcc-12.2.0-aarch64-linux-gnu-..." */
static char *kept_name(const char *version, const char *target,
		       struct text *problem)
{
	char *sources = plugin_sources(problem);
	char *name =
		sources ? memory_print("gcc-%s%s%s-%016" PRIx64, version,
				       target ? "-" : "", target ? target : "",
				       sources_digest(sources))
			: NULL;

	free(sources);
	return name;
}

/* An installed podium has no folder of that name beside it. */
static bool is_in_build_tree(void)
{
	char *folder = data_beside("plugin");
	bool there = folder && access(folder, F_OK) == 0;

	free(folder);
	return there;
}

static char *user_cache(void)
{
	char *home = path_cache_home();
	char *folder = memory_print("%s/podium", home);

	free(home);
	return folder;
}

char *plugin_kept(const char *version, const char *target, struct text *problem)
{
	char *name = kept_name(version, target, problem);
	char *parent, *folder;

	if (!name)
		return NULL;
	if (given_folder())
		parent = path_absolute(given_folder());
	else if (geteuid() == 0 && !is_in_build_tree())
		parent = memory_string(PKGLIBDIR);
	else
		parent = user_cache();
	folder = memory_print("%s/%s", parent, name);
	free(parent);
	free(name);
	return folder;
}

/* A plugin that is kept in the folder; NULL if it is not there. */
static char *kept_in(const char *folder, const char *name)
{
	return path_if_there(memory_print("%s/%s/podium.so", folder, name));
}

/* The user's own comes first, as it can be made again. */
static char *kept_plugin(const char *version, const char *target)
{
	struct text ignored = {0};
	char *name = kept_name(version, target, &ignored);
	char *cache = user_cache(), *plugin = NULL;

	if (name && given_folder()) {
		plugin = kept_in(given_folder(), name);
	} else if (name) {
		plugin = kept_in(cache, name);
		if (!plugin)
			plugin = kept_in(PKGLIBDIR, name);
	}
	free(cache);
	free(name);
	text_free(&ignored);
	return plugin;
}

/* ---- does the compiler take it ---- */

/*
 * What the compiler says of the plugin: that it was built for another version,
 * in the plugin's words, or that it cannot be loaded, in its own. What else
 * may fail is not the plugin's fault.
 */
static void find_complaint(const struct text *said, const char *plugin,
			   bool done, struct text *complaint)
{
	static const char mark[] = "podium: this plugin was built for";
	const char *found = strstr(text_string(said), mark);

	if (!found && !done)
		found = strstr(text_string(said), plugin);
	else if (found)
		found += strlen("podium: ");
	if (found)
		text_add_bytes(complaint, found, strcspn(found, "\n;"));
}

bool plugin_taken(const char *command, const char *plugin,
		  struct text *complaint)
{
	char *flag = memory_print("-fplugin=%s", plugin);
	const char *line[] = {command,	       flag,	    "-x", "c",
			      "-fsyntax-only", "/dev/null", NULL};
	struct text said = {0};
	struct process_result result =
		process_compile(line, PROCESS_CAPTURE_BOTH, &said);
	size_t before = complaint->length;

	find_complaint(&said, plugin, process_done(result), complaint);
	if (result.end == PROCESS_INTERRUPTED && complaint->length == before)
		text_add(complaint, "interrupted");
	text_free(&said);
	free(flag);
	return complaint->length == before;
}

void plugin_remedy(const char *command, struct text *out)
{
	text_add(out, "podium plugin");
	if (strcmp(command, "gcc") == 0)
		return;
	text_add(out, " --gcc ");
	if (path_trap(command))
		text_add_quoted(out, command);
	else
		text_add(out, command);
}

/* "plugin" may be NULL, if there is none. */
static void tell_missing(const char *command, const char *version,
			 const char *target, const char *plugin,
			 const char *complaint, struct text *problem)
{
	const char *folder = given_folder() ? given_folder() : PKGLIBDIR;

	if (plugin)
		text_print(problem,
			   "'%s' does not take podium's plugin '%s': %s; to "
			   "build one that fits: ",
			   command, plugin, complaint);
	else
		text_print(problem,
			   "no plugin for GCC %d%s%s in '%s'; to build it: ",
			   atoi(version), target ? " for " : "",
			   target ? target : "", folder);
	plugin_remedy(command, problem);
}

/* Takes "plugin"; NULL if there is none or the compiler does not take it. */
static char *if_taken(const char *command, char *plugin, struct text *tried,
		      struct text *complaint)
{
	if (!plugin || process_interrupted())
		goto none;
	text_cut(tried, 0);
	text_cut(complaint, 0);
	text_add(tried, plugin);
	if (plugin_taken(command, plugin, complaint))
		return plugin;
none:
	free(plugin);
	return NULL;
}

static char *find_fitting(const char *command, struct text *problem)
{
	char *version = compiler_version(command, problem), *plugin = NULL;
	char *target = version ? compiler_foreign(command) : NULL;
	struct text tried = {0}, complaint = {0};

	if (!version)
		return NULL;
	/* those that were built with podium are for this machine */
	if (!target)
		plugin = if_taken(command, built_plugin(atoi(version)), &tried,
				  &complaint);
	if (!plugin)
		plugin = if_taken(command, kept_plugin(version, target), &tried,
				  &complaint);
	if (!plugin && process_interrupted())
		text_add(problem, "interrupted");
	else if (!plugin)
		tell_missing(command, version, target,
			     tried.length ? text_string(&tried) : NULL,
			     text_string(&complaint), problem);
	text_free(&complaint);
	text_free(&tried);
	free(target);
	free(version);
	return plugin;
}

/* A compiler is asked three times for that, and then used again and again. */
char *plugin_fitting(const char *command, struct text *problem)
{
	static char *asked, *found;

	if (!asked || strcmp(asked, command) != 0) {
		char *plugin = find_fitting(command, problem);

		if (!plugin)
			return NULL;
		free(asked);
		free(found);
		asked = memory_string(command);
		found = plugin;
	}
	return memory_string(found);
}

/* ---- all of them ---- */

/* What it was built for is among its constants, see plugin/unit/fit.cc. */
static void add_plugin(const char *path, struct text *out)
{
	static const char mark[] = "podium's plugin for ";
	const size_t length = sizeof(mark) - 1;
	struct text content = {0};
	const char *found = NULL;

	if (file_read(path, &content))
		found = memmem(text_string(&content), content.length, mark,
			       length);
	if (found)
		text_print(out, "plugin for %s: %s\n", found + length, path);
	else
		text_print(out, "plugin for an unknown GCC: %s\n", path);
	text_free(&content);
}

/* Is it the name of one that is kept, made of the same sources as "other"? */
static bool is_kept(const char *name, const char *other)
{
	const char *digest = strrchr(name, '-');

	return digest && strncmp(name, "gcc-", strlen("gcc-")) == 0 &&
	       strcmp(digest, strrchr(other, '-')) == 0;
}

/* Those of other sources are another podium's. */
static void add_kept(const char *folder, struct text *out)
{
	struct text ignored = {0};
	char *one = kept_name("N", NULL, &ignored);
	struct dirent **entries = NULL;
	int count = one ? scandir(folder, &entries, NULL, versionsort) : 0;

	for (int i = 0; i < count; i++) {
		char *plugin = is_kept(entries[i]->d_name, one)
				       ? kept_in(folder, entries[i]->d_name)
				       : NULL;

		if (plugin)
			add_plugin(plugin, out);
		free(plugin);
		free(entries[i]);
	}
	free(entries);
	free(one);
	text_free(&ignored);
}

static void add_built(struct text *out)
{
	for (int major = OLDEST_GCC; major <= NEWEST_GCC; major++) {
		char *plugin = built_plugin(major);

		if (plugin)
			add_plugin(plugin, out);
		free(plugin);
	}
}

void plugin_add_all(struct text *out)
{
	char *cache = user_cache();

	add_built(out);
	if (given_folder()) {
		add_kept(given_folder(), out);
	} else {
		add_kept(cache, out);
		add_kept(PKGLIBDIR, out);
	}
	free(cache);
}
