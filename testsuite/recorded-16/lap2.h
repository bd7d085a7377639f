/* SPDX-License-Identifier: GPL-3.0-or-later */
static double A[N][M] __attribute__((aligned(64)));
static double B[N][M] __attribute__((aligned(64)));

static void init(void)
{
	FILL(double, A);
	FILL(double, B);
}

static __attribute__((noinline)) void f0_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=1;i<N-1;i++)
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f0_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=1;i<N-1;i++)
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f0_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=1;i<N-1;i++)
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f0_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=1;i<N-1;i++)
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f1_static0(int T,int ch){
for(int i=1;i<N-1;i++)
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f1_static1(int T,int ch){
for(int i=1;i<N-1;i++)
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f1_dynamic1(int T,int ch){
for(int i=1;i<N-1;i++)
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f1_guided1(int T,int ch){
for(int i=1;i<N-1;i++)
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f2_static0(int T,int ch){
for(int j=1;j<M-1;j++)
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=1;i<N-1;i++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f2_static1(int T,int ch){
for(int j=1;j<M-1;j++)
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=1;i<N-1;i++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f2_dynamic1(int T,int ch){
for(int j=1;j<M-1;j++)
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=1;i<N-1;i++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f2_guided1(int T,int ch){
for(int j=1;j<M-1;j++)
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=1;i<N-1;i++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f3_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int j=1;j<M-1;j++)
for(int i=1;i<N-1;i++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f3_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int j=1;j<M-1;j++)
for(int i=1;i<N-1;i++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f3_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int j=1;j<M-1;j++)
for(int i=1;i<N-1;i++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f3_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int j=1;j<M-1;j++)
for(int i=1;i<N-1;i++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f4_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int iT=1;iT<N-1;iT+=4)
for(int i=iT;i<MIN(N-1,iT+4);i++)
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f4_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int iT=1;iT<N-1;iT+=4)
for(int i=iT;i<MIN(N-1,iT+4);i++)
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f4_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int iT=1;iT<N-1;iT+=4)
for(int i=iT;i<MIN(N-1,iT+4);i++)
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f4_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int iT=1;iT<N-1;iT+=4)
for(int i=iT;i<MIN(N-1,iT+4);i++)
for(int j=1;j<M-1;j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f5_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int iT=1;iT<N-1;iT+=8)
for(int jT=1;jT<M-1;jT+=32)
for(int i=iT;i<MIN(N-1,iT+8);i++)
for(int j=jT;j<MIN(M-1,jT+32);j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f5_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int iT=1;iT<N-1;iT+=8)
for(int jT=1;jT<M-1;jT+=32)
for(int i=iT;i<MIN(N-1,iT+8);i++)
for(int j=jT;j<MIN(M-1,jT+32);j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f5_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int iT=1;iT<N-1;iT+=8)
for(int jT=1;jT<M-1;jT+=32)
for(int i=iT;i<MIN(N-1,iT+8);i++)
for(int j=jT;j<MIN(M-1,jT+32);j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}
static __attribute__((noinline)) void f5_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int iT=1;iT<N-1;iT+=8)
for(int jT=1;jT<M-1;jT+=32)
for(int i=iT;i<MIN(N-1,iT+8);i++)
for(int j=jT;j<MIN(M-1,jT+32);j++)
{B[i][j]=4*A[i][j]-A[i-1][j]-A[i+1][j]-A[i][j-1]-A[i][j+1];}
}

static const struct nest nests[] = {
	NEST(f0, N - 1 - 1),
	NEST(f1, M - 1 - 1),
	NEST(f2, N - 1 - 1),
	NEST(f3, M - 1 - 1),
	NEST(f4, (N - 1 - 1 + 3) / 4),
	NEST(f5, (N - 1 - 1 + 7) / 8),
};

int main(void)
{
	return record(nests, sizeof(nests) / sizeof(nests[0]), init);
}
