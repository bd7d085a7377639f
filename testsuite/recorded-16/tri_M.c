#include "record.h"
enum{N=500};
static double A[N][N] __attribute__((aligned(64)));
static double B[N][N] __attribute__((aligned(64)));
static void init(void){{double*z=(void*)A;for(long q=0;q<(long)(N)*(N);q++)z[q]=1+(q%3);}{double*z=(void*)B;for(long q=0;q<(long)(N)*(N);q++)z[q]=1+(q%3);}}
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
static struct V var[]={{f0_static0,1,0},
{f0_static0,4,0},
{f0_static0,16,0},
{f0_static1,4,1},
{f0_static1,4,4},
{f0_static1,4,16},
{f0_static1,4,64},
{f0_static1,16,1},
{f0_static1,16,4},
{f0_static1,16,16},
{f0_static1,16,64},
{f0_dynamic1,4,1},
{f0_dynamic1,4,4},
{f0_dynamic1,4,16},
{f0_dynamic1,4,64},
{f0_dynamic1,16,1},
{f0_dynamic1,16,4},
{f0_dynamic1,16,16},
{f0_dynamic1,16,64},
{f0_guided1,4,1},
{f0_guided1,4,64},
{f0_guided1,16,1},
{f0_guided1,16,64}};
int main(int c,char**a){return drive(var,sizeof var/sizeof*var,init,c,a);}
