/* SPDX-License-Identifier: GPL-3.0-or-later */
static int ix[N] __attribute__((aligned(64)));
static double A[N][M] __attribute__((aligned(64)));
static double B[N][M] __attribute__((aligned(64)));

static void init(void)
{
	FILL(int, ix);
	FILL(double, A);
	FILL(double, B);
	for (long i = 0; i < N; i++)
		ix[i] = (i * 77 + i / 3) % N;
}

static __attribute__((noinline)) void f0_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f0_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f0_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f0_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f1_static0(int T,int ch){
for(int j=0;j<M;j++)
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=0;i<N;i++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f1_static1(int T,int ch){
for(int j=0;j<M;j++)
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=0;i<N;i++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f1_dynamic1(int T,int ch){
for(int j=0;j<M;j++)
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=0;i<N;i++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f1_guided1(int T,int ch){
for(int j=0;j<M;j++)
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=0;i<N;i++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f2_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int iT=0;iT<N;iT+=8)
for(int i=iT;i<MIN(N,iT+8);i++)
for(int j=0;j<M;j++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f2_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int iT=0;iT<N;iT+=8)
for(int i=iT;i<MIN(N,iT+8);i++)
for(int j=0;j<M;j++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f2_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int iT=0;iT<N;iT+=8)
for(int i=iT;i<MIN(N,iT+8);i++)
for(int j=0;j<M;j++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}
static __attribute__((noinline)) void f2_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int iT=0;iT<N;iT+=8)
for(int i=iT;i<MIN(N,iT+8);i++)
for(int j=0;j<M;j++)
{B[i][j]=A[ix[i]][j]+B[i][j];}
}

static const struct nest nests[] = {
	NEST(f0, N),
	NEST(f1, N),
	NEST(f2, (N + 7) / 8),
};

int main(void)
{
	return record(nests, sizeof(nests) / sizeof(nests[0]), init);
}
