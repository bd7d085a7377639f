/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was written on every way to where the walk is.
 *
 * An array counts as written once a loop has gone through it, or all its
 * elements were written by number. An element does, too, where a recurrence or
 * a list goes on that this iteration has begun.
 */
#include "base/gcc.h"
#include "element.h"
#include "scan.h"
#include "written.h"

/* ---- cells ---- */

static int cell_of(struct scan *scan, int subject, const char *key)
{
	struct cell cell = {subject, NULL};

	for (unsigned i = 0; i < scan->cells.length(); i++)
		if (scan->cells[i].subject == subject &&
		    strcmp(scan->cells[i].key, key) == 0)
			return (int)i;
	cell.key = xstrdup(key);
	scan->cells.safe_push(cell);
	return (int)scan->cells.length() - 1;
}

static bool has(struct scan *scan, int subject, const char *key)
{
	return bitmap_bit_p(scan->now, cell_of(scan, subject, key));
}

static bool any_element(struct scan *scan, int subject, const char *root)
{
	unsigned i;
	bitmap_iterator iterator;

	EXECUTE_IF_SET_IN_BITMAP(scan->now, 0, i, iterator)
	{
		if (scan->cells[i].subject == subject &&
		    element_is_within(scan->cells[i].key, root))
			return true;
	}
	return false;
}

/* An array of which every element was written by number. */
static bool all_elements(struct scan *scan, int subject)
{
	tree type = TREE_TYPE(scan->own->objects[subject].decl), size, element;
	unsigned i, count = 0;
	bitmap_iterator iterator;

	if (scan->own->objects[subject].memory || TREE_CODE(type) != ARRAY_TYPE)
		return false;
	size = TYPE_SIZE_UNIT(type);
	element = TYPE_SIZE_UNIT(TREE_TYPE(type));
	if (!size || !tree_fits_uhwi_p(size) || !tree_fits_uhwi_p(element) ||
	    integer_zerop(element))
		return false;
	EXECUTE_IF_SET_IN_BITMAP(scan->now, 0, i, iterator)
	{
		count += scan->cells[i].subject == subject &&
			 ISDIGIT(scan->cells[i].key[1]) &&
			 !strchr(scan->cells[i].key, '@');
	}
	return count >= tree_to_uhwi(size) / tree_to_uhwi(element);
}

/* A structure, or a complex number, of which every member was written. */
static bool all_fields(struct scan *scan, int subject, const char *key)
{
	tree type = TREE_TYPE(scan->own->objects[subject].decl);
	char part[MAX_KEY];

	if (TREE_CODE(type) != RECORD_TYPE || *key)
		return any_element(scan, subject, key);
	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field)) {
		if (TREE_CODE(field) != FIELD_DECL)
			continue;
		snprintf(part, sizeof(part), ".%u", DECL_UID(field));
		if (!any_element(scan, subject, part))
			return false;
	}
	return true;
}

/* ---- loops ---- */

/* Is a variable that the key speaks of assigned in that loop? */
static bool varies_in(const struct scan *scan, const char *key,
		      const struct span *span)
{
	for (const char *at = strchr(key, '@'); at; at = strchr(at + 1, '@')) {
		unsigned uid = atoi(at + 1);

		for (int i = span->head; i <= span->latch; i++) {
			gimple *statement = scan->flat[i];
			tree target = statement ? gimple_get_lhs(statement)
						: NULL_TREE;

			if (target && DECL_P(target) && DECL_UID(target) == uid)
				return true;
		}
	}
	return false;
}

bitmap written_by_loop(struct scan *scan, const struct span *span)
{
	bitmap roots = BITMAP_ALLOC(NULL);
	unsigned count = scan->cells.length();

	for (unsigned i = 0; i < count; i++) {
		const char *key = scan->cells[i].key;
		char root[MAX_KEY];

		if (!bitmap_bit_p(scan->now, i) || !strchr(key, '[') ||
		    scan->subjects[scan->cells[i].subject].begun ||
		    !varies_in(scan, key, span))
			continue;
		element_root(key + (*key == '~'), root);
		bitmap_set_bit(roots,
			       cell_of(scan, scan->cells[i].subject, root));
	}
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		const struct span *inner = &scan->spans[i];

		if (inner->roots && inner->head > span->head &&
		    inner->latch < span->latch)
			bitmap_ior_and_into(roots, inner->roots, scan->now);
	}
	return roots;
}

/* A recurrence that a written element begins: c[j] = f(c[j - 1]). */
static bool goes_on(struct scan *scan, int subject, const char *key,
		    const char *root)
{
	const struct subject *it = &scan->subjects[subject];

	if (!any_element(scan, subject, root))
		return false;
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		const struct span *span = &scan->spans[i];

		if (scan->place < span->head || scan->place > span->latch ||
		    !varies_in(scan, key, span))
			continue;
		for (unsigned j = 0; j < it->writes.length(); j++)
			if (it->writes[j].place >= span->head &&
			    it->writes[j].place <= span->latch &&
			    element_is_within(it->writes[j].key, root) &&
			    strcmp(it->writes[j].key, key) != 0)
				return true;
	}
	return false;
}

