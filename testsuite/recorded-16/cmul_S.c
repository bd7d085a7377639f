/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 10000 };

#include "cmul.h"
