/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads words for what they say of numbers.
 */
#include "word.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "resident.h"
#include "token.h"

static const char *const time_words[] = {
	"elapsed",  "wall",	"wallclock", "runtime",	   "sec",
	"secs",	    "msec",	"msecs",     "usec",	   "usecs",
	"nsec",	    "took",	"timing",    "timings",	   "timer",
	"timers",   "duration", "mops",	     "throughput", "bandwidth",
	"latency",  "speedup",	"fps",	     "timestamp",  "date",
	"dates",    "cpu",	"minutes",   "hours",	   "started",
	"finished", "gups",	"mlups",     "glups",	   "mips",
	"mteps",    "gteps",	"teps",	     "overhead",   NULL};

/* With something before: "walltime", "milliseconds", "GFlops". */
static const char *const time_ends[] = {"time", "times", "second", "seconds",
					"flop", "flops", NULL};

static const char *const no_times[] = {"lifetime",  "daytime",	"maritime",
				       "sometimes", "overtime", NULL};

/* Begins of names of times that no clock tells. */
static const char *const simulated[] = {
	"sim",	"simulation", "simulated", "model", "physical", "flow",
	"end",	"final",      "begin",	   "start", "stop",	"current",
	"phys", "d",	      "t",	   "max",   "out",	"life",
	"half", "day",	      "over",	   "some",  "mari",	NULL};

static const char *const maybe_words[] = {
	"time",	       "times",	      "rate",	 "rates",     "speed",
	"performance", "perf",	      "ms",	 "us",	      "ns",
	"efficiency",  "utilization", "profile", "profiling", "breakdown",
	"imbalance",   "usage",	      "user",	 "sys",	      "cycles",
	"ticks",       "fom",	      NULL};

/* A rate of these is none of time. */
static const char *const rated[] = {
	"hit",	   "miss",    "error",	  "growth", "convergence", "acceptance",
	"success", "failure", "learning", "decay",  "strain",	   "reaction",
	"cooling", "heating", "birth",	  "death",  "mutation",	   "flow",
	"lapse",   "rain",    "sampling", "wind",   "sound",	   "light",
	"group",   "phase",   NULL};

/* Behind "time" these make it another thing. */
static const char *const steps[] = {
	"step",	   "steps",	  "stepping",  "level", "levels",
	"index",   "integration", "evolution", "order", "averaged",
	"average", "series",	  "dependent", "slice", "slices",
	"scale",   "constant",	  "stepper",   "split", "integrator",
	NULL};

/* Of these a simulation's time has one, and keeps it. */
static const char *const kept_steps[] = {"step", "scale", "constant", NULL};

/* Times that are those of a model. */
static const char *const step_words[] = {
	"dt",	 "timestep",  "tstep",	  "deltat", "dtmin",
	"dtmax", "simulated", "lifetime", "period", NULL};

static const char *const residue_words[] = {
	"error",     "errors",	 "err",	       "residual",    "residuals",
	"residue",   "residues", "resid",      "res",	      "rnorm",
	"diff",	     "diffs",	 "difference", "differences", "defect",
	"norm",	     "norms",	 "drift",      "rmse",	      "discrepancy",
	"deviation", "delta",	 NULL};

static const char *const residue_ends[] = {"err",  "error", "resid",
					   "diff", "norm",  NULL};

static const char *const identity_words[] = {
	"pid",	 "ppid",    "tid",  "pids",	 "process", "address", "addr",
	"ptr",	 "pointer", "host", "hostname",	 "node",    "uuid",    "job",
	"jobid", "port",    "seed", "timestamp", "epoch",   "tmp",     NULL};

static const char *const result_words[] = {
	"energy",   "residual",	   "error",    "norm",	       "sum",
	"checksum", "temperature", "pressure", "mass",	       "value",
	"result",   "difference",  "diff",     "iterations",   "density",
	"volume",   "charge",	   "momentum", "total_energy", "potential",
	"kinetic",  "entropy",	   NULL};

/* Between these and a noun a whole number counts: "time for 100 steps". */
static const char *const counting[] = {
	"for",	     "of",	 "in",	  "on",	    "over",  "with", "after",
	"per",	     "at",	 "from",  "to",	    "and",   "by",   "using",
	"all",	     "each",	 "first", "last",   "rank",  "step", "thread",
	"iteration", "block",	 "level", "kernel", "proc",  "node", "phase",
	"stage",     "task",	 "loop",  "run",    "trial", "pass", "cycle",
	"iter",	     "timestep", NULL};

