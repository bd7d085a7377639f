/* SPDX-License-Identifier: GPL-3.0-or-later */
static double A[N][N] __attribute__((aligned(64)));
static double B[N][N] __attribute__((aligned(64)));

static void init(void)
{
	FILL(double, A);
	FILL(double, B);
}

static __attribute__((noinline)) void f0_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=0;i<N;i++)
for(int j=0;j<i+1;j++)
{B[i][j]=A[i][j]*.5+B[i][j];}
}
static __attribute__((noinline)) void f0_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<i+1;j++)
{B[i][j]=A[i][j]*.5+B[i][j];}
}
static __attribute__((noinline)) void f0_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<i+1;j++)
{B[i][j]=A[i][j]*.5+B[i][j];}
}
static __attribute__((noinline)) void f0_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<i+1;j++)
{B[i][j]=A[i][j]*.5+B[i][j];}
}

static const struct nest nests[] = {
	NEST(f0, N),
};

int main(void)
{
	return record(nests, sizeof(nests) / sizeof(nests[0]), init);
}
