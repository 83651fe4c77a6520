package main

import (
	"encoding/binary"
	"slices"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// members are the members of the group as the coordinator passes them, with the data that each of them sent.
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

// metadata is the data that a member of this release sends: its balancer encodes topics and claims, in the client's
// order. It is cut where the member uses an older version of the subscription.
//
// Both sticky balancers also write the claims with their generation into the user data, at every version. A cooperative
// member of version 0 cannot send what it owns.
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
