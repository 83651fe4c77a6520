// A program that runs sarama consumers, a goroutine each.
//
// It understands the commands of ../java/Members.java, but for the stack, and answers in the same way. A paused member calls Consume no more,
// so its session ends; it does not leave the group.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
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
	running := map[string]*member{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Split(lines.Text(), "\t")
		if words[0] == "start" {
			running[words[1]] = start(words[1], words[2], words[3:])
		} else {
			running[words[1]].commands <- words
		}
	}
	for _, one := range running {
		close(one.commands)
	}
	for _, one := range running {
		<-one.ended
	}
}

type member struct {
	name     string
	topics   []string
	commands chan []string
	ended    chan struct{}
	owned    sync.Map
}

func start(name, topics string, pairs []string) *member {
	settings := map[string]string{}
	for _, pair := range pairs {
		key, value, _ := strings.Cut(pair, "=")
		settings[key] = value
	}
	one := &member{
		name: name, topics: strings.Split(topics, ","), commands: make(chan []string), ended: make(chan struct{}),
	}
	go one.run(settings)
	return one
}

func (m *member) say(words ...string) {
	fmt.Println(m.name + "\t" + strings.Join(words, "\t"))
}

func milliseconds(text string) time.Duration {
	count, _ := strconv.Atoi(text)
	return time.Duration(count) * time.Millisecond
}

func (m *member) run(settings map[string]string) {
	defer close(m.ended)
	config := sarama.NewConfig()
	config.Version = sarama.V3_2_0_0 // from this version on, members send their generation
	config.ClientID = m.name
	config.Consumer.Group.Rebalance.GroupStrategies = nil
	for _, name := range strings.Split(settings["partition.assignment.strategy"], ",") {
		config.Consumer.Group.Rebalance.GroupStrategies = append(config.Consumer.Group.Rebalance.GroupStrategies, strategies[name]())
	}
	config.Consumer.Group.Heartbeat.Interval = milliseconds(settings["heartbeat.interval.ms"])
	config.Consumer.Group.Session.Timeout = milliseconds(settings["session.timeout.ms"])
	config.Consumer.Offsets.Initial = sarama.OffsetOldest
	group, err := sarama.NewConsumerGroup(strings.Split(settings["bootstrap.servers"], ","), settings["group.id"], config)
	if err != nil {
		m.say("failed", err.Error())
		return
	}
	for m.consume(group) {
	}
	group.Close()
	m.say("stopped")
}

// consume consumes until the member is stopped or paused. It returns whether to go on.
func (m *member) consume(group sarama.ConsumerGroup) bool {
	consuming, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	topics := m.topics
	go func() {
		defer close(ended)
		for consuming.Err() == nil {
			if err := group.Consume(consuming, topics, m); err != nil {
				m.say("logs", err.Error())
			}
		}
	}()
	paused := false
	for words := range m.commands {
		switch words[0] {
		case "pause":
			cancel()
			<-ended
			paused = true
		case "subscribe":
			m.topics = strings.Split(words[2], ",")
		}
		if words[0] == "stop" {
			break
		}
		m.say("did", words[0])
		if paused && words[0] == "resume" {
			return true
		}
	}
	cancel()
	<-ended
	return false
}

// Setup says what the member owns. A cooperative session goes on while claims come and go, which ConsumeClaim says.
func (m *member) Setup(session sarama.ConsumerGroupSession) error {
	for topic, numbers := range session.Claims() {
		for _, number := range numbers {
			m.owned.Store(fmt.Sprintf("%s-%d", topic, number), true)
		}
	}
	m.sayOwned()
	return nil
}

func (m *member) sayOwned() {
	owned := []string{}
	m.owned.Range(func(partition, _ any) bool {
		owned = append(owned, partition.(string))
		return true
	})
	sort.Strings(owned)
	m.say("owns", strings.Join(owned, ","))
}

// Cleanup says that the member owns nothing.
func (m *member) Cleanup(sarama.ConsumerGroupSession) error {
	m.owned.Range(func(partition, _ any) bool {
		m.owned.Delete(partition)
		return true
	})
	m.say("gave up", "")
	return nil
}

// ConsumeClaim says from which partition each record comes.
func (m *member) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	partition := fmt.Sprintf("%s-%d", claim.Topic(), claim.Partition())
	if _, known := m.owned.LoadOrStore(partition, true); !known {
		m.sayOwned()
	}
	for message := range claim.Messages() {
		session.MarkMessage(message, "")
		m.say("reads", partition)
	}
	m.owned.Delete(partition)
	m.sayOwned()
	return nil
}
