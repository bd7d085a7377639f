/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of library functions that do the same in whatever thread calls
 * them. GCC's attributes const and pure are no proof: omp_get_thread_num() is
 * const. What is not listed here is not known.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "base/standard.h"
#include "known.h"

/* ---- names ---- */

bool known_is_nested(tree function)
{
	return decl_function_context(function) && !lang_GNU_CXX();
}

const char *known_name(tree function)
{
	const char *name;

	if (known_is_nested(function))
		return "";
	if (fndecl_built_in_p(function) && DECL_NAME(function))
		name = IDENTIFIER_POINTER(DECL_NAME(function));
	else
		name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
	name += *name == '*';
	if (startswith(name, "__builtin_"))
		name += strlen("__builtin_");
	return name;
}

/* Words are a list in one text, each with a blank behind it. Is the name one of
   them, or does it begin with one? Returns how long that is, or 0. */
static size_t find_word(const char *name, const char *words, bool begins)
{
	size_t whole = strlen(name);

	while (*words) {
		size_t length = strcspn(words, " ");

		if ((begins ? length <= whole : length == whole) &&
		    strncmp(name, words, length) == 0)
			return length;
		words += length + 1;
	}
	return 0;
}

static bool is_among(const char *name, const char *words)
{
	return find_word(name, words, false) > 0;
}

static bool begins_among(const char *name, const char *words)
{
	return find_word(name, words, true) > 0;
}

/* Reduces "__memcpy_chk" and "__isoc99_sscanf" to the name in the table. */
static void plain_name(const char *name, char *plain, size_t size)
{
	size_t length;

	if (startswith(name, "__isoc"))
		name = strchr(name + 2, '_') ? strchr(name + 2, '_') + 1 : name;
	else if (startswith(name, "__") && !startswith(name, "___"))
		name += 2;
	snprintf(plain, size, "%s", name);
	length = strlen(plain);
	if (length > 4 && strcmp(plain + length - 4, "_chk") == 0)
		plain[length - 4] = '\0';
}

/* ---- mathematics ---- */

/* Each with the ends "", "f", "l", "q" and those of _FloatN. Neither lgamma,
   which sets signgam, nor what reads or sets the environment of rounding. */
static const char mathematics[] =
	"sqrt cbrt pow exp exp2 exp10 expm1 log log2 log10 log1p logb "
	"ilogb sin cos tan sincos asin acos atan atan2 sinh cosh tanh "
	"asinh acosh atanh fabs abs fmod drem floor remainder remquo "
	"ceil round trunc rint nearbyint lround llround lrint llrint "
	"fma fmin fmax fdim hypot erf erfc tgamma copysign signbit "
	"ldexp frexp modf nextafter nexttoward scalbn scalbln cabs "
	"carg creal cimag conj cproj csqrt cexp clog cpow csin ccos "
	"ctan casin cacos catan csinh ccosh ctanh casinh cacosh catanh "
	"cexpi roundeven lfloor lceil iround iceil ifloor irint "
	"llfloor llceil powi huge_val inf nan isnan isinf isfinite "
	"isnormal finite fpclassify j0 j1 jn y0 y1 yn significand ";

static bool is_mathematics(const char *name)
{
	static const char ends[] = "f l q f16 f32 f64 f128 f32x f64x _finite ";
	char plain[32];

	if (is_among(name, mathematics))
		return true;
	for (size_t length = strlen(name); length > 1; length--) {
		snprintf(plain, sizeof(plain), "%.*s", (int)length - 1, name);
		if (is_among(plain, mathematics) &&
		    is_among(name + length - 1, ends))
			return true;
	}
	return false;
}

/* "dgemm_", "cblas_dgemm", "dpotrf_" and the like. */
static bool is_linear_algebra(const char *name)
{
	static const char routines[] =
		"gemm gemv ger geru gerc symm symv hemm hemv syrk herk syr2k "
		"syr her trsm trsv trmm trmv dot dotu dotc axpy axpby scal "
		"copy swap nrm2 asum rot rotg gbmv sbmv gesv getrf getrs getri "
		"posv potrf potrs potri sytrf sytrs gels geqrf orgqr ormqr "
		"gtsv gbsv gbtrf gbtrs lacpy laset lange ";
	char routine[16];
	size_t length;

	if (startswith(name, "cblas_"))
		name += strlen("cblas_");
	else if (name[0] == '\0' || name[strlen(name) - 1] != '_')
		return false;
	if (!strchr("sdcz", name[0]))
		return false;
	snprintf(routine, sizeof(routine), "%s", name + 1);
	length = strlen(routine);
	if (length > 0 && routine[length - 1] == '_')
		routine[length - 1] = '\0';
	return is_among(routine, routines);
}

