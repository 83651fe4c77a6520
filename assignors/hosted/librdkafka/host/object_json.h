/* The content of librdkafka's own objects as JSON. Include librdkafka's own headers first. */
#ifndef ASSAY_OBJECT_JSON_H
#define ASSAY_OBJECT_JSON_H

#include "buffer.h"

/* `"assignment":{member: {topic: [ids]}}`: the assignment of each member. */
void put_assignment(struct buffer *answer, rd_kafka_group_member_t *members, int count);

#endif
