/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines of outputs, and how they belong together.
 */
#include "lines.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"
#include "tag.h"
#include "token.h"
#include "word.h"

/* ---- facts of a line ---- */

static uint64_t add_letter(uint64_t digest, char letter)
{
	return digest_more(digest, &letter, 1);
}

static void add_number(struct line_fact *fact, const struct token *token)
{
	size_t sign = *token->text == '+';

	if (token->whole && fact->lead == DIGEST_EMPTY)
		fact->lead =
			digest_more(DIGEST_EMPTY, token->text, token->length);
	if (token->whole)
		fact->whole =
			digest_more(add_letter(fact->whole, ' '),
				    token->text + sign, token->length - sign);
	else if (isnan(fact->first))
		fact->first = token->value;
}

static void add_token(struct line_fact *fact, const struct token *token)
{
	static const char kinds[] = {'0', 'w', 's', 't', 'x'};

	fact->form = add_letter(fact->form, kinds[token->kind]);
	fact->shape = add_letter(fact->shape, kinds[token->kind]);
	if (token->kind == TOKEN_SIGN)
		fact->shape = add_letter(fact->shape, *token->text);
	if (token->kind == TOKEN_SIGN ||
	    (token->kind == TOKEN_WORD && !tag_is_hidden(token)))
		fact->form =
			digest_more(fact->form, token->text, token->length);
	if (token->kind == TOKEN_NUMBER)
		add_number(fact, token);
}

/* Of a time the unit may be another one, by how long it is. */
struct line_fact line_fact(const char *line, size_t length)
{
	struct line_fact fact = {.form = DIGEST_EMPTY,
				 .shape = DIGEST_EMPTY,
				 .whole = DIGEST_EMPTY,
				 .lead = DIGEST_EMPTY,
				 .first = NAN};
	struct tokens tokens = tokens_of(line, length);
	struct token token;
	size_t unit = 0;

	while (token_next(&tokens, &token)) {
		if (token.place >= unit)
			add_token(&fact, &token);
		if (token.kind == TOKEN_NUMBER)
			unit = token.place + token.length +
			       word_unit(token.text + token.length, false);
	}
	fact.whole = digest_more(fact.form, &fact.whole, sizeof(fact.whole));
	fact.lead = digest_more(fact.form, &fact.lead, sizeof(fact.lead));
	fact.text = digest_more(DIGEST_EMPTY, line, length);
	return fact;
}

/* ---- reading ---- */

/* What a carriage return overwrites is seen by nobody. */
static size_t drop_overwritten(char *text, size_t length)
{
	size_t begin;

	while (length > 0 && text[length - 1] == '\r')
		length--;
	for (begin = length; begin > 0 && text[begin - 1] != '\r';)
		begin--;
	memmove(text, text + begin, length - begin);
	text[length - begin] = '\0';
	return length - begin;
}

static void hide_tags(struct lines *lines)
{
	lines->text = lines->shown;
	if (!lines->tags || !lines->tags->any)
		return;
	lines->hidden = memory_grow(lines->hidden, lines->length + 1, 1);
	memcpy(lines->hidden, lines->shown, lines->length + 1);
	tags_hide(lines->tags, lines->hidden, lines->length);
	lines->text = lines->hidden;
}

/* False at the end. A NUL, which would end the line, is another letter. */
static bool read_line(struct lines *lines)
{
	ssize_t length = getline(&lines->shown, &lines->size, lines->file);

	if (length < 0)
		return false;
	if (lines->shown[length - 1] == '\n')
		length--;
	lines->length = drop_overwritten(lines->shown, (size_t)length);
	for (size_t i = 0; i < lines->length; i++)
		if (lines->shown[i] == '\0')
			lines->shown[i] = '\1';
	hide_tags(lines);
	lines->next++;
	return true;
}

static void keep_fact(struct lines *lines, off_t offset, size_t *room)
{
	if (lines->count == *room) {
		*room = *room ? 2 * *room : 256;
		lines->facts =
			memory_grow(lines->facts, *room, sizeof(*lines->facts));
	}
	lines->facts[lines->count] = line_fact(lines->text, lines->length);
	lines->facts[lines->count].offset = offset;
}

