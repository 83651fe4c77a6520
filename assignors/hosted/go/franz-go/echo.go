package main

import (
	"reflect"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// echoOf is the balancer's input, read from the client's parsed objects.
func echoOf(balancer kgo.GroupBalancer, consumers *kgo.ConsumerBalancer, counts map[string]int32) *groupEcho {
	told := &groupEcho{Topics: map[string]topicEcho{}, Members: []memberEcho{}}
	for name, count := range counts {
		told.Topics[name] = topicEcho{Partitions: count, ReplicaRacks: leaders(consumers, name)}
	}
	for n := range consumers.Members() {
		joined, said := consumers.MemberAt(n)
		each := memberEcho{ID: joined.MemberID, InstanceID: joined.InstanceID}
		each.Subscription = append([]string{}, said.Topics...)
		each.Rack, _ = newer(said, "Rack").(*string)
		generation, says := newer(said, "Generation").(int32)
		switch name := balancer.ProtocolName(); {
		case name != "sticky" && name != "cooperative-sticky":
			// Range and roundrobin ignore owned partitions.
		case balancer.IsCooperative() && says && generation >= 0:
			owned := map[string][]int32{}
			for _, topic := range said.OwnedPartitions {
				owned[topic.Topic] = append([]int32{}, topic.Partitions...)
			}
			each.claims(owned, generation)
		default:
			each.claims(inUserData(said.UserData))
		}
		told.Members = append(told.Members, each)
	}
	return told
}

// newer is a field of a member's data that older releases of the client lack: nil there.
func newer(said any, name string) any {
	field := reflect.ValueOf(said).Elem().FieldByName(name)
	if !field.IsValid() {
		return nil
	}
	return field.Interface()
}

func inUserData(sent []byte) (owned map[string][]int32, generation int32) {
	owned = map[string][]int32{}
	data := kmsg.NewStickyMemberMetadata()
	if data.ReadFrom(sent) != nil {
		return owned, noGeneration
	}
	for _, topic := range data.CurrentAssignment {
		owned[topic.Topic] = append([]int32{}, topic.Partitions...)
	}
	return owned, data.Generation
}

func leaders(consumers *kgo.ConsumerBalancer, name string) [][]string {
	if !knowsRacks() {
		return nil
	}
	var replicas [][]string
	for _, rack := range (*racksOf(consumers))[name] {
		replicas = append(replicas, []string{rack})
	}
	return replicas
}
