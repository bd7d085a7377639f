/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the child tells the compiler of a construct, as bytes: a header, the
 * places, then their files and the recipes of values, each with its
 * terminating zero, and the text.
 */
#include "base/gcc.h"
#include "message.h"

#define MESSAGE_MAGIC 0x706f6469

struct header {
	uint32_t magic;
	uint32_t sum; /* of everything behind the header */
	uint32_t function_uid;
	uint32_t ordinal;
	uint32_t place_count;
	uint32_t file_bytes;
	uint32_t value_bytes;
	uint64_t length;
};

/* FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv */
static uint32_t checksum(const char *bytes, size_t size)
{
	uint32_t sum = 2166136261u;

	for (size_t i = 0; i < size; i++)
		sum = (sum ^ (unsigned char)bytes[i]) * 16777619u;
	return sum;
}

static size_t size_of_files(const struct message *message)
{
	size_t size = 0;

	for (unsigned i = 0; i < message->place_count; i++)
		size += strlen(message->places[i].file) + 1;
	return size;
}

static char *pack_places(char *to, const struct message *message)
{
	size_t size = message->place_count * sizeof(struct place);

	memcpy(to, message->places, size);
	to += size;
	for (unsigned i = 0; i < message->place_count; i++)
		to = stpcpy(to, message->places[i].file) + 1;
	return to;
}

size_t message_pack(const struct message *message, char **bytes)
{
	struct header header = {};
	size_t size;
	char *to;

	header.magic = MESSAGE_MAGIC;
	header.function_uid = message->function_uid;
	header.ordinal = message->ordinal;
	header.place_count = message->place_count;
	header.file_bytes = size_of_files(message);
	header.value_bytes = strlen(message->values) + 1;
	header.length = message->length;
	size = sizeof(header) + header.place_count * sizeof(struct place) +
	       header.file_bytes + header.value_bytes + message->length;
	*bytes = XNEWVEC(char, size);
	to = pack_places(*bytes + sizeof(header), message);
	memcpy(to, message->values, header.value_bytes);
	memcpy(to + header.value_bytes, message->text, message->length);
	header.sum = checksum(*bytes + sizeof(header), size - sizeof(header));
	memcpy(*bytes, &header, sizeof(header));
	return size;
}

/* False if the files do not end where they must. */
static bool unpack_places(const struct header *header, const char *from,
			  struct message *message)
{
	size_t size = header->place_count * sizeof(struct place);
	const char *file = from + size;
	const char *end = file + header->file_bytes;

	memcpy(message->places, from, size);
	for (unsigned i = 0; i < header->place_count; i++) {
		if (!memchr(file, '\0', end - file))
			return false;
		message->places[i].file = const_cast<char *>(file);
		file += strlen(file) + 1;
	}
	return file == end;
}

/* Bytes behind the header; none is near overflow if all are within size. */
static bool body_size(const struct header *header, size_t size, size_t *body)
{
	if (header->magic != MESSAGE_MAGIC || header->length > size ||
	    header->place_count > size / sizeof(struct place))
		return false;
	*body = header->place_count * sizeof(struct place) +
		header->file_bytes + header->value_bytes + header->length;
	return *body <= size - sizeof(*header);
}

size_t message_unpack(const char *bytes, size_t size, struct message *message)
{
	struct header header;
	size_t body;

	if (size < sizeof(header))
		return 0;
	memcpy(&header, bytes, sizeof(header));
	bytes += sizeof(header);
	if (!body_size(&header, size, &body) ||
	    checksum(bytes, body) != header.sum)
		return 0;
	message->function_uid = header.function_uid;
	message->ordinal = header.ordinal;
	message->place_count = header.place_count;
	message->places = XCNEWVEC(struct place, header.place_count);
	message->length = header.length;
	message->text = bytes + body - header.length;
	message->values = message->text - header.value_bytes;
	if (header.value_bytes == 0 || message->text[-1] != '\0' ||
	    !unpack_places(&header, bytes, message)) {
		free(message->places);
		return 0;
	}
	return sizeof(header) + body;
}
