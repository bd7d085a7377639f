/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is the compiler that loads the plugin one that it was built for?
 *
 * A GCC of another major version cannot even load the plugin; one that was
 * updated since may lay out its data otherwise. The version and the date of
 * the sources decide. GCC's own check, plugin_default_version_check, asks for
 * the same configuration and packager as well: it refuses a GCC that was only
 * built again from the same sources, as distributions do.
 */
#include "base/gcc.h"
#include "fit.h"

static bool is_same(const struct plugin_gcc_version *gcc)
{
	return strcmp(gcc->basever, gcc_version.basever) == 0 &&
	       strcmp(gcc->datestamp, gcc_version.datestamp) == 0;
}

bool fit_check(const struct plugin_gcc_version *gcc)
{
	if (is_same(gcc))
		return true;
	inform(UNKNOWN_LOCATION,
	       "podium: this plugin was built for GCC %s (%s), this is GCC %s "
	       "(%s): no loop is recorded, no clause changed; podium plugin "
	       "builds one that fits",
	       gcc_version.basever, gcc_version.datestamp, gcc->basever,
	       gcc->datestamp);
	return false;
}
