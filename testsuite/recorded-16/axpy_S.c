#include "record.h"
enum{N=30000};
static float x[N] __attribute__((aligned(64)));
static float y[N] __attribute__((aligned(64)));
static float z[N] __attribute__((aligned(64)));
static void init(void){{float*z=(void*)x;for(long q=0;q<(long)(N);q++)z[q]=1+(q%3);}{float*z=(void*)y;for(long q=0;q<(long)(N);q++)z[q]=1+(q%3);}{float*z=(void*)z;for(long q=0;q<(long)(N);q++)z[q]=1+(q%3);}}
static __attribute__((noinline)) void f0_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int i=0;i<N;i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f0_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int i=0;i<N;i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f0_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int i=0;i<N;i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f0_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int i=0;i<N;i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f1_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int iT=0;iT<N;iT+=512)
for(int i=iT;i<MIN(N,iT+512);i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f1_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int iT=0;iT<N;iT+=512)
for(int i=iT;i<MIN(N,iT+512);i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f1_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int iT=0;iT<N;iT+=512)
for(int i=iT;i<MIN(N,iT+512);i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f1_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int iT=0;iT<N;iT+=512)
for(int i=iT;i<MIN(N,iT+512);i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f2_static0(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static)")
for(int iT=0;iT<N;iT+=2048)
for(int i=iT;i<MIN(N,iT+2048);i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f2_static1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(static,ch)")
for(int iT=0;iT<N;iT+=2048)
for(int i=iT;i<MIN(N,iT+2048);i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f2_dynamic1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(dynamic,ch)")
for(int iT=0;iT<N;iT+=2048)
for(int i=iT;i<MIN(N,iT+2048);i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
}
static __attribute__((noinline)) void f2_guided1(int T,int ch){
_Pragma("omp parallel for num_threads(T) schedule(guided,ch)")
for(int iT=0;iT<N;iT+=2048)
for(int i=iT;i<MIN(N,iT+2048);i++)
{z[i]=x[i]*2.5f+y[i];x[i]=y[i]-z[i];}
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
{f1_guided1,16,1},
{f2_static0,1,0},
{f2_static0,4,0},
{f2_static0,16,0},
{f2_static1,4,1},
{f2_static1,4,4},
{f2_static1,16,1},
{f2_static1,16,4},
{f2_dynamic1,4,1},
{f2_dynamic1,4,4},
{f2_dynamic1,16,1},
{f2_dynamic1,16,4},
{f2_guided1,4,1},
{f2_guided1,16,1}};
int main(int c,char**a){return drive(var,sizeof var/sizeof*var,init,c,a);}
