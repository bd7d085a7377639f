/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of a unit: functions, parallel regions and loops.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "construct/handover.h"
#include "construct/construct.h"
#include "part.h"

vec<struct part *> parts;
static hash_map<int_hash<int, -1, -2>, int> *of_functions; /* by DECL_UID */

int part_new(enum part_kind kind)
{
	struct part *part = XCNEW(struct part);

	part->kind = kind;
	parts.safe_push(part);
	return (int)parts.length() - 1;
}

int part_new_function(tree function)
{
	int number = part_new(PART_FUNCTION);

	if (!of_functions)
		of_functions = new hash_map<int_hash<int, -1, -2>, int>;
	of_functions->put(DECL_UID(function), number);
	parts[number]->function = function;
	return number;
}

struct part_call part_call_to(tree function)
{
	return {function, -1, NULL, false, false, false};
}

void part_add_call(vec<struct part_call> *calls, const struct part_call *call)
{
	for (unsigned i = 0; i < calls->length(); i++) {
		struct part_call *known = &(*calls)[i];

		if (known->function != call->function ||
		    known->part != call->part || known->inner != call->inner)
			continue;
		known->used |= call->used;
		known->told |= call->told;
		return;
	}
	calls->safe_push(*call);
}

/* Other units may have the one that counts; instances of templates are alike
   in all. */
static bool is_replaceable(tree function)
{
	return DECL_WEAK(function) && !DECL_COMDAT(function) &&
	       !DECL_COMDAT_GROUP(function);
}

int part_of(tree function)
{
	struct cgraph_node *node = cgraph_node::get(function);
	int *known;

	if (node)
		node = node->ultimate_alias_target();
	if (node)
		function = node->decl;
	known = of_functions ? of_functions->get(DECL_UID(function)) : NULL;
	return known && !is_replaceable(function) ? *known : -1;
}

/* What the system does by itself is no part, and has no name. */
void part_resolve(struct part_call *call)
{
	if (!call->function)
		return;
	call->part = part_of(call->function);
	if (call->part < 0 && !question_is_harmless(call->function))
		call->name = xstrdup(construct_assembler_name(call->function));
}

/* Other units may call it by this name; what is inline they have, too, unless
   a template is instantiated here for them. */
bool part_is_shared(tree function)
{
	struct cgraph_node *node = cgraph_node::get(function);

	return TREE_PUBLIC(function) &&
	       (!DECL_COMDAT(function) || (node && node->forced_by_abi));
}

bool part_asks(const struct part *part)
{
	for (unsigned i = 0; i <= QUESTION_SELF; i++)
		if (part->asks[i].length() > 0)
			return true;
	return part->own.length() > 0 || part->zero.length() > 0;
}

bool part_carries(const struct part *part)
{
	const struct handover *carried = part->carried;

	return carried &&
	       (carried->moved.length() > 0 || carried->summed.length() > 0 ||
		carried->lends.length() > 0);
}

static void part_free(struct part *part)
{
	for (unsigned i = 0; i <= QUESTION_SELF; i++)
		names_free(&part->asks[i]);
	names_free(&part->zero);
	names_free(&part->own);
	names_free(&part->orders);
	names_free(&part->through);
	for (unsigned i = 0; i < part->calls.length(); i++)
		free(part->calls[i].name);
	part->calls.release();
	if (part->kind == PART_FUNCTION && part->carried) {
		handover_free(part->carried);
		free(part->carried);
	}
	part->then.release();
	part->since.release();
	part->runs.release();
	alone_free(&part->alone);
	alone_free_event(&part->loop);
	free(part);
}

void part_free_all(void)
{
	for (unsigned i = 0; i < parts.length(); i++)
		part_free(parts[i]);
	parts.release();
	delete of_functions;
	of_functions = NULL;
}
