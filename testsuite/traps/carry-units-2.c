/* SPDX-License-Identifier: GPL-3.0-or-later */
double draw_twice(unsigned long *state);
void make_row(double *row, int i);
void weigh(double *sum, double v);
void begin_at(unsigned long *state, int i);

static double draw(unsigned long *state)
{
	*state = *state * 25214903917ul + 11;
	return (double)(*state >> 16);
}

double draw_twice(unsigned long *state)
{
	double first = draw(state);

	return first - draw(state);
}

void make_row(double *row, int i)
{
	for (int j = 0; j < 8; j++)
		row[j] = i * j;
	for (int j = 1; j < 8; j++)
		row[j] += row[j - 1];
}

void weigh(double *sum, double v)
{
	*sum += v * v;
}

void begin_at(unsigned long *state, int i)
{
	*state = (unsigned long)i;
}
