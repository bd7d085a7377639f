/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words and marks of a source text, with the bytes that they take.
 */
#include "lexeme.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Where a reader is. */
struct reader {
	struct lexemes *out;
	const char *text;
	size_t length;
	size_t at;
	int line;
	bool line_begun; /* something but blanks and comments stands on it */
	bool optional;
	struct text *reason;
};

enum lexeme_form lexeme_form(const char *path)
{
	static const struct {
		const char *ending;
		enum lexeme_form form;
	} forms[] = {
		{".c", LEXEME_C},	{".h", LEXEME_C},
		{".i", LEXEME_C},	{".C", LEXEME_C},
		{".cc", LEXEME_C},	{".cp", LEXEME_C},
		{".cxx", LEXEME_C},	{".cpp", LEXEME_C},
		{".c++", LEXEME_C},	{".ii", LEXEME_C},
		{".CPP", LEXEME_C},	{".H", LEXEME_C},
		{".hh", LEXEME_C},	{".hp", LEXEME_C},
		{".hpp", LEXEME_C},	{".hxx", LEXEME_C},
		{".h++", LEXEME_C},	{".tcc", LEXEME_C},
		{".f90", LEXEME_FREE},	{".f95", LEXEME_FREE},
		{".f03", LEXEME_FREE},	{".f08", LEXEME_FREE},
		{".f", LEXEME_FIXED},	{".for", LEXEME_FIXED},
		{".ftn", LEXEME_FIXED}, {".fpp", LEXEME_FIXED},
	};
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && i < COUNT(forms); i++)
		if (strcmp(dot, forms[i].ending) == 0 ||
		    (forms[i].form != LEXEME_C &&
		     strcasecmp(dot, forms[i].ending) == 0))
			return forms[i].form;
	return LEXEME_NO_FORM;
}

/* Byte of the text, '\0' behind its end. */
static char look(const struct reader *reader, size_t ahead)
{
	size_t at = reader->at + ahead;

	return at < reader->length ? reader->text[at] : '\0';
}

static bool is_at_end(const struct reader *reader)
{
	return reader->at >= reader->length;
}

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' ||
	       (unsigned char)c >= 0x80;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r';
}

static void move(struct reader *reader, size_t bytes)
{
	while (bytes-- && !is_at_end(reader)) {
		if (reader->text[reader->at] == '\n') {
			reader->line++;
			reader->line_begun = false;
		}
		reader->at++;
	}
}

static void append(struct lexeme **list, size_t *count, struct lexeme lexeme)
{
	if ((*count & (*count - 1)) == 0)
		*list = memory_grow(*list, *count ? 2 * *count : 1,
				    sizeof(**list));
	(*list)[(*count)++] = lexeme;
}

static void add(struct reader *reader, enum lexeme_kind kind, size_t start,
		int line)
{
	struct lexeme lexeme = {kind, start,	    reader->at,
				line, reader->line, reader->optional};

	append(&reader->out->list, &reader->out->count, lexeme);
	reader->line_begun = true;
}

static void add_comment(struct reader *reader, size_t start, int line)
{
	struct lexeme lexeme = {LEXEME_STRING, start,	     reader->at,
				line,	       reader->line, false};

	append(&reader->out->comments, &reader->out->comment_count, lexeme);
}

/* Bytes of a backslash that ends its line, 0 if it is none. */
static size_t splice(const struct reader *reader, size_t ahead)
{
	size_t blank = ahead + 1;

	if (look(reader, ahead) != '\\')
		return 0;
	while (is_blank(look(reader, blank)))
		blank++;
	return look(reader, blank) == '\n' ? blank + 1 - ahead : 0;
}

/* To the end of the line, which backslashes put off. */
static void skip_line(struct reader *reader)
{
	while (!is_at_end(reader) && look(reader, 0) != '\n') {
		size_t spliced = splice(reader, 0);

		move(reader, spliced ? spliced : 1);
	}
	while (reader->at && reader->text[reader->at - 1] == '\r')
		reader->at--;
}

static void skip_block_comment(struct reader *reader)
{
	move(reader, 2);
	while (!is_at_end(reader) &&
	       !(look(reader, 0) == '*' && look(reader, 1) == '/'))
		move(reader, 1);
	move(reader, 2);
}

