//go:build rack_affinity

package main

import "github.com/segmentio/kafka-go"

func init() {
	// It has its own rule: each topic is spread evenly, then as many partitions as possible are in the rack of their
	// leader. It depends on the order of members and of maps, and promises nothing else.
	balancers = append(balancers, balancer(
		func(rack string) kafka.GroupBalancer { return kafka.RackAffinityGroupBalancer{Rack: rack} },
		"+per-topic",
	))
}
