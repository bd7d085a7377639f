/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 30, M = 30, P = 40 };

#include "tensor3.h"
