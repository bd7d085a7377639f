#include "record.h"
enum{N=1000,M=128};
static int ix[N] __attribute__((aligned(64)));
static double A[N][M] __attribute__((aligned(64)));
static double B[N][M] __attribute__((aligned(64)));
static void init(void){{int*z=(void*)ix;for(long q=0;q<(long)(N);q++)z[q]=1+(q%3);}{double*z=(void*)A;for(long q=0;q<(long)(N)*(M);q++)z[q]=1+(q%3);}{double*z=(void*)B;for(long q=0;q<(long)(N)*(M);q++)z[q]=1+(q%3);}for(long q=0;q<N;q++)ix[q]=(q*77L+q/3)%N;}
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
static struct V var[]={{f0_static0,1,0},
{f0_static0,4,0},
{f0_static0,16,0},
{f0_static1,4,1},
{f0_static1,4,4},
{f0_static1,4,16},
{f0_static1,4,64},
{f0_static1,4,256},
{f0_static1,16,1},
{f0_static1,16,4},
{f0_static1,16,16},
{f0_static1,16,64},
{f0_static1,16,256},
{f0_dynamic1,4,1},
{f0_dynamic1,4,4},
{f0_dynamic1,4,16},
{f0_dynamic1,4,64},
{f0_dynamic1,4,256},
{f0_dynamic1,16,1},
{f0_dynamic1,16,4},
{f0_dynamic1,16,16},
{f0_dynamic1,16,64},
{f0_dynamic1,16,256},
{f0_guided1,4,1},
{f0_guided1,4,64},
{f0_guided1,16,1},
{f0_guided1,16,64},
{f1_static0,1,0},
{f1_static0,4,0},
{f1_static0,16,0},
{f1_static1,4,1},
{f1_static1,4,4},
{f1_static1,4,16},
{f1_static1,4,64},
{f1_static1,4,256},
{f1_static1,16,1},
{f1_static1,16,4},
{f1_static1,16,16},
{f1_static1,16,64},
{f1_static1,16,256},
{f1_dynamic1,4,1},
{f1_dynamic1,4,4},
{f1_dynamic1,4,16},
{f1_dynamic1,4,64},
{f1_dynamic1,4,256},
{f1_dynamic1,16,1},
{f1_dynamic1,16,4},
{f1_dynamic1,16,16},
{f1_dynamic1,16,64},
{f1_dynamic1,16,256},
{f1_guided1,4,1},
{f1_guided1,4,64},
{f1_guided1,16,1},
{f1_guided1,16,64},
{f2_static0,1,0},
{f2_static0,4,0},
{f2_static0,16,0},
{f2_static1,4,1},
{f2_static1,4,4},
{f2_static1,4,16},
{f2_static1,16,1},
{f2_static1,16,4},
{f2_static1,16,16},
{f2_dynamic1,4,1},
{f2_dynamic1,4,4},
{f2_dynamic1,4,16},
{f2_dynamic1,16,1},
{f2_dynamic1,16,4},
{f2_dynamic1,16,16},
{f2_guided1,4,1},
{f2_guided1,4,64},
{f2_guided1,16,1},
{f2_guided1,16,64}};
int main(int c,char**a){return drive(var,sizeof var/sizeof*var,init,c,a);}