/* ---- lists ---- */

/* Is the variable counted up right beside that place? */
static bool counts_beside(const struct scan *scan, unsigned uid, int place)
{
	for (int step = -1; step <= 1; step += 2)
		for (int i = place; i >= 0 && i < (int)scan->flat.length();
		     i += step) {
			gimple *statement = scan->flat[i];
			tree target;

			if (!statement ||
			    gimple_code(statement) == GIMPLE_LABEL ||
			    gimple_code(statement) == GIMPLE_COND)
				break;
			target = gimple_get_lhs(statement);
			if (target && DECL_P(target) && DECL_UID(target) == uid)
				return true;
		}
	return false;
}

static bool is_counted_down(const struct scan *scan, unsigned uid)
{
	for (unsigned i = 0; i < scan->flat.length(); i++) {
		gimple *statement = scan->flat[i];
		tree target = statement ? gimple_get_lhs(statement) : NULL_TREE;

		if (!target || !DECL_P(target) || DECL_UID(target) != uid ||
		    !is_gimple_assign(statement))
			continue;
		if (gimple_assign_rhs_code(statement) == MINUS_EXPR ||
		    (gimple_assign_rhs_code(statement) == PLUS_EXPR &&
		     integer_minus_onep(gimple_assign_rhs2(statement))))
			return true;
	}
	return false;
}

/* Is all that was written of it, from here on upward, added behind what was:
   list[n++] = x, with n set anew in this iteration? */
static bool is_appended(struct scan *scan, int subject, const char *key)
{
	const struct subject *it = &scan->subjects[subject];
	const char *at =
		it->writes.length() && it->writes[0].place < scan->place
			? strchr(it->writes[0].key, '@')
			: NULL;

	for (; at; at = strchr(at + 1, '@')) {
		unsigned uid = atoi(at + 1), i;
		char name[32];

		snprintf(name, sizeof(name), "@%u;", uid);
		if (strstr(key, name) && !is_counted_down(scan, uid))
			continue;
		for (i = 0; i < it->writes.length(); i++)
			if (!strstr(it->writes[i].key, name) ||
			    !counts_beside(scan, uid, it->writes[i].place))
				break;
		if (i < it->writes.length())
			continue;
		for (i = 0; i < scan->subjects.length(); i++)
			if (!scan->own->objects[i].memory &&
			    DECL_UID(scan->own->objects[i].decl) == uid)
				return has(scan, i, "");
		return true;
	}
	return false;
}

/* ---- reads ---- */

bool written_already(struct scan *scan, int subject, const char *key)
{
	char root[MAX_KEY], part[MAX_KEY];

	if (scan->own->objects[subject].mixed)
		return false;
	element_root(key, root);
	snprintf(part, sizeof(part), "%s", key);
	for (char *end = part + strlen(part); end > part; end--)
		if (*end == '\0' || *end == '.' || *end == '[') {
			*end = '\0';
			if (has(scan, subject, part))
				return true;
		}
	if (has(scan, subject, "") || all_elements(scan, subject))
		return true;
	if (!strchr(key, '['))
		return all_fields(scan, subject, key);
	if (!scan->subjects[subject].begun && any_element(scan, subject, root))
		return true;
	return goes_on(scan, subject, key, root) ||
	       is_appended(scan, subject, key);
}

/* ---- writes ---- */

void written_note(struct scan *scan, const struct origin *origin, bool adds)
{
	struct write write = {scan->place, xstrdup(origin->key), adds};

	write.adds |= scan->guarded->contains(scan->flat[scan->place]);
	if (scan->learning)
		scan->subjects[origin->subject].writes.safe_push(write);
	else
		free(write.key);
}

void written_fill(struct scan *scan, const struct origin *origin)
{
	written_note(scan, origin, false);
	bitmap_set_bit(scan->now, cell_of(scan, origin->subject, origin->key));
}

void written_forget(struct scan *scan, tree target)
{
	char name[32];
	unsigned i, count = scan->cells.length();

	snprintf(name, sizeof(name), "@%u;", DECL_UID(target));
	for (i = 0; i < count; i++) {
		char key[MAX_KEY];

		if (!strstr(scan->cells[i].key, name) ||
		    !bitmap_bit_p(scan->now, i) || *scan->cells[i].key == '~')
			continue;
		snprintf(key, sizeof(key), "~%s", scan->cells[i].key);
		bitmap_clear_bit(scan->now, i);
		bitmap_set_bit(scan->now,
			       cell_of(scan, scan->cells[i].subject, key));
	}
}
