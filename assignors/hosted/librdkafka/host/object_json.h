/* What librdkafka's own objects hold, as JSON. Include librdkafka's own headers first. */
#ifndef ASSAY_OBJECT_JSON_H
#define ASSAY_OBJECT_JSON_H

#include "buffer.h"

/* `"assignment":{member: {topic: [ids]}}`: what each member has been given. */
void put_assignment(struct buffer *answer, rd_kafka_group_member_t *members, int count);

/* `"assignment":{},"echo":{..}`: members, in their order, and topics, as an assignor sees them. */
void put_echo(struct buffer *answer, const rd_kafka_group_member_t *members, int count,
              const rd_kafka_metadata_t *metadata);

#endif
