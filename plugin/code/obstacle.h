/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What keeps the vectoriser from a loop, where its own words are not heard.
 */
#ifndef PODIUM_OBSTACLE_H
#define PODIUM_OBSTACLE_H

/*
 * Why the vectoriser cannot take the loop, by the same tests, in the same
 * order and in the same words as it would say itself: for when it is not
 * listened to. NULL where none of these obstacles is there.
 */
char *obstacle_of(class loop *loop);

#endif
