// A franz-go consumer: consumer BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY [KEY=VALUE ...].
package main

import (
	"bufio"
	"context"
	"log"
	"os"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

var protocols = map[string]kgo.Opt{
	"range":              kgo.Balancers(kgo.RangeBalancer()),
	"roundrobin":         kgo.Balancers(kgo.RoundRobinBalancer()),
	"sticky":             kgo.Balancers(kgo.StickyBalancer()),
	"cooperative-sticky": kgo.Balancers(kgo.CooperativeStickyBalancer()),
}

func main() {
	bootstrap, group, strategy := os.Args[1], os.Args[2], os.Args[4]
	topics := strings.Split(os.Args[3], ",")
	protocol, known := protocols[strategy]
	if !known {
		log.Fatalf("error: no strategy is called %q", strategy)
	}
	options := []kgo.Opt{
		kgo.SeedBrokers(bootstrap),
		kgo.ConsumerGroup(group),
		kgo.ConsumeTopics(topics...),
		kgo.HeartbeatInterval(100 * time.Millisecond),
		kgo.DisableAutoCommit(),
		protocol,
	}
	fail := log.Fatal
	for _, setting := range os.Args[5:] {
		if setting == "errors=log" { // log the errors of a group session, and poll again
			fail = log.Print
		} else {
			options = append(options, optionsOf(setting)...)
		}
	}
	consumer, err := kgo.NewClient(options...)
	if err != nil {
		log.Fatal(err)
	}
	go readTopics(consumer, topics)
	for {
		if err := consumer.PollFetches(context.Background()).Err(); err != nil {
			fail(err)
		}
	}
}

// optionsOf understands instance=ID, rack=RACK and metadata-age=DURATION.
func optionsOf(setting string) []kgo.Opt {
	key, value, _ := strings.Cut(setting, "=")
	switch key {
	case "instance":
		return []kgo.Opt{kgo.InstanceID(value)}
	case "rack":
		return []kgo.Opt{kgo.Rack(value)}
	case "metadata-age":
		age, err := time.ParseDuration(value)
		if err != nil {
			log.Fatal(err)
		}
		return []kgo.Opt{kgo.MetadataMinAge(age), kgo.MetadataMaxAge(age)}
	}
	return nil
}

// readTopics changes the topics to those of each line on stdin.
func readTopics(consumer *kgo.Client, topics []string) {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		next := strings.Split(lines.Text(), ",")
		consumer.AddConsumeTopics(next...)
		consumer.PurgeTopicsFromClient(without(topics, next)...)
		topics = next
	}
}

// without returns the topics that are not among the others.
func without(topics, others []string) (left []string) {
	for _, topic := range topics {
		if !strings.Contains(","+strings.Join(others, ",")+",", ","+topic+",") {
			left = append(left, topic)
		}
	}
	return left
}
