/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was published.
 */
#include "published.h"

#include <math.h>
#include <string.h>

#include "base/result.h"

static const struct published_case cases[] = {
	{"CG_cg_4", "cg_4", "cg4", "noninterf", 'S', 215000, 11.66, 24.43, 8, 1,
	 11.73},
	{"CG_cg_4", "cg_4", "cg4", "noninterf", 'L', 330000, 13.66, 27.06, 8, 1,
	 11.83},
	{"FT_auxfnct_2", "ft_auxfnct_2", "ft2", "noninterf", 'S', 30, 53.34,
	 60.43, 8, 1, 11.53},
	{"FT_auxfnct_2", "ft_auxfnct_2", "ft2", "noninterf", 'L', 38, 51.54,
	 60.75, 9, 3, 3.82},
	{"LU_HP_pintgr_11", "lu_pintgr_11", "pintgr11", "noninterf", 'S', 265,
	 16.47, 32.85, 8, 1, 11.71},
	{"LU_HP_pintgr_11", "lu_pintgr_11", "pintgr11", "noninterf", 'L', 330,
	 14.84, 28.76, 8, 1, 11.80},
	{"MG_mg_3", "mg_3", "mg3", "noninterf", 'S', 26000, 25.96, 34.41, 6, 1,
	 8.41},
	{"MG_mg_3", "mg_3", "mg3", "noninterf", 'L', 88888, 31.04, 40.51, 6, 2,
	 4.27},
	{"UA_diffuse_3", "ua_diffuse_3", "diffuse3", "matmul", 'S', 30, 31.60,
	 38.46, 9, 2, 6.39},
	{"UA_diffuse_3", "ua_diffuse_3", "diffuse3", "matmul", 'L', 50, 16.88,
	 24.02, 9, 1, 12.81},
	{"UA_diffuse_4", "ua_diffuse_4", "diffuse4", "matmul", 'S', 30, 28.55,
	 35.80, 9, 1, 12.80},
	{"UA_diffuse_4", "ua_diffuse_4", "diffuse4", "matmul", 'L', 50, 12.70,
	 20.18, 9, 1, 12.80},
	{"UA_transfer_11", "ua_transfer_11", "transfer11", "matmul", 'S', 100,
	 10.49, 20.44, 9, 1, 12.82},
	{"UA_transfer_11", "ua_transfer_11", "transfer11", "matmul", 'L', 267,
	 11.30, 29.81, 9, 1, 12.82},
	{"UA_transfer_16", "ua_transfer_16", "transfer16", "matmul", 'S', 267,
	 11.10, 29.05, 9, 1, 12.81},
	{"UA_transfer_16", "ua_transfer_16", "transfer16", "matmul", 'L', 433,
	 14.86, 34.97, 9, 1, 12.80},
};

#define CASES (sizeof(cases) / sizeof(cases[0]))

const struct published_case *published_cases(size_t *count)
{
	*count = CASES;
	return cases;
}

const struct published_case *published_find(const char *loop, char size)
{
	for (size_t i = 0; i < CASES; i++)
		if (cases[i].size == size &&
		    (strcmp(cases[i].loop, loop) == 0 ||
		     strcmp(cases[i].short_name, loop) == 0))
			return &cases[i];
	return NULL;
}

/* ---- the time models ---- */

const double published_threads[PUBLISHED_THREADS] = {2, 4, 6, 8};

static const struct published_times times[] = {
	{"MG_mg_f2p_1", "mg_f2p_1", {11.75, 20.28, 23.48, 13.58}, .974175565},
	{"CG_cg_f2p_6_2D",
	 "cg_f2p_6_2d",
	 {16.46, 4.60, 15.50, 23.58},
	 .792099983},
	{"MG_mg_f2p_4_2D", "mg_f2p_4_2d", {12.85, 9.59, .50, 1.53}, .961035177},
	{"CG_cg_f2p_6", "cg_f2p_6", {17.85, 2.36, 29.28, 22.08}, .890530692},
	{"Seidel", "seidel", {1.96, 23.67, 24.29, 28.20}, .991540911},
	{"MG_mg_f2p_4", "mg_f2p_4", {36.63, 35.74, 10.57, 7.88}, .864850576},
};

const struct published_times *published_times(size_t *count)
{
	*count = sizeof(times) / sizeof(times[0]);
	return times;
}

const double published_threshold[PUBLISHED_THRESHOLDS] = {.8, .9};

const struct published_rule published_rules[PUBLISHED_RULES] = {
	{"none", 3941, {2819, 2615}, {.703, .661}, {NAN, NAN}},
	{"r", 960, {623, 540}, {.63, .56}, {.11, .15}},
	{"w", 961, {609, 549}, {.62, .57}, {.12, .14}},
	{"threads", 943, {613, 527}, {.63, .55}, {.10, .16}},
	{"iterations", 1460, {683, 547}, {.45, .37}, {.36, .44}},
	{"data", 2539, {1362, 1145}, {.52, .45}, {.26, .32}},
	{"operations", 2189, {1303, 1184}, {.58, .54}, {.17, .18}},
};

json_t *published_beside(double ours, double theirs)
{
	struct text text = {0};

	if (isnan(theirs))
		return json_null();
	if (isnan(ours))
		text_print(&text, "- (%.4g)", theirs);
	else
		text_print(&text, "%.4g (%.4g)", ours, theirs);
	return result_text(&text);
}
