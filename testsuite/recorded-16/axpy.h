/* SPDX-License-Identifier: GPL-3.0-or-later */
static float x[N] __attribute__((aligned(64)));
static float y[N] __attribute__((aligned(64)));
static float z[N] __attribute__((aligned(64)));

static void init(void)
{
	FILL(float, x);
	FILL(float, y);
	FILL(float, z);
}

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

static const struct nest nests[] = {
	NEST(f0, N),
	NEST(f1, (N + 511) / 512),
	NEST(f2, (N + 2047) / 2048),
};

int main(void)
{
	return record(nests, sizeof(nests) / sizeof(nests[0]), init);
}
