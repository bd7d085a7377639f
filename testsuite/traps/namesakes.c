/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Static functions of one name: this unit's is harmless. */
/* expect: .[] | select(.function == "mine") | .rewrite_why == [] */
/* expect: .[] | select(.function == "theirs") | .rewrite_why | length > 0 */
int x[100];
void theirs(void);
static __attribute__((noinline)) int value(int i)
{
	return 2 * i;
}

void mine(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = value(i);
}

int main(void)
{
	mine();
	theirs();
	return x[7] < 0;
}
