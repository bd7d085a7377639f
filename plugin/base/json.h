/*
 * A JSON writer: text grows in memory, commas and quotes are seen to.
 * Names and strings may hold any bytes; what is not UTF-8 becomes '?'.
 */
#ifndef PODIUM_JSON_H
#define PODIUM_JSON_H

#include <stddef.h>

struct json_writer {
	char *text; /* not terminated; NULL while empty */
	size_t length;
	size_t size;
	bool comma; /* the next value needs a comma before it */
};

void json_free(struct json_writer *json);

void json_object(struct json_writer *json); /* { */
void json_end_object(struct json_writer *json);
void json_array(struct json_writer *json); /* [ */
void json_end_array(struct json_writer *json);
void json_key(struct json_writer *json, const char *key);

void json_string(struct json_writer *json, const char *string); /* NULL: null */
void json_int(struct json_writer *json, long value);
void json_bool(struct json_writer *json, bool value);
void json_null(struct json_writer *json);

/* Text that is JSON already: members of an object, or elements. */
void json_raw(struct json_writer *json, const char *text, size_t length);

/* key and value in one */
void json_key_string(struct json_writer *json, const char *key,
		     const char *string);
void json_key_int(struct json_writer *json, const char *key, long value);
void json_key_bool(struct json_writer *json, const char *key, bool value);
void json_key_null(struct json_writer *json, const char *key);

#endif
