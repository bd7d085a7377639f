/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds times of day and dates.
 */
#include "daytime.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "character.h"
#include "wordlist.h"

/* Of "00:00:00"; '0' is a digit, other letters are themselves. */
static size_t form_length(const char *at, const char *form)
{
	size_t length = 0;

	for (; form[length]; length++)
		if (form[length] == '0' ? !is_digit(at[length])
					: at[length] != form[length])
			return 0;
	return length;
}

static size_t fraction_length(const char *at)
{
	size_t digits = *at == '.' ? digits_at(at + 1) : 0;

	return digits ? digits + 1 : 0;
}

/* "14:35:46", "1:02:03.5", "2:03.45" */
static size_t day_time_length(const char *at)
{
	size_t hours = digits_at(at), length = 0;

	if (hours == 0 || hours > 3)
		return 0;
	length = form_length(at + hours, ":00:00");
	if (!length) {
		length = form_length(at + hours, ":00");
		if (!length || !fraction_length(at + hours + length))
			return 0;
	}
	length += hours;
	length += fraction_length(at + length);
	return is_inner(at[length]) && at[length] != 'Z' ? 0 : length;
}

/* "2026-11-23", "23.11.2026", also with a time behind it. */
static size_t date_length(const char *at)
{
	static const char *const forms[] = {"0000-00-00", "0000/00/00",
					    "00.00.0000", "00/00/0000", NULL};
	size_t length = 0, time;

	for (size_t i = 0; forms[i] && !length; i++)
		length = form_length(at, forms[i]);
	if (!length || is_digit(at[length]))
		return 0;
	if (at[length] == 'T' || at[length] == '_' || at[length] == ' ') {
		time = day_time_length(at + length + 1);
		length += time ? time + 1 : 0;
	}
	if (at[length] == 'Z')
		return length + 1;
	time = (at[length] == '+' || at[length] == '-') &&
			       is_digit(at[length + 1])
		       ? 1 + strspn(at + length + 1, "0123456789:")
		       : 0;
	length += time;
	return is_inner(at[length]) ? 0 : length;
}

/* "1m2.3s", "1h02m", "2d 3h" without the blank. */
static size_t parts_length(const char *at)
{
	static const char letters[] = "dhms";
	const char *next = letters;
	size_t length = 0, parts = 0;

	for (; *next; next++) {
		size_t digits = digits_at(at + length);
		size_t fraction = fraction_length(at + length + digits);

		if (digits == 0 || at[length + digits + fraction] != *next)
			continue;
		length += digits + fraction + 1;
		parts++;
	}
	return parts > 1 && !is_inner(at[length]) ? length : 0;
}

/* What dates with names are made of. */
enum piece { NO_PIECE, WEEKDAY, MONTH, DAY, YEAR, TIME, ZONE };

static bool is_name(const char *at, size_t length, const char *names)
{
	for (; *names && length >= 3; names += 3)
		if (strncasecmp(at, names, 3) == 0)
			return true;
	return false;
}

static enum piece piece_at(const char *at, size_t *length)
{
	size_t digits = digits_at(at);

	*length = day_time_length(at);
	if (*length)
		return TIME;
	*length = inner_length(at);
	if (digits && digits == *length)
		return digits <= 2 ? DAY : digits == 4 ? YEAR : NO_PIECE;
	if (digits || *length > 9)
		return NO_PIECE;
	if (*length >= 3 && isupper((unsigned char)*at)) {
		if (is_name(at, *length, "MonTueWedThuFriSatSun") &&
		    (*length == 3 || strncmp(at + *length - 3, "day", 3) == 0))
			return WEEKDAY;
		if (is_name(at, *length,
			    "JanFebMarAprMayJunJulAugSepOctNovDec") &&
		    (*length == 3 || strchr("yhlter", at[*length - 1])))
			return MONTH;
	}
	return *length >= 2 && *length <= 4 &&
			       strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
				       *length
		       ? ZONE
		       : NO_PIECE;
}

/* "Mon Nov 23 01:16:16 UTC 2026" */
static size_t named_date_length(const char *at)
{
	unsigned seen = 0;
	size_t whole = 0, next = 0, length;

	for (int i = 0; i < 8; i++) {
		enum piece piece = piece_at(at + next, &length);

		if (piece == NO_PIECE || (seen & 1u << piece) ||
		    (piece == ZONE && !(seen & 1u << TIME)) ||
		    (i == 0 && piece != WEEKDAY && piece != MONTH &&
		     piece != DAY))
			break;
		seen |= 1u << piece;
		whole = next + length;
		next = whole + strspn(at + whole, ", ");
	}
	if (!(seen & 1u << MONTH) || !(seen & 1u << DAY) ||
	    !(seen & (1u << TIME | 1u << YEAR)))
		return 0;
	return whole;
}