static const char *const statistics[] = {
	"min",	   "max",     "avg",	"ave",	 "average", "mean",
	"median",  "stdev",   "stddev", "std",	 "minimum", "maximum",
	"fastest", "slowest", "best",	"worst", NULL};

static const char *const shares[] = {"percent", "percentage", "pct", NULL};

/* Of what a share of times may be one. */
static const char *const of_all[] = {
	"of",  "all",	    "total",  "tot",	"loop",	    "run",
	"the", "self",	    "parent", "main",	"sum",	    "program",
	"cum", "incl",	    "excl",   "varavg", "var",	    "inclusive",
	"app", "exclusive", "share",  "part",	"fraction", NULL};

static const char *const counts_of[] = {"calls",  "ncalls", "call",   "count",
					"counts", "number", "visits", NULL};

static const char *const unit_words[] = {
	"sec",	     "secs",	   "second",	  "seconds",
	"msec",	     "msecs",	   "millisecond", "milliseconds",
	"usec",	     "usecs",	   "microsecond", "microseconds",
	"nsec",	     "nanosecond", "nanoseconds", "minutes",
	"\302\265s", "minute",	   "mins",	  "hours",
	"hour",	     "hrs",	   "cycles",	  "ticks",
	NULL};

static const char *const kinds_of_time[] = {"clock",  "cpu",	 "wall",
					    "real",   "core",	 "user",
					    "system", "elapsed", NULL};

/* "3 s" may be three of anything: a fraction must stand before it. */
static const char *const short_units[] = {"s", "hr", NULL};

static const char *const small_units[] = {"ms", "us", "ns", "Âµs", NULL};

/* What moves and grows in nature by the second. */
static const char *const physical[] = {"m",  "km", "cm", "mm",	"kg",  "g",
				       "mg", "J",  "kJ", "rad", "deg", "mol",
				       "Pa", "N",  "eV", "W",	"K",   NULL};

static const char *const of_seconds[] = {"s",	    "sec", "secs", "second",
					 "seconds", "us",  "ms",   "ns",
					 "hour",    "day", "h",	   NULL};

static const char *const rate_ends[] = {"flops", "flop", "teps", "lups", "ops",
					"ups",	 "fps",	 "ips",	 NULL};

/* ---- words ---- */

/* As written: "M" is no "m". */
static bool is_just(const char *word, size_t length, const char *const *list)
{
	for (; *list; list++)
		if (strlen(*list) == length &&
		    strncmp(word, *list, length) == 0)
			return true;
	return false;
}

static bool ends_in(const char *word, size_t length, const char *const *ends)
{
	for (; *ends; ends++) {
		size_t end = strlen(*ends);

		if (end < length &&
		    strncasecmp(word + length - end, *ends, end) == 0)
			return true;
	}
	return false;
}

/* Letters; "wallTime" is two parts, "wall_time" too. */
static size_t part_length(const char *at, size_t most)
{
	size_t length = 0;

	while (length < most && isalpha((unsigned char)at[length]) &&
	       !(length > 0 && islower((unsigned char)at[length - 1]) &&
		 isupper((unsigned char)at[length])))
		length++;
	return length;
}

static bool is_behind_one_of(const char *at, const char *const *list)
{
	at += *at && strchr(" -_", *at) != NULL;
	return wordlist_is_one_of(at, part_length(at, 20), list);
}

static bool is_step(const char *at)
{
	return is_behind_one_of(at, steps);
}

/* ---- units ---- */

/* "flop/s", "ns/day", "s/iter": of "seconds" one of both sides is a time. */
static size_t quotient_length(const char *at)
{
	size_t above = wordlist_length(at), below;

	if (at[above] != '/' || above > 20)
		return 0;
	below = wordlist_length(at + above + 1);
	if (below == 0 || isalnum((unsigned char)at[above + 1 + below]))
		return 0;
	if (is_just(at + above + 1, below, of_seconds) &&
	    !(above == 0 || is_just(at, above, physical)))
		return above + 1 + below;
	if (is_just(at, above, of_seconds) ||
	    wordlist_is_one_of(at, above, unit_words))
		return above + 1 + below;
	return 0;
}

