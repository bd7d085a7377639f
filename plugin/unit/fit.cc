/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is the compiler that loads the plugin one that it was built for?
 *
 * A GCC of another major version cannot even load the plugin; one that was
 * updated since may lay out its data otherwise, and so does one that compiles
 * for another machine. The version and the date of the sources decide, and the
 * target that it was configured for. GCC's own check,
 * plugin_default_version_check, asks for the same configuration and packager as
 * well: it refuses a GCC that was only built again from the same sources, as
 * distributions do.
 */
#include "base/gcc.h"
#include "fit.h"

struct label {
	char text[80];
};

static constexpr unsigned add(struct label &label, unsigned length,
			      const char *text)
{
	while (*text && length < sizeof(label.text) - 1)
		label.text[length++] = *text++;
	return length;
}

static constexpr struct label make_label()
{
	struct label label = {};
	unsigned length = 0;

	length = add(label, length, "podium's plugin for GCC ");
	length = add(label, length, built_for::basever);
	length = add(label, length, " (");
	length = add(label, length, built_for::datestamp);
	add(label, length, ")");
	return label;
}

/* podium --version reads it in the file, where that GCC need not be. */
extern const struct label fit_label;
__attribute__((used)) constexpr struct label fit_label = make_label();

/* Which machine it was configured to compile for; "" where that is its own. */
static char *target_of(const struct plugin_gcc_version *gcc)
{
	static const char option[] = "--target=";
	const char *found = strstr(gcc->configuration_arguments, option);

	if (!found)
		return xstrdup("");
	found += strlen(option);
	return xstrndup(found, strcspn(found, " "));
}

static void tell(const struct plugin_gcc_version *gcc, const char *own,
		 const char *target)
{
	bool same = strcmp(own, target) == 0;

	inform(UNKNOWN_LOCATION,
	       "podium: this plugin was built for GCC %s (%s)%s%s, this is GCC "
	       "%s (%s)%s%s: no loop is recorded, no clause changed; podium "
	       "plugin builds one that fits",
	       gcc_version.basever, gcc_version.datestamp, same ? "" : " for ",
	       same ? "" : own, gcc->basever, gcc->datestamp,
	       same ? "" : " for ", same ? "" : target);
}

bool fit_check(const struct plugin_gcc_version *gcc)
{
	char *own = target_of(&gcc_version), *target = target_of(gcc);
	bool good = strcmp(gcc->basever, gcc_version.basever) == 0 &&
		    strcmp(gcc->datestamp, gcc_version.datestamp) == 0 &&
		    strcmp(target, own) == 0;

	if (!good)
		tell(gcc, own, target);
	free(own);
	free(target);
	return good;
}
