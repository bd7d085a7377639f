/* SPDX-License-Identifier: GPL-3.0-or-later */
static double a[N] __attribute__((aligned(64)));
static double b[N] __attribute__((aligned(64)));
static double c[N] __attribute__((aligned(64)));
static double d[N] __attribute__((aligned(64)));
static double e[N] __attribute__((aligned(64)));
static double f[N] __attribute__((aligned(64)));

static void init(void)
{
	FILL(double, a);
	FILL(double, b);
	FILL(double, c);
	FILL(double, d);
	FILL(double, e);
	FILL(double, f);
}

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

static const struct nest nests[] = {
	NEST(f0, N),
	NEST(f1, (N + 127) / 128),
};

int main(void)
{
	return record(nests, sizeof(nests) / sizeof(nests[0]), init);
}
