/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 500, M = 400 };

#include "rank1.h"
