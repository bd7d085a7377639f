/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * if (omp_get_thread_num() == 0): as good as master.
 */
#ifndef PODIUM_MASTER_H
#define PODIUM_MASTER_H

/* Does it give the thread's number in its team? */
bool master_is_number(tree function);

/*
 * Is the number only compared with 0 in the function, GENERIC, beside its
 * loops, and touches no branch behind that arrays or what pointers lead to?
 */
bool master_asks(tree body);

#endif
