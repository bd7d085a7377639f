/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A module with a loop, for dlopen; see ends.sh. */
void module_loop(int rows);

static int cell[64];

void module_loop(int rows)
{
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < rows; i++)
		cell[i] += i;
}
