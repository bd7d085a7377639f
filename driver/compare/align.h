/*
 * Lines of an output put into the order of another one: ranks of a program
 * print at the same time, and whose line comes first is chance.
 */
#ifndef PODIUM_ALIGN_H
#define PODIUM_ALIGN_H

#include <stdbool.h>

/*
 * Write the lines of "path" into "to", each in the place of the line of "model"
 * that it shares most words with; lines that are the same come first. False if
 * a file cannot be read or written, or the two cannot be put in one order: they
 * have another number of lines, or too many differ.
 */
bool align_lines(const char *model, const char *path, const char *to);

#endif
