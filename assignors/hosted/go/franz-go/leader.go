package main

import (
	"fmt"
	"sort"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// lead does what the client's group leader does once all members have joined: sort them, parse their data, count the
// partitions of their topics, and balance. Only the last step is timed.
func lead(balancer kgo.GroupBalancer, asked *group) (*call, error) {
	joined := members(balancer, asked)
	sort.Slice(joined, func(i, j int) bool { return less(&joined[i], &joined[j]) })
	parsed, wanted, err := balancer.MemberBalancer(joined)
	if err != nil {
		return nil, err
	}
	counts := make(map[string]int32, len(wanted))
	for name := range wanted {
		if known, exists := asked.Topics[name]; exists {
			counts[name] = known.Partitions
		}
	}
	consumers := parsed.(*kgo.ConsumerBalancer)
	tellRacks(consumers, asked, counts)
	var made kgo.IntoSyncAssignment
	return &call{
		assign: func() (err error) {
			made, err = balance(parsed, counts)
			return err
		},
		answer: func() (plan, error) { return synced(balancer, made) },
	}, nil
}

// less is the client's own order, which it does not export: static members first, by instance id, then the others, by
// member id. Its balancers require sorted members.
func less(left, right *kmsg.JoinGroupResponseMember) bool {
	switch {
	case left.InstanceID != nil && right.InstanceID != nil:
		return *left.InstanceID < *right.InstanceID
	case left.InstanceID != nil || right.InstanceID != nil:
		return left.InstanceID != nil
	default:
		return left.MemberID < right.MemberID
	}
}

// balance calls the balancer. A balancer that can fail has another method, which exists in v1.5.0 but not in v1.3.0.
func balance(parsed kgo.GroupMemberBalancer, counts map[string]int32) (kgo.IntoSyncAssignment, error) {
	failing, can := parsed.(interface {
		BalanceOrError(map[string]int32) (kgo.IntoSyncAssignment, error)
	})
	if !can {
		return parsed.Balance(counts), nil
	}
	return failing.BalanceOrError(counts)
}

// synced is the plan as the members would read it from the leader's message.
func synced(balancer kgo.GroupBalancer, made kgo.IntoSyncAssignment) (plan, error) {
	if made == nil {
		return nil, fmt.Errorf("balancer %s returned a nil plan with no error", balancer.ProtocolName())
	}
	sent := made.IntoSyncAssignment()
	read := make(plan, len(sent))
	for i := range sent {
		topics, err := balancer.ParseSyncAssignment(sent[i].MemberAssignment)
		if err != nil {
			return nil, err
		}
		read[sent[i].MemberID] = topics
	}
	return read, nil
}
