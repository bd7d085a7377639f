/*
 * What a tuning takes from the machine-wide history, and what it leaves there.
 */
#ifndef PODIUM_LESSON_H
#define PODIUM_LESSON_H

struct hot;
struct past;
struct session;
struct trial;

/*
 * Correct what is predicted of the hot loops by what was measured of others.
 * What a campaign once took it goes on with: its order of variants must not
 * change while it is stopped.
 */
void lesson_take(struct hot *hot, struct session *session, struct past *past);

/* Add what was measured of the loops. */
void lesson_leave(const struct trial *trial, const struct past *past);

#endif
