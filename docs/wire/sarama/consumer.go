// A sarama consumer: consumer BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY [KEY=VALUE ...].
package main

import (
	"bufio"
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
	bootstrap, group, strategy := os.Args[1], os.Args[2], os.Args[4]
	topics := strings.Split(os.Args[3], ",")
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
	fail := log.Fatal
	for _, setting := range os.Args[5:] {
		if setting == "errors=log" { // log the errors of Consume, and call it again
			fail = log.Print
		} else if err := configure(config, setting); err != nil {
			log.Fatal(err)
		}
	}
	consumer, err := sarama.NewConsumerGroup([]string{bootstrap}, group, config)
	if err != nil {
		log.Fatal(err)
	}
	lines := make(chan string)
	go readLines(lines)
	for {
		topics, err = consume(consumer, topics, lines)
		if err != nil && !errors.Is(err, sarama.ErrRebalanceInProgress) && !errors.Is(err, context.Canceled) {
			fail(err)
		}
	}
}

// configure sets instance=ID, rack=RACK, version=KAFKA_VERSION or metadata-age=DURATION.
func configure(config *sarama.Config, setting string) (err error) {
	key, value, _ := strings.Cut(setting, "=")
	switch key {
	case "instance":
		config.Consumer.Group.InstanceId = value
	case "rack":
		config.RackID = value
	case "version":
		config.Version, err = sarama.ParseKafkaVersion(value)
	case "metadata-age":
		config.Metadata.RefreshFrequency, err = time.ParseDuration(value)
	}
	return err
}

// consume runs until Consume ends, or a line changes the topics. It returns the topics to go on with.
func consume(consumer sarama.ConsumerGroup, topics []string, lines <-chan string) ([]string, error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan error)
	go func() { ended <- consumer.Consume(ctx, topics, reader{}) }()
	select {
	case line := <-lines:
		stop()
		return strings.Split(line, ","), <-ended
	case err := <-ended:
		return topics, err
	}
}

// readLines sends each line on stdin.
func readLines(lines chan<- string) {
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		lines <- input.Text()
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
