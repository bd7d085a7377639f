/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 60, M = 64, P = 64 };

#include "tensor3.h"
