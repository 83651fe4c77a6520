//go:build rack_affinity

package main

import "github.com/segmentio/kafka-go"

func init() {
	// Its rule is its own: per topic as even as range, then as many partitions as can be in the rack of their leader.
	balancers = append(balancers, balancer(
		func(rack string) kafka.GroupBalancer { return kafka.RackAffinityGroupBalancer{Rack: rack} },
		"range", "-range", "-static", "-racks", "-fixed",
	))
}
