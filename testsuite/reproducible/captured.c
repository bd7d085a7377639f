/* Places taken by atomic captures. */
/* reorders: take */
#include "bits.h"
enum { N = 1501 };
static int place[N], next;

static void take(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		int mine;

#pragma omp atomic capture
		mine = next++;
		place[mine] = i;
	}
	show("take", place, sizeof(place));
}

static void square(void)
{
#pragma omp parallel for schedule(guided)
	for (int i = 0; i < N; i++)
		place[i] = i * i;
	show("square", place, sizeof(place));
}

int main(void)
{
	take();
	square();
	return 0;
}
