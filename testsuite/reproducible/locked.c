/* A list that grows in the order in which threads come. */
/* reorders: push */
#include "bits.h"
#include <omp.h>
enum { N = 1501 };
static int list[N], length;
static omp_lock_t lock;

static void push(void)
{
#pragma omp parallel for schedule(dynamic, 4)
	for (int i = 0; i < N; i++)
		if (number(i) > 0) {
			omp_set_lock(&lock);
			list[length++] = i;
			omp_unset_lock(&lock);
		}
	show("push", list, sizeof(list));
}

int main(void)
{
	omp_init_lock(&lock);
	push();
	return 0;
}
