/* Loops around a nest that exchange what it goes through. */

/* Within the nest each of them leads to the same data. */
void pair(int n, int steps, double *x, double *y)
{
	for (int t = 0; t < steps; t++) {
		double *kept = x;

#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < n; j++)
				y[i * n + j] = x[i * n + j - 1];
		x = y;
		y = kept;
	}
}

/* The variables have changed their values before the nest. */
void before(int n, int steps, double *x, double *y)
{
	for (int t = 0; t < steps; t++) {
		double *kept = x;

		x = y;
		y = kept;
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < n; j++)
				y[i * n + j] = x[i * n + j - 1];
	}
}

void three(int n, int steps, double *last, double *now, double *next)
{
	for (int t = 0; t < steps; t++) {
		double *kept = last;

#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < n; j++)
				next[i * n + j] = now[i * n + j - 1] +
						  last[i * n + j];
		last = now;
		now = next;
		next = kept;
	}
}

void chosen(int n, int steps, double *const *pair)
{
	for (int t = 0; t < steps; t++) {
		const double *from = pair[t % 2];
		double *to = t % 2 ? pair[0] : pair[1];

#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < n; j++)
				to[i * n + j] = from[i * n + j - 1];
	}
}

/* A place in what is exchanged has a name of its own. */
void beside(int n, int steps, double *x, double *y)
{
	for (int t = 0; t < steps; t++) {
		double *kept = x, *inner = y + 1;

#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < n - 1; j++)
				inner[i * n + j] = x[i * n + j];
		x = y;
		y = kept;
	}
}

/* A pointer that goes on has its base outside. */
void moved(int n, int steps, double *x, const double *y)
{
	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				x[i * n + j] = y[i * n + j];
		x += n * n;
	}
}

/* Which plane it is changes around the nest. */
void plane(int steps, double (*x)[100][100])
{
	int now = 0;

	for (int t = 0; t < steps; t++) {
#pragma omp parallel for
		for (int i = 0; i < 100; i++)
			for (int j = 1; j < 100; j++)
				x[1 - now][i][j] = x[now][i][j - 1];
		now = 1 - now;
	}
}

struct pool {
	int n;
	double *data;
};

/* What is read through a pointer that is exchanged. */
void members(int steps, struct pool *from, struct pool *to)
{
	for (int t = 0; t < steps; t++) {
		struct pool *kept = from;

#pragma omp parallel for
		for (int i = 1; i < to->n; i++)
			for (int j = 1; j < to->n; j++)
				to->data[i * to->n + j] =
					from->data[i * from->n + j - 1];
		from = to;
		to = kept;
	}
}

/* Within the nest it is not the same. */
void within(int n, int steps, double *x, double *y)
{
	for (int t = 0; t < steps; t++)
#pragma omp parallel for
		for (int i = 1; i < n; i++) {
			double *from = x, *to = y;

			for (int j = 1; j < n; j++) {
				double *kept = from;

				to[i * n + j] = from[i * n + j - 1];
				from = to;
				to = kept;
			}
		}
}
