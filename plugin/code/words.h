/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GCC's own words about its optimisations: what -fopt-info would print of
 * one pass over one function, caught in memory.
 */
#ifndef PODIUM_WORDS_H
#define PODIUM_WORDS_H

/* One message. The strings point into the text that it was read from. */
struct words {
	const char *file;
	int line;
	int column;
	const char *text;
};

/* Is the message about what stands at this place? */
bool words_are_at(const struct words *words, expanded_location place);

/*
 * Listen to the pass that is about to run; with "missed" also to what it
 * could not do. False where the user listens to this pass himself
 * (-fopt-info): his stream is left alone.
 */
bool words_listen(const opt_pass *pass, bool missed);

/*
 * Stop listening. What was said, to be freed by the caller; NULL where
 * nobody listened.
 */
char *words_take(void);

/*
 * Read the next message at *cursor, which moves on; the text is cut up.
 * False at the end.
 */
bool words_next(char **cursor, struct words *words);

#endif
