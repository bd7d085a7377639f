/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 200000 };

#include "axpy.h"
