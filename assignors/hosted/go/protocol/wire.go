package main

import (
	"encoding/binary"
	"maps"
	"slices"
)

// The bytes that members send with their subscription, in Kafka's primitives: big-endian, with lengths before texts and
// lists. A subscription is: an int16 version, topics, user data; since version 1 the owned partitions; since 2 the
// generation; since 3 the rack. So an older version is a prefix of a newer one.

// stickyUserData is version 1 of the sticky family's user data (KIP-54, KIP-341): the owned partitions by topic, and
// the generation.
func stickyUserData(owned map[string][]int32, generation int32) []byte {
	data := binary.BigEndian.AppendUint32(nil, uint32(len(owned)))
	for _, name := range slices.Sorted(maps.Keys(owned)) {
		data = binary.BigEndian.AppendUint16(data, uint16(len(name)))
		data = append(data, name...)
		data = binary.BigEndian.AppendUint32(data, uint32(len(owned[name])))
		for _, partition := range owned[name] {
			data = binary.BigEndian.AppendUint32(data, uint32(partition))
		}
	}
	return binary.BigEndian.AppendUint32(data, uint32(generation))
}

// lowered is a subscription as sent by a member whose newest version is newest.
func lowered(subscription []byte, newest int16) []byte {
	at := reader{subscription}
	if at.int16() <= newest {
		return subscription
	}
	for range at.int32() {
		at.taken(int(at.int16())) // a topic
	}
	at.taken(max(0, int(at.int32()))) // user data; -1 where there is none
	if newest >= 1 {
		for range at.int32() {
			at.taken(int(at.int16()))     // a topic
			at.taken(4 * int(at.int32())) // its partitions
		}
	}
	if newest >= 2 {
		at.int32() // the generation
	}
	spoken := slices.Clone(subscription[:len(subscription)-len(at.rest)])
	binary.BigEndian.PutUint16(spoken, uint16(newest))
	return spoken
}

// racked is a subscription of version 3 without a rack, with this rack added.
func racked(subscription []byte, rack string) []byte {
	said := slices.Clone(subscription[:len(subscription)-2])
	return append(binary.BigEndian.AppendUint16(said, uint16(len(rack))), rack...)
}

// reader reads Kafka's primitives from bytes that are known to be well-formed.
type reader struct{ rest []byte }

func (r *reader) taken(size int) []byte {
	taken := r.rest[:size]
	r.rest = r.rest[size:]
	return taken
}

func (r *reader) int16() int16 { return int16(binary.BigEndian.Uint16(r.taken(2))) }

func (r *reader) int32() int32 { return int32(binary.BigEndian.Uint32(r.taken(4))) }
