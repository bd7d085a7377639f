/*
 * Builds the plugin for a compiler that came after podium, out of the sources
 * that are installed with it.
 */
#ifndef PODIUM_PLUGINMAKER_H
#define PODIUM_PLUGINMAKER_H

struct text;

/*
 * A plugin for that compiler: compiled by it in a temporary folder, and then
 * in a folder beside the one in which it will be kept, for others to find
 * whole or not at all. NULL and a *problem, with its remedy behind "; ".
 */
struct pluginmaker *pluginmaker_new(const char *command, struct text *problem);

/* Its path until it is kept, and the version of GCC that it is for. */
const char *pluginmaker_plugin(const struct pluginmaker *maker);
const char *pluginmaker_version(const struct pluginmaker *maker);

/*
 * Keep it, in the place of an older one. Its path then, which the caller frees;
 * NULL and a *problem if that cannot be.
 */
char *pluginmaker_keep(struct pluginmaker *maker, struct text *problem);

/* What is not kept is removed. */
void pluginmaker_free(struct pluginmaker *maker);

#endif
