/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 30000 };

#include "axpy.h"
