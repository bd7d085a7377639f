/* A reduction of the user's. */
/* reorders: moments */
#include "bits.h"
enum { N = 2999 };
struct moments {
	double sum, square;
};

static void join(struct moments *into, const struct moments *from)
{
	into->sum += from->sum;
	into->square += from->square;
}
#pragma omp declare reduction(moments                                          \
			      : struct moments                                 \
			      : join(&omp_out, &omp_in))                       \
	initializer(omp_priv = {0, 0})

static void moments(void)
{
	struct moments all = {0, 0};
#pragma omp parallel for reduction(moments : all)
	for (int i = 0; i < N; i++) {
		double x = number(i);

		all.sum += x;
		all.square += x * x;
	}
	show("moments", &all, sizeof(all));
}

int main(void)
{
	moments();
	return 0;
}
