/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads an output line by line, and its lines token by token.
 */
#include "printed.h"

#include <string.h>
#include <sys/stat.h>

#include "word.h"

time_t printed_time(const char *path)
{
	time_t now = time(NULL);
	struct stat file;

	return stat(path, &file) == 0 && file.st_mtime < now ? file.st_mtime
							     : now;
}

void printed_partner(struct printed *output, size_t number)
{
	size_t partner = output->partners ? output->partners[number] : number;

	output->here =
		partner != LINES_NONE && lines_get(&output->lines, partner);
	if (output->here)
		output->tokens =
			tokens_of(output->lines.text, output->lines.length);
}

bool printed_token(struct printed *output)
{
	struct tokens *tokens = &output->tokens;

	if (!token_next(tokens, &output->token))
		return false;
	if (output->token.kind == TOKEN_NUMBER)
		output->unit = word_unit(tokens->line + tokens->at, false);
	else
		output->unit = 0;
	tokens->at += output->unit;
	return true;
}

bool printed_same_unit(const struct printed *one, const struct printed *other)
{
	return one->unit == other->unit &&
	       memcmp(one->token.text + one->token.length,
		      other->token.text + other->token.length, one->unit) == 0;
}

bool printed_same_line(const struct printed *one, const struct printed *other)
{
	return one->lines.length == other->lines.length &&
	       memcmp(one->lines.text, other->lines.text, one->lines.length) ==
		       0;
}
