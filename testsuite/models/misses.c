/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program that runs the nest of -DORDER as often as it is told, and nothing
 * else: the difference of two such runs is what warm executions do.
 */
#include <stdlib.h>

#include "../../nas-loops/loop.h"

int main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 1;

	this_loop.fill();
	while (times-- > 0)
		this_loop.chosen();
	return EXIT_SUCCESS;
}
