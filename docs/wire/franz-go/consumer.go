// A franz-go consumer: consumer BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY.
package main

import (
	"context"
	"log"
	"os"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

var strategies = map[string]func() kgo.GroupBalancer{
	"range":              kgo.RangeBalancer,
	"roundrobin":         kgo.RoundRobinBalancer,
	"sticky":             kgo.StickyBalancer,
	"cooperative-sticky": kgo.CooperativeStickyBalancer,
}

func main() {
	bootstrap, group, topics, strategy := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	made, known := strategies[strategy]
	if !known {
		log.Fatalf("error: no strategy is called %q", strategy)
	}
	consumer, err := kgo.NewClient(
		kgo.SeedBrokers(bootstrap),
		kgo.ConsumerGroup(group),
		kgo.ConsumeTopics(strings.Split(topics, ",")...),
		kgo.Balancers(made()),
		kgo.HeartbeatInterval(100*time.Millisecond),
		kgo.DisableAutoCommit(),
	)
	if err != nil {
		log.Fatal(err)
	}
	for {
		if err := consumer.PollFetches(context.Background()).Err(); err != nil {
			log.Fatal(err)
		}
	}
}
