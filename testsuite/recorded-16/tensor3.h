/* SPDX-License-Identifier: GPL-3.0-or-later */
static float A[N][M][P] __attribute__((aligned(64)));
static float B[P][M] __attribute__((aligned(64)));
static float C[N][P] __attribute__((aligned(64)));

static void init(void)
{
	FILL(float, A);
	FILL(float, B);
	FILL(float, C);
}

static __attribute__((noinline)) void f0_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
for(int k=0;k<P;k++)
{C[i][k]+=A[i][j][k]*B[k][j];}
}
static __attribute__((noinline)) void f0_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
for(int k=0;k<P;k++)
{C[i][k]+=A[i][j][k]*B[k][j];}
}
static __attribute__((noinline)) void f0_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
for(int k=0;k<P;k++)
{C[i][k]+=A[i][j][k]*B[k][j];}
}
static __attribute__((noinline)) void f0_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
for(int k=0;k<P;k++)
{C[i][k]+=A[i][j][k]*B[k][j];}
}
static __attribute__((noinline)) void f1_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=0;i<N;i++)
for(int k=0;k<P;k++)
for(int j=0;j<M;j++)
{C[i][k]+=A[i][j][k]*B[k][j];}
}
static __attribute__((noinline)) void f1_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=0;i<N;i++)
for(int k=0;k<P;k++)
for(int j=0;j<M;j++)
{C[i][k]+=A[i][j][k]*B[k][j];}
}
static __attribute__((noinline)) void f1_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=0;i<N;i++)
for(int k=0;k<P;k++)
for(int j=0;j<M;j++)
{C[i][k]+=A[i][j][k]*B[k][j];}
}
static __attribute__((noinline)) void f1_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=0;i<N;i++)
for(int k=0;k<P;k++)
for(int j=0;j<M;j++)
{C[i][k]+=A[i][j][k]*B[k][j];}
}

static const struct nest nests[] = {
	NEST(f0, N),
	NEST(f1, N),
};

int main(void)
{
	return record(nests, sizeof(nests) / sizeof(nests[0]), init);
}