/* A comment of C or C++, if one begins here. */
static bool read_comment(struct reader *reader)
{
	size_t start = reader->at;
	int line = reader->line;

	if (look(reader, 0) != '/')
		return false;
	if (look(reader, 1) == '*')
		skip_block_comment(reader);
	else if (look(reader, 1) == '/')
		skip_line(reader);
	else
		return false;
	add_comment(reader, start, line);
	return true;
}

/* A string or character that begins at its quote; ends with its line at last,
   as text does that the preprocessor leaves out. */
static void skip_quoted(struct reader *reader)
{
	char quote = look(reader, 0);

	move(reader, 1);
	while (!is_at_end(reader) && look(reader, 0) != '\n') {
		size_t spliced = splice(reader, 0);

		if (spliced) {
			move(reader, spliced);
			continue;
		}
		if (look(reader, 0) == quote) {
			move(reader, 1);
			return;
		}
		move(reader, look(reader, 0) == '\\' ? 2 : 1);
	}
}

/* R"xx(...)xx" from its quote on. */
static void skip_raw(struct reader *reader)
{
	size_t name = 1, end;

	while (name < 18 && look(reader, name) != '(' &&
	       look(reader, name) != '\n' && look(reader, name) != '\0')
		name++;
	if (look(reader, name) != '(') {
		skip_quoted(reader);
		return;
	}
	for (end = name + 1; reader->at + end < reader->length; end++)
		if (look(reader, end) == ')' &&
		    strncmp(reader->text + reader->at + end + 1,
			    reader->text + reader->at + 1, name - 1) == 0 &&
		    look(reader, end + name) == '"')
			break;
	move(reader, end + name + 1);
}

/* Is the word in front of a quote one that belongs to the string? */
static bool is_prefix(const char *word, size_t length, bool *raw)
{
	static const char *const prefixes[] = {"L",  "u",  "U",	 "u8", "R",
					       "LR", "uR", "UR", "u8R"};

	*raw = length && word[length - 1] == 'R';
	for (size_t i = 0; i < COUNT(prefixes); i++)
		if (strlen(prefixes[i]) == length &&
		    memcmp(prefixes[i], word, length) == 0)
			return true;
	return false;
}

static void read_word(struct reader *reader)
{
	size_t start = reader->at;
	int line = reader->line;
	bool raw = false, prefix;

	while (is_letter(look(reader, 0)))
		move(reader, 1);
	prefix = (look(reader, 0) == '"' || look(reader, 0) == '\'') &&
		 is_prefix(reader->text + start, reader->at - start, &raw);
	if (prefix && look(reader, 0) == '"' && raw)
		skip_raw(reader);
	else if (prefix && !raw)
		skip_quoted(reader);
	else
		prefix = false;
	add(reader, prefix ? LEXEME_STRING : LEXEME_WORD, start, line);
}

/* A sign that belongs to a number, behind one of these letters. */
static bool is_power(const struct reader *reader, const char *letters)
{
	return strchr(letters, look(reader, 0)) &&
	       (look(reader, 1) == '+' || look(reader, 1) == '-');
}

/* A number as the preprocessor sees it: 0x1p-3, 1'000, .5e+3f. */
static void read_number(struct reader *reader)
{
	size_t start = reader->at;

	while (is_letter(look(reader, 0)) || look(reader, 0) == '.' ||
	       (look(reader, 0) == '\'' && is_letter(look(reader, 1))))
		move(reader, is_power(reader, "eEpP") ? 2 : 1);
	add(reader, LEXEME_NUMBER, start, reader->line);
}

/* Does the text go on with the word? Most do not have its first letter. */
static bool goes_on_with(const struct reader *reader, const char *word)
{
	return look(reader, 0) == *word &&
	       strncmp(reader->text + reader->at, word, strlen(word)) == 0;
}

