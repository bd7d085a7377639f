/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shortest ways between all pairs of nodes (Floyd, Warshall): node after node
 * is allowed as a stop, and for each the rows are shared out. A program whose
 * speed-up stays below the number of threads: each node has a region.
 *
 *     gcc -O2 -fopenmp floyd.c -o floyd && podium scaling -- ./floyd 700
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void fill(int *way, int nodes)
{
	for (int i = 0; i < nodes; i++)
		for (int j = 0; j < nodes; j++)
			way[i * nodes + j] =
				i == j ? 0 : 1 + (i * 37 + j * 91) % 1009;
}

static void shorten(int *way, int nodes)
{
	for (int k = 0; k < nodes; k++) {
#pragma omp parallel for
		for (int i = 0; i < nodes; i++)
			for (int j = 0; j < nodes; j++) {
				int over =
					way[i * nodes + k] + way[k * nodes + j];

				if (over < way[i * nodes + j])
					way[i * nodes + j] = over;
			}
	}
}

int main(int argc, char **argv)
{
	int nodes = argc > 1 ? atoi(argv[1]) : 500;
	int *way = nodes > 0 ? malloc(sizeof(*way) * nodes * nodes) : NULL;
	double start, seconds;
	long sum = 0;

	if (!way) {
		fprintf(stderr, "usage: floyd [NODES]\n");
		return 2;
	}
	fill(way, nodes);
	start = omp_get_wtime();
	shorten(way, nodes);
	seconds = omp_get_wtime() - start;
	for (int i = 0; i < nodes * nodes; i++)
		sum += way[i];
	printf("nodes %d, sum of all ways %ld, seconds %.6f\n", nodes, sum,
	       seconds);
	free(way);
	return 0;
}
