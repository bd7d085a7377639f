/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "base/names.h"
#include "handover.h"

void handover_free(struct handover *found)
{
	names_free(&found->states);
	names_free(&found->sums);
	found->moved.release();
	found->summed.release();
	for (unsigned i = 0; i < found->lends.length(); i++)
		free(found->lends[i].name);
	found->lends.release();
}
