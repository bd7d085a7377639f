/*
 * Pictures of the papers' studies, drawn by gnuplot.
 */
#ifndef PODIUM_PICTURES_H
#define PODIUM_PICTURES_H

#include <stdbool.h>

struct page;
struct peers;
struct powerstudy;
struct text;
struct timestudy;

/*
 * Draw those of the power models, with the searches of others, and those of the
 * time models into the folder; "study" or "times" may be NULL. False and a
 * *problem if one cannot be drawn.
 */
bool pictures_draw(const struct powerstudy *study, const struct peers *peers,
		   const struct timestudy *times, const char *folder,
		   struct text *problem);

/* Show what was drawn on a page in that folder. */
void pictures_page(const struct powerstudy *study,
		   const struct timestudy *times, struct page *page);

#endif
