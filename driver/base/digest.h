/*
 * FNV-1a, 64 bits: tells contents apart, protects against nothing.
 */
#ifndef PODIUM_DIGEST_H
#define PODIUM_DIGEST_H

#include <stddef.h>
#include <stdint.h>

uint64_t digest_bytes(const void *bytes, size_t length);

#endif
