/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the outputs of the original teach.
 */
#ifndef PODIUM_KNOWN_H
#define PODIUM_KNOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "bytes.h"
#include "column.h"
#include "freed.h"
#include "lines.h"
#include "loose.h"
#include "printed.h"
#include "tag.h"

struct compare_known {
	struct printed *outputs; /* of the original; the first counts */
	size_t count;
	bool many;   /* one has too many lines for facts */
	bool binary; /* it is a file of bytes */
	struct bytes_form form;
	/* what follows is found out when it is asked for */
	bool prepared;
	bool chaos; /* nothing can be compared */
	struct tags tags;
	struct lines_plan plan;
	struct columns columns;
	struct loose_lines loose;
	double scale;  /* of the numbers of the output, at most 1 */
	double noise;  /* parts of themselves by which some move, */
	double jitter; /* and at least by which times do */
	bool says;     /* something is judged */
	bool speaks;   /* there is something */
	struct freed freed;
};

#endif
