#include "record.h"
enum{N=120,M=120};
static double A[N][M] __attribute__((aligned(64)));
static double B[N][M] __attribute__((aligned(64)));
static void init(void){{double*z=(void*)A;for(long q=0;q<(long)(N)*(M);q++)z[q]=1+(q%3);}{double*z=(void*)B;for(long q=0;q<(long)(N)*(M);q++)z[q]=1+(q%3);}}
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
{f2_guided1,16,64},
{f3_static0,1,0},
{f3_static0,4,0},
{f3_static0,16,0},
{f3_static1,4,1},
{f3_static1,4,4},
{f3_static1,4,16},
{f3_static1,16,1},
{f3_static1,16,4},
{f3_static1,16,16},
{f3_dynamic1,4,1},
{f3_dynamic1,4,4},
{f3_dynamic1,4,16},
{f3_dynamic1,16,1},
{f3_dynamic1,16,4},
{f3_dynamic1,16,16},
{f3_guided1,4,1},
{f3_guided1,4,64},
{f3_guided1,16,1},
{f3_guided1,16,64},
{f4_static0,1,0},
{f4_static0,4,0},
{f4_static0,16,0},
{f4_static1,4,1},
{f4_static1,4,4},
{f4_static1,16,1},
{f4_static1,16,4},
{f4_dynamic1,4,1},
{f4_dynamic1,4,4},
{f4_dynamic1,16,1},
{f4_dynamic1,16,4},
{f4_guided1,4,1},
{f4_guided1,16,1},
{f5_static0,1,0},
{f5_static0,4,0},
{f5_static0,16,0},
{f5_static1,4,1},
{f5_static1,4,4},
{f5_static1,16,1},
{f5_static1,16,4},
{f5_dynamic1,4,1},
{f5_dynamic1,4,4},
{f5_dynamic1,16,1},
{f5_dynamic1,16,4},
{f5_guided1,4,1},
{f5_guided1,16,1}};
int main(int c,char**a){return drive(var,sizeof var/sizeof*var,init,c,a);}