/* Longer ones first. */
static void read_mark(struct reader *reader)
{
	static const char *const marks[] = {
		"%:%:", "<<=", ">>=", "...", "->*", "<=>", "<=", ">=", "==",
		"!=",	"++",  "--",  "+=",  "-=",  "*=",  "/=", "%=", "&=",
		"|=",	"^=",  "&&",  "||",  "::",  "<<",  ">>", "->", ".*",
		"##",	"<%",  "%>",  "<:",  ":>",  "%:"};
	size_t start = reader->at, length = 1;

	for (size_t i = 0; i < COUNT(marks); i++)
		if (goes_on_with(reader, marks[i])) {
			length = strlen(marks[i]);
			break;
		}
	if (goes_on_with(reader, "<::") && look(reader, 3) != ':' &&
	    look(reader, 3) != '>')
		length = 1;
	move(reader, length);
	add(reader, LEXEME_MARK, start, reader->line);
}

/* A line of the preprocessor, in which comments may hide its end. */
static void read_directive(struct reader *reader)
{
	size_t start = reader->at;
	int line = reader->line;

	while (!is_at_end(reader) && look(reader, 0) != '\n') {
		size_t spliced = splice(reader, 0);

		if (spliced)
			move(reader, spliced);
		else if (look(reader, 0) == '/' && look(reader, 1) == '*')
			skip_block_comment(reader);
		else if (look(reader, 0) == '/' && look(reader, 1) == '/')
			skip_line(reader);
		else if (look(reader, 0) == '"')
			skip_quoted(reader);
		else
			move(reader, 1);
	}
	while (reader->at > start && reader->text[reader->at - 1] == '\r')
		reader->at--;
	add(reader, LEXEME_DIRECTIVE, start, line);
}

/* "??/" and its like mean something else to some of GCC's standards. */
static bool is_trigraph(const struct reader *reader)
{
	return look(reader, 0) == '?' && look(reader, 1) == '?' &&
	       look(reader, 2) && strchr("=/'()!<>-", look(reader, 2));
}

static bool read_c(struct reader *reader)
{
	while (!is_at_end(reader)) {
		char c = look(reader, 0);

		if (is_trigraph(reader)) {
			text_print(reader->reason, "line %d has a trigraph",
				   reader->line);
			return false;
		}
		if (splice(reader, 0))
			reader->at += splice(reader, 0), reader->line++;
		else if (c == '\n' || is_blank(c))
			move(reader, 1);
		else if (read_comment(reader))
			continue;
		else if (c == '#' && !reader->line_begun)
			read_directive(reader);
		else if (c == '%' && look(reader, 1) == ':' &&
			 !reader->line_begun)
			read_directive(reader);
		else if (isdigit((unsigned char)c) ||
			 (c == '.' && isdigit((unsigned char)look(reader, 1))))
			read_number(reader);
		else if (is_letter(c))
			read_word(reader);
		else if (c == '"' || c == '\'') {
			size_t start = reader->at;
			int line = reader->line;

			skip_quoted(reader);
			add(reader, LEXEME_STRING, start, line);
		} else
			read_mark(reader);
	}
	return true;
}

/* Columns of a line of fixed form are counted from 0. */
static size_t column(const struct reader *reader)
{
	size_t start = reader->at;

	while (start && reader->text[start - 1] != '\n')
		start--;
	return reader->at - start;
}

/* Ends the statement, if one has begun: behind its last lexeme. */
static void end_statement(struct reader *reader)
{
	struct lexemes *out = reader->out;
	struct lexeme end;

	if (!out->count)
		return;
	end = out->list[out->count - 1];
	if (end.kind == LEXEME_END || end.kind == LEXEME_DIRECTIVE)
		return;
	end.kind = LEXEME_END;
	end.start = end.end;
	end.line = end.last_line;
	append(&out->list, &out->count, end);
}

/* To the end of the line; what stands there is a comment. */
static void skip_to_newline(struct reader *reader)
{
	while (!is_at_end(reader) && look(reader, 0) != '\n')
		move(reader, 1);
	while (reader->at && reader->text[reader->at - 1] == '\r')
		reader->at--;
}

/* "!$omp", "!$acc", "!dir$", "!gcc$" after the mark of a comment. */
static bool is_sentinel(const struct reader *reader)
{
	if (look(reader, 1) == '$')
		return isalpha((unsigned char)look(reader, 2)) &&
		       isalpha((unsigned char)look(reader, 3)) &&
		       isalpha((unsigned char)look(reader, 4));
	return isalpha((unsigned char)look(reader, 1)) &&
	       isalpha((unsigned char)look(reader, 2)) &&
	       isalpha((unsigned char)look(reader, 3)) &&
	       look(reader, 4) == '$';
}

