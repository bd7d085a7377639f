/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Programs that synchronise in random ways.
 *
 * Every program is written twice, so that what it takes beyond its own work
 * can be measured: with all that synchronises, and without, each thread then
 * working on memory of its own.
 */
#include "generate.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

#define LEAST_PIECES 3
#define MOST_PIECES 8
#define MOST_PLAIN 4 /* statements between two pieces */
#define NUMBERS 8    /* of "shared" and "mine" */

/*
 * What stands before and after the statements of a section; '@' becomes a
 * number, here one that no other piece has.
 */
static const struct piece {
	const char *declared, *before, *after;
	int most; /* statements of the section */
} pieces[] = {
	{"", "#pragma omp barrier\n", "", 0},
	{"", "#pragma omp critical\n\t{\n", "\t}\n", 6},
	{"", "\tomp_set_lock(&lock);\n", "\tomp_unset_lock(&lock);\n", 6},
	{"", "\tpthread_mutex_lock(&mutex);\n",
	 "\tpthread_mutex_unlock(&mutex);\n", 6},
	{"", "#pragma omp atomic\n", "", 1},
	{"",
	 "#pragma omp for ordered schedule(static, 1) nowait\n"
	 "\tfor (int i = 0; i < threads; i++) {\n"
	 "#pragma omp ordered\n\t{\n",
	 "\t}\n\t}\n", 3},
	{"static volatile long arrived_@;\n",
	 "\tpthread_mutex_lock(&mutex);\n\tarrived_@++;\n"
	 "\tpthread_cond_broadcast(&changed);\n"
	 "\twhile (arrived_@ < turn * threads)\n"
	 "\t\tpthread_cond_wait(&changed, &mutex);\n"
	 "\tpthread_mutex_unlock(&mutex);\n",
	 "", 0},
	{"static struct sync_flag posted_@[SYNC_THREADS];\n",
	 "\tposted_@[me].turn = turn;\n#pragma omp flush\n"
	 "\twhile (posted_@[(me + 1) % threads].turn < turn) {\n"
	 "#pragma omp flush\n\t}\n",
	 "", 0},
};

#define PIECES (sizeof(pieces) / sizeof(pieces[0]))

/* One program under way. */
struct writing {
	unsigned long long state; /* of the generator of random numbers */
	int next;		  /* number of the next piece of all */
	struct text declared, with, alone;
};

/* From 0; Knuth's MMIX. */
static int any(struct writing *writing, int below)
{
	writing->state =
		writing->state * 6364136223846793005u + 1442695040888963407u;
	return (int)((writing->state >> 33) % (unsigned)below);
}

static void add_numbered(struct text *out, const char *words, int number)
{
	for (; *words; words++)
		if (*words == '@')
			text_print(out, "%d", number);
		else
			text_add_bytes(out, words, 1);
}

static void add_both(struct writing *writing, const char *words, int number)
{
	add_numbered(&writing->with, words, number);
	add_numbered(&writing->alone, words, number);
}

static void add_section(struct writing *writing, int statements)
{
	for (int i = 0; i < statements; i++) {
		int number = any(writing, NUMBERS);

		text_print(&writing->with, "\tshared[%d] += me;\n", number);
		text_print(&writing->alone, "\tmine[%d] += me;\n", number);
	}
}

static void add_piece(struct writing *writing)
{
	const struct piece *piece = &pieces[any(writing, PIECES)];
	int number = writing->next++;

	add_numbered(&writing->declared, piece->declared, number);
	add_numbered(&writing->with, piece->before, number);
	if (piece->most > 0)
		add_section(writing, 1 + any(writing, piece->most));
	add_numbered(&writing->with, piece->after, number);
}

/* So no section follows another at once. */
static void add_plain(struct writing *writing)
{
	int count = 1 + any(writing, MOST_PLAIN);

	for (int i = 0; i < count; i++) {
		if (any(writing, 3) == 0)
			add_both(writing, "\tif (me % 2 == 0)\n\t", 0);
		add_both(writing, "\tmine[@] += turn;\n",
			 any(writing, NUMBERS));
	}
}

static void add_function(const char *name, int number, const struct text *body,
			 struct text *out)
{
	text_print(out,
		   "\nvoid %s_%d(int me, int threads, long turn, "
		   "volatile long *mine)\n{\n",
		   name, number);
	text_add(out, text_string(body));
	text_add(out, "}\n");
}

static void add_program(struct writing *writing, int number, struct text *out)
{
	int count = LEAST_PIECES + any(writing, MOST_PIECES - LEAST_PIECES + 1);

	text_cut(&writing->declared, 0);
	text_cut(&writing->with, 0);
	text_cut(&writing->alone, 0);
	add_plain(writing);
	for (int i = 0; i < count; i++) {
		add_piece(writing);
		add_plain(writing);
	}
	text_print(out, "\n%s", text_string(&writing->declared));
	add_function("program", number, &writing->with, out);
	add_function("alone", number, &writing->alone, out);
}

void generate_programs(int count, unsigned long long seed, struct text *out)
{
	struct writing writing = {.state = seed};

	text_add(out, "#include \"sync.h\"\n");
	for (int i = 0; i < count; i++)
		add_program(&writing, i, out);
	text_add(out, "\nconst struct sync_program sync_programs[] = {\n");
	for (int i = 0; i < count; i++)
		text_print(out, "\t{program_%d, alone_%d},\n", i, i);
	text_print(out, "};\nconst int sync_program_count = %d;\n", count);
	text_free(&writing.declared);
	text_free(&writing.with);
	text_free(&writing.alone);
}
