/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For programs that take less time where their loops have tiles. It comes first.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

/* Does the program know the word? It is not written here as one. */
static int has(const char *head, const char *tail)
{
	static char content[1 << 22];
	char word[100];
	FILE *program = fopen("/proc/self/exe", "rb");
	size_t length = fread(content, 1, sizeof(content), program);

	fclose(program);
	snprintf(word, sizeof(word), "%s%s", head, tail);
	return memmem(content, length, word, strlen(word)) != NULL;
}
