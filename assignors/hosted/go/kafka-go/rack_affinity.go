//go:build rack_affinity

package main

import "github.com/segmentio/kafka-go"

func init() {
	// Its rule is its own: each topic spread evenly, then as many partitions as can be in the rack of their leader. It
	// goes by the order of the members and of maps, and says nothing else.
	balancers = append(balancers, balancer(
		func(rack string) kafka.GroupBalancer { return kafka.RackAffinityGroupBalancer{Rack: rack} },
		"+per-topic",
	))
}
