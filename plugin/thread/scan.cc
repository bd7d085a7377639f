/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "base/names.h"
#include "scan.h"

static void take_objects(struct scan *scan)
{
	hash_map<tree, int> *const from[] = {scan->own->direct,
					     scan->own->memory};
	hash_map<tree, int> *const to[] = {scan->direct, scan->contents};

	for (int i = 0; i < 2; i++)
		for (hash_map<tree, int>::iterator j = from[i]->begin();
		     j != from[i]->end(); ++j) {
			int number = (*j).second;
			const struct own_object *object =
				&scan->own->objects[number];

			if (!own_reduced(scan->loop, object->decl) &&
			    (object->of_region ||
			     own_of_loop(scan->own, scan->loop, number)))
				to[i]->put((*j).first, number);
		}
}

void scan_begin(struct scan *scan, struct own *own, gimple *loop)
{
	*scan = {};
	scan->own = own;
	scan->loop = loop;
	scan->direct = new hash_map<tree, int>;
	scan->contents = new hash_map<tree, int>;
	scan->holders = new hash_map<tree, struct origin *>;
	scan->labels = new hash_map<tree, int>;
	scan->states = new hash_map<tree, bitmap>;
	scan->texts = new hash_map<tree, char *>;
	scan->counted = new hash_set<tree>;
	scan->inner = new hash_set<tree>;
	scan->guarded = new hash_set<gimple *>;
	scan->origins = new hash_map<tree, struct origin *>;
	scan->subjects.safe_grow_cleared(own->objects.length(), true);
	take_objects(scan);
}

static void free_origins(hash_map<tree, struct origin *> *origins)
{
	for (hash_map<tree, struct origin *>::iterator i = origins->begin();
	     i != origins->end(); ++i)
		free((*i).second);
	origins->empty();
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
	free_origins(scan->origins);
	free_origins(scan->holders);
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];

		for (unsigned j = 0; j < span->ways.length(); j++)
			BITMAP_FREE(span->ways[j].state);
		span->ways.truncate(0);
		BITMAP_FREE(span->before);
		BITMAP_FREE(span->roots);
	}
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
		free(subject->kept);
	}
	for (unsigned i = 0; i < scan->cells.length(); i++)
		free(scan->cells[i].key);
	for (unsigned i = 0; i < scan->spans.length(); i++)
		scan->spans[i].ways.release();
	names_free(&scan->needs);
	scan->subjects.release();
	scan->cells.release();
	scan->spans.release();
	scan->flat.release();
	scan->counters.release();
	delete scan->direct;
	delete scan->contents;
	delete scan->holders;
	delete scan->labels;
	delete scan->states;
	delete scan->texts;
	delete scan->counted;
	delete scan->inner;
	delete scan->guarded;
	delete scan->origins;
}

void scan_begin_again(struct scan *scan)
{
	free_states(scan);
	names_free(&scan->needs);
	for (unsigned i = 0; i < scan->subjects.length(); i++) {
		struct subject *subject = &scan->subjects[i];

		names_free(&subject->early);
		subject->sums = ERROR_MARK;
		subject->compares = subject->mixes = subject->follows = false;
		free(subject->kept);
		subject->kept = NULL;
	}
}

int scan_place(const struct scan *scan, tree label)
{
	int *place = label ? scan->labels->get(label) : NULL;

	return place ? *place : -1;
}
