/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 40000, P = 24 };

#include "poly.h"
