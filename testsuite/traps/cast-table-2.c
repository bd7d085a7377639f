/* SPDX-License-Identifier: GPL-3.0-or-later */
typedef void (*any)(void);
void idle(void);
int slot(void);
extern const any table[2];

const any table[2] = {idle, (any)slot};