bool lines_read(struct lines *lines, const char *path, const struct tags *tags)
{
	bool many = false, good;
	size_t room = 0;

	*lines = (struct lines){.path = memory_string(path), .tags = tags};
	if (!lines_open(lines))
		return false;
	for (off_t offset = 0; read_line(lines); lines->count++) {
		many = many || lines->count == LINES_MOST;
		if (!many)
			keep_fact(lines, offset, &room);
		offset = ftello(lines->file);
	}
	good = feof(lines->file);
	if (!many && !lines->facts)
		lines->facts = memory_grow(NULL, 1, sizeof(*lines->facts));
	if (many) {
		free(lines->facts);
		lines->facts = NULL;
	}
	lines_close(lines);
	return good;
}

void lines_read_again(struct lines *lines, const struct tags *tags)
{
	lines->tags = tags;
	if (lines->facts && lines_open(lines))
		for (size_t i = 0; lines_get(lines, i); i++) {
			off_t offset = lines->facts[i].offset;

			lines->facts[i] = line_fact(lines->text, lines->length);
			lines->facts[i].offset = offset;
		}
	lines_close(lines);
}

void lines_free(struct lines *lines)
{
	lines_close(lines);
	free(lines->path);
	free(lines->facts);
	*lines = (struct lines){0};
}

bool lines_open(struct lines *lines)
{
	lines->file = fopen(lines->path, "r");
	lines->next = 0;
	return lines->file != NULL;
}

void lines_close(struct lines *lines)
{
	if (lines->file)
		fclose(lines->file);
	lines->file = NULL;
	free(lines->shown);
	free(lines->hidden);
	lines->text = lines->shown = lines->hidden = NULL;
	lines->size = lines->length = 0;
}

bool lines_get(struct lines *lines, size_t number)
{
	if (number >= lines->count)
		return false;
	if (number != lines->next) {
		if (!lines->facts ||
		    fseeko(lines->file, lines->facts[number].offset,
			   SEEK_SET) != 0)
			return false;
		lines->next = number;
	}
	return read_line(lines);
}

/* ---- sorted numbers ---- */

static int compare_words(const void *left, const void *right)
{
	uint64_t one = *(const uint64_t *)left;
	uint64_t other = *(const uint64_t *)right;

	return (one > other) - (one < other);
}

static size_t sort_words(uint64_t *words, size_t count)
{
	size_t kept = 0;

	qsort(words, count, sizeof(*words), compare_words);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || words[i] != words[i - 1])
			words[kept++] = words[i];
	return kept;
}

static bool has_word(const uint64_t *words, size_t count, uint64_t word)
{
	return bsearch(&word, words, count, sizeof(word), compare_words);
}

/* ---- forms that all runs have ---- */

static uint64_t *forms_of(const struct lines *lines, size_t *count)
{
	uint64_t *forms = memory_grow(NULL, lines->count, sizeof(*forms));

	for (size_t i = 0; i < lines->count; i++)
		forms[i] = lines->facts[i].form;
	*count = sort_words(forms, lines->count);
	return forms;
}

static void find_forms(struct lines_plan *plan, struct lines *const *runs,
		       size_t count)
{
	plan->forms = forms_of(runs[0], &plan->form_count);
	for (size_t i = 1; i < count; i++) {
		size_t other_count, kept = 0;
		uint64_t *other = forms_of(runs[i], &other_count);

		for (size_t j = 0; j < plan->form_count; j++)
			if (has_word(other, other_count, plan->forms[j]))
				plan->forms[kept++] = plan->forms[j];
		plan->form_count = kept;
		free(other);
	}
}

/* ---- groups ---- */

/* Lines in the order of their keys, and in each group of their ranks. */
static const struct line_fact *sorted_facts;

