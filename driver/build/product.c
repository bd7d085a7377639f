/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What became of a variant.
 */
#include "product.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "image.h"

/* Libraries of a variant are part of what it is, whatever their order. */
static void add_libraries(const char *folder, uint64_t *digest)
{
	DIR *directory = folder ? opendir(folder) : NULL;
	struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		char *path = memory_print("%s/%s", folder, entry->d_name);
		uint64_t one;

		if (image_digest(path, &one))
			*digest += one;
		free(path);
	}
	if (directory)
		closedir(directory);
}

bool product_digest(const struct product *product, uint64_t *digest)
{
	if (!image_digest(product->path, digest))
		return false;
	add_libraries(product->libraries, digest);
	return true;
}

char *product_reason(const struct text *problem)
{
	const char *string = text_string(problem);
	const char *error = strstr(string, "error: ");
	const char *from = error ? error : string;

	return memory_print("failed compile: %.*s", (int)strcspn(from, "\n"),
			    from);
}

void product_discard(struct product *product)
{
	if (product->folder)
		file_remove_tree(product->folder);
	free(product->path);
	free(product->libraries);
	free(product->folder);
	*product = (struct product){0};
}
