package main

import (
	"reflect"
	"unsafe"

	"github.com/twmb/franz-go/pkg/kgo"
)

// partitionRacks is the leader's map of topic -> the rack of each partition's leader (KIP-881, since v1.21).
//
// The client fills it from the cluster's metadata after MemberBalancer and before balancing. It is not exported, and no
// exported function fills it.
const partitionRacks = "partitionRacks"

func knowsRacks() bool {
	_, knows := reflect.TypeOf(kgo.ConsumerBalancer{}).FieldByName(partitionRacks)
	return knows
}

// tellRacks passes the racks of the partitions' leaders to the balancer as the client does: of all topics if any member
// and any leader has a rack, else of none.
func tellRacks(consumers *kgo.ConsumerBalancer, asked *group, counts map[string]int32) {
	if !knowsRacks() || !anyMemberOnRack(asked) {
		return
	}
	racks := make(map[string][]string, len(counts))
	found := false
	for name, count := range counts {
		racks[name] = make([]string, count)
		for partition, replicas := range asked.Topics[name].ReplicaRacks {
			if len(replicas) > 0 && partition < int(count) {
				racks[name][partition] = replicas[0]
				found = found || replicas[0] != ""
			}
		}
	}
	if found {
		*racksOf(consumers) = racks
	}
}

func anyMemberOnRack(asked *group) bool {
	for i := range asked.Members {
		on := asked.Members[i].Rack
		if on != nil && *on != "" && asked.Members[i].speaks(newestMetadata) == newestMetadata {
			return true
		}
	}
	return false
}

func racksOf(consumers *kgo.ConsumerBalancer) *map[string][]string {
	field := reflect.ValueOf(consumers).Elem().FieldByName(partitionRacks)
	return (*map[string][]string)(unsafe.Pointer(field.UnsafeAddr()))
}
