/*
 * The record pass: finds the constructs of a function before they are
 * lowered and notes what can be seen of them there.
 */
#ifndef PODIUM_RECORD_H
#define PODIUM_RECORD_H

/*
 * Add the constructs of this body to the list. With "notes" also write the
 * heads of their records; without (the child), only the list is made.
 */
void record_function(gimple_seq body, bool notes);

/* Is there any OpenMP statement in it? */
bool record_has_openmp(gimple_seq body);

#endif
