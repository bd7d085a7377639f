/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints what makes one file another: difference NAME BEFORE AFTER.
 */
#include <stdio.h>

#include "base/diff.h"
#include "base/file.h"
#include "base/text.h"

int main(int argc, char **argv)
{
	struct text before = {0}, after = {0}, out = {0};

	if (argc != 4 || !file_read(argv[2], &before) ||
	    !file_read(argv[3], &after))
		return 2;
	diff_add(&out, argv[1], text_string(&before), before.length,
		 text_string(&after), after.length);
	fputs(text_string(&out), stdout);
	text_free(&before);
	text_free(&after);
	text_free(&out);
	return 0;
}
