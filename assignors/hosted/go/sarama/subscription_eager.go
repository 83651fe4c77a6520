//go:build !cooperative

package main

import "github.com/IBM/sarama"

// subscription is what a member with only eager strategies sends: version 0, whatever versions it knows.
func subscription(strategy string, joining *member) *sarama.ConsumerGroupMemberMetadata {
	return &sarama.ConsumerGroupMemberMetadata{Topics: joining.Subscription, UserData: userData(strategy, joining)}
}
