/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * FNV-1a, 64 bits.
 */
#include "digest.h"

/* Offset basis and prime of Fowler, Noll and Vo (RFC 9923). */
uint64_t digest_more(uint64_t digest, const void *bytes, size_t length)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < length; i++)
		digest = (digest ^ byte[i]) * 0x100000001b3;
	return digest;
}

uint64_t digest_bytes(const void *bytes, size_t length)
{
	return digest_more(DIGEST_EMPTY, bytes, length);
}
