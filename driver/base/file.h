/*
 * Whole files and folders.
 */
#ifndef PODIUM_FILE_H
#define PODIUM_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

/* Append the content; false with errno set if it cannot be read. */
bool file_read(const char *path, struct text *content);

/* Write a file anew: under another name first, then renamed. */
bool file_write(const char *path, const char *content);

/* Could it? False with errno set where that is known before. */
bool file_can_write(const char *path);

/* A digest of the content. */
bool file_digest(const char *path, uint64_t *digest);

/* A copy with the same permissions. */
bool file_copy(const char *from, const char *to);

/* Make a folder and those above it; false with errno set. */
bool file_make_folders(const char *path);

/* The files of a tree in the order of their names, but for what is mounted. */
struct file_list {
	char **paths;
	size_t count;
};

struct file_list file_list(const char *path);
void file_list_free(struct file_list *list);

/* The size of all files of a tree, with what is mounted in it. */
double file_tree_bytes(const char *path);

/* Remove a folder and all in it; links are not followed. */
void file_remove_tree(const char *path);

#endif
