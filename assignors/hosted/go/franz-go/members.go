package main

import (
	"encoding/binary"
	"slices"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// members are those of the group as the coordinator hands them over, with what each of them sent.
func members(balancer kgo.GroupBalancer, asked *group) []kmsg.JoinGroupResponseMember {
	joined := make([]kmsg.JoinGroupResponseMember, len(asked.Members))
	for i := range asked.Members {
		joined[i] = kmsg.NewJoinGroupResponseMember()
		joined[i].MemberID = asked.Members[i].ID
		joined[i].InstanceID = asked.Members[i].InstanceID
		joined[i].ProtocolMetadata = metadata(balancer, &asked.Members[i])
	}
	return joined
}

// metadata is what a member of this release sends: what its balancer makes of topics and claims, in the order in which
// the client hands them to it; cut short where the member speaks an older version of the subscription.
//
// The claims of both sticky balancers stand in the user data, too, with their generation, whatever the version. A
// cooperative member of version 0 cannot say what it owns.
func metadata(balancer kgo.GroupBalancer, joining *member) []byte {
	topics := slices.Clone(joining.Subscription)
	slices.Sort(topics)
	owned := make(map[string][]int32, len(joining.Owned))
	for name, partitions := range joining.Owned {
		if balancer.IsCooperative() && joining.speaks(newestMetadata) == 0 {
			break
		}
		owned[name] = slices.Clone(partitions)
		slices.Sort(owned[name])
	}
	sent := balancer.JoinGroupMetadata(topics, owned, joining.generation())
	said := joining.speaks(int16(binary.BigEndian.Uint16(sent)))
	sent = lowered(sent, said)
	if joining.Rack != nil && *joining.Rack != "" && said == newestMetadata && knowsRacks() {
		// An empty rack is the client's default, and is not sent.
		sent = racked(sent, *joining.Rack)
	}
	return sent
}
