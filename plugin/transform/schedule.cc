/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The nodes of a schedule tree; see schedule.h.
 */
#include "base/gcc.h"
#include "schedule.h"

struct node *schedule_add(struct plan *plan, struct node *around,
			  enum node_kind kind)
{
	struct node *node = XCNEW(struct node);

	node->kind = kind;
	node->around = around;
	plan->nodes.safe_push(node);
	if (around)
		around->inside.safe_push(node);
	else
		plan->root = node;
	return node;
}

bool schedule_is_loop(const struct node *node)
{
	return node->kind == NODE_LOOP || node->kind == NODE_TILE;
}

struct node *schedule_next(const struct node *node)
{
	return node->inside.length() == 1 && schedule_is_loop(node->inside[0])
		       ? node->inside[0]
		       : NULL;
}

unsigned schedule_open(const struct node *node)
{
	unsigned open = 0;

	while ((node = node->around))
		if (node->kind == NODE_LOOP)
			open |= 1u << node->loop;
	return open;
}

const struct node *schedule_tile(const struct node *node, unsigned loop)
{
	while ((node = node->around))
		if (node->kind == NODE_TILE && node->loop == loop)
			break;
	return node;
}

bool schedule_is_head(const struct plan *plan, const struct node *node)
{
	unsigned depth = 0;

	while ((node = node->around))
		depth++;
	return depth < plan->heads;
}

unsigned schedule_common(const struct node *node)
{
	unsigned common = node->inside.is_empty() ? 0 : ~0u;

	for (unsigned i = 0; i < node->inside.length(); i++)
		common &= schedule_common(node->inside[i]);
	return node->kind == NODE_LOOP ? common | 1u << node->loop : common;
}

void schedule_free(struct plan *plan)
{
	for (unsigned i = 0; i < plan->nodes.length(); i++) {
		plan->nodes[i]->inside.release();
		plan->nodes[i]->low.release();
		plan->nodes[i]->high.release();
		plan->nodes[i]->content.release();
		free(plan->nodes[i]);
	}
	plan->nodes.release();
	for (unsigned i = 0; i < PLAN_MOST; i++)
		plan->slice[i].release();
	parts_free(&plan->parts);
	plan->sunk.release();
	plan->variables.release();
	plan->overlap.variables.release();
	loops_free(&plan->loops);
}
