package main

import (
	"encoding/binary"
	"maps"
	"slices"
)

// What members send with their subscription, in Kafka's primitives: big-endian, text and lists with their lengths in
// front. A subscription is: an int16 version, topics, user data; from version 1 on what is owned; from 2 on the
// generation; from 3 on the rack. So an older version is the beginning of a newer one.

// stickyUserData is version 1 of what the sticky family's members say of themselves (KIP-54, KIP-341): what they own,
// topic by topic, and the generation.
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

// readStickyUserData is what such bytes say; nothing where there are none.
func readStickyUserData(data []byte) (owned map[string][]int32, generation int32) {
	owned, generation = map[string][]int32{}, noGeneration
	if len(data) == 0 {
		return owned, generation
	}
	at := reader{data}
	for range at.int32() {
		name := string(at.taken(int(at.int16())))
		partitions := make([]int32, at.int32())
		for i := range partitions {
			partitions[i] = at.int32()
		}
		owned[name] = partitions
	}
	return owned, at.int32()
}

// lowered is a subscription as a member sends it that speaks no version newer than newest.
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

// racked is a subscription of version 3 that said no rack, and now says one.
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
