/* Keeps records in a ring (records.h). */
#include "properties/fmu/records.h"

#include "tools/base/memory.h"

struct record *records_add(struct records *records)
{
    if (!records->at)
        records->at = memory_array(RECORDS, sizeof *records->at);
    struct record *record = &records->at[++records->last % RECORDS];
    record->number = records->last;
    return record;
}

struct record *records_find(struct records *records, int64_t number)
{
    if (!records->at || number < 1)
        return NULL;
    struct record *record = &records->at[number % RECORDS];
    return record->number == number ? record : NULL;
}
