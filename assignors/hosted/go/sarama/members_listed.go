//go:build listed

package main

import "github.com/IBM/sarama"

func addMember(response *sarama.JoinGroupResponse, joining *member, metadata []byte) {
	response.Members = append(response.Members, sarama.GroupMember{
		MemberId: joining.ID, GroupInstanceId: joining.InstanceID, Metadata: metadata,
	})
}
