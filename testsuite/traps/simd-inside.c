/*
 * A loop inside puts its part of a sum into vectors: the loop around it still
 * does nothing with that sum but to add to it.
 */
/* expect: map(select(.construct == "parallel for")) | .[0].nest | map(.collects | map(.name)) == [["sum"], ["sum"]] */
float x[400][64];

float all(void)
{
	float sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 400; i++) {
#pragma omp simd reduction(+ : sum)
		for (int j = 0; j < 64; j++)
			sum += x[i][j];
	}
	return sum;
}

int main(void)
{
	return all() > 0;
}