/* ---- C ---- */

static const char functions[] =
	"memcpy memmove memset memcmp memchr mempcpy bcopy bzero bcmp "
	"strlen strnlen strcpy strncpy stpcpy strcmp strncmp "
	"strcasecmp strncasecmp strcat strncat strchr strrchr strstr "
	"strspn strcspn strpbrk strdup strndup index rindex malloc "
	"calloc realloc free posix_memalign aligned_alloc memalign "
	"valloc mmap munmap alloca alloca_with_align exit _exit abort "
	"assert_fail unreachable trap qsort bsearch atoi atol atoll "
	"atof strtol strtoll strtoul strtoull strtod strtof strtold "
	"labs llabs imaxabs div ldiv lldiv rand_r drand48_r lrand48_r "
	"mrand48_r erand48 nrand48 jrand48 erand48_r random_r printf "
	"fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf "
	"asprintf vasprintf dprintf puts putchar putc fputs fputc "
	"fwrite fread fopen fopen64 fclose fflush fseek ftell rewind "
	"fgets fgetc getc getline fscanf sscanf fwrite_unlocked "
	"fputs_unlocked fputc_unlocked isatty remove perror write read "
	"open close time gettimeofday difftime omp_get_wtime "
	"omp_get_wtick omp_get_wtime_ omp_get_wtick_ usleep nanosleep "
	"sleep sched_yield omp_get_num_threads omp_get_max_threads "
	"omp_get_num_procs omp_get_level omp_get_active_level "
	"omp_in_parallel omp_get_thread_limit omp_get_team_size "
	"omp_get_num_threads_ omp_get_max_threads_ omp_get_num_procs_ "
	"omp_in_parallel_ omp_init_lock omp_destroy_lock "
	"omp_init_lock_ omp_destroy_lock_ omp_init_nest_lock "
	"omp_destroy_nest_lock GOMP_critical_start GOMP_critical_end "
	"GOMP_critical_name_start GOMP_critical_name_end "
	"GOMP_atomic_start GOMP_atomic_end GOMP_barrier "
	"GOMP_ordered_start GOMP_ordered_end GOMP_taskwait "
	"GOMP_taskyield expect expect_with_probability prefetch clz "
	"clzl clzll ctz ctzl ctzll ffs ffsl ffsll clrsb clrsbl clrsbll "
	"popcount popcountl popcountll parity parityl parityll bswap16 "
	"bswap32 bswap64 bswap128 constant_p is_constant_evaluated "
	"assume_aligned object_size dynamic_object_size stack_save "
	"stack_restore eh_pointer eh_filter eh_copy_values "
	"cxa_end_cleanup unwind_resume va_start va_end va_copy "
	"classify_type complex isgreater isgreaterequal isless "
	"islessequal islessgreater isunordered addressof launder "
	"shuffle shufflevector convertvector bit_cast clear_padding "
	"dwarf_cfa_not_used cpu_supports cpu_init _Unwind_Resume "
	"dynamic_cast _Z16__libc_assert_fail ";

/* Built-ins and instances that differ by type or size alone. */
static const char beginnings[] =
	"add_overflow sub_overflow mul_overflow sadd ssub smul uadd "
	"usub umul __sync_ __atomic_ sync_ atomic_ __ubsan_ __asan_ "
	"_mm_ ";

/* ---- C++: of the library's classes and functions, which have no bodies ----
 */

