/*
 * FNV-1a, 64 bits: tells contents apart, protects against nothing.
 */
#ifndef PODIUM_DIGEST_H
#define PODIUM_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Of no bytes. */
#define DIGEST_EMPTY 0xcbf29ce484222325u

uint64_t digest_bytes(const void *bytes, size_t length);

/* Of these behind those of that digest. */
uint64_t digest_more(uint64_t digest, const void *bytes, size_t length);

#endif
