/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints a C program with a random nest of which loops and statements stand
 * side by side, with variables that go from one to the other:
 *
 *     siblings SEED
 *
 * The program prints what the nest leaves in its arrays. Every variable is set
 * before it is read, and most nests touch rows of their own alone.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../random.h"

#define ARRAYS 4
#define DEEPEST 3
#define SIDE 24

static const char *const counters[] = {"j", "i", "k", "l"};
static const char *const variables[] = {"s", "t", "u"};
static int own[ARRAYS]; /* which subscript of each array is j */
static bool apart;	/* it always is */
static int set;		/* variables that may be read */
static int declared;	/* so many blocks have a variable of their own */

static bool chance(int percent)
{
	return (int)random_below(100) < percent;
}

static void indent(int depth)
{
	printf("%*s", 4 * (depth + 1), "");
}

/* Of the counters down to a depth, or another number. */
static void print_subscript(int depth)
{
	if (chance(10))
		printf("[%d]", (int)random_below(5));
	else
		printf("[%s + %d]", counters[random_below(depth + 1)],
		       (int)random_below(4));
}

static void print_element(int depth)
{
	int array = (int)random_below(ARRAYS);
	bool astray = !apart && chance(15);

	printf("%c", 'A' + array);
	for (int i = 0; i < 2; i++)
		if (i == own[array] && !astray)
			printf("[j + 2]");
		else
			print_subscript(depth);
}

static void print_value(int depth)
{
	int terms = 1 + (int)random_below(3);

	for (int i = 0; i < terms; i++) {
		printf("%s.%d * ", i ? " + " : "", 2 + (int)random_below(4));
		if (set && chance(40))
			printf("%s", variables[random_below(set)]);
		else
			print_element(depth);
	}
}

static void print_assignment(int depth)
{
	if (set && chance(40))
		printf("%s", variables[random_below(set)]);
	else
		print_element(depth);
	printf(chance(40) ? " += " : " = ");
	print_value(depth);
	printf(";\n");
}

static void print_block(int depth);

/* A variable of the block, in the place of others. */
static void print_own(int depth)
{
	int number = declared++;

	indent(depth);
	printf("const double w%d = ", number);
	print_value(depth);
	printf(";\n");
	print_block(depth);
	indent(depth);
	print_element(depth);
	printf(" += w%d;\n", number);
}

static void print_condition(int depth)
{
	indent(depth);
	printf("if (");
	print_element(depth);
	printf(" > .5)\n");
	indent(depth + 1);
	print_assignment(depth);
}

static void print_head(int depth)
{
	const char *name = counters[depth];
	bool more = chance(20), triangle = depth > 1 && chance(30);
	const char *outer = triangle ? counters[1 + random_below(depth - 1)]
			    : !apart && chance(10) ? "j"
						   : "m";

	indent(depth - 1);
	if (chance(25) && !triangle)
		printf("for (int %s = %s - 1; %s >= 0; %s--)", name, outer,
		       name, name);
	else
		printf("for (int %s = %d; %s < %s; %s++)", name, more, name,
		       outer, name);
}

static void print_loop(int depth)
{
	print_head(depth + 1);
	if (chance(60)) {
		printf(" {\n");
		print_block(depth + 1);
		indent(depth);
		printf("}\n");
		return;
	}
	printf("\n");
	if (depth + 1 < DEEPEST && chance(40)) {
		print_loop(depth + 1);
		return;
	}
	indent(depth + 1);
	print_assignment(depth + 1);
}

static void print_item(int depth)
{
	if (depth < DEEPEST && chance(45))
		print_loop(depth);
	else if (chance(12))
		print_condition(depth);
	else if (declared < 3 && chance(15) && depth < DEEPEST)
		print_own(depth);
	else {
		indent(depth);
		print_assignment(depth);
	}
}

static void print_block(int depth)
{
	int items = 1 + (int)random_below(3);

	for (int i = 0; i < items; i++)
		print_item(depth);
}

/* Variables get their first values where iterations begin. */
static void print_variables(void)
{
	int count = (int)random_below(4);

	for (int i = 0; i < count; i++) {
		indent(0);
		printf("%s = ", variables[i]);
		print_value(0);
		printf(";\n");
		set++;
	}
}

static void print_nest(bool around)
{
	printf("void nest(int n, int m)\n{\n    double s, t, u;\n");
	if (around)
		printf("#pragma omp parallel for private(s, t, u)\n"
		       "  for (int o = 0; o < 2; o++)\n");
	else
		printf("#pragma omp parallel for private(s, t, u)\n");
	printf("  for (int j = 0; j < n; j++) {\n");
	print_variables();
	print_loop(0);
	print_block(0);
	printf("  }\n}\n");
}

static void print_main(void)
{
	printf("static void fill(double *x, int by)\n{\n"
	       "    for (int i = 0; i < %d; i++)\n"
	       "        x[i] = i * by %% 17 * .06;\n}\n",
	       SIDE * SIDE);
	printf("static void print(const double *x)\n{\n"
	       "    for (int i = 0; i < %d; i++)\n"
	       "        printf(\"%%a\\n\", x[i]);\n}\n",
	       SIDE * SIDE);
	printf("int main(void)\n{\n");
	for (int i = 0; i < ARRAYS; i++)
		printf("    fill(*%c, %d);\n", 'A' + i, 3 + 2 * i);
	printf("    nest(17, 9);\n");
	for (int i = 0; i < ARRAYS; i++)
		printf("    print(*%c);\n", 'A' + i);
	printf("}\n");
}

int main(int count, char **words)
{
	if (count != 2)
		return 2;
	random_state = 2654435769u * (atoi(words[1]) + 1u);
	for (int i = 0; i < 20; i++)
		random_below(2);
	apart = chance(60);
	printf("#include <stdio.h>\n\nstatic double");
	for (int i = 0; i < ARRAYS; i++) {
		own[i] = (int)random_below(2);
		printf("%s %c[%d][%d]", i ? "," : "", 'A' + i, SIDE, SIDE);
	}
	printf(";\n\n");
	print_nest(chance(30));
	print_main();
	return 0;
}
