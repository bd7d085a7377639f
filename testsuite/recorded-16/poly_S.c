/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 6000, P = 10 };

#include "poly.h"