/* "!$ i = 1": a statement for OpenMP's compilers. */
static bool is_condition(const struct reader *reader)
{
	return look(reader, 1) == '$' && !is_sentinel(reader) &&
	       (is_blank(look(reader, 2)) ||
		isdigit((unsigned char)look(reader, 2)) ||
		look(reader, 2) == '&');
}

/* Does the line of a directive go on in the next, by '&' in free form? */
static bool goes_on(const struct reader *reader, size_t start)
{
	size_t last = start;

	for (size_t i = start; i < reader->at; i++) {
		if (reader->text[i] == '!' && i > start)
			break;
		if (!is_blank(reader->text[i]))
			last = i;
	}
	return reader->text[last] == '&';
}

/* A line of fixed form that begins "!$omp&". */
static bool goes_on_here(const struct reader *reader)
{
	return look(reader, 5) && !strchr(" 0\t\r\n", look(reader, 5));
}

/* A directive with the lines in which it goes on. */
static void read_sentinel(struct reader *reader)
{
	size_t start = reader->at, line_start = start;
	int line = reader->line;

	end_statement(reader);
	for (;;) {
		struct reader next;
		bool more;

		skip_to_newline(reader);
		next = *reader;
		while (look(&next, 0) == '\r' || look(&next, 0) == '\n')
			move(&next, 1);
		while (reader->out->form == LEXEME_FREE &&
		       is_blank(look(&next, 0)))
			move(&next, 1);
		more = !is_at_end(&next) && strchr("!cC*", look(&next, 0)) &&
		       is_sentinel(&next) &&
		       (reader->out->form == LEXEME_FREE
				? goes_on(reader, line_start)
				: goes_on_here(&next));
		if (!more)
			break;
		*reader = next;
		line_start = reader->at;
	}
	add(reader, LEXEME_DIRECTIVE, start, line);
}

/* Over '&', the lines that hold comments alone and a second '&'. */
static void skip_continuation(struct reader *reader)
{
	bool optional = reader->optional;

	move(reader, 1);
	for (;;) {
		while (is_blank(look(reader, 0)) || look(reader, 0) == '\n')
			move(reader, 1);
		if (look(reader, 0) == '!' && optional && is_condition(reader))
			move(reader, 2);
		else if (look(reader, 0) == '!') {
			size_t start = reader->at;

			skip_to_newline(reader);
			add_comment(reader, start, reader->line);
		} else
			break;
	}
	reader->optional = optional;
	reader->line_begun = true;
	if (look(reader, 0) == '&')
		move(reader, 1);
}

/* The last '&' of a line within a string? */
static bool is_broken_here(const struct reader *reader)
{
	size_t ahead = 1;

	if (look(reader, 0) != '&' || reader->out->form != LEXEME_FREE)
		return false;
	while (is_blank(look(reader, ahead)))
		ahead++;
	return look(reader, ahead) == '\n';
}

static void read_fortran_string(struct reader *reader)
{
	size_t start = reader->at;
	int line = reader->line;
	char quote = look(reader, 0);

	move(reader, 1);
	while (!is_at_end(reader) && look(reader, 0) != '\n') {
		if (is_broken_here(reader)) {
			skip_continuation(reader);
			continue;
		}
		if (look(reader, 0) == quote) {
			move(reader, 1);
			if (look(reader, 0) != quote)
				break;
		}
		move(reader, 1);
	}
	add(reader, LEXEME_STRING, start, line);
}

/* The dot of 1.5, and not that of 1.eq.n? */
static bool is_decimal_point(const struct reader *reader)
{
	size_t ahead = 1;

	while (isalpha((unsigned char)look(reader, ahead)))
		ahead++;
	return !(ahead > 1 && look(reader, ahead) == '.');
}

static void read_fortran_number(struct reader *reader)
{
	size_t start = reader->at;

	while (is_letter(look(reader, 0)) ||
	       (look(reader, 0) == '.' && is_decimal_point(reader)))
		move(reader, is_power(reader, "eEdDqQ") ? 2 : 1);
	add(reader, LEXEME_NUMBER, start, reader->line);
}

