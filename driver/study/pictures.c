/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures of the papers' studies.
 */
#include "pictures.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/page.h"
#include "base/text.h"
#include "machine/plot.h"
#include "peers.h"
#include "rank/batch.h"
#include "powerstudy.h"
#include "timestudy.h"

/* A number of the data of a script. */
static void put(struct text *script, double value)
{
	if (isfinite(value))
		text_print(script, " %.6g", value);
	else
		text_add(script, " NaN");
}

/* What all of them begin with: published is grey. */
static const char look[] =
	"set grid ytics lc rgb '#dddddd'\nset border 3\nset tics nomirror\n"
	"set style fill solid noborder\nset boxwidth .9\n"
	"set xtics noenhanced\nset key noenhanced\n"
	"set linetype 1 lc rgb '#999999'\nset linetype 2 lc rgb '#0072b2'\n"
	"set linetype 3 lc rgb '#e69f00'\nset linetype 4 lc rgb '#009e73'\n";

static double gain_of(const struct powerstudy *study,
		      const struct published_case *theirs,
		      enum dataset_space space)
{
	for (size_t i = 0; i < study->count; i++) {
		const struct contest *contest = &study->list[i].contest[space];

		if (study->list[i].published == theirs && contest->variants > 0)
			return contest->orders[CONTEST_PODIUM].of.gain;
	}
	return NAN;
}

static void draw_shortening(const struct powerstudy *study,
			    const struct peers *peers, struct text *script)
{
	size_t count;
	const struct published_case *cases = published_cases(&count);

	(void)peers;
	text_add(script, "$cases << END\nloop published \"the paper's space, "
			 "here\" \"extended space, here\"\n");
	for (size_t i = 0; i < count; i++) {
		text_print(script, "\"%s %c\" %.6g", cases[i].title,
			   cases[i].size, cases[i].gain);
		put(script, gain_of(study, &cases[i], DATASET_PUBLISHED));
		put(script, gain_of(study, &cases[i], DATASET_ALL));
		text_add(script, "\n");
	}
	text_add(script,
		 "END\n"
		 "set style data histograms\n"
		 "set ylabel 'Tt/Tkmin: time of all variants over time until "
		 "the best'\n"
		 "set logscale y\nset yrange [1:]\n"
		 "set xtics rotate by 45 right\n"
		 "set key top left autotitle columnhead\n"
		 "plot for [i=2:4] $cases using i:xtic(1)\n");
}

static void put_order(struct text *script, const char *name,
		      const struct powerstudy_summary *of)
{
	if (of->cases == 0)
		return;
	plot_word(script, name);
	for (int i = 0; i < JUDGE_PLACES; i++)
		put(script, fmax(100 * of->regret[i], .01));
	text_add(script, "\n");
}

static void draw_orders(const struct powerstudy *study,
			const struct peers *peers, struct text *script)
{
	struct powerstudy_summary of;
	const char *search;

	text_add(script, "$orders << END\norder regret@1 regret@3 regret@5\n");
	for (int order = 0; order < CONTEST_ORDERS; order++) {
		powerstudy_summary(study, POWERSTUDY_PAPER, DATASET_ALL, order,
				   &of);
		put_order(script, contest_names[order], &of);
	}
	for (size_t i = 0; (search = peers_search(peers, i)); i++) {
		peers_summary(peers, study, POWERSTUDY_PAPER, DATASET_ALL,
			      search, &of);
		put_order(script, search, &of);
	}
	text_add(script, "END\n"
			 "set style data histograms\n"
			 "set ylabel 'percent above the fastest, after 1, 3 "
			 "and 5 runs'\n"
			 "set logscale y\nset xtics rotate by 45 right\n"
			 "set key top left autotitle columnhead\n"
			 "plot for [i=2:4] $orders using i:xtic(1) lt i\n");
}

static void draw_estimates(const struct powerstudy *study,
			   const struct peers *peers, struct text *script)
{
	(void)peers;
	text_add(script, "$rows << END\n");
	for (size_t i = 0; i < study->count; i++) {
		const struct powerstudy_case *of = &study->list[i];

		for (size_t j = 0; of->table.seconds && j < of->table.count;
		     j++) {
			put(script, of->table.seconds[j]);
			put(script, of->table.timed[j].cycles /
					    (1e9 * of->machine.ghz));
			text_add(script, "\n");
		}
	}
	text_add(script, "END\n"
			 "set logscale xy\nset key top left\n"
			 "set xlabel 'measured, seconds'\n"
			 "set ylabel 'estimated, seconds'\n"
			 "set xtics enhanced\nset format '10^{%T}'\n"
			 "plot $rows with points lt 2 pt 7 ps .2 "
			 "title 'variants', x lt 3 title 'equal', "
			 "2*x lt 1 title 'twice, half', x/2 lt 1 notitle\n");
}

