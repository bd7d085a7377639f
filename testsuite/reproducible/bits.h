/*
 * What the programs of this folder print: a hash of the bits of a result,
 * behind the name of the function whose loop made it.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static void show(const char *name, const void *data, size_t bytes)
{
	const unsigned char *byte = (const unsigned char *)data;
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < bytes; i++)
		hash = (hash ^ byte[i]) * 1099511628211u;
	printf("%s %016llx\n", name, (unsigned long long)hash);
}

/* The same numbers each time, of many sizes: sums depend on their order. */
static double number(long i)
{
	uint64_t x = (uint64_t)(i + 1) * 0x9e3779b97f4a7c15u;

	x ^= x >> 29;
	x *= 0xbf58476d1ce4e5b9u;
	x ^= x >> 32;
	return ((double)(x >> 11) / 9007199254740992.0 - .4) *
	       (double)(1u << (x & 15));
}
