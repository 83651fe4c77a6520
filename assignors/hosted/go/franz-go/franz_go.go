package main

import (
	"reflect"

	"github.com/twmb/franz-go/pkg/kgo"
)

// servedClient is franz-go: one source for every release from v0.8.0 on.
//
// Its sticky balancers promise the best possible balance with the fewest moves (package text), which its range and
// roundrobin do not; they are said to equal Java's. It looks at no replica's rack but the leader's.
func servedClient() client {
	matches := matchesRacks()
	costs := rackFailures(matches)
	inRange := []string{"range", "-racks"}
	if matches {
		inRange = []string{"range"}
	}
	return client{
		implementation: "franz-go",
		module:         "github.com/twmb/franz-go",
		assignors: []assignor{
			balancer(kgo.RangeBalancer, nil, inRange...),
			balancer(kgo.RoundRobinBalancer, nil, "roundrobin"),
			balancer(kgo.StickyBalancer, costs, "sticky", "+optimal", "-racks"),
			balancer(kgo.CooperativeStickyBalancer, costs, "cooperative-sticky", "+optimal", "-racks"),
		},
	}
}

func balancer(fresh func() kgo.GroupBalancer, expected []expectedFailure, like ...string) assignor {
	return assignor{
		name:     fresh().ProtocolName(),
		like:     like,
		fresh:    func() any { return fresh() },
		put:      func(object any, asked *group) (*call, error) { return lead(object.(kgo.GroupBalancer), asked) },
		expected: expected,
	}
}

// matchesRacks says whether a client of this release matches racks without being told to: it knows them, and has no
// switch for it yet (BalanceRacks, off by default, came with v1.22.0).
func matchesRacks() bool {
	parsed := reflect.TypeOf(kgo.ConsumerBalancer{})
	_, knows := parsed.FieldByName(partitionRacks)
	_, switchable := parsed.FieldByName("balanceRacks")
	return knows && !switchable
}

// rackFailures are declared where racks are matched ahead of keeping partitions where they are: that costs moves.
func rackFailures(matches bool) []expectedFailure {
	if !matches {
		return nil
	}
	var declared []expectedFailure
	for _, family := range []string{"racks", "mixed"} {
		for _, smallest := range []string{swappedEqual, swappedUnequal} {
			declared = append(declared, expectedFailure{
				Law:    "fewest-moves",
				Family: family,
				Reason: "this release matches the leaders' racks ahead of keeping partitions where they are",
				Group:  smallest,
			})
		}
	}
	return declared
}

// Two members own each what lies in the other's rack; in the second group one of them may have a further topic.
const (
	swappedEqual = twoRacks +
		`{"id":"C0","subscription":["t0"],"owned":{"t0":[1]},"generation":1,"rack":"ra"},` +
		`{"id":"C1","subscription":["t0"],"owned":{"t0":[0]},"generation":1,"rack":"rb"}]}`
	swappedUnequal = twoRacks +
		`{"id":"C0","subscription":["t0"],"owned":{"t0":[1]},"generation":1,"rack":"ra"},` +
		`{"id":"C1","subscription":["t0","t1"],"owned":{"t0":[0]},"generation":1,"rack":"rb"}]}`
	twoRacks = `{"format":"assay-group/1",` +
		`"topics":{"t0":{"partitions":2,"replica_racks":[["ra"],["rb"]]}},"members":[`
)