static int compare_facts(const void *left, const void *right)
{
	size_t i = *(const size_t *)left, j = *(const size_t *)right;
	const struct line_fact *one = &sorted_facts[i];
	const struct line_fact *other = &sorted_facts[j];

	if (one->key != other->key)
		return one->key < other->key ? -1 : 1;
	if (one->rank != other->rank)
		return one->rank < other->rank ? -1 : 1;
	if (one->rank && one->first < other->first)
		return -1;
	if (one->rank && one->first > other->first)
		return 1;
	return (i > j) - (i < j);
}

static size_t *sorted_lines(const struct lines *lines)
{
	size_t *order = memory_grow(NULL, lines->count, sizeof(*order));

	for (size_t i = 0; i < lines->count; i++)
		order[i] = i;
	sorted_facts = lines->facts;
	qsort(order, lines->count, sizeof(*order), compare_facts);
	return order;
}

/* How many from "at" on are of the same key. */
static size_t run_length(const struct lines *lines, const size_t *order,
			 size_t at)
{
	size_t end = at;

	while (end < lines->count &&
	       lines->facts[order[end]].key == lines->facts[order[at]].key)
		end++;
	return end - at;
}

static struct lines_group *find_group(const struct lines_plan *plan,
				      uint64_t key)
{
	size_t low = 0, high = plan->group_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (plan->groups[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low < plan->group_count && plan->groups[low].key == key
		       ? &plan->groups[low]
		       : NULL;
}

const struct lines_group *lines_group_of(const struct lines_plan *plan,
					 uint64_t key)
{
	return find_group(plan, key);
}

static void make_groups(struct lines_plan *plan, struct lines *const *runs,
			size_t count)
{
	size_t all = 0, kept = 0;
	uint64_t *keys;

	for (size_t i = 0; i < count; i++)
		all += runs[i]->count;
	keys = memory_grow(NULL, all, sizeof(*keys));
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < runs[i]->count; j++)
			keys[kept++] = runs[i]->facts[j].key;
	plan->group_count = sort_words(keys, all);
	plan->groups =
		memory_grow(NULL, plan->group_count, sizeof(*plan->groups));
	for (size_t i = 0; i < plan->group_count; i++)
		plan->groups[i] =
			(struct lines_group){.key = keys[i], .least = SIZE_MAX};
	free(keys);
}

static void count_run(struct lines_plan *plan, const struct lines *run)
{
	size_t *count = memory_grow(NULL, plan->group_count, sizeof(*count));

	memset(count, 0, plan->group_count * sizeof(*count));
	for (size_t i = 0; i < run->count; i++)
		count[find_group(plan, run->facts[i].key) - plan->groups]++;
	for (size_t i = 0; i < plan->group_count; i++) {
		struct lines_group *group = &plan->groups[i];

		if (count[i] < group->least)
			group->least = count[i];
		if (count[i] > group->most)
			group->most = count[i];
	}
	free(count);
}

/* ---- are lines of one key in another order? ---- */

static uint64_t fact_of(const struct line_fact *fact, enum lines_rule rule)
{
	switch (rule) {
	case LINES_BY_WHOLE:
		return fact->whole;
	case LINES_BY_LEAD:
		return fact->lead;
	default:
		return fact->text;
	}
}

/* The same of the same number of lines, in order or in any. */
static bool are_same(const struct lines *one, const size_t *mine,
		     const struct lines *other, const size_t *theirs,
		     size_t count, enum lines_rule rule, bool in_order)
{
	uint64_t *left = memory_grow(NULL, count, sizeof(*left));
	uint64_t *right = memory_grow(NULL, count, sizeof(*right));
	bool same;

	for (size_t i = 0; i < count; i++) {
		left[i] = fact_of(&one->facts[mine[i]], rule);
		right[i] = fact_of(&other->facts[theirs[i]], rule);
	}
	if (!in_order) {
		qsort(left, count, sizeof(*left), compare_words);
		qsort(right, count, sizeof(*right), compare_words);
	}
	same = memcmp(left, right, count * sizeof(*left)) == 0;
	free(left);
	free(right);
	return same;
}

/* By what these lines of two runs pair up in another order, if by anything. */
static enum lines_rule find_rule(const struct lines *one, const size_t *mine,
				 const struct lines *other,
				 const size_t *theirs, size_t count)
{
	static const enum lines_rule rules[] = {LINES_BY_WHOLE, LINES_BY_LEAD,
						LINES_BY_FIRST};

	for (size_t i = 0; i < 3; i++) {
		if (!are_same(one, mine, other, theirs, count, rules[i],
			      true) &&
		    are_same(one, mine, other, theirs, count, rules[i], false))
			return rules[i];
	}
	return LINES_BY_PLACE;
}

static bool pair_runs(struct lines_plan *plan, const struct lines *one,
		      const struct lines *other)
{
	size_t *mine = sorted_lines(one), *theirs = sorted_lines(other);
	bool found = false;

	for (size_t i = 0, j = 0; i < one->count && j < other->count;) {
		size_t here = run_length(one, mine, i);
		size_t there = run_length(other, theirs, j);
		uint64_t key = one->facts[mine[i]].key;
		uint64_t their_key = other->facts[theirs[j]].key;
		struct lines_group *group = find_group(plan, key);

		if (key == their_key && here == there && here > 1 &&
		    group->rule == LINES_BY_PLACE)
			group->rule = find_rule(one, mine + i, other,
						theirs + j, here);
		found = found || group->rule != LINES_BY_PLACE;
		i += key <= their_key ? here : 0;
		j += their_key <= key ? there : 0;
	}
	free(mine);
	free(theirs);
	return found;
}

/* ---- the plan ---- */

static void set_keys(const struct lines_plan *plan, struct lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		struct line_fact *fact = &lines->facts[i];

		fact->key = has_word(plan->forms, plan->form_count, fact->form)
				    ? fact->form
				    : ~fact->shape;
		fact->rank = 0;
	}
}

