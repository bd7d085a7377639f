/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page of a tuning, in HTML.
 */
#ifndef PODIUM_REPORT_PAGE_H
#define PODIUM_REPORT_PAGE_H

#include <stdbool.h>

struct text;
struct tunings;

/* With "busy" a podium is tuning now: the latest tuning goes on. */
void page_write(struct text *out, const struct tunings *tunings, bool busy);

#endif
