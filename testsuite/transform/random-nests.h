/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Data of the nests of random-nests.c; may stand in a class.
 */
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

double aa[32][32], bb[32][32], tt[16][16][16], zz[32][32], v[32], rr[1024];
float ff[32][32];
int pp[32][32], w[32], ends[32];
long qq[32][32];
#ifdef __cplusplus
std::vector<double> vv = std::vector<double>(1024);
#else
double vv[1024];
#endif
int gn = 7;
long total;
struct {
	int n;
} lim = {6};

static inline double f(double x)
{
	return x > .25 ? x * .5 : x + .125;
}

static inline void put(double *x, double y)
{
	*x = y * .5;
}

static int bound(int n)
{
	return n > 3 ? n - 1 : n;
}

#define EACH                                                                   \
	each(aa[0], 1024, 3) each(bb[0], 1024, 5) each(ff[0], 1024, 7)         \
		each(vv, 1024, 9) each(rr, 1024, 11) each(tt[0][0], 4096, 13)  \
			each(v, 32, 5) each(zz[0], 1024, 2)                    \
				each(pp[0], 1024, 3) each(qq[0], 1024, 5)      \
					each(w, 32, 7)

void reset(void)
{
#define each(x, count, by)                                                     \
	for (int i = 0; i < count; i++)                                        \
		(&x[0])[i] = i * by % 29 * (sizeof(x[0]) == 8 ? .0625 : 1);
	EACH
#undef each
		for (int i = 0; i < 32; i++) ends[i] = i * 7 % 10;
	total = 0;
}

void show(const char *name)
{
	uint64_t hash = 1, bits;
	double value;

#define each(x, count, by)                                                     \
	for (int i = 0; i < count; i++) {                                      \
		value = (&x[0])[i];                                            \
		memcpy(&bits, &value, 8);                                      \
		hash = hash * 1099511628211u + (hash >> 31) +                  \
		       (value == value ? bits : 1);                            \
	}
	EACH
#undef each
		printf("%s %016llx %ld\n", name, (unsigned long long)hash,
		       total);
}
