package main

import (
	"reflect"

	"github.com/twmb/franz-go/pkg/kgo"
)

// servedClient is franz-go: one source for every release since v0.8.0.
//
// Its sticky balancers promise the best possible balance with the fewest moves (package text). Its range and roundrobin
// do not; they are documented as equal to Java's. It uses only the rack of a partition's leader.
func servedClient() client {
	inRange := []string{"range", "-racks"}
	if matchesRacks() {
		inRange = []string{"range"}
	}
	return client{
		implementation: "franz-go",
		module:         "github.com/twmb/franz-go",
		assignors: []assignor{
			balancer(kgo.RangeBalancer, inRange...),
			balancer(kgo.RoundRobinBalancer, "roundrobin"),
			balancer(kgo.StickyBalancer, "sticky", "+optimal", "-racks"),
			balancer(kgo.CooperativeStickyBalancer, "cooperative-sticky", "+optimal", "-racks"),
		},
	}
}

func balancer(fresh func() kgo.GroupBalancer, like ...string) assignor {
	return assignor{
		name:  fresh().ProtocolName(),
		like:  like,
		fresh: func() any { return fresh() },
		put:   func(object any, asked *group) (*call, error) { return lead(object.(kgo.GroupBalancer), asked) },
	}
}

// matchesRacks says whether a client of this release matches racks by default: it knows racks and has no switch for
// them yet (BalanceRacks, off by default, came with v1.22.0).
func matchesRacks() bool {
	parsed := reflect.TypeOf(kgo.ConsumerBalancer{})
	_, knows := parsed.FieldByName(partitionRacks)
	_, switchable := parsed.FieldByName("balanceRacks")
	return knows && !switchable
}
