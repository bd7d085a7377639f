/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 200, M = 64 };

#include "idx2.h"
