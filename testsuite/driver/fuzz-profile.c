/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Feeds damaged profiles to their reader and to what shows them:
 *
 *	fuzz-profile ROUNDS SEED FILE
 *
 * Each round changes some bytes of the profile, or one of its numbers, cuts it
 * or doubles a part. What is still accepted must be sound and can be shown.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../driver/profile.h"
#include "../../driver/summary.h"
#include "../../driver/text.h"

static uint64_t state;

/* xorshift64* (Vigna 2016) */
static size_t random_below(size_t limit)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return limit ? (state * 0x2545f4914f6cdd1d >> 32) % limit : 0;
}

static char random_byte(void)
{
	static const char signs[] = "[]{}\",:-.0129eEnull\n\\";

	return random_below(2) ? signs[random_below(sizeof(signs) - 1)]
			       : (char)random_below(256);
}

static void change_bytes(struct text *text)
{
	size_t changes = 1 + random_below(4);

	while (changes-- > 0)
		text->bytes[random_below(text->length)] = random_byte();
}

/* A sign, another digit, or a number where there was none. */
static void change_number(struct text *text)
{
	static const char parts[] = "0123456789-.eE";

	for (int tries = 0; tries < 50; tries++) {
		size_t i = random_below(text->length);

		if (strchr("0123456789", text->bytes[i])) {
			text->bytes[i] = parts[random_below(sizeof(parts) - 1)];
			return;
		}
	}
}

static void mutate(struct text *text)
{
	switch (random_below(4)) {
	case 0:
		change_bytes(text);
		break;
	case 1:
		text_cut(text, random_below(text->length));
		break;
	default:
		change_number(text);
		break;
	}
}

/* Accepted or not; the program ends if what was accepted is not sound. */
static int try(const struct text *content)
{
	struct profile profile = {0};
	struct text problem = {0}, out = {0};
	bool good = profile_parse(&profile, text_string(content),
				  content->length, "mutant", &problem);

	if (good)
		summary_print(&profile, &out);
	if (good ? !machine_is_sound(&profile.machine) : !problem.length) {
		fwrite(text_string(content), 1, content->length, stderr);
		exit(1);
	}
	profile_free(&profile);
	text_free(&out);
	text_free(&problem);
	return good;
}

int main(int argc, char **argv)
{
	struct text original = {0};
	char buffer[4096];
	size_t length;
	FILE *file = argc == 4 ? fopen(argv[3], "rb") : NULL;
	long accepted = 0;

	if (!file)
		return 2;
	while ((length = fread(buffer, 1, sizeof(buffer), file)) > 0)
		text_add_bytes(&original, buffer, length);
	fclose(file);
	state = strtoull(argv[2], NULL, 10) * 2 + 1;
	for (long i = 0; i < atol(argv[1]); i++) {
		struct text content = {0};

		text_add_bytes(&content, original.bytes, original.length);
		mutate(&content);
		accepted += try(&content);
		text_free(&content);
	}
	text_free(&original);
	printf("%s profiles read, %ld of them accepted\n", argv[1], accepted);
	return 0;
}
