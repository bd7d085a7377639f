/*
 * The plugin for a compiler: which one it takes, if any.
 */
#ifndef PODIUM_PLUGIN_H
#define PODIUM_PLUGIN_H

struct text;

/*
 * Absolute path of the plugin for that version: in PODIUM_PLUGIN_DIR if that
 * is set, else beside the program in its build tree, else where it was
 * installed. NULL and a *problem if there is none.
 */
char *plugin_of_version(const char *version, struct text *problem);

/*
 * The same for a command, after a look at whether that compiler takes it: one
 * that was updated since would go on without, and there would be no loops.
 */
char *plugin_fitting(const char *command, struct text *problem);

#endif
