package main

import (
	"fmt"

	"github.com/IBM/sarama"
)

// noMetadata is why a group cannot be asked about in which somebody wants a topic that is not there.
const noMetadata = "sarama's group leader gives up where a topic has no metadata (%s): its strategies are not asked"

// lead does what the client's group leader does: read the members' subscriptions, list the partitions of the topics
// that they want, and plan. Only the last is timed.
func lead(strategy sarama.BalanceStrategy, asked *group) (*call, error) {
	members, err := joined(strategy.Name(), asked)
	if err != nil {
		return nil, err
	}
	topics := map[string][]int32{}
	for _, name := range asked.subscribed() {
		known, exists := asked.Topics[name]
		if !exists || known.Partitions == 0 {
			return nil, cannotBeAsked(fmt.Sprintf(noMetadata, name))
		}
		topics[name] = ids(known.Partitions)
	}
	var made sarama.BalanceStrategyPlan
	return &call{
		assign: func() (err error) {
			made, err = strategy.Plan(members, topics)
			return err
		},
		answer: func() (plan, error) { return filled(plan(made), asked), nil },
		seen:   func() *seen { return saw(strategy.Name(), asked, members, topics) },
	}, nil
}

func ids(count int32) []int32 {
	partitions := make([]int32, count)
	for i := range partitions {
		partitions[i] = int32(i)
	}
	return partitions
}
