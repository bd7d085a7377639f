/* SPDX-License-Identifier: GPL-3.0-or-later */
static double A[N][M] __attribute__((aligned(64)));
static double u[N] __attribute__((aligned(64)));
static double v[M] __attribute__((aligned(64)));

static void init(void)
{
	FILL(double, A);
	FILL(double, u);
	FILL(double, v);
}

static __attribute__((noinline)) void f0_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f0_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f0_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f0_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=0;i<N;i++)
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f1_static0(int T,int ch){
for(int i=0;i<N;i++)
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f1_static1(int T,int ch){
for(int i=0;i<N;i++)
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f1_dynamic1(int T,int ch){
for(int i=0;i<N;i++)
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f1_guided1(int T,int ch){
for(int i=0;i<N;i++)
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f2_static0(int T,int ch){
for(int j=0;j<M;j++)
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=0;i<N;i++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f2_static1(int T,int ch){
for(int j=0;j<M;j++)
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=0;i<N;i++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f2_dynamic1(int T,int ch){
for(int j=0;j<M;j++)
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=0;i<N;i++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f2_guided1(int T,int ch){
for(int j=0;j<M;j++)
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=0;i<N;i++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f3_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int j=0;j<M;j++)
for(int i=0;i<N;i++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f3_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int j=0;j<M;j++)
for(int i=0;i<N;i++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f3_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int j=0;j<M;j++)
for(int i=0;i<N;i++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f3_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int j=0;j<M;j++)
for(int i=0;i<N;i++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f4_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int iT=0;iT<N;iT+=8)
for(int i=iT;i<MIN(N,iT+8);i++)
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f4_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int iT=0;iT<N;iT+=8)
for(int i=iT;i<MIN(N,iT+8);i++)
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f4_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int iT=0;iT<N;iT+=8)
for(int i=iT;i<MIN(N,iT+8);i++)
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f4_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int iT=0;iT<N;iT+=8)
for(int i=iT;i<MIN(N,iT+8);i++)
for(int j=0;j<M;j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f5_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int jT=0;jT<M;jT+=32)
for(int i=0;i<N;i++)
for(int j=jT;j<MIN(M,jT+32);j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f5_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int jT=0;jT<M;jT+=32)
for(int i=0;i<N;i++)
for(int j=jT;j<MIN(M,jT+32);j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f5_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int jT=0;jT<M;jT+=32)
for(int i=0;i<N;i++)
for(int j=jT;j<MIN(M,jT+32);j++)
{A[i][j]+=u[i]*v[j];}
}
static __attribute__((noinline)) void f5_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int jT=0;jT<M;jT+=32)
for(int i=0;i<N;i++)
for(int j=jT;j<MIN(M,jT+32);j++)
{A[i][j]+=u[i]*v[j];}
}

static const struct nest nests[] = {
	NEST(f0, N),
	NEST(f1, M),
	NEST(f2, N),
	NEST(f3, M),
	NEST(f4, (N + 7) / 8),
	NEST(f5, (M + 31) / 32),
};

int main(void)
{
	return record(nests, sizeof(nests) / sizeof(nests[0]), init);
}
