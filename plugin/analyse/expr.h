/*
 * Symbolic integers: sums of products of atoms, kept in one normal form so
 * that equal values look equal. An atom is a parameter, a loop counter, a
 * value read from memory, or an operation that is neither sum nor product.
 *
 * Arithmetic is that of mathematical integers. NULL is "not known" and makes
 * everything computed from it not known. All live until expr_end().
 */
#ifndef PODIUM_EXPR_H
#define PODIUM_EXPR_H

#include "base/json.h"

enum atom_kind {
	ATOM_PARAM,   /* a value that no loop changes */
	ATOM_ADDRESS, /* address of a variable */
	ATOM_COUNTER, /* counter of a loop */
	ATOM_ITER,    /* number of the iteration of a loop, from 0 */
	ATOM_AT,      /* contents of memory: name, args[0] bytes from it, or
			 from args[1] */
	ATOM_PHI,     /* a value that a loop changes, not yet understood */
	ATOM_OPAQUE,  /* a value that a loop changes, never understood */
	ATOM_OPERATION
};

enum operation {
	OP_DIV,
	OP_CDIV,
	OP_MOD,
	OP_CLOG, /* powers of the second that are below the first */
	OP_MIN,
	OP_MAX,
	OP_IF,
	OP_LT,
	OP_LE,
	OP_EQ,
	OP_NE,
	OP_GT,
	OP_GE,
	OP_AND,
	OP_OR,
	OP_XOR,
	OP_SHR
};

struct atom {
	enum atom_kind kind;
	unsigned number; /* order of creation: terms are sorted by it */
	const char *name;
	const char *origin; /* kind of a parameter as the record says it */
	tree type;
	unsigned version; /* of the SSA name of a PHI or opaque value */
	tree decl;	  /* of ATOM_ADDRESS */
	const struct expr *address; /* of a parameter that is read there */
	const char *called;	    /* what it is called there, as others are */
	int loop;		    /* of a counter: index in the loop table */
	uint64_t loops;		    /* loops in which the value changes */
	enum operation operation;
	const struct expr *args[3];
	unsigned weight; /* atoms in it, each as often as it stands there */
	bool used;	 /* written into the record: list it in "params" */
};

struct term {
	long factor;
	unsigned count;
	const struct atom *atoms[6];
};

struct expr {
	unsigned count;
	struct term terms[1];
};

void expr_begin(void);
void expr_end(void);

const struct expr *expr_int(long value);
const struct expr *expr_atom(const struct atom *atom);
const struct expr *expr_add(const struct expr *a, const struct expr *b);
const struct expr *expr_sub(const struct expr *a, const struct expr *b);
const struct expr *expr_mul(const struct expr *a, const struct expr *b);
const struct expr *expr_scale(const struct expr *a, long factor);
const struct expr *expr_operation(enum operation operation,
				  const struct expr *a, const struct expr *b,
				  const struct expr *c);

/* a / b if that leaves nothing over, else NULL. */
const struct expr *expr_quotient(const struct expr *a, const struct expr *b);

bool expr_is_int(const struct expr *e, long *value);
bool expr_equal(const struct expr *a, const struct expr *b);

/* Loops in which the value changes, one bit for each. */
uint64_t expr_loops(const struct expr *e);

/* Is the atom in the expression, inside operations included? */
bool expr_contains(const struct expr *e, const struct atom *atom);
bool expr_contains_kind(const struct expr *e, enum atom_kind kind);

/*
 * What the atom is multiplied by; 0 if it is absent, NULL if the expression
 * is not linear in it.
 */
const struct expr *expr_coefficient(const struct expr *e,
				    const struct atom *atom);

/* The atom that stands alone with factor 1 and satisfies the test. */
const struct atom *expr_find_atom(const struct expr *e,
				  bool (*test)(const struct atom *));

/* Base of an address: array, pointer, variable; NULL if not known. */
const struct atom *expr_base(const struct expr *address);

/* Replace atoms: "replace" gives the new value, NULL to keep the atom. */
const struct expr *
expr_replace(const struct expr *e,
	     const struct expr *(*replace)(const struct atom *, void *),
	     void *data);

/* Call for each atom, inside operations included. */
void expr_each_atom(const struct expr *e,
		    void (*visit)(const struct atom *, void *), void *data);

void expr_write(struct json_writer *json, const struct expr *e);

/* Atoms. The same version gives the same parameter. */
const struct atom *atom_param(const char *name, const char *origin, tree type,
			      unsigned version);
unsigned atom_count(void);
/* The parameter, which gets its plain name from the atom that took it before,
   if that is none of the first ones. */
const struct atom *atom_as_named(const struct atom *parameter, unsigned first);
/* The same name and place do; a member may have the name of an inherited one,
   and a variable that of one in another namespace. */
const struct atom *atom_read(const char *name, const char *origin, tree type,
			     const struct expr *address);
const struct atom *atom_address(const char *name, tree decl);
const struct atom *atom_counter(const char *name, int loop, tree type);

/* A counter that takes the place of this one, under another name. */
const struct atom *atom_renamed(const struct atom *atom, const char *name);

const struct atom *atom_iter(const char *name, int loop);

/*
 * "from" is the pointer that was itself read from memory, else NULL: the rows
 * of a[k] and those of a[k - 1] are not the same ones.
 */
const struct atom *atom_at(const char *name, const struct expr *from,
			   const struct expr *offset, tree type,
			   uint64_t loops);
const struct atom *atom_phi(tree ssa_name);
const struct atom *atom_opaque(tree ssa_name, uint64_t loops);

/* List the parameters of the expression; true if one was not listed yet. */
bool expr_use(const struct expr *e);

/* Every parameter that is to be listed: written since expr_begin(), or used. */
void atom_each_used(void (*visit)(const struct atom *, void *), void *data);

#endif
