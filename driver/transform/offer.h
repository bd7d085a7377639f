/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All orders and tiles of a loop's bands that are legal, and how many of their
 * loops may be shared out together, with what is predicted of each. Tiles are
 * as large as the caches of the machine hold.
 */
#ifndef PODIUM_OFFER_H
#define PODIUM_OFFER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "catalogue.h"
#include "models/machine.h"

struct text;

/*
 * Find those of a record that was checked; settings are "NAME=N", which were
 * checked as well.
 * False where nothing can be predicted; *problem says why.
 */
bool offers_find(const json_t *record, const struct machine *machine,
		 const char *const *settings, size_t setting_count,
		 struct offers *offers, struct text *problem);

#endif
