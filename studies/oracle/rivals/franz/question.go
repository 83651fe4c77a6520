package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

const generation = 1

// question is a group in the words of franz-go: what the leader is given once all members have joined.
type question struct {
	columns     *columns
	memberIDs   []string
	topicNumber map[string]int32
	joined      []kmsg.JoinGroupResponseMember
}

func newQuestion(c *columns) *question {
	q := &question{columns: c, topicNumber: make(map[string]int32, len(c.partitions))}
	names := make([]string, len(c.partitions))
	for topic := range names {
		names[topic] = fmt.Sprintf("topic-%04d", topic)
		q.topicNumber[names[topic]] = int32(topic)
	}
	balancer := kgo.StickyBalancer()
	owned := c.owned(names)
	for member := range c.members() {
		subscription := make([]string, 0, len(c.subscription(member)))
		for _, topic := range c.subscription(member) {
			subscription = append(subscription, names[topic])
		}
		of := int32(-1)
		if len(owned[member]) > 0 {
			of = generation
		}
		joined := kmsg.NewJoinGroupResponseMember()
		joined.MemberID = fmt.Sprintf("member-%05d", member) // sorted, as the client hands them over
		joined.ProtocolMetadata = balancer.JoinGroupMetadata(subscription, owned[member], of)
		q.joined = append(q.joined, joined)
		q.memberIDs = append(q.memberIDs, joined.MemberID)
	}
	return q
}

func (c *columns) owned(names []string) []map[string][]int32 {
	owned := make([]map[string][]int32, c.members())
	for member := range owned {
		owned[member] = map[string][]int32{}
	}
	next := 0
	for topic, count := range c.partitions {
		for partition := range count {
			if owner := c.owner[next]; owner != nobody {
				owned[owner][names[topic]] = append(owned[owner][names[topic]], partition)
			}
			next++
		}
	}
	return owned
}

// ask times BalanceOrError alone. Parsing what the members sent is not counted, nor is earlier calls' garbage.
func (q *question) ask() (time.Duration, map[string]map[string][]int32, error) {
	parsed, topics, err := kgo.StickyBalancer().MemberBalancer(q.joined)
	if err != nil {
		return 0, nil, err
	}
	counts := make(map[string]int32, len(topics))
	for topic := range topics {
		counts[topic] = q.columns.partitions[q.topicNumber[topic]]
	}
	balancer, ok := parsed.(kgo.GroupMemberBalancerOrError)
	if !ok {
		return 0, nil, fmt.Errorf("%T cannot be asked", parsed)
	}
	runtime.GC()
	started := time.Now()
	into, err := balancer.BalanceOrError(counts)
	spent := time.Since(started)
	if err != nil {
		return 0, nil, err
	}
	plan, ok := into.(*kgo.BalancePlan)
	if !ok {
		return 0, nil, fmt.Errorf("%T is no plan", into)
	}
	return spent, plan.AsMemberIDMap(), nil
}
