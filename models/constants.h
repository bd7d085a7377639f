/*
 * Every constant of the estimate, in one table: what it is worth, in which
 * unit, what it says, and where it is from. doc/models.md has what half and
 * twice of each does to all recorded tables; tools/bench-constants finds out.
 * Limits of the computation, as how many pieces are walked through, stand
 * where they are used.
 */
#ifndef PODIUM_CONSTANTS_H
#define PODIUM_CONSTANTS_H

/* Rows of the table in constants.c. */
enum constant_name {
	/* work */
	ASSUMED_TRIP,
	CONDITIONAL,
	/* what an iteration asks for */
	LONG_VECTOR,
	PUT_TOGETHER,
	CONTROL,
	ADDRESS,
	LIBRARY_BYTES,
	/* how long that takes */
	ENTRY,
	ENTRY_OF_VECTORS,
	SURPRISE,
	PREDICTED_TRIP,
	NEARLY,
	/* what caches hold */
	FAR_APART,
	PASSAGE,
	USABLE,
	SHARED_ROOM,
	/* what it costs to bring in the rest */
	STREAMS,
	BEGINNING,
	WRITTEN_BACK,
	/* what threads do to each other */
	MEETING,
	FROM_L3,
	AS_FAR,
	ROOMY,
	LINE_MOVES,
	DRIFT,
	DRIFT_OF_DATA,
	GUIDED_GRAIN,
	CONSTANTS
};

struct constant {
	const char *name;
	double value;
	const char *unit, *meaning, *source;
};

extern const struct constant constants[CONSTANTS];

static inline double constant(enum constant_name name)
{
	return constants[name].value;
}

#endif
