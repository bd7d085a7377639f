#include "record.h"
enum{N=60,M=64,P=64};
static float A[N][M][P] __attribute__((aligned(64)));
static float B[P][M] __attribute__((aligned(64)));
static float C[N][P] __attribute__((aligned(64)));
static void init(void){{float*z=(void*)A;for(long q=0;q<(long)(N)*(M)*(P);q++)z[q]=1+(q%3);}{float*z=(void*)B;for(long q=0;q<(long)(P)*(M);q++)z[q]=1+(q%3);}{float*z=(void*)C;for(long q=0;q<(long)(N)*(P);q++)z[q]=1+(q%3);}}
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
static struct V var[]={{f0_static0,1,0},
{f0_static0,4,0},
{f0_static0,16,0},
{f0_static1,4,1},
{f0_static1,4,4},
{f0_static1,4,16},
{f0_static1,16,1},
{f0_static1,16,4},
{f0_static1,16,16},
{f0_dynamic1,4,1},
{f0_dynamic1,4,4},
{f0_dynamic1,4,16},
{f0_dynamic1,16,1},
{f0_dynamic1,16,4},
{f0_dynamic1,16,16},
{f0_guided1,4,1},
{f0_guided1,16,1},
{f1_static0,1,0},
{f1_static0,4,0},
{f1_static0,16,0},
{f1_static1,4,1},
{f1_static1,4,4},
{f1_static1,4,16},
{f1_static1,16,1},
{f1_static1,16,4},
{f1_static1,16,16},
{f1_dynamic1,4,1},
{f1_dynamic1,4,4},
{f1_dynamic1,4,16},
{f1_dynamic1,16,1},
{f1_dynamic1,16,4},
{f1_dynamic1,16,16},
{f1_guided1,4,1},
{f1_guided1,16,1}};
int main(int c,char**a){return drive(var,sizeof var/sizeof*var,init,c,a);}
