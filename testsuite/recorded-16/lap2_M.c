/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 400, M = 400 };

#include "lap2.h"