static bool in_one_order(struct lines *const *runs, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (runs[i]->count != runs[0]->count)
			return false;
		for (size_t j = 0; j < runs[0]->count; j++)
			if (runs[i]->facts[j].key != runs[0]->facts[j].key)
				return false;
	}
	return true;
}

void lines_plan(struct lines_plan *plan, struct lines *const *runs,
		size_t count)
{
	*plan = (struct lines_plan){.ordered = true};
	find_forms(plan, runs, count);
	for (size_t i = 0; i < count; i++)
		set_keys(plan, runs[i]);
	make_groups(plan, runs, count);
	for (size_t i = 0; i < count; i++)
		count_run(plan, runs[i]);
	plan->ordered = in_one_order(runs, count);
	for (size_t i = 1; i < count; i++)
		if (pair_runs(plan, runs[0], runs[i]))
			plan->ordered = false;
	for (size_t i = 0; i < count; i++)
		lines_key(plan, runs[i]);
}

void lines_plan_free(struct lines_plan *plan)
{
	free(plan->forms);
	free(plan->groups);
	*plan = (struct lines_plan){0};
}

void lines_key(const struct lines_plan *plan, struct lines *lines)
{
	set_keys(plan, lines);
	for (size_t i = 0; i < lines->count; i++) {
		struct line_fact *fact = &lines->facts[i];
		const struct lines_group *group = find_group(plan, fact->key);

		if (group && group->rule != LINES_BY_PLACE)
			fact->rank = group->rule == LINES_BY_FIRST
					     ? 1
					     : fact_of(fact, group->rule) | 1;
	}
}

size_t *lines_partners(const struct lines *one, const struct lines *other)
{
	size_t *partners = memory_grow(NULL, one->count, sizeof(*partners));
	size_t *mine = sorted_lines(one), *theirs = sorted_lines(other);

	for (size_t i = 0, j = 0; i < one->count;) {
		size_t here = run_length(one, mine, i);
		uint64_t key = one->facts[mine[i]].key;
		size_t there;

		while (j < other->count && other->facts[theirs[j]].key < key)
			j++;
		there = j < other->count && other->facts[theirs[j]].key == key
				? run_length(other, theirs, j)
				: 0;
		for (size_t k = 0; k < here; k++)
			partners[mine[i + k]] =
				here == there ? theirs[j + k] : LINES_NONE;
		i += here;
		j += there;
	}
	free(mine);
	free(theirs);
	return partners;
}
