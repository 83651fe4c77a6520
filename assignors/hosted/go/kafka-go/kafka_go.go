package main

import "github.com/segmentio/kafka-go"

// balancers are those of every release; files for newer releases add theirs.
//
// roundrobin deals each topic separately, from the first member on. This is documented: a comment in groupbalancer.go
// wants partitions with equal ids of all topics on the same member. So it is even within each topic, but not over the
// group. Neither balancer knows static members or owned partitions.
var balancers = []assignor{
	balancer(anywhere(kafka.RangeGroupBalancer{}), "range", "-static", "-racks"),
	balancer(anywhere(kafka.RoundRobinGroupBalancer{}), "roundrobin", "-static", "-even", "+per-topic"),
}

func servedClient() client {
	return client{implementation: "kafka-go", module: "github.com/segmentio/kafka-go", assignors: balancers}
}

func anywhere(balancer kafka.GroupBalancer) func(rack string) kafka.GroupBalancer {
	return func(string) kafka.GroupBalancer { return balancer }
}

// balancer is an assignor whose members each have their own balancer, which may know the member's rack.
func balancer(on func(rack string) kafka.GroupBalancer, like ...string) assignor {
	return assignor{
		name:  on("").ProtocolName(),
		like:  like,
		fresh: func() any { return on("") },
		put: func(leader any, asked *group) (*call, error) {
			return lead(leader.(kafka.GroupBalancer), on, asked)
		},
	}
}
