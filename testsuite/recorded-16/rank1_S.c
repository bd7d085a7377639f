/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 150, M = 150 };

#include "rank1.h"
