package main

import "github.com/IBM/sarama"

// Why some groups cannot be expressed.
const (
	noMetadata  cannotBeAsked = "sarama's leader gives up where a wanted topic has no metadata, and asks no strategy"
	nobodyLeads cannotBeAsked = "no member subscribes to a topic, but a sarama leader always subscribes to one"
)

// lead does what the client's group leader does: read the members' subscriptions, list the partitions of their topics,
// and plan. Only the last step is timed.
func lead(strategy sarama.BalanceStrategy, asked *group) (*call, error) {
	members, err := joined(strategy.Name(), asked)
	if err != nil {
		return nil, err
	}
	wanted := asked.subscribed()
	if len(wanted) == 0 {
		return nil, nobodyLeads
	}
	topics := make(map[string][]int32, len(wanted))
	for _, name := range wanted {
		known, exists := asked.Topics[name]
		if !exists || known.Partitions == 0 {
			return nil, noMetadata
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
	}, nil
}

func ids(count int32) []int32 {
	partitions := make([]int32, count)
	for i := range partitions {
		partitions[i] = int32(i)
	}
	return partitions
}
