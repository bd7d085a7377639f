/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Types of functions, by which calls through pointers find what they may
 * reach, and casts, which hide them.
 */
#ifndef PODIUM_POINTER_H
#define PODIUM_POINTER_H

/* Of a type as text; longer ones are cut, everywhere alike. */
#define POINTER_MOST_TEXT 400

/* "f8(pi4)", of a function or method type. */
void pointer_print_type(char *text, size_t size, tree type);

/* The same of a call through a pointer, to a method with "method" before it.
 */
void pointer_print_call(char *text, size_t size, tree type);

/*
 * The method that a virtual call names, and of which class: what is called is
 * that or what replaces it in a class derived from this one. NULL_TREE if it is
 * no such call.
 */
tree pointer_method(tree target, tree *type);

/* "Model::force f8(pf8)" */
void pointer_print_method(char *text, size_t size, tree type, tree method);

/* The one of both that a call of this target, which is no function, and this
   type means; a virtual call's method, or NULL_TREE. */
tree pointer_print_target(char *text, size_t size, tree target, tree type);

/* Call "note" for every class of which a virtual call may reach the method. */
typedef void pointer_note_class(tree type, tree method, void *data);
void pointer_classes_of(tree method, pointer_note_class *note, void *data);

/* What is cast: a function, or the type of what a pointer points to. */
typedef void pointer_note(tree what);

/* Call "note" for every address of a function, or pointer, that is cast. */
void pointer_casts_of(gimple *statement, pointer_note *note);
void pointer_casts_of_initial(tree type, tree value, pointer_note *note);

#endif
