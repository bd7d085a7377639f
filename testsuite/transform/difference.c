/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints what makes one file another: difference NAME BEFORE AFTER; with LINE
 * behind it where that line of the one is in the other; with FIRST LAST what is
 * one of several changes from that to that.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/diff.h"
#include "base/file.h"
#include "base/text.h"

int main(int argc, char **argv)
{
	struct text before = {0}, after = {0}, out = {0};
	struct text first = {0}, last = {0};

	if (argc < 4 || !file_read(argv[2], &before) ||
	    !file_read(argv[3], &after))
		return 2;
	if (argc == 4)
		diff_add(&out, argv[1], text_string(&before), before.length,
			 text_string(&after), after.length);
	else if (argc == 6 && file_read(argv[4], &first) &&
		 file_read(argv[5], &last))
		diff_add_part(&out, argv[1], &before, &after, &first, &last);
	else
		text_print(&out, "%zu\n",
			   diff_line(text_string(&before), before.length,
				     text_string(&after), after.length,
				     (size_t)atol(argv[4])));
	fputs(text_string(&out), stdout);
	text_free(&before);
	text_free(&after);
	text_free(&first);
	text_free(&last);
	text_free(&out);
	return 0;
}
