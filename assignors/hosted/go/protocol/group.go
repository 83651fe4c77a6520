package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// newestMetadata is the newest version of a subscription in Kafka, and the default of members.
const newestMetadata = 3

// noGeneration is the encoded value of an unknown generation.
const noGeneration = -1

// group is an assay-group/1, as far as a client's leader could know it.
type group struct {
	Topics  map[string]topic `json:"topics"`
	Members []member         `json:"members"`
}

// topic has partitions with the ids 0 to Partitions-1, and optionally the racks of their replicas, the leader's first.
type topic struct {
	Partitions   int32      `json:"partitions"`
	ReplicaRacks [][]string `json:"replica_racks"`
}

// member is a member of the group as it joined, with all its claims, even wrong ones.
type member struct {
	ID              string             `json:"id"`
	Subscription    []string           `json:"subscription"`
	Owned           map[string][]int32 `json:"owned"`
	Generation      *int32             `json:"generation"`
	InstanceID      *string            `json:"instance_id"`
	Rack            *string            `json:"rack"`
	MetadataVersion *int16             `json:"metadata_version"`
}

// UnmarshalJSON reads a topic, which may be only its number of partitions.
func (t *topic) UnmarshalJSON(text []byte) error {
	type plain topic
	if text = bytes.TrimSpace(text); len(text) > 0 && text[0] != '{' {
		return json.Unmarshal(text, &t.Partitions)
	}
	return json.Unmarshal(text, (*plain)(t))
}

// checked is nil where the group is valid: nothing is missing, no count is negative, and no member appears twice.
func (g *group) checked() error {
	if g.Topics == nil || g.Members == nil {
		return wrongQuestion("group: 'topics' or 'members' is missing")
	}
	for name, known := range g.Topics {
		if known.Partitions < 0 {
			return wrongQuestion(fmt.Sprintf("topics.%s: %d: expected a count of partitions", name, known.Partitions))
		}
	}
	seen := make(map[string]bool, len(g.Members))
	for _, each := range g.Members {
		if each.ID == "" || seen[each.ID] {
			return wrongQuestion(fmt.Sprintf("members: %q: expected an id that no other member has", each.ID))
		}
		if each.Subscription == nil {
			return wrongQuestion(fmt.Sprintf("members: %q: 'subscription' is missing", each.ID))
		}
		seen[each.ID] = true
	}
	return nil
}

// subscribed lists every subscribed topic once, sorted.
func (g *group) subscribed() []string {
	var names []string
	for i := range g.Members {
		names = append(names, g.Members[i].Subscription...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// generation is the generation of the member's claims, noGeneration where it is unknown.
func (m *member) generation() int32 {
	if m.Generation == nil {
		return noGeneration
	}
	return *m.Generation
}

// speaks is the version of the member's subscription, where its client writes up to newest.
func (m *member) speaks(newest int16) int16 {
	if m.MetadataVersion == nil {
		return min(newestMetadata, newest)
	}
	return max(0, min(*m.MetadataVersion, newest))
}

// neverAssigned says that the member has no claims and no known generation: it has never been in the group.
func (m *member) neverAssigned() bool {
	return len(m.Owned) == 0 && m.Generation == nil
}
