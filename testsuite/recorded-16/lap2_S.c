/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 120, M = 120 };

#include "lap2.h"
