/*
 * Sums in vectors have an order of their own, which no clause of the loop
 * around them changes; sums of threads have none.
 */
/* expect: map(select(.function == "rows" and .construct == "parallel for")) | length == 1 and .[0].reorders == [] */
/* expect: map(select(.function == "all")) | .[0].reorders | length == 1 */
float x[400][64], y[400];

void rows(void)
{
#pragma omp parallel for
	for (int i = 0; i < 400; i++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int j = 0; j < 64; j++)
			sum += x[i][j];
		y[i] = sum;
	}
}

float all(void)
{
	float sum = 0;

#pragma omp parallel for simd reduction(+ : sum)
	for (int i = 0; i < 400; i++)
		sum += y[i];
	return sum;
}

int main(void)
{
	rows();
	return all() > 0;
}
