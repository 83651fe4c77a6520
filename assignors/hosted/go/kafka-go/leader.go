package main

import "github.com/segmentio/kafka-go"

// nobodyLeads is the reason why a group without any subscribed topic cannot be expressed.
const nobodyLeads cannotBeAsked = "no member subscribes to a topic, but a kafka-go leader always subscribes to one"

// lead does what the client's group leader does: it takes members with topics and user data, in order, and the
// partitions of all subscribed topics. A topic without metadata is no failure there.
//
// The leader reads only these two parts of a subscription, and fails on a member that sends more. So members here send
// what this client sends, and their owned partitions are not passed.
func lead(leader kafka.GroupBalancer, on func(rack string) kafka.GroupBalancer, asked *group) (*call, error) {
	wanted := asked.subscribed()
	if len(wanted) == 0 {
		return nil, nobodyLeads
	}
	members := make([]kafka.GroupMember, len(asked.Members))
	for i := range asked.Members {
		joining := &asked.Members[i]
		data, err := on(value(joining.Rack)).UserData()
		if err != nil {
			return nil, err
		}
		members[i] = kafka.GroupMember{ID: joining.ID, Topics: joining.Subscription, UserData: data}
	}
	partitions := known(asked, wanted)
	var made kafka.GroupMemberAssignments
	return &call{
		assign: func() error {
			made = leader.AssignGroups(members, partitions)
			return nil
		},
		answer: func() (plan, error) { return sent(made), nil },
	}, nil
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// known are the partitions of the subscribed topics that exist, each with the rack of its leader.
func known(asked *group, wanted []string) []kafka.Partition {
	var partitions []kafka.Partition
	for _, name := range wanted {
		topic := asked.Topics[name]
		for id := range int(topic.Partitions) {
			partition := kafka.Partition{Topic: name, ID: id}
			if id < len(topic.ReplicaRacks) && len(topic.ReplicaRacks[id]) > 0 {
				partition.Leader.Rack = topic.ReplicaRacks[id][0]
			}
			partitions = append(partitions, partition)
		}
	}
	return partitions
}

// sent is the plan as the leader sends it: with 32-bit ids.
func sent(made kafka.GroupMemberAssignments) plan {
	members := make(plan, len(made))
	for id, topics := range made {
		members[id] = make(map[string][]int32, len(topics))
		for name, partitions := range topics {
			for _, partition := range partitions {
				members[id][name] = append(members[id][name], int32(partition))
			}
		}
	}
	return members
}
