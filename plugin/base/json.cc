/*
 * A JSON writer: text grows in memory, commas and quotes are seen to.
 */
#include "gcc.h"
#include "json.h"
#include "runtime/letter.h"

static void append(struct json_writer *json, const char *text, size_t length)
{
	if (json->length + length > json->size) {
		json->size = 2 * (json->length + length) + 256;
		json->text = XRESIZEVEC(char, json->text, json->size);
	}
	memcpy(json->text + json->length, text, length);
	json->length += length;
}

static void append_char(struct json_writer *json, char c)
{
	append(json, &c, 1);
}

static void value_follows(struct json_writer *json)
{
	if (json->comma)
		append_char(json, ',');
	json->comma = true;
}

void json_free(struct json_writer *json)
{
	free(json->text);
	memset(json, 0, sizeof(*json));
}

static void open_with(struct json_writer *json, char bracket)
{
	value_follows(json);
	append_char(json, bracket);
	json->comma = false;
}

static void close_with(struct json_writer *json, char bracket)
{
	append_char(json, bracket);
	json->comma = true;
}

void json_object(struct json_writer *json)
{
	open_with(json, '{');
}

void json_end_object(struct json_writer *json)
{
	close_with(json, '}');
}

void json_array(struct json_writer *json)
{
	open_with(json, '[');
}

void json_end_array(struct json_writer *json)
{
	close_with(json, ']');
}

/* Characters that stand for themselves. */
static size_t plain_length(const unsigned char *s)
{
	size_t length = 0;

	while (s[length] >= 0x20 && s[length] < 0x7f && s[length] != '"' &&
	       s[length] != '\\')
		length++;
	return length;
}

static void append_escaped(struct json_writer *json, const unsigned char *s)
{
	char escape[8];

	while (*s) {
		size_t plain = plain_length(s);
		size_t length =
			letter_length((const char *)s + plain, LETTER_MOST);

		append(json, (const char *)s, plain);
		s += plain;
		if (!*s)
			break;

		if (*s == '"' || *s == '\\') {
			append_char(json, '\\');
			append_char(json, *s);
		} else if (*s < 0x20 || *s == 0x7f) {
			snprintf(escape, sizeof(escape), "\\u%04x", *s);
			append(json, escape, 6);
		} else if (length == 0) {
			letter_of_byte(*s, escape);
			append(json, escape, LETTER_BYTES);
		} else {
			append(json, (const char *)s, length);
		}
		s += length ? length : 1;
	}
}

void json_string(struct json_writer *json, const char *string)
{
	if (!string) {
		json_null(json);
		return;
	}
	value_follows(json);
	append_char(json, '"');
	append_escaped(json, (const unsigned char *)string);
	append_char(json, '"');
}

void json_key(struct json_writer *json, const char *key)
{
	value_follows(json);
	append_char(json, '"');
	append(json, key, strlen(key));
	append(json, "\":", 2);
	json->comma = false;
}

void json_raw(struct json_writer *json, const char *text, size_t length)
{
	if (length == 0)
		return;
	value_follows(json);
	append(json, text, length);
}

void json_int(struct json_writer *json, long value)
{
	char digits[32];
	size_t at = sizeof(digits);
	unsigned long rest = value < 0 ? -(unsigned long)value : value;

	do
		digits[--at] = '0' + rest % 10;
	while (rest /= 10);
	if (value < 0)
		digits[--at] = '-';
	json_raw(json, digits + at, sizeof(digits) - at);
}

void json_bool(struct json_writer *json, bool value)
{
	json_raw(json, value ? "true" : "false", value ? 4 : 5);
}

void json_null(struct json_writer *json)
{
	json_raw(json, "null", 4);
}

void json_key_string(struct json_writer *json, const char *key,
		     const char *string)
{
	json_key(json, key);
	json_string(json, string);
}

void json_key_int(struct json_writer *json, const char *key, long value)
{
	json_key(json, key);
	json_int(json, value);
}

void json_key_bool(struct json_writer *json, const char *key, bool value)
{
	json_key(json, key);
	json_bool(json, value);
}

void json_key_null(struct json_writer *json, const char *key)
{
	json_key(json, key);
	json_null(json);
}
