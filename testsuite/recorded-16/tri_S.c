/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 160 };

#include "tri.h"
