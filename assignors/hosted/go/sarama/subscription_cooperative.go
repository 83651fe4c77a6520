//go:build cooperative

package main

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/IBM/sarama"
)

// newestSubscription is the newest version that this client's members send. Since cooperative-sticky (v1.60.1) they
// send their owned partitions and the generation. They never send racks.
const newestSubscription = 2

func init() {
	serves(cooperative, likeCooperative, sarama.NewBalanceStrategyCooperativeSticky)
}

func subscription(strategy string, joining *member) *sarama.ConsumerGroupMemberMetadata {
	sent := &sarama.ConsumerGroupMemberMetadata{
		Version:      joining.speaks(newestSubscription),
		Topics:       joining.Subscription,
		UserData:     userData(strategy, joining),
		GenerationID: joining.generation(),
	}
	if strategy != cooperative {
		return sent // eager members own nothing when they join
	}
	sent.UserData = binary.BigEndian.AppendUint32(nil, uint32(joining.generation()))
	for _, name := range slices.Sorted(maps.Keys(joining.Owned)) { // sorted, as the client sends both
		owned := &sarama.OwnedPartition{Topic: name, Partitions: slices.Sorted(slices.Values(joining.Owned[name]))}
		sent.OwnedPartitions = append(sent.OwnedPartitions, owned)
	}
	return sent
}
