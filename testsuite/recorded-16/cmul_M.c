/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

enum { N = 60000 };

#include "cmul.h"