static void draw_times(const struct timestudy *times, struct text *script)
{
	text_add(script, "$times << END\nrun measured model estimate\n");
	for (size_t i = 0; i < times->count; i++) {
		const struct timestudy_loop *loop = &times->loops[i];

		for (size_t j = 0; loop->theirs && j < loop->count; j++) {
			const struct timestudy_point *point = &loop->points[j];

			text_print(script, "\"%s %c, %.0f\"",
				   loop->theirs->title, loop->of->table.size,
				   point->threads);
			put(script, 1e3 * point->measured);
			for (int by = 0; by < TIMESTUDY_BYS; by++)
				put(script, 1e3 * point->by[by]);
			text_add(script, "\n");
		}
	}
	text_add(script,
		 "END\n"
		 "set ylabel 'milliseconds'\nset logscale y\n"
		 "set xlabel 'loop, size, threads'\n"
		 "set xtics rotate by 45 right\nset offsets 1,1,0,0\n"
		 "set key top left autotitle columnhead\n"
		 "plot $times using 0:2:xtic(1) with points lt 1 pt 7 ps .7, "
		 "for [i=3:4] $times using ($0+.25*(i-2)):i with points "
		 "lt i-1 pt 7 ps .7\n");
}

static void draw_rules(const struct timestudy *times, struct text *script)
{
	text_add(script, "$rules << END\nparameter");
	for (int i = 0; i < PUBLISHED_THRESHOLDS; i++)
		text_print(script, " \"published, %g\" \"here, %g\"",
			   published_threshold[i], published_threshold[i]);
	for (int row = 1; row < PUBLISHED_RULES; row++) {
		text_print(script, "\n%s", published_rules[row].without);
		for (int i = 0; i < PUBLISHED_THRESHOLDS; i++) {
			put(script, published_rules[row].significance[i]);
			put(script, times->rules[row * PUBLISHED_THRESHOLDS + i]
					    .significance);
		}
	}
	text_add(script, "\nEND\n"
			 "set style data histograms\n"
			 "set ylabel 'significance'\nset yrange [0:1]\n"
			 "set key top right autotitle columnhead\n"
			 "plot for [i=2:5] $rules using i:xtic(1) lt 1+i%2 "
			 "fs solid (i<4 ? 1 : .5)\n");
}

/* Each is of one of the studies. */
static const struct picture {
	const char *title, *file;
	void (*of_study)(const struct powerstudy *, const struct peers *,
			 struct text *);
	void (*of_times)(const struct timestudy *, struct text *);
} pictures[] = {
	{"How far iterative compilation is shortened", "shortening.svg",
	 draw_shortening, NULL},
	{"The orders side by side, the paper's loops in the extended space",
	 "orders.svg", draw_orders, NULL},
	{"Estimated and measured times of all variants", "estimates.svg",
	 draw_estimates, NULL},
	{"Times by the models, by loop and threads", "times.svg", NULL,
	 draw_times},
	{"What decides the time", "significance.svg", NULL, draw_rules},
};

#define PICTURES (sizeof(pictures) / sizeof(pictures[0]))

/* Is there anything to draw? */
static bool is_wanted(const struct picture *picture,
		      const struct powerstudy *study,
		      const struct timestudy *times)
{
	if (picture->of_study)
		return study != NULL;
	return times && times->count > 0 && times->decided;
}

bool pictures_draw(const struct powerstudy *study, const struct peers *peers,
		   const struct timestudy *times, const char *folder,
		   struct text *problem)
{
	bool good = true;

	for (size_t i = 0; good && i < PICTURES; i++) {
		char *path = memory_print("%s/%s", folder, pictures[i].file);
		struct text script = {0};

		if (is_wanted(&pictures[i], study, times)) {
			text_add(&script, look);
			if (pictures[i].of_study)
				pictures[i].of_study(study, peers, &script);
			else
				pictures[i].of_times(times, &script);
			good = plot_draw(&script, 0, path, problem);
		}
		text_free(&script);
		free(path);
	}
	return good;
}

void pictures_page(const struct powerstudy *study,
		   const struct timestudy *times, struct page *page)
{
	for (size_t i = 0; i < PICTURES; i++)
		if (is_wanted(&pictures[i], study, times))
			page_picture(page, pictures[i].title, pictures[i].file);
}
