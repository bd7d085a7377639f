/*
 * The list of the constructs that get a record; see construct.h.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "construct.h"

vec<struct construct *> constructs;

/* They follow one another. */
unsigned construct_count(unsigned function_uid)
{
	unsigned i = constructs.length(), count = 0;

	while (i > 0 && constructs[i - 1]->function_uid == function_uid) {
		i--;
		count++;
	}
	return count;
}

const char *construct_assembler_name(tree function)
{
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));

	return name + (*name == '*');
}

const char *construct_shown_name(tree function)
{
	return lang_hooks.decl_printable_name(function, 1);
}

struct construct *construct_new(tree function, location_t location)
{
	struct construct *construct = XCNEW(struct construct);

	construct->function_uid = DECL_UID(function);
	construct->ordinal = construct_count(DECL_UID(function)) + 1;
	construct->id = xasprintf("%s#%u", construct_assembler_name(function),
				  construct->ordinal);
	construct->name = xasprintf("%s#%u", construct_shown_name(function),
				    construct->ordinal);
	construct->location = location;
	constructs.safe_push(construct);
	return construct;
}

struct construct *construct_find(unsigned function_uid, unsigned ordinal)
{
	struct construct *construct;
	unsigned i;

	FOR_EACH_VEC_ELT (constructs, i, construct)
		if (construct->function_uid == function_uid &&
		    construct->ordinal == ordinal)
			return construct;
	return NULL;
}

/* Statements of other functions may be gone and their places taken anew. */
struct construct *construct_of(gimple *statement)
{
	unsigned uid = DECL_UID(current_function_decl);

	for (unsigned i = constructs.length();
	     i > 0 && constructs[i - 1]->function_uid == uid; i--)
		if (constructs[i - 1]->statement == statement ||
		    constructs[i - 1]->loop == statement)
			return constructs[i - 1];
	return NULL;
}

static void construct_free(struct construct *construct)
{
	construct->private_uids.release();
	construct->reduction_uids.release();
	construct->shared_uids.release();
	construct->local_uids.release();
	construct->witness_names.release();
	construct->witness_uids.release();
	names_free(&construct->reasons);
	names_free(&construct->needs);
	json_free(&construct->head);
	json_free(&construct->body);
	json_free(&construct->plans);
	free(construct->entry.clauses);
	free(construct->entry.why);
	for (unsigned i = 0; i < construct->place_count; i++)
		free(construct->places[i].file);
	free(construct->places);
	free(construct->id);
	free(construct->name);
	free(construct);
}

void construct_free_all(void)
{
	struct construct *construct;
	unsigned i;

	FOR_EACH_VEC_ELT (constructs, i, construct)
		construct_free(construct);
	constructs.release();
}