static const char mangled[] =
	"_Znw _Zna _Zdl _Zda __cxa_ __gxx_ _ZNSt9exception "
	"_ZNSt11logic_error _ZNSt12domain_error _ZNSt12length_error "
	"_ZNSt12out_of_range _ZNSt11range_error _ZNSt13runtime_error "
	"_ZNSt14overflow_error _ZNSt15underflow_error "
	"_ZNSt16invalid_argument _ZNSt12system_error _ZNSt9bad_alloc "
	"_ZNSt8bad_cast _ZNSt20bad_array_new_length "
	"_ZNSt17bad_function_call _ZSt9terminatev _ZNSs "
	"_ZNSt7__cxx1112basic_string _ZStplI _ZSteqI _ZNSt8ios_base "
	"_ZNSo _ZNSi _ZStls _ZStrs _ZSt4endl _ZSt5flush _ZSt4ends "
	"_ZNSt9basic_ios _ZNSt13basic_ostream _ZNSt13basic_istream "
	"_ZNSt7__cxx1118basic_stringstream "
	"_ZNSt7__cxx1119basic_ostringstream "
	"_ZNSt7__cxx1119basic_istringstream "
	"_ZNSt7__cxx1115basic_stringbuf _ZNSt15basic_streambuf "
	"_ZSt16__ostream_insert _ZNSt14basic_ofstream "
	"_ZNSt14basic_ifstream _ZNSt13basic_fstream "
	"_ZNSt13basic_filebuf _ZNSt6localeC _ZNSt6localeD "
	"_ZNSt5ctypeIcE _ZNSt8__detail20_Prime_rehash_policy "
	"_ZSt18_Rb_tree_ _ZSt29_Rb_tree_ _ZSt28_Rb_tree_ "
	"_ZSt20_Rb_tree_ _ZNSt8__detail15_List_node_base "
	"_ZSt11_Hash_bytes _ZSt15_Fnv_hash_bytes _ZNSt6chrono3_V2 ";

/* "_ZSt20__throw_length_errorPKc" */
static bool throws(const char *name)
{
	const char *at = name + strlen("_ZSt");

	return startswith(name, "_ZSt") &&
	       startswith(at + strspn(at, "0123456789"), "__throw_");
}

static bool is_of_library(const char *name)
{
	char plain[200];

	if (startswith(name, "__cxa_thread"))
		return false;
	if (begins_among(name, mangled) || throws(name))
		return true;
	if (!startswith(name, "_ZNK"))
		return false;
	snprintf(plain, sizeof(plain), "_ZN%s", name + strlen("_ZNK"));
	return begins_among(plain, mangled);
}

/* ---- Fortran ---- */

static const char fortran[] =
	"st_ transfer_ runtime_ os_error stop_ error_stop string_ "
	"concat_string compare_string select_string adjust pack unpack "
	"internal_pack internal_unpack reshape spread matmul maxloc "
	"minloc mmaxloc mminloc smaxloc sminloc maxval minval mmaxval "
	"mminval smaxval sminval sum_ msum_ product_ norm2_ "
	"dot_product count_ all_ any_ cshift eoshift transpose findloc "
	"mfindloc sfindloc size pow_ exponent fraction nearest "
	"rrspacing spacing set_exponent generate_error system_clock "
	"cpu_time date_and_time is_contiguous abort exit iall iany "
	"iparity ";

static bool is_of_fortran(const char *name)
{
	return startswith(name, "_gfortran_") &&
	       begins_among(name + strlen("_gfortran_"), fortran);
}

/* ---- what depends on the thread ---- */

static const char dependent[] =
	"__errno_location gettid syscall sched_getcpu getcpu "
	"sched_getaffinity sched_setaffinity thrd_current tss_get "
	"tss_set uselocale setlocale thread_pointer frame_address "
	"return_address __tls_get_addr __ctype_b_loc "
	"__ctype_tolower_loc __ctype_toupper_loc timer_create "
	"timer_settime timer_gettime timer_delete timer_getoverrun "
	"fegetround fesetround fegetenv fesetenv feholdexcept "
	"feupdateenv feclearexcept feraiseexcept fetestexcept "
	"feenableexcept fedisableexcept fegetexcept fegetexceptflag "
	"fesetexceptflag ";

static const char dependents[] =
	"omp_get_ omp_set_ omp_in_ omp_is_ omp_test_ pthread_ "
	"__gthread_ _ZTW _ZTH _gfortran_random _gfortran_arandom ";

static bool depends(const char *name)
{
	return is_among(name, dependent) || begins_among(name, dependents);
}

/* "MPI_Allreduce", "mpi_allreduce_", "PMPI_Wtime" */
static bool is_message_passing(const char *name)
{
	name += *name == 'P' || *name == 'p';
	return (startswith(name, "MPI_") || startswith(name, "mpi_")) &&
	       !strstr(name, "thread");
}

/* Vector instructions, but for those of the processor's state. */
static bool is_instruction(const char *name)
{
	static const char states[] =
		"rd stmxcsr ldmxcsr fx xsave xrstor readeflags writeeflags wr ";
	static const char machines[] = "ia32_ aarch64_ altivec_ vsx_ ";

	size_t length = find_word(name, machines, true);

	return length > 0 && !begins_among(name + length, states) &&
	       !strstr(name, "_fpcr") && !strstr(name, "_fpsr");
}

