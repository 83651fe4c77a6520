package main

import "github.com/IBM/sarama"

const (
	sticky      = "sticky"
	cooperative = "cooperative-sticky"
)

// joined are the members as the leader reads them from the coordinator: each subscription goes through the client's own
// encoding and decoding.
func joined(strategy string, asked *group) (map[string]sarama.ConsumerGroupMemberMetadata, error) {
	response := &sarama.JoinGroupResponse{}
	for i := range asked.Members {
		request := &sarama.JoinGroupRequest{}
		if err := request.AddGroupProtocolMetadata(strategy, subscription(strategy, &asked.Members[i])); err != nil {
			return nil, err
		}
		addMember(response, &asked.Members[i], request.OrderedGroupProtocols[0].Metadata)
	}
	return response.GetMembers()
}

// userData is what a member sends beside its topics. For the sticky strategy it is the leader's last message, with the
// claims and their generation; before its first assignment it is empty.
func userData(strategy string, joining *member) []byte {
	if strategy != sticky || joining.neverAssigned() {
		return nil
	}
	return stickyUserData(joining.Owned, joining.generation())
}
