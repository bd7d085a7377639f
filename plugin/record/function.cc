/*
 * Records of functions that synchronise outside of the constructs which have
 * records of their own: by OpenMP or by calls of POSIX threads.
 */
#include "base/gcc.h"
#include "body.h"
#include "function.h"
#include "record.h"

static struct json_writer records;

/* Of headers of the system the user knows nothing. */
void function_record(gimple_seq body)
{
	location_t place = DECL_SOURCE_LOCATION(current_function_decl);
	struct body_facts facts;

	if (in_system_header_at(place) || !body_synchronises(body))
		return;
	body_inspect_function(body, &facts);
	records.comma = false;
	json_object(&records);
	record_write_origin(&records, NULL, place);
	body_write(&records, &facts);
	json_end_object(&records);
	records.comma = false;
	json_raw(&records, "\n", 1);
}

const struct json_writer *function_records(void)
{
	return &records;
}

void function_free_all(void)
{
	json_free(&records);
}