static void read_fortran_mark(struct reader *reader)
{
	static const char *const marks[] = {
		"**", "//", "==", "/=", "<=", ">=", "=>", "::"};
	size_t start = reader->at, length = 1;

	for (size_t i = 0; i < COUNT(marks); i++)
		if (strncmp(reader->text + reader->at, marks[i], 2) == 0)
			length = 2;
	if (look(reader, 0) == '.' && !is_decimal_point(reader))
		while (isalpha((unsigned char)look(reader, length)))
			length++;
	if (length > 1 && look(reader, 0) == '.')
		length++;
	move(reader, length);
	add(reader, LEXEME_MARK, start, reader->line);
}

/* What stands in a statement of Fortran. */
static void read_fortran_piece(struct reader *reader)
{
	char c = look(reader, 0);

	if (is_blank(c))
		move(reader, 1);
	else if (c == ';') {
		end_statement(reader);
		move(reader, 1);
	} else if (c == '"' || c == '\'')
		read_fortran_string(reader);
	else if (isdigit((unsigned char)c) ||
		 (c == '.' && isdigit((unsigned char)look(reader, 1))))
		read_fortran_number(reader);
	else if (is_letter(c)) {
		size_t start = reader->at;

		while (is_letter(look(reader, 0)))
			move(reader, 1);
		add(reader, LEXEME_WORD, start, reader->line);
	} else
		read_fortran_mark(reader);
}

/* Behind the mark of a comment: that, a directive or a statement behind "!$".
 */
static void read_fortran_remark(struct reader *reader)
{
	size_t start = reader->at;

	if (!reader->line_begun && is_sentinel(reader)) {
		read_sentinel(reader);
		return;
	}
	if (!reader->line_begun && is_condition(reader)) {
		end_statement(reader);
		reader->optional = true;
		move(reader, 2);
		return;
	}
	skip_to_newline(reader);
	add_comment(reader, start, reader->line);
}

static bool read_free(struct reader *reader)
{
	while (!is_at_end(reader)) {
		char c = look(reader, 0);

		if (c == '\n') {
			end_statement(reader);
			reader->optional = false;
			move(reader, 1);
		} else if (c == '!')
			read_fortran_remark(reader);
		else if (c == '&')
			skip_continuation(reader);
		else if (c == '#' && column(reader) == 0)
			read_directive(reader);
		else
			read_fortran_piece(reader);
	}
	end_statement(reader);
	return true;
}

/* Does the line of fixed form go on with the statement before? */
static bool is_continuation(const struct reader *reader)
{
	if (look(reader, 0) == '\t')
		return look(reader, 1) >= '1' && look(reader, 1) <= '9';
	for (int i = 0; i < 5; i++)
		if (look(reader, i) != ' ')
			return false;
	return look(reader, 5) && !strchr(" 0\t\r\n", look(reader, 5));
}

/* What the first columns say the line is. */
static void begin_fixed_line(struct reader *reader)
{
	char c = look(reader, 0);

	if (c && strchr("cC*!", c))
		read_fortran_remark(reader);
	else if (c == '#')
		read_directive(reader);
	else if (is_continuation(reader))
		move(reader, c == '\t' ? 2 : 6);
	else if (c != '\n' && c != '\r')
		end_statement(reader);
}

static bool read_fixed(struct reader *reader)
{
	while (!is_at_end(reader)) {
		char c = look(reader, 0);

		if (c == '\n') {
			reader->optional = false;
			move(reader, 1);
		}
		if (column(reader) == 0 && !is_at_end(reader))
			begin_fixed_line(reader);
		c = look(reader, 0);
		if (c == '\n' || is_at_end(reader))
			continue;
		if (is_blank(c))
			move(reader, 1);
		else if ((c == '!' && column(reader) != 5) ||
			 column(reader) > 71) {
			size_t start = reader->at;

			skip_to_newline(reader);
			add_comment(reader, start, reader->line);
		} else if (column(reader) > 0 || !strchr("cC*!#", c))
			read_fortran_piece(reader);
	}
	end_statement(reader);
	return true;
}