/* "updates per second" */
static size_t per_second_length(const char *at)
{
	size_t length = wordlist_length(at);
	size_t per = strncmp(at, "per ", 4) == 0 ? 0 : length + 1;

	if (length == 0 || (per > 0 && at[length] != ' ') ||
	    strncmp(at + per, "per ", 4) != 0)
		return 0;
	length = wordlist_length(at + per + 4);
	return wordlist_is_one_of(at + per + 4, length, of_seconds)
		       ? per + 4 + length
		       : 0;
}

/* "GFLOPS", "mteps" */
static bool is_rate(const char *at, size_t length)
{
	return length > 3 && strchr("kKmMgGtTpP", *at) &&
	       wordlist_is_one_of(at + 1, length - 1, rate_ends);
}

static size_t unit_term_length(const char *at, bool whole)
{
	size_t length = wordlist_length(at);

	if (length == 0 || isalnum((unsigned char)at[length]) ||
	    at[length] == '_')
		return 0;
	if (wordlist_is_one_of(at, length, unit_words) || is_rate(at, length) ||
	    is_just(at, length, small_units) ||
	    (!whole && is_just(at, length, short_units)))
		return length;
	return 0;
}

/* "s", "flop/s", "updates per second", "clock ticks" */
static size_t unit_length(const char *at, bool whole)
{
	size_t length = quotient_length(at), word;

	if (!length)
		length = per_second_length(at);
	if (!length)
		length = unit_term_length(at, whole);
	if (length)
		return length;
	word = wordlist_length(at);
	if (!wordlist_is_one_of(at, word, kinds_of_time) || at[word] != ' ')
		return 0;
	length = unit_term_length(at + word + 1, true);
	return length ? word + 1 + length : 0;
}

static size_t unit_behind(const char *at, bool whole)
{
	size_t blank = strspn(at, " "), bracket, length;

	if (blank > 2)
		return 0;
	at += blank;
	bracket = *at == '(' || *at == '[';
	at += bracket;
	length = unit_length(at, whole);
	return length ? blank + bracket + length : 0;
}

bool word_unit_is_key(const char *at)
{
	size_t length = unit_behind(at, false);

	return length > 0 && at[length + strspn(at + length, " ")] == '=';
}

size_t word_unit(const char *at, bool whole)
{
	size_t length = unit_behind(at, whole);

	return length > 0 && word_unit_is_key(at) ? 0 : length;
}

bool word_is_unit(const char *word, size_t length)
{
	return wordlist_is_one_of(word, length, unit_words);
}

enum word_kind word_kind(const char *word, size_t length)
{
	if (*word == '%' || wordlist_is_one_of(word, length, shares))
		return WORD_SHARE;
	if (wordlist_is_one_of(word, length, of_all))
		return WORD_OF_ALL;
	if (*word == '#' || wordlist_is_one_of(word, length, counts_of))
		return WORD_COUNT;
	return wordlist_is_one_of(word, length, statistics) ? WORD_STATISTIC
							    : WORD_ANY;
}

bool word_is_counting(const char *word, size_t length)
{
	return wordlist_is_one_of(word, length, counting);
}

/* ---- words of a label ---- */

/* A part of an identifier behind others: "solve_ms", "elapsedMs". */
static bool is_unit_part(const char *part, size_t length)
{
	static const char *const parts[] = {"s",    "ms",   "us",   "ns", "sec",
					    "secs", "msec", "usec", NULL};

	return wordlist_is_one_of(part, length, parts);
}

/* "elapsed", "walltime"; a unit alone says less. */
static unsigned time_label(const char *at, size_t length, bool first)
{
	bool unit = is_unit_part(at, length) ||
		    wordlist_is_one_of(at, length, unit_words) ||
		    ends_in(at, length, unit_words);

	if (wordlist_is_one_of(at, length, time_words) ||
	    (!first && is_unit_part(at, length)))
		return unit ? LABEL_TIME : LABEL_TIME | LABEL_CLOCK;
	if (wordlist_is_one_of(at, length, maybe_words))
		return LABEL_MAYBE_TIME;
	if ((ends_in(at, length, time_ends) ||
	     wordlist_is_one_of(at, length, unit_words)) &&
	    !wordlist_is_one_of(at, length, no_times) && !is_step(at + length))
		return unit ? LABEL_TIME : LABEL_TIME | LABEL_CLOCK;
	return 0;
}

