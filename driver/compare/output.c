/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads an output line by line, and its lines token by token.
 */
#include "output.h"

#include <string.h>
#include <sys/stat.h>

#include "word.h"

time_t output_time(const char *path)
{
	time_t now = time(NULL);
	struct stat file;

	return stat(path, &file) == 0 && file.st_mtime < now ? file.st_mtime
							     : now;
}

void output_partner(struct output *output, size_t number)
{
	size_t partner = output->partners ? output->partners[number] : number;

	output->here =
		partner != LINES_NONE && lines_get(&output->lines, partner);
	if (output->here)
		output->tokens =
			tokens_of(output->lines.text, output->lines.length);
}

bool output_token(struct output *output)
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

bool output_same_unit(const struct output *one, const struct output *other)
{
	return one->unit == other->unit &&
	       memcmp(one->token.text + one->token.length,
		      other->token.text + other->token.length, one->unit) == 0;
}

bool output_same_line(const struct output *one, const struct output *other)
{
	return one->lines.length == other->lines.length &&
	       memcmp(one->lines.text, other->lines.text, one->lines.length) ==
		       0;
}
