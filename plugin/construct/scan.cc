/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "base/names.h"
#include "scan.h"

void scan_begin(struct scan *scan, struct handover *found)
{
	*scan = {};
	scan->direct = new hash_map<tree, int>;
	scan->contents = new hash_map<tree, int>;
	scan->labels = new hash_map<tree, int>;
	scan->states = new hash_map<tree, bitmap>;
	scan->texts = new hash_map<tree, char *>;
	scan->counted = new hash_set<tree>;
	scan->begun = new hash_set<tree>;
	scan->origins = new hash_map<tree, struct origin *>;
	scan->found = found;
}

int scan_add(struct scan *scan, tree decl, bool content, int parameter)
{
	struct subject subject = {};
	hash_map<tree, int> *map = content ? scan->contents : scan->direct;

	if (map->get(decl))
		return *map->get(decl);
	subject.decl = decl;
	subject.content = content;
	subject.parameter = parameter;
	map->put(decl, (int)scan->subjects.length());
	scan->subjects.safe_push(subject);
	return (int)scan->subjects.length() - 1;
}

static void free_states(struct scan *scan)
{
	for (hash_map<tree, bitmap>::iterator i = scan->states->begin();
	     i != scan->states->end(); ++i)
		BITMAP_FREE((*i).second);
	scan->states->empty();
	for (hash_map<tree, char *>::iterator i = scan->texts->begin();
	     i != scan->texts->end(); ++i)
		free((*i).second);
	scan->texts->empty();
	for (hash_map<tree, struct origin *>::iterator i =
		     scan->origins->begin();
	     i != scan->origins->end(); ++i)
		free((*i).second);
	scan->origins->empty();
}

void scan_end(struct scan *scan)
{
	free_states(scan);
	for (unsigned i = 0; i < scan->subjects.length(); i++) {
		struct subject *subject = &scan->subjects[i];

		names_free(&subject->early);
		for (unsigned j = 0; j < subject->writes.length(); j++)
			free(subject->writes[j].key);
		subject->writes.release();
	}
	for (unsigned i = 0; i < scan->cells.length(); i++)
		free(scan->cells[i].key);
	for (unsigned i = 0; i < scan->spans.length(); i++)
		scan->spans[i].exits.release();
	scan->subjects.release();
	scan->cells.release();
	scan->spans.release();
	scan->flat.release();
	scan->counters.release();
	delete scan->direct;
	delete scan->contents;
	delete scan->labels;
	delete scan->states;
	delete scan->texts;
	delete scan->counted;
	delete scan->begun;
	delete scan->origins;
}

void scan_begin_again(struct scan *scan)
{
	free_states(scan);
	for (unsigned i = 0; i < scan->subjects.length(); i++) {
		struct subject *subject = &scan->subjects[i];

		names_free(&subject->early);
		subject->sums = subject->inexact = subject->collects = false;
		subject->counts = subject->compares = false;
		subject->follows = false;
	}
}

int scan_place(const struct scan *scan, tree label)
{
	int *place = label ? scan->labels->get(label) : NULL;

	return place ? *place : -1;
}