/* A byte order mark is no text. */
static size_t mark_length(const char *text, size_t length)
{
	return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool lexemes_read(struct lexemes *lexemes, const char *text, size_t length,
		  enum lexeme_form form, struct text *reason)
{
	struct reader reader = {.out = lexemes,
				.text = text,
				.length = length,
				.at = mark_length(text, length),
				.line = 1,
				.reason = reason};

	memset(lexemes, 0, sizeof(*lexemes));
	lexemes->text = text;
	lexemes->length = length;
	lexemes->form = form;
	if (memchr(text, '\0', length)) {
		text_print(reason, "the source holds a byte that is zero");
		return false;
	}
	if (form == LEXEME_C)
		return read_c(&reader);
	if (form == LEXEME_FREE)
		return read_free(&reader);
	if (form == LEXEME_FIXED)
		return read_fixed(&reader);
	text_print(reason, "its name does not tell its language");
	return false;
}

void lexemes_free(struct lexemes *lexemes)
{
	free(lexemes->list);
	free(lexemes->comments);
	memset(lexemes, 0, sizeof(*lexemes));
}

/* "{" for "<%". */
static const char *second_spelling(const char *word)
{
	static const char *const pairs[][2] = {
		{"{", "<%"}, {"}", "%>"}, {"[", "<:"}, {"]", ":>"}};

	for (size_t i = 0; i < COUNT(pairs); i++)
		if (strcmp(word, pairs[i][0]) == 0)
			return pairs[i][1];
	return NULL;
}

/* Sources are long, and most of their words differ in the first letter. */
static bool spells(const struct lexemes *lexemes, size_t at, const char *word)
{
	const struct lexeme *lexeme = &lexemes->list[at];
	const char *text = lexemes->text + lexeme->start;
	size_t length = lexeme->end - lexeme->start;

	if (lexemes->form == LEXEME_C)
		return *text == *word && strlen(word) == length &&
		       memcmp(text, word, length) == 0;
	return strlen(word) == length && strncasecmp(text, word, length) == 0;
}

/* May a mark of C have a second spelling, as "<%" is one of "{"? */
static bool may_be_second(char first)
{
	return first == '<' || first == '%' || first == ':';
}

bool lexeme_is(const struct lexemes *lexemes, size_t at, const char *word)
{
	const char *second;

	if (at >= lexemes->count || (lexemes->list[at].kind != LEXEME_WORD &&
				     lexemes->list[at].kind != LEXEME_MARK))
		return false;
	if (spells(lexemes, at, word))
		return true;
	if (lexemes->form != LEXEME_C ||
	    !may_be_second(lexemes->text[lexemes->list[at].start]))
		return false;
	second = second_spelling(word);
	return second && spells(lexemes, at, second);
}

bool lexeme_is_among(const struct lexemes *lexemes, size_t at,
		     const char *const *words)
{
	for (; *words; words++)
		if (lexeme_is(lexemes, at, *words))
			return true;
	return false;
}

bool lexeme_has_kind(const struct lexemes *lexemes, size_t at,
		     enum lexeme_kind kind)
{
	return at < lexemes->count && lexemes->list[at].kind == kind;
}

bool lexeme_same(const struct lexemes *lexemes, size_t a, size_t b)
{
	const struct lexeme *first, *second;
	size_t length;

	if (a >= lexemes->count || b >= lexemes->count)
		return false;
	first = &lexemes->list[a];
	second = &lexemes->list[b];
	length = first->end - first->start;
	if (first->kind != second->kind ||
	    second->end - second->start != length)
		return false;
	if (lexemes->form == LEXEME_C)
		return memcmp(lexemes->text + first->start,
			      lexemes->text + second->start, length) == 0;
	return strncasecmp(lexemes->text + first->start,
			   lexemes->text + second->start, length) == 0;
}

static int opens(const struct lexemes *lexemes, size_t at)
{
	if (!lexeme_has_kind(lexemes, at, LEXEME_MARK))
		return 0;
	if (lexeme_is(lexemes, at, "(") || lexeme_is(lexemes, at, "[") ||
	    lexeme_is(lexemes, at, "{"))
		return 1;
	if (lexeme_is(lexemes, at, ")") || lexeme_is(lexemes, at, "]") ||
	    lexeme_is(lexemes, at, "}"))
		return -1;
	return 0;
}

size_t lexeme_behind_bracket(const struct lexemes *lexemes, size_t at)
{
	int depth = 0;

	for (; at < lexemes->count; at++) {
		depth += opens(lexemes, at);
		if (depth <= 0)
			return at + 1;
	}
	return lexemes->count;
}

size_t lexeme_step(const struct lexemes *lexemes, size_t at)
{
	return opens(lexemes, at) > 0 ? lexeme_behind_bracket(lexemes, at)
				      : at + 1;
}

bool lexeme_assigns(const struct lexemes *lexemes, size_t at)
{
	static const char *const marks[] = {
		"=",  "+=", "-=",  "*=",  "/=", "%=", "&=",
		"|=", "^=", "<<=", ">>=", "++", "--", NULL};

	return lexeme_is_among(lexemes, at, marks);
}

bool lexeme_is_set(const struct lexemes *lexemes, size_t at)
{
	return lexeme_assigns(lexemes, at + 1) ||
	       lexeme_is(lexemes, at - 1, "++") ||
	       lexeme_is(lexemes, at - 1, "--") ||
	       (lexeme_is(lexemes, at - 1, "&") &&
		!lexeme_has_kind(lexemes, at - 2, LEXEME_WORD) &&
		!lexeme_has_kind(lexemes, at - 2, LEXEME_NUMBER) &&
		!lexeme_is(lexemes, at - 2, ")") &&
		!lexeme_is(lexemes, at - 2, "]"));
}

bool lexeme_begins(const struct lexemes *lexemes, size_t at)
{
	return at == 0 || lexeme_has_kind(lexemes, at - 1, LEXEME_END) ||
	       lexeme_has_kind(lexemes, at - 1, LEXEME_DIRECTIVE);
}

size_t lexeme_from(const struct lexemes *lexemes, size_t byte)
{
	size_t low = 0, high = lexemes->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (lexemes->list[middle].start < byte)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool lexeme_is_directive(const struct lexemes *lexemes, size_t at,
			 const char *word)
{
	const char *text = lexemes->text;
	size_t byte;

	if (!lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE))
		return false;
	byte = lexemes->list[at].start;
	if (text[byte] != '#' && text[byte] != '%')
		return false;
	byte += text[byte] == '#' ? 1 : 2;
	while (byte < lexemes->length && is_blank(text[byte]))
		byte++;
	return lexemes->length - byte >= strlen(word) &&
	       memcmp(text + byte, word, strlen(word)) == 0 &&
	       !(byte + strlen(word) < lexemes->length &&
		 is_letter(text[byte + strlen(word)]));
}

bool range_is_empty(struct range range)
{
	return range.start == range.end;
}

static bool is_of_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Most places have another first letter. */
bool lexeme_word_at(const struct lexemes *lexemes, size_t byte, size_t end,
		    const char *word)
{
	const char *text = lexemes->text + byte;
	bool exact = lexemes->form == LEXEME_C;
	size_t length;

	if (exact && *text != *word)
		return false;
	length = strlen(word);
	return byte + length <= end &&
	       (exact ? strncmp(text, word, length)
		      : strncasecmp(text, word, length)) == 0 &&
	       (byte == 0 || !is_of_name(text[-1])) &&
	       (byte + length == end || !is_of_name(text[length]));
}

bool lexeme_has_word(const struct lexemes *lexemes, struct range range,
		     const char *word)
{
	for (size_t at = range.start; at < range.end; at++)
		if (lexeme_word_at(lexemes, at, range.end, word))
			return true;
	return false;
}

size_t lexeme_line_start(const struct lexemes *lexemes, size_t byte)
{
	size_t first = mark_length(lexemes->text, lexemes->length);

	while (byte > first && lexemes->text[byte - 1] != '\n')
		byte--;
	return byte;
}

size_t lexeme_line_end(const struct lexemes *lexemes, size_t byte)
{
	while (byte < lexemes->length && lexemes->text[byte] != '\n')
		byte++;
	if (byte && byte <= lexemes->length && lexemes->text[byte - 1] == '\r')
		byte--;
	return byte;
}

size_t lexeme_line_text(const struct lexemes *lexemes, size_t byte)
{
	byte = lexeme_line_start(lexemes, byte);
	while (byte < lexemes->length && is_blank(lexemes->text[byte]))
		byte++;
	return byte;
}
