#include "record.h"
enum{N=10000};
static double a[N] __attribute__((aligned(64)));
static double b[N] __attribute__((aligned(64)));
static double c[N] __attribute__((aligned(64)));
static double d[N] __attribute__((aligned(64)));
static double e[N] __attribute__((aligned(64)));
static double f[N] __attribute__((aligned(64)));
static void init(void){{double*z=(void*)a;for(long q=0;q<(long)(N);q++)z[q]=1+(q%3);}{double*z=(void*)b;for(long q=0;q<(long)(N);q++)z[q]=1+(q%3);}{double*z=(void*)c;for(long q=0;q<(long)(N);q++)z[q]=1+(q%3);}{double*z=(void*)d;for(long q=0;q<(long)(N);q++)z[q]=1+(q%3);}{double*z=(void*)e;for(long q=0;q<(long)(N);q++)z[q]=1+(q%3);}{double*z=(void*)f;for(long q=0;q<(long)(N);q++)z[q]=1+(q%3);}}
static __attribute__((noinline)) void f0_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=0;i<N;i++)
{e[i]=a[i]*c[i]-b[i]*d[i];f[i]=a[i]*d[i]+b[i]*c[i];}
}
static __attribute__((noinline)) void f0_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=0;i<N;i++)
{e[i]=a[i]*c[i]-b[i]*d[i];f[i]=a[i]*d[i]+b[i]*c[i];}
}
static __attribute__((noinline)) void f0_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=0;i<N;i++)
{e[i]=a[i]*c[i]-b[i]*d[i];f[i]=a[i]*d[i]+b[i]*c[i];}
}
static __attribute__((noinline)) void f0_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=0;i<N;i++)
{e[i]=a[i]*c[i]-b[i]*d[i];f[i]=a[i]*d[i]+b[i]*c[i];}
}
static __attribute__((noinline)) void f1_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int iT=0;iT<N;iT+=128)
for(int i=iT;i<MIN(N,iT+128);i++)
{e[i]=a[i]*c[i]-b[i]*d[i];f[i]=a[i]*d[i]+b[i]*c[i];}
}
static __attribute__((noinline)) void f1_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int iT=0;iT<N;iT+=128)
for(int i=iT;i<MIN(N,iT+128);i++)
{e[i]=a[i]*c[i]-b[i]*d[i];f[i]=a[i]*d[i]+b[i]*c[i];}
}
static __attribute__((noinline)) void f1_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int iT=0;iT<N;iT+=128)
for(int i=iT;i<MIN(N,iT+128);i++)
{e[i]=a[i]*c[i]-b[i]*d[i];f[i]=a[i]*d[i]+b[i]*c[i];}
}
static __attribute__((noinline)) void f1_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int iT=0;iT<N;iT+=128)
for(int i=iT;i<MIN(N,iT+128);i++)
{e[i]=a[i]*c[i]-b[i]*d[i];f[i]=a[i]*d[i]+b[i]*c[i];}
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
{f1_guided1,4,64},
{f1_guided1,16,1},
{f1_guided1,16,64}};
int main(int c,char**a){return drive(var,sizeof var/sizeof*var,init,c,a);}
