/*
 * The plugin for a compiler: which one it takes, and where more are kept.
 *
 * Some are built with podium, for GCCs of a major version. `podium plugin`
 * builds others, each for one exact version and, of compilers for another
 * machine, for that target. Their folder has these and a digest of the plugin's
 * sources in its name: another podium keeps its own.
 */
#ifndef PODIUM_PLUGIN_H
#define PODIUM_PLUGIN_H

#include <stdbool.h>

struct text;

/*
 * Absolute path of the plugin that a compiler takes, after a look at whether it
 * does: one that was updated since would go on without, and there would be no
 * loops. NULL and a *problem, with its remedy behind "; ", if there is none.
 *
 * In PODIUM_PLUGIN_DIR if that is set; else the one beside the program in its
 * build tree, else that where it was installed; else one that is kept.
 */
char *plugin_fitting(const char *command, struct text *problem);

/* Does the compiler take it? If not, *complaint is what it says. */
bool plugin_taken(const char *command, const char *plugin,
		  struct text *complaint);

/* Adds what builds a plugin for the compiler, as the user would type it. */
void plugin_remedy(const char *command, struct text *out);

/*
 * The folder that holds the plugin's sources, in the folders that they include
 * each other by. NULL and a *problem if it is not there. The caller frees it.
 */
char *plugin_sources(struct text *problem);

/*
 * The folder in which the plugin of an exact version of GCC is kept, as
 * podium.so, and made where it is not there: with "kept" in PODIUM_PLUGIN_DIR
 * if that is set, for root where podium is installed, else in the user's cache.
 * NULL and a *problem if there are no sources. The caller frees it. "target" is
 * that of a compiler for another machine, else NULL.
 */
char *plugin_kept(const char *version, const char *target,
		  struct text *problem);

/*
 * A line for each plugin that plugin_fitting may take: which GCC it was built
 * for, as the plugin itself says, and where it lies. Nothing if there is none.
 */
void plugin_add_all(struct text *out);

#endif
