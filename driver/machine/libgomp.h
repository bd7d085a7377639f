/*
 * Which libgomp a program loads. How its threads spin, meet at barriers and
 * take chunks differs between majors of GCC, and so do times.
 */
#ifndef PODIUM_LIBGOMP_H
#define PODIUM_LIBGOMP_H

/*
 * The newest version that this libgomp defines, "GOMP_5.1": each major of GCC
 * from 11 on has added one. What is built again from the same sources keeps it;
 * a build's number would not, and the compiler's own words in .comment are not
 * there where libraries are stripped, as Debian's are.
 *
 * The loader says which file it is, by LD_PRELOAD, LD_LIBRARY_PATH, the
 * folders that stand in the program, and those of the system; the program is
 * not run. NULL for "program": of one that has no folders of its own. NULL if
 * it loads none, or not before it runs. The caller frees it.
 */
char *libgomp_version(const char *program);

/*
 * The same of the file that comes with a compiler, which its programs load
 * where it puts its folders into them.
 */
char *libgomp_of_compiler(const char *gcc);

#endif