static enum known of_lock(const char *name)
{
	static const char locks[] = "omp_set_lock omp_set_lock_ ";
	static const char unlocks[] = "omp_unset_lock omp_unset_lock_ ";

	if (is_among(name, locks))
		return KNOWN_LOCKS;
	return is_among(name, unlocks) ? KNOWN_UNLOCKS : KNOWN_NOTHING;
}

bool known_may_open(tree function)
{
	return !known_is_nested(function) &&
	       is_linear_algebra(known_name(function));
}

enum known known_function(tree function)
{
	const char *name = known_name(function);
	enum known lock = of_lock(name);
	char plain[200];

	if (lock != KNOWN_NOTHING)
		return lock;
	plain_name(name, plain, sizeof(plain));
	if (is_among(name, functions) || is_among(plain, functions) ||
	    is_mathematics(name) || is_mathematics(plain) ||
	    begins_among(name, beginnings) || is_of_library(name) ||
	    is_of_fortran(name) || is_linear_algebra(name) ||
	    is_instruction(name) || is_message_passing(name))
		return KNOWN_SAFE;
	return depends(name) ? KNOWN_DEPENDS : KNOWN_NOTHING;
}

bool known_asks(gimple *statement)
{
	static const char askers[] =
		"omp_get_thread_num omp_get_team_num "
		"omp_get_ancestor_thread_num omp_get_place_num "
		"omp_get_place_proc_ids omp_get_partition_place_nums "
		"omp_get_num_threads omp_get_team_size pthread_self "
		"pthread_getspecific pthread_setspecific __gthread_self "
		"tss_get tss_set thrd_current gettid syscall sched_getcpu "
		"getcpu sched_getaffinity thread_pointer _gfortran_random_r "
		"_gfortran_arandom_r _ZTW _ZTH ";
	tree function = is_gimple_call(statement)
				? gimple_call_fndecl(statement)
				: NULL_TREE;

	return function && DECL_NAME(function) &&
	       begins_among(known_name(function), askers);
}

/* ---- arguments ---- */

/* Methods of containers and generators, which are their first argument. */
static const char fills[] = "clear assign fill operator= str seed ";
static const char adds[] = "push_back emplace_back push_front emplace_front "
			   "push emplace insert append operator+= operator-= ";

static enum effect effect_of_method(tree function, unsigned argument,
				    bool constant)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(function));

	if (DECL_CXX_DESTRUCTOR_P(function))
		return EFFECT_NONE;
	if (argument == 0 &&
	    (is_among(name, fills) || DECL_CXX_CONSTRUCTOR_P(function)))
		return EFFECT_FILL;
	if (argument == 0 && is_among(name, adds))
		return EFFECT_ADD;
	return constant ? EFFECT_READ : EFFECT_STATE;
}

/* Functions of the table that read what they write to. */
static bool keeps_state(const char *name)
{
	static const char names[] =
		"rand_r erand48 nrand48 jrand48 random_r drand48_r lrand48_r "
		"mrand48_r erand48_r nrand48_r jrand48_r strcat strncat qsort "
		"realloc ";

	return is_among(name, names);
}

static bool is_constant(tree type)
{
	return type && POINTER_TYPE_P(type) && TYPE_READONLY(TREE_TYPE(type));
}

enum effect known_effect(tree function, tree type, unsigned argument)
{
	bool constant = is_constant(type);
	char plain[200];

	if (!function || !DECL_NAME(function))
		return EFFECT_KEEP;
	if (standard_declares(function))
		return effect_of_method(function, argument, constant);
	if (known_function(function) != KNOWN_SAFE)
		return EFFECT_KEEP;
	plain_name(known_name(function), plain, sizeof(plain));
	if (strcmp(plain, "free") == 0 || strcmp(plain, "prefetch") == 0 ||
	    strcmp(plain, "va_end") == 0)
		return EFFECT_NONE;
	if (constant)
		return EFFECT_READ;
	if (keeps_state(plain) || startswith(plain, "sync_") ||
	    startswith(plain, "atomic_") || is_linear_algebra(plain))
		return EFFECT_STATE;
	return startswith(plain, "_gfortran_") ? EFFECT_NONE : EFFECT_FILL;
}
