package main

// groupEcho is a group as an assignor sees it, read back from the client's own objects. Data that the client cannot
// hold is left out.
type groupEcho struct {
	Topics  map[string]topicEcho `json:"topics"`
	Members []memberEcho         `json:"members"`
}

type topicEcho struct {
	Partitions   int32      `json:"partitions"`
	ReplicaRacks [][]string `json:"replica_racks,omitempty"`
}

type memberEcho struct {
	ID           string              `json:"id"`
	Subscription []string            `json:"subscription"`
	Owned        *map[string][]int32 `json:"owned,omitempty"`
	Generation   *int32              `json:"generation,omitempty"`
	InstanceID   *string             `json:"instance_id,omitempty"`
	Rack         *string             `json:"rack,omitempty"`
}

// claims sets the claims in a member's echo, with their generation.
func (m *memberEcho) claims(owned map[string][]int32, generation int32) {
	m.Owned, m.Generation = &owned, &generation
}
