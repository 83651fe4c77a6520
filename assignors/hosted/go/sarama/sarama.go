package main

import "github.com/IBM/sarama"

// module is where the import above comes from. Whoever builds this for the older path writes that one instead, here and
// in all imports.
const module = "github.com/IBM/sarama"

// strategies are those of this release; each file that knows one adds it.
//
// They see no instance ids and no racks: the leader leaves both out when it turns members into what a strategy takes.
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

// What each rule promises: as much as Kafka's own, without what it does not look at.
var (
	likeRange       = []string{"range", "-static", "-racks"}
	likeRoundRobin  = []string{"roundrobin", "-static"}
	likeSticky      = []string{"sticky", "-racks"}
	likeCooperative = []string{"cooperative-sticky", "-racks"}
)
