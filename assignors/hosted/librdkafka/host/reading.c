/*
 * The leader's functions for its members are private to rdkafka_cgrp.c. So this unit includes that file, and adds two
 * functions. It is linked instead of the archive's own unit, so that the client itself reads the members' bytes.
 */
#include "rdkafka_cgrp.c"

#include "reading.h"

int leader_reads(rd_kafka_cgrp_t *rkcg, rd_kafka_group_member_t *member, const void *sent, size_t length) {
    rd_kafkap_bytes_t *bytes = rd_kafkap_bytes_new(sent, (int32_t)length);
    /* The coordinator's handle, where it would log; there is no broker behind it. */
#if RD_KAFKA_VERSION < 0x01060000
    int wrong = rd_kafka_group_MemberMetadata_consumer_read(rkcg->rkcg_coord, member, NULL, bytes);
#else
    int wrong = rd_kafka_group_MemberMetadata_consumer_read(rkcg->rkcg_coord, member, bytes);
#endif
    rd_kafkap_bytes_destroy(bytes);
    return !wrong;
}

void leader_adjusts(rd_kafka_cgrp_t *rkcg, rd_kafka_group_member_t *members, int count) {
#if RD_KAFKA_VERSION >= 0x01060000
    rd_kafka_cooperative_protocol_adjust_assignment(rkcg, members, count);
#endif
}
