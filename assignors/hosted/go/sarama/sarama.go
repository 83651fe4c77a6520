package main

import "github.com/IBM/sarama"

// module is the path of the import above. A build for the older path replaces it here and in all imports.
const module = "github.com/IBM/sarama"

// strategies are those of this release; each file for a strategy adds it.
//
// They get no instance ids and no racks: the leader drops both when it converts members.
var strategies []assignor

func servedClient() client {
	return client{implementation: "sarama", module: module, assignors: strategies}
}

func serves(name string, like []string, fresh func() sarama.BalanceStrategy) {
	strategies = append(strategies, assignor{
		name:  name,
		like:  like,
		fresh: func() any { return fresh() },
		put:   func(object any, asked *group) (*call, error) { return lead(object.(sarama.BalanceStrategy), asked) },
	})
}

// The promises of each rule: those of Kafka's rule, without the features that it ignores.
var (
	likeRange       = []string{"range", "-static", "-racks"}
	likeRoundRobin  = []string{"roundrobin", "-static"}
	likeSticky      = []string{"sticky", "-racks"}
	likeCooperative = []string{"cooperative-sticky", "-racks"}
)
