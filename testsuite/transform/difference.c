/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints what makes one file another: difference NAME BEFORE AFTER; with LINE
 * behind it where that line of the one is in the other.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/text.h"
#include "transform/patch.h"

int main(int argc, char **argv)
{
	struct text before = {0}, after = {0}, out = {0};

	if (argc < 4 || !file_read(argv[2], &before) ||
	    !file_read(argv[3], &after))
		return 2;
	if (argc == 4)
		patch_add(&out, argv[1], text_string(&before), before.length,
			  text_string(&after), after.length);
	else
		text_print(&out, "%zu\n",
			   patch_line(text_string(&before), before.length,
				      text_string(&after), after.length,
				      (size_t)atol(argv[4])));
	fputs(text_string(&out), stdout);
	text_free(&before);
	text_free(&after);
	text_free(&out);
	return 0;
}
