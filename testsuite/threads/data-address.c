/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects of the thread whose address a function gets. */
#define N 100
double x[N], y[N];

void unseen(double *state, double v);

static void set(double *to, double v)
{
	*to = v;
}

static void add(double *to, double v)
{
	*to += v;
}

static double first_and(double *row, int k)
{
	*row = k;
	return row[k]++;
}

static double uncovered(const double *state)
{
	return ++*(double *)state;
}

static void set_some(double *to, double v)
{
	if (v < 0)
		return;
	*to = v;
}

void of_the_iteration(void)
{
	/* needs: unseen */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double t = 0;

		unseen(&t, x[i]);
		y[i] = t;
	}
}

void to_an_unseen_function(void)
{
#pragma omp parallel
	{
		double state = 0;

		/* needs: fills(unseen,1), unseen */
#pragma omp for
		for (int i = 0; i < N; i++) {
			unseen(&state, x[i]);
			y[i] = state;
		}
	}
}

void set_by_a_seen_function(void)
{
#pragma omp parallel
	{
		double t;

		/* rewritable: yes */
#pragma omp for
		for (int i = 0; i < N; i++) {
			set(&t, x[i]);
			y[i] = t;
		}
	}
}

void changed_by_a_seen_function(void)
{
#pragma omp parallel
	{
		double sum = 0;

		/* refused: 'sum' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			add(&sum, x[i]);
			y[i] = sum;
		}
	}
}

void kept_in_memory(void)
{
	static double *kept[N];

#pragma omp parallel
	{
		double t = 0;

		/* refused: 't' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			kept[i] = &t;
			y[i] = (*kept[i])++;
		}
	}
}

void set_in_part(void)
{
#pragma omp parallel
	{
		double row[8] = {0};

		/* refused: 'row' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = first_and(row, i % 8);
	}
}

void set_in_one_branch(void)
{
#pragma omp parallel
	{
		double t;

		/* refused: 't' */
#pragma omp for
		for (int i = 0; i < N; i++) {
			set_some(&t, x[i]);
			y[i] = t;
		}
	}
}

void constant_by_name(void)
{
#pragma omp parallel
	{
		double state = 0;

		/* refused: 'state' */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = uncovered(&state);
	}
}
