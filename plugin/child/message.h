/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the child tells the compiler of a construct, as bytes. A message that
 * is cut short or damaged is recognised as such.
 */
#ifndef PODIUM_MESSAGE_H
#define PODIUM_MESSAGE_H

#include "construct/construct.h"

struct message {
	unsigned function_uid;
	unsigned ordinal;
	unsigned place_count;
	struct place *places;
	size_t length;
	const char *text;
	const char *values; /* recipes, see recipe.h */
};

/* The message as bytes in *bytes, to be freed; returns how many. */
size_t message_pack(const struct message *message, char **bytes);

/*
 * Read the first of the "size" bytes; text, values and the files of the places
 * point into them, places is to be freed. Returns how many bytes it took, 0 if
 * no whole message begins there.
 */
size_t message_unpack(const char *bytes, size_t size, struct message *message);

#endif
