package main

import (
	"cmp"
	"slices"
)

// servedClient lists a round-robin assignor without a fault, and three with one rare fault each.
func servedClient() client {
	return client{
		implementation: "planted",
		module:         "planted",
		assignors: []assignor{
			roundRobin("healthy", faults{}),
			roundRobin("fast-path", faults{partitions: dropOnFastPath}),
			roundRobin("topic-table", faults{partitions: keepInTable}),
			roundRobin("generation-ring", faults{circle: dropOlderInSlot}),
		},
	}
}

// faults change the circle of members, or the partitions that are dealt; nil changes nothing.
type faults struct {
	circle     func(members []member) []member
	partitions func(asked *group, all []partition) []partition
}

type partition struct {
	topic string
	id    int32
}

func roundRobin(name string, planted faults) assignor {
	return assignor{
		name:  name,
		like:  []string{"roundrobin"},
		fresh: func() any { return nil },
		put: func(_ any, asked *group) (*call, error) {
			var made plan
			return &call{
				assign: func() error {
					made = planted.deal(asked)
					return nil
				},
				answer: func() (plan, error) { return made, nil },
			}, nil
		},
	}
}

// deal gives each partition to the next member of the circle that reads its topic.
func (planted *faults) deal(asked *group) plan {
	circle := slices.Clone(asked.Members)
	slices.SortFunc(circle, func(one, other member) int {
		return cmp.Or(
			cmp.Compare(dynamic(one), dynamic(other)),
			cmp.Compare(instanceOf(one), instanceOf(other)),
			cmp.Compare(one.ID, other.ID),
		)
	})
	if planted.circle != nil {
		circle = planted.circle(circle)
	}
	dealt := partitions(asked)
	if planted.partitions != nil {
		dealt = planted.partitions(asked, dealt)
	}
	made := plan{}
	for _, each := range circle {
		made[each.ID] = map[string][]int32{}
	}
	pointer := 0
	for _, each := range dealt {
		for step := range circle {
			place := (pointer + step) % len(circle)
			if slices.Contains(circle[place].Subscription, each.topic) {
				mine := made[circle[place].ID]
				mine[each.topic] = append(mine[each.topic], each.id)
				pointer = place + 1
				break
			}
		}
	}
	return made
}

func partitions(asked *group) []partition {
	var all []partition
	for _, name := range asked.subscribed() {
		for id := range asked.Topics[name].Partitions {
			all = append(all, partition{name, id})
		}
	}
	return all
}

func dynamic(one member) int {
	if one.InstanceID == nil {
		return 1
	}
	return 0
}

func instanceOf(one member) string {
	if one.InstanceID == nil {
		return ""
	}
	return *one.InstanceID
}
