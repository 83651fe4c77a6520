// A sarama consumer: consumer BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"strings"
	"time"

	"github.com/IBM/sarama"
)

var strategies = map[string]func() sarama.BalanceStrategy{
	"range":              sarama.NewBalanceStrategyRange,
	"roundrobin":         sarama.NewBalanceStrategyRoundRobin,
	"sticky":             sarama.NewBalanceStrategySticky,
	"cooperative-sticky": sarama.NewBalanceStrategyCooperativeSticky,
}

func main() {
	bootstrap, group, topics, strategy := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	made, known := strategies[strategy]
	if !known {
		log.Fatalf("error: no strategy is called %q", strategy)
	}
	config := sarama.NewConfig()
	config.Version = sarama.V3_2_0_0 // from this version on, members send their generation
	config.Consumer.Group.Rebalance.GroupStrategies = []sarama.BalanceStrategy{made()}
	config.Consumer.Group.Heartbeat.Interval = 100 * time.Millisecond
	config.Consumer.Group.Rebalance.Retry.Max = 1000 // Consume ends after so many rebalances, and is called again
	config.Consumer.Group.Rebalance.Retry.Backoff = 0
	config.Consumer.Offsets.AutoCommit.Enable = false
	config.Metadata.Retry.Backoff = 10 * time.Millisecond
	consumer, err := sarama.NewConsumerGroup([]string{bootstrap}, group, config)
	if err != nil {
		log.Fatal(err)
	}
	for {
		err := consumer.Consume(context.Background(), strings.Split(topics, ","), reader{})
		if err != nil && !errors.Is(err, sarama.ErrRebalanceInProgress) {
			log.Fatal(err)
		}
	}
}

// reader reads the messages of each claim and does nothing with them.
type reader struct{}

func (reader) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (reader) Cleanup(sarama.ConsumerGroupSession) error { return nil }

func (reader) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for range claim.Messages() {
	}
	return nil
}