/* Most numbers are none. */
static bool may_be_clock(const char *at)
{
	size_t digits = digits_at(at);

	if (digits == 0)
		return isupper((unsigned char)*at);
	return digits <= 4 && at[digits] && strchr(":-/.dhm ,", at[digits]);
}

size_t daytime_length(const char *at)
{
	size_t length = 0;

	if (!may_be_clock(at))
		return 0;
	if (is_digit(*at)) {
		length = date_length(at);
		if (!length)
			length = day_time_length(at);
		if (!length)
			length = parts_length(at);
	}
	return length ? length : named_date_length(at);
}

/* ---- durations ---- */

/* Blanks and signs between a word and what it speaks of. */
static const char between[] = " \t:=\"'([<";

/* Where the word before that place begins, and in *end its end. */
static size_t word_before(const char *line, size_t begin, size_t *end)
{
	while (begin > 0 && strchr(between, line[begin - 1]))
		begin--;
	*end = begin;
	while (begin > 0 && is_inner(line[begin - 1]))
		begin--;
	return begin;
}

/* "ETA: 0:29", "wall time: 0:29"; what elapsed in a simulation is a result. */
static bool follows_duration(const char *line, size_t begin)
{
	static const char *const words[] = {"eta",	"elapsed",  "remaining",
					    "took",	"wall",	    "wallclock",
					    "walltime", "duration", NULL};
	static const char *const simulated[] = {
		"sim",	"simulated", "model", "simulation",
		"game", "physical",  NULL};
	static const char *const time[] = {"time", NULL};
	size_t end, word = word_before(line, begin, &end);

	if (wordlist_is_one_of(line + word, end - word, time))
		word = word_before(line, word, &end);
	if (!wordlist_is_one_of(line + word, end - word, words))
		return false;
	word = word_before(line, word, &end);
	return !wordlist_is_one_of(line + word, end - word, simulated);
}

bool daytime_is_beside(const char *line, size_t begin, size_t length)
{
	static const char *const behind[] = {"eta", "elapsed", "remaining",
					     "left", NULL};
	const char *at = line + begin + length;

	at += strspn(at, " \t\"')]");
	return wordlist_is_one_of(at, inner_length(at), behind) ||
	       follows_duration(line, begin);
}

size_t daytime_length_beside(const char *line, size_t begin)
{
	const char *at = line + begin;
	size_t minutes = digits_at(at);
	size_t length =
		minutes && minutes <= 3 ? form_length(at + minutes, ":00") : 0;

	if (!length || is_inner(at[minutes + length]) ||
	    at[minutes + length] == ':' ||
	    !daytime_is_beside(line, begin, minutes + length))
		return 0;
	return minutes + length;
}

/* ---- what a time tells ---- */

/* -1 where it does not. */
struct told {
	int year, day, hour, minute;
};

/* "23" and "2026" of a date, "14" and "35" of "14:35:46". */
static struct told read_told(const char *text, size_t length)
{
	struct told told = {-1, -1, -1, -1};

	for (size_t i = 0; i < length; i++) {
		const char *at = text + i;
		size_t digits = digits_at(at);
		int number = digits ? (int)strtol(at, NULL, 10) : 0;

		if (digits == 0)
			continue;
		if (digits == 4)
			told.year = number;
		else if (at[digits] == ':' && told.hour < 0)
			told.hour = number;
		else if (digits <= 2 && told.hour < 0)
			/* of "2026-11-23" the last, of "23.11.2026" the first
			 */
			told.day = told.year < 0 && told.day >= 0 ? told.day
								  : number;
		i += digits - 1;
		if (told.hour >= 0 && told.minute < 0 && at[digits] == ':') {
			told.minute = (int)strtol(at + digits + 1, NULL, 10);
			i += strspn(at + digits, ":0123456789.");
		}
	}
	return told;
}

static bool is_told(const struct told *told, const struct tm *time)
{
	return (told->year < 0 || told->year == time->tm_year + 1900) &&
	       (told->day < 0 || told->day == time->tm_mday) &&
	       (told->hour < 0 || told->hour == time->tm_hour) &&
	       (told->minute < 0 || told->minute == time->tm_min);
}

/* Programs tell it as it is here, or that of Greenwich. */
bool daytime_tells(const char *text, size_t length, time_t when)
{
	struct told told = read_told(text, length);
	bool tells = false;

	for (time_t back = 0; !tells && back <= 3600; back += 60) {
		time_t then = when - back;
		struct tm here, there;

		localtime_r(&then, &here);
		gmtime_r(&then, &there);
		tells = is_told(&told, &here) || is_told(&told, &there);
	}
	return tells;
}

time_t daytime_step(const char *text, size_t length)
{
	return read_told(text, length).hour < 0 ? 86400 : 1;
}
