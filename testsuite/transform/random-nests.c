/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints a program of random nests, and transformations of them by chance:
 *
 *     random-nests c|c++|fortran SEED COUNT THREADS TRANSFORMATIONS
 *
 * The program prints a line for each nest, a hash of what it leaves in memory.
 * With several threads no iteration of a shared loop touches what another one
 * writes; with one, anything may be handed on; with 0, one thread, nests only
 * count their iterations, so that each order is legal. TRANSFORMATIONS gets
 * lines "NEST<TAB>TRANSFORMATION" that may make no sense at all.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"

#define DEEPEST 6 /* loops within each other, with those around */
#define MOST 12	  /* counters stay below, and so do arrays with it */

static bool fortran, cxx, member;
static int threads;
static bool restricted[10000]; /* nests with a restricted pointer */
static int depths[10000];      /* of nests */

/* ---- text ---- */

static int pick(int count)
{
	return (int)random_below((size_t)count);
}

static bool chance(int percent)
{
	return pick(100) < percent;
}

/* Stays until 256 others have been made. */
__attribute__((format(printf, 1, 2))) static const char *
text(const char *format, ...)
{
	static char ring[256][2000];
	static int at;
	char *result = ring[at++ % 256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(result, sizeof(ring[0]), format, arguments);
	va_end(arguments);
	return result;
}

__attribute__((format(printf, 1, 2))) static void line(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
}

/* Statements of C end with it. */
static const char *end(void)
{
	return fortran ? "" : ";";
}

/* ---- the nest under way ---- */

struct counter {
	const char *name, *value; /* of a pointer, how far it has come */
	bool is_unsigned;
};

struct array {
	const char *name;
	int rank, extent;
	bool real, flat, parameter;

	/* of the nest */
	bool written;
	int own[2]; /* subscripts that are the shared counters, if written */
	int by[3];  /* added in most subscripts, always in those of "own" */
	int counter[3]; /* in most subscripts */
};

static struct array arrays[] = {
	{"aa", 2, 32, true, false, false, false, {0}, {0}, {0}},
	{"bb", 2, 32, true, false, false, false, {0}, {0}, {0}},
	{"ff", 2, 32, true, false, false, false, {0}, {0}, {0}},
	{"vv", 2, 32, true, true, false, false, {0}, {0}, {0}},
	{"r", 2, 32, true, true, true, false, {0}, {0}, {0}},
	{"tt", 3, 16, true, false, false, false, {0}, {0}, {0}},
	{"v", 1, 32, true, false, false, false, {0}, {0}, {0}},
	{"pp", 2, 32, false, false, false, false, {0}, {0}, {0}},
	{"qq", 2, 32, false, false, false, false, {0}, {0}, {0}},
	{"w", 1, 32, false, false, false, false, {0}, {0}, {0}},
};
#define ARRAYS (int)(sizeof(arrays) / sizeof(arrays[0]))

static struct counter counters[DEEPEST];
static int depth;	   /* loops around */
static int shared, shares; /* which of them are shared: first, count */
static int scalars, whole; /* "s", "t", "u" and "e", "h" that are set */
static int own;		   /* variables w0 ... of blocks */
static int left;	   /* statements that may still come */
static int deep;	   /* loops within each other, with those around */
static bool traces;	   /* in all nests: */
static bool trace;	   /* all it does is to count iterations */
static bool perfect;
static bool pure;      /* what is written is not read but to add to it */
static char reduction; /* of "total", or 0 */

static const char *ref(int at, bool subtracted)
{
	const struct counter *c = &counters[at];

	return c->is_unsigned && subtracted ? text("(int)%s", c->value)
					    : c->value;
}

/* ---- elements ---- */

static const char *subscript(const struct array *array, int at)
{
	int kind = pick(100);

	if (depth && chance(70))
		return text("%s + %d", ref(array->counter[at] % depth, false),
			    chance(75) ? array->by[at] : pick(4));
	if (depth == 0 || kind < 8)
		return text("%d", pick(6));
	if (kind < 80 || array->extent < 32)
		return text("%s + %d", ref(pick(depth), false), pick(4));
	if (kind < 88)
		return text("%s + %s + %d", ref(pick(depth), false),
			    ref(pick(depth), false), pick(3));
	if (kind < 94)
		return text("2*%s + %d", ref(pick(depth), false), pick(3));
	return text("%s - %s + %d", ref(pick(depth), true),
		    ref(pick(depth), true), MOST + pick(3));
}

static const char *element_of(const struct array *array)
{
	const char *s[3] = {0};

	for (int i = 0; i < array->rank; i++)
		s[i] = subscript(array, i);
	for (int i = 0; threads > 1 && array->written && i < shares; i++)
		s[array->own[i]] = text("%s + %d", ref(shared + i, false),
					array->by[array->own[i]]);
	if (fortran)
		return array->rank == 1 ? text("%s(%s)", array->name, s[0])
		       : array->flat && !array->parameter
			       ? text("%s((%s) * 32 + %s)", array->name, s[0],
				      s[1])
		       : array->rank == 2
			       ? text("%s(%s, %s)", array->name, s[0], s[1])
			       : text("%s(%s, %s, %s)", array->name, s[0], s[1],
				      s[2]);
	if (array->flat)
		return text("%s[(%s) * %s + %s]", array->name, s[0],
			    array->parameter ? "p" : "32", s[1]);
	return array->rank == 1 ? text("%s[%s]", array->name, s[0])
	       : array->rank == 2
		       ? text("%s[%s][%s]", array->name, s[0], s[1])
		       : text("%s[%s][%s][%s]", array->name, s[0], s[1], s[2]);
}

/* One of the arrays of real or whole numbers. */
static const char *element(bool real, bool written)
{
	const struct array *array;

	do
		array = &arrays[pick(ARRAYS)];
	while (array->real != real || (written && !array->written) ||
	       (pure && !written && array->written) ||
	       (array->flat && chance(50)));
	return element_of(array);
}

static const char *real_value(void);

static const char *real_term(void)
{
	int kind = pick(100);

	if (scalars && kind < 30)
		return text("%c", "stu"[pick(scalars)]);
	if (depth && kind < 38)
		return ref(pick(depth), false);
	if (kind < 43)
		return element(false, false);
	if (kind < 48)
		return text(fortran ? "f(real(%s, 8))" : "f(%s)",
			    element(true, false));
	if (kind < 51 && !fortran)
		return text("(%s > .5 ? %s : %s)", element(true, false),
			    element(true, false), element(true, false));
	return element(true, false);
}

static const char *real_value(void)
{
	const char *value = text(".%d * %s", 1 + pick(5), real_term());

	for (int i = pick(3); i > 0; i--)
		value = text("%s %c .%d * %s", value, "+-"[chance(20)],
			     1 + pick(3), real_term());
	return value;
}

static const char *whole_value(void)
{
	const char *value = text("%s", element(false, false));

	if (depth)
		value = text("%s + %d * %s", value, 1 + pick(9),
			     ref(pick(depth), false));
	if (whole && chance(40))
		value = text("%s + %c", value, "eh"[pick(whole)]);
	return fortran ? text("iand(int(%s, 8), 1023_8)", value)
		       : text("((int)(%s) & 1023)", value);
}

/* A sum of counters, and of what they were summed up to. */
static const char *counted(bool scalars_too)
{
	const char *value = text("%d", 1 + pick(9));

	for (int i = 0; i < depth; i++)
		value = text("%s + %d * %s", value, 1 + pick(90),
			     ref(i, false));
	if (whole && scalars_too && chance(50))
		value = text(fortran ? "%s + iand(int(%c, 8), 1023_8)"
				     : "%s + (%c & 1023)",
			     value, "eh"[pick(whole)]);
	return value;
}

/* ---- statements ---- */

static void add_to(const char *target, const char *value)
{
	if (fortran || chance(30))
		line("%s = %s + %s%s", target, target, value, end());
	else
		line("%s += %s;", target, value);
}

static void assignment(void)
{
	bool real = chance(70);
	const char *target;

	left--;
	if (trace) {
		bool scalar = whole && chance(30);

		target = scalar ? text("%c", "eh"[pick(whole)])
				: element(false, true);
		if (scalar && chance(50))
			line("%s = %s%s", target, counted(true), end());
		else
			add_to(target, counted(!scalar));
		return;
	}
	if (reduction && chance(35)) {
		const char *value =
			reduction == '.' ? real_value() : whole_value();

		if (reduction == '<')
			line("total = %s(total, %s)%s", fortran ? "max" : "MAX",
			     value, end());
		else if (reduction == '^')
			line(fortran ? "total = ieor(total, %s)"
				     : "total ^= %s;",
			     value);
		else
			add_to("total", value);
		return;
	}
	target = scalars && real && chance(25)
			 ? text("%c", "stu"[pick(scalars)])
		 : whole && !real && chance(25) ? text("%c", "eh"[pick(whole)])
						: element(real, true);
	if (!real)
		line("%s = %s%s", target, whole_value(), end());
	else if (chance(45))
		add_to(target, real_value());
	else
		line("%s = %s%s", target, real_value(), end());
}

static void block(void);
static void loop(void);

static const char *condition(void)
{
	if (depth && (trace || chance(40)))
		return chance(50) && depth > 1
			       ? text("%s %s %s", ref(0, true),
				      chance(50) ? "<" : ">=",
				      ref(depth - 1, true))
			       : text("%s > %d", ref(pick(depth), false),
				      pick(6));
	if (chance(30))
		return fortran ? text("iand(int(%s, 8), 3_8) == 1",
				      element(false, false))
			       : text("((int)%s & 3) == 1",
				      element(false, false));
	return text("%s > .5", element(true, false));
}

static void choice(void)
{
	line(fortran ? "if (%s) then" : "if (%s) {", condition());
	if (chance(40) && depth < deep)
		loop();
	else
		assignment();
	if (chance(30)) {
		line(fortran ? "else" : "} else {");
		assignment();
	}
	line(fortran ? "end if" : "}");
}

/* A variable of the block, in the place of others. */
static void variable(void)
{
	int number = own++;

	line("%sw%d = %s%s", fortran ? "" : "double ", number, real_value(),
	     end());
	if (depth < deep)
		loop();
	else
		assignment();
	add_to(element(true, true), text("w%d", number));
}

/* A sum that an inner loop carries. */
static void sum(void)
{
	bool real = !trace && chance(70);
	const char *name = real ? "s" : "e", *result;
	int before_scalars = scalars, before_whole = whole;

	line("%s = 0%s", name, end());
	scalars = real && !scalars ? 1 : scalars;
	whole = !real && !whole ? 1 : whole;
	loop();
	scalars = before_scalars;
	whole = before_whole;
	result = real	   ? name
		 : fortran ? "iand(int(e, 8), 1023_8)"
			   : "(e & 1023)";
	if (trace)
		add_to(element(false, true), result);
	else
		line("%s = %s%s", element(real, true), result, end());
}

/* Statements of C alone. */
static void special(void)
{
	switch (pick(3)) {
	case 0:
		line("switch (w[%s] & 3) {\ncase 0:", subscript(&arrays[9], 0));
		assignment();
		line("break;\ncase 1:");
		assignment();
		line("break;\n}");
		break;
	case 1:
		line("{ double own[3];\nfor (int q = 0; q < 3; q++) own[q] = "
		     "%s + q;",
		     element(true, false));
		line("%s = own[1] - own[2] * own[0]; }", element(true, true));
		break;
	default:
		line("put(&%s, %s);", element_of(&arrays[0]), real_value());
	}
}

static void item(void)
{
	int kind = pick(100);

	if (depth < deep && kind < 40)
		loop();
	else if (kind < 50)
		choice();
	else if (!trace && kind < 58 && own < 6)
		variable();
	else if (kind < 64 && depth < deep)
		sum();
	else if (!trace && kind < 67 && !fortran && arrays[0].written)
		special();
	else
		assignment();
}

static void block(void)
{
	int items = 1 + pick(3);

	if (perfect && depth < deep) {
		loop();
		return;
	}
	if (perfect)
		items = 1 + chance(30);
	else if (depth >= shared + shares && chance(5))
		line(fortran ? "if (%s) cycle" : "if (%s) continue;",
		     condition());
	for (int i = 0; i < items && left > 0; i++)
		if (perfect)
			chance(15) ? choice() : assignment();
		else
			item();
}

/* ---- loops ---- */

static const char *smaller(const char *a, const char *b)
{
	return text(fortran ? "min(int(%s), int(%s))" : "MIN(%s, %s)", a, b);
}

static const char *larger(const char *a, const char *b)
{
	return text(fortran ? "max(int(%s), int(%s))" : "MAX(%s, %s)", a, b);
}

static const char *low_bound(bool simple)
{
	const char *outer = depth ? ref(pick(depth), true) : NULL;
	int kind = pick(100);

	if (!outer || simple || kind < 72)
		return text("%d", pick(3));
	return kind < 84   ? text("%s + %d", outer, pick(2))
	       : kind < 93 ? larger(text("%s - 2", outer), "0")
			   : larger(outer, text("%d", pick(4)));
}

/* One more than the last value. */
static const char *high_bound(bool simple)
{
	const char *outer = depth ? ref(pick(depth), true) : NULL;
	int kind = pick(100);

	if (kind < 55)
		return text("%c", "nm"[pick(2)]);
	if (kind < 62)
		return text("n - %d", 1 + pick(2));
	if (kind < 70)
		return text("%d", 4 + pick(6));
	if (kind < 73)
		return "gn";
	if (kind < 75)
		return "bound(n)";
	if (kind < 77)
		return fortran ? "lim%n" : "lim.n";
	if (!outer || simple)
		return smaller("n", "m");
	return kind < 84   ? text("%s + %d", outer, pick(2))
	       : kind < 89 ? text("n - %s", outer)
	       : kind < 93 ? smaller(text("%s + 3", outer), "n")
	       : kind < 96 ? smaller("m", outer)
	       : fortran   ? text("ends(%s)", outer)
			   : text("ends[%s]", outer);
}

static void open_do(const char *name, const char *low, const char *high)
{
	int by = chance(80) ? 1 : 1 + pick(3);
	const char *step = chance(8) ? "st" : text("%d", by);

	if (chance(15))
		line("do %s = %s - 1, %s, -%s", name, high, low,
		     *step == 's' ? text("(%s)", step) : step);
	else
		line("do %s = %s, %s - 1%s", name, low, high,
		     by == 1 && *step != 's' ? "" : text(", %s", step));
}

static void open_for(const char *name, const char *low, const char *high,
		     bool simple)
{
	static const struct {
		const char *name;
		bool is_unsigned;
	} types[] = {{"int", false},	 {"long", false},
		     {"int64_t", false}, {"short", false},
		     {"unsigned", true}, {"unsigned char", true},
		     {"size_t", true}};
	int chosen = chance(75) ? 0 : pick(7);
	const char *type = types[chosen].name;
	bool is_unsigned = types[chosen].is_unsigned;
	const char *by = chance(80)   ? text("%s++", name)
			 : chance(70) ? text("%s += %d", name, 2 + pick(2))
			 : chance(70) ? text("%s += st", name)
				      : text("%s = %s + 1", name, name);

	if (simple && member && chance(8)) {
		type = "E";
		is_unsigned = false;
	}
	counters[depth].is_unsigned = is_unsigned;
	if (is_unsigned && strchr(high, '-'))
		high = larger(high, "0");
	if (!simple && chance(6)) {
		counters[depth].is_unsigned = false;
		counters[depth].value = text("(%s - v)", name);
		line("for (double *%s = v + %s; %s < v + %s; %s++) {", name,
		     low, name, high, name);
	} else if (chance(8) && !is_unsigned) {
		line("for (%s %s = %s; %s <= %s - 1; %s) {", type, name, low,
		     name, high, by);
	} else if (chance(6)) {
		line("for (%s %s = 0; %s != %s; %s++) {", type, name, name,
		     pick(2) ? "n" : "m", name);
	} else if (chance(15) && !is_unsigned) {
		line("for (%s %s = (int)(%s) - 1; %s >= %s; %s) {", type, name,
		     high, name, low,
		     chance(70)	  ? text("%s--", name)
		     : chance(60) ? text("%s -= 2", name)
				  : text("%s -= st", name));
	} else if (chance(4) && !(simple && is_unsigned)) {
		line("for (%s %s = %s; %s > %s; %s--) {", type, name, high,
		     name, low, name);
	} else if (chance(5)) {
		line("for (%s %s = %s; %s > %s; %s) {", type, name, low, high,
		     name, by);
	} else {
		line("for (%s %s = %s; %s < %s; %s) {", type, name, low, name,
		     high, by);
	}
}

/* Opens a loop, which "close" ends; bounds of shared ones are simple. */
static void open_loop(bool simple)
{
	static const char names[] = "ijklqx";
	const char *low = low_bound(simple), *high = high_bound(simple);
	const char *name = text("%c", names[depth]);
	static char kept[DEEPEST][16];

	counters[depth] = (struct counter){name, name, false};
	if (fortran)
		open_do(name, low, high);
	else
		open_for(name, low, high, simple);
	snprintf(kept[depth], sizeof(kept[0]), "%s", counters[depth].value);
	counters[depth].value = kept[depth];
	depth++;
}

static void close_loop(void)
{
	depth--;
	line(fortran ? "end do" : "}");
}

/* Each iteration sets an element that nothing else touches. */
static void independent(void)
{
	const char *name = fortran ? "x" : "y", *high = high_bound(false);
	const char *row = ref(shared, false);

	left--;
	if (fortran) {
		line("do concurrent (x = 0:%s - 1)", high);
	} else {
		line("#pragma omp simd");
		if (chance(80))
			line("for (int y = 0; y < %s; y++)", high);
		else
			line("for (int y = %s - 1; y >= 0; y--)", high);
	}
	counters[depth++] = (struct counter){name, name, false};
	line(fortran ? "zz(%s, x + 1) = %s\nend do" : "zz[%s][y + 1] = %s;",
	     row, real_value());
	depth--;
}

static void loop(void)
{
	if (!trace && chance(6) && shares == 1 && depth > shared) {
		independent();
		return;
	}
	left--;
	open_loop(false);
	block();
	close_loop();
}

/* ---- constructs ---- */

/* Variables get their first values where iterations begin. */
static void set_scalars(void)
{
	int reals = chance(40) ? pick(4) : 0;
	bool wholes = chance(trace ? 50 : 25);

	for (; scalars < reals && !trace; scalars++)
		line("%c = %s%s", "stu"[scalars], real_value(), end());
	if (!wholes)
		return;
	line("e = %s%s", trace ? counted(false) : whole_value(), end());
	whole = 1;
}

static void choose_arrays(void)
{
	unsigned kinds; /* real and whole ones that are written, or not */

	do {
		kinds = 0;
		for (int i = 0; i < ARRAYS; i++) {
			struct array *a = &arrays[i];

			a->written = chance(30) &&
				     (threads == 1 || a->rank >= shares);
			a->own[0] = pick(a->rank);
			if (shares == 2 && a->rank > 1)
				while ((a->own[1] = pick(a->rank)) == a->own[0])
					;
			for (int k = 0; k < 3; k++) {
				a->by[k] = pick(4);
				a->counter[k] = pick(deep);
			}
			kinds |= 1u << (a->real + 2 * a->written);
		}
	} while (kinds != 15);
}

static void directive(bool orphaned, bool inside)
{
	static const char *const schedules[] = {"",
						"",
						"",
						"",
						" schedule(dynamic)",
						" schedule(static, 2)",
						" schedule(guided)"};
	const char *what = fortran ? "do" : "for";
	bool simd = threads > 1 && shares == 1 && chance(4);

	line("%somp %s%s%s%s%s private(s, t, u, e, h%s)%s",
	     fortran ? "!$" : "#pragma ", orphaned || inside ? "" : "parallel ",
	     what, simd ? " simd" : "", shares == 2 ? " collapse(2)" : "",
	     simd ? "" : schedules[pick(7)],
	     fortran ? ", w0, w1, w2, w3, w4, w5, x" : "",
	     reduction ? text(" reduction(%s:total)",
			      reduction == '<'	 ? "max"
			      : reduction == '^' ? (fortran ? "ieor" : "^")
						 : "+")
		       : "");
}

/* A construct, with "around" loops around it. */
static void construct(int number, bool orphaned, bool inside, int around)
{
	shared = around;
	shares = chance(15) ? 2 : 1;
	deep = around + (chance(6) ? shares : 2 + pick(3));
	deep = deep > 4 ? 4 : deep;
	depths[number] = deep;
	left = 2 + pick(6);
	scalars = whole = own = 0;
	trace = traces || chance(30);
	perfect = chance(50);
	pure = chance(60);
	choose_arrays();
	for (int i = 0; i < around; i++)
		open_loop(true);
	directive(orphaned, inside);
	for (int i = 0; i < shares; i++)
		open_loop(true);
	if (!perfect || chance(20))
		set_scalars();
	block();
	if (!perfect && left > 0 && chance(40))
		assignment();
	while (depth > 0)
		close_loop();
}

static void declare(const char *name, int number)
{
	const char *type = fortran ? (reduction == '.' ? "real" : "integer")
				   : (reduction == '.' ? "double" : "long");

	if (!fortran) {
		line("%svoid %s(int n, int m, int st, int p, double *%sr)\n{",
		     member ? "template <class E> " : "", name,
		     restricted[number] ? "__restrict " : "");
		line("double s = 0, t = 0, u = 0;\nint e = 0, h = 0;");
		line("(void)s; (void)t; (void)u; (void)e; (void)h;");
		if (reduction == '.' || (reduction && chance(60)))
			line("%s total = 0;", type);
		return;
	}
	line("subroutine %s(n, m, st, p, r)", name);
	line("integer, intent(in) :: n, m, st, p\nreal(8) :: r(0:, 0:)");
	line("integer :: i, j, k, x\ninteger(%d) :: l, q, e, h",
	     chance(30) ? 8 : 4);
	line("real(8) :: s, t, u, w0, w1, w2, w3, w4, w5");
	if (reduction)
		line("%s(8) :: total\ntotal = 0", type);
	line("s = 0; t = 0; u = 0; e = 0; h = 0");
}

static void nest(int number)
{
	const char *const end_function = fortran ? "end subroutine" : "}";
	char name[20], part[20];
	bool orphaned = chance(10), region = !orphaned && chance(12);
	bool lambda = cxx && !orphaned && !region && chance(15);
	int around = chance(20) ? 1 : chance(5) ? 2 : 0;

	snprintf(name, sizeof(name), "nest_%d", number);
	snprintf(part, sizeof(part), "part_%d", number);
	reduction = orphaned || chance(75) ? 0
		    : threads == 1	   ? ".+<^"[pick(4)]
					   : "+<^"[pick(3)];
	restricted[number] = chance(50);
	declare(orphaned ? part : name, number);
	if (lambda)
		line("auto all = [&]() {");
	if (region)
		line(fortran ? "!$omp parallel" : "#pragma omp parallel\n{");
	construct(number, orphaned, region,
		  region     ? 0
		  : orphaned ? around > 1
			     : around);
	if (region) {
		construct(number, false, true, 0);
		line(fortran ? "!$omp end parallel" : "}");
	}
	if (lambda)
		line("};\nall();");
	if (reduction)
		line(fortran ? "v(0) = v(0) + real(total, 8)"
			     : "v[0] += (double)total;");
	line("%s", end_function);
	if (!orphaned)
		return;
	declare(name, number);
	line(fortran ? "!$omp parallel\ncall %s(n, m, st, p, r)\n"
		       "!$omp end parallel"
		     : "#pragma omp parallel\n%s%s(n, m, st, p, r);",
	     part, member ? "<E>" : "");
	line("%s", end_function);
}

/* ---- transformations by chance ---- */

/* Loops one inside the other, in any order; sometimes others. */
static void choose_loops(char *names, int most)
{
	int from = chance(60) ? 0 : pick(most), count = 1 + pick(most - from);

	snprintf(names, DEEPEST, "%.*s", count, "ijklqx" + from);
	for (int i = count - 1; i > 0; i--) {
		int other = pick(i + 1);
		char name = names[i];

		names[i] = names[other];
		names[other] = name;
	}
	if (chance(5))
		names[pick(count)] = "ijkl0123"[pick(8)];
}

static void print_transformation(FILE *to, int number)
{
	char names[DEEPEST];
	int count;

	choose_loops(names, depths[number]);
	count = (int)strlen(names);
	fprintf(to, "%d\t", number);
	if (chance(20)) {
		fprintf(to, "jam(%c:%d)\n", names[0], 2 + pick(6));
		return;
	}
	if (chance(25))
		fprintf(to, "distribute(%c) ", names[pick(count)]);
	fprintf(to, "order(");
	for (int i = 0; i < count; i++)
		fprintf(to, "%s%c", i ? "," : "", names[i]);
	fprintf(to, ")");
	if (chance(50)) {
		int tiles = 1 + pick(count);

		for (int i = 0; i < tiles; i++)
			fprintf(to, i ? ",%c:%d" : " tile(%c:%d", names[i],
				2 + pick(9));
		fprintf(to, ")");
	}
	if (chance(15))
		fprintf(to, " collapse(%d)", 2 + pick(2));
	fprintf(to, "\n");
}

/* ---- the program ---- */

/* The nests with an array of their own, of the caller's or in both. */
static void calls(int number)
{
	static const char *const values[] = {"7, 5, 1", "9, 8, 2", "1, 0, 1",
					     "4, 9, 1"};
	bool overlap =
		!fortran && threads == 1 && !restricted[number] && chance(50);

	line(fortran ? "call reset()" : "reset();");
	for (int i = 0; i < 4; i++)
		line("%snest_%d%s(%s, 32, %s)%s", fortran ? "call " : "",
		     number, member ? i % 2 ? "<long>" : "<int>" : "",
		     values[i], overlap && i % 2 ? "aa[0]" : "rr", end());
	line(fortran ? "call show('nest_%d')" : "show(\"nest_%d\");", number);
}

int main(int count, char **words)
{
	FILE *transformations;
	int nests;

	if (count != 6)
		return 2;
	fortran = strcmp(words[1], "fortran") == 0;
	cxx = strcmp(words[1], "c++") == 0;
	random_state = 2654435769u * (atoi(words[2]) + 1u);
	nests = atoi(words[3]);
	threads = atoi(words[4]);
	traces = threads == 0;
	threads += traces;
	member = cxx && chance(50);
	line(fortran ? "module nests\nuse memory\nimplicit none\ncontains"
		     : "#include <stdint.h>\n#include <stdio.h>\n"
		       "#include <string.h>\n%s%s#include \"random-nests.h\"",
	     cxx ? "#include <vector>\n" : "", member ? "class world {\n" : "");
	for (int i = 0; i < nests; i++)
		nest(i);
	line(fortran  ? "end module\nprogram main\nuse nests"
	     : member ? "public:\nint main(void)\n{"
		      : "int main(void)\n{");
	for (int i = 0; i < nests; i++)
		calls(i);
	line(fortran  ? "end program"
	     : member ? "return 0;\n}\n};\nstatic world all;\n"
			"int main() { return all.main(); }"
		      : "return 0;\n}");
	transformations = fopen(words[5], "w");
	if (!transformations)
		return 2;
	for (int i = 0; i < 8 * nests; i++)
		print_transformation(transformations, i % nests);
	return fclose(transformations) == 0 ? 0 : 2;
}
