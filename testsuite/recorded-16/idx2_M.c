/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 1000, M = 128 };

#include "idx2.h"
