/*
 * The aims of podium beside what was published and what was reached here, and
 * the worst cases of those that were missed.
 */
#ifndef PODIUM_TARGETS_H
#define PODIUM_TARGETS_H

struct page;
struct peers;
struct powerstudy;
struct timestudy;

/*
 * Those of the power models, with the searches of others, and those of the
 * time models; "study" or "times" may be NULL.
 */
void targets_page(const struct powerstudy *study, const struct peers *peers,
		  const struct timestudy *times, struct page *page);

#endif