static unsigned part_label(const char *at, size_t length, bool first)
{
	unsigned label;

	if (is_step(at + length) && wordlist_is_one_of(at, length, maybe_words))
		return is_behind_one_of(at + length, kept_steps) ? LABEL_STEP
								 : 0;
	label = time_label(at, length, first);
	if (wordlist_is_one_of(at, length, step_words))
		label |= LABEL_STEP;
	if (wordlist_is_one_of(at, length, residue_words) ||
	    ends_in(at, length, residue_ends))
		label |= LABEL_RESIDUE;
	if (wordlist_is_one_of(at, length, identity_words))
		label |= LABEL_IDENTITY;
	if (wordlist_is_one_of(at, length, result_words))
		label |= LABEL_RESULT;
	return label | resident_part(at, length);
}

/* "ExecutionTime", "solve_time"; none of a simulation. */
static bool is_some_time(const char *at, size_t length)
{
	static const char *const ends[] = {"time", "times", NULL};

	return ends_in(at, length, ends) &&
	       !wordlist_is_one_of(at, length, no_times) &&
	       !wordlist_is_one_of(at, part_length(at, length), simulated);
}

/* "solve_seconds_count" counts solves. */
static bool is_count_of(const char *at, size_t length)
{
	static const char *const counts[] = {"_count", "_counts", "_calls",
					     "_number", NULL};

	return ends_in(at, length, counts);
}

/* Of all parts of a word. */
static unsigned word_label(const char *at, size_t length)
{
	unsigned label = is_some_time(at, length) && !is_step(at + length)
				 ? LABEL_TIME | LABEL_CLOCK
				 : 0;
	bool first = true;

	if (is_count_of(at, length))
		return 0;

	label |= resident_word(at, length);
	for (size_t i = 0; i < length;) {
		size_t part = part_length(at + i, length - i);

		if (part > 0) {
			label |= part_label(at + i, part, first);
			first = false;
		}
		i += part ? part : 1;
	}
	return label;
}

/* "(s)", "[ms]" */
bool word_is_unit_in_brackets(const char *at)
{
	size_t length = wordlist_length(at + 1);

	if (*at != '(' && *at != '[')
		return false;
	return (is_just(at + 1, length, short_units) ||
		is_just(at + 1, length, small_units) ||
		wordlist_is_one_of(at + 1, length, unit_words)) &&
	       strchr(")]/", at[1 + length]) && at[1 + length];
}

/* "s per time step" */
static bool is_per(const char *line, const char *before)
{
	return (before > line && before[-1] == '/') ||
	       (before - line >= 3 && strncasecmp(before - 3, "per", 3) == 0);
}

/* Words add up; "hit rate" is none of time. */
unsigned word_add(unsigned words, const char *line, const char *at,
		  size_t length)
{
	unsigned label = word_label(at, length);
	const char *before = at;

	if (quotient_length(at) || is_rate(at, length))
		label |= LABEL_TIME | LABEL_CLOCK;
	while (before > line && strchr(" -_", before[-1]))
		before--;
	if (is_per(line, before))
		label &= ~(unsigned)LABEL_STEP;
	if (label & LABEL_MAYBE_TIME && tolower((unsigned char)*at) != 't') {
		const char *begin = before;

		while (begin > line && isalpha((unsigned char)begin[-1]))
			begin--;
		if (wordlist_is_one_of(begin, (size_t)(before - begin), rated))
			label &= ~(unsigned)LABEL_MAYBE_TIME;
	}
	return words | label;
}

/* "(s)" is a word as well. */
unsigned word_add_all(const char *text, size_t length)
{
	struct tokens tokens = tokens_of(text, length);
	struct token token;
	unsigned label = 0;

	while (token_next(&tokens, &token)) {
		if (token.kind == TOKEN_WORD)
			label = word_add(label, text, token.text, token.length);
		else if (token.kind == TOKEN_SIGN && token.place + 2 < length &&
			 word_is_unit_in_brackets(token.text))
			label |= LABEL_TIME;
	}
	return label;
}

/*
 * Twelve cycles in all runs are of something else: a clock's are many. Behind
 * seconds alone, which are no rate and not said to be a clock's, may be time
 * that is simulated.
 */
unsigned word_unit_label(const char *unit, size_t length)
{
	static const char *const ticking[] = {"cycles", "ticks", NULL};
	size_t begin = strspn(unit, " ([");
	size_t word = wordlist_length(unit + begin);

	if (ends_in(unit, length, ticking))
		return LABEL_MAYBE_TIME;
	return begin + word == length && !is_rate(unit + begin, word)
		       ? LABEL_TIME
		       : LABEL_TIME | LABEL_CLOCK;
}
