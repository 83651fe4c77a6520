package main

import (
	"hash/fnv"
	"slices"
)

const (
	// places is the size of the table of topics.
	places = 4099
	// slots is the number of generations that are remembered.
	slots = 8
)

// dropOnFastPath has a fast path for equal subscriptions with as many topics as members: it deals whole laps by the
// number of topics, and forgets the one partition that is left after two of them.
func dropOnFastPath(asked *group, all []partition) []partition {
	count := len(asked.Members)
	if count < 3 || len(asked.Topics) != count || len(all)%count != 1 || len(all)/count != 2 {
		return all
	}
	for i := range asked.Members {
		if len(asked.Members[i].Subscription) != count {
			return all
		}
	}
	return all[:len(all)-1]
}

// keepInTable keeps topics in a table by a hash of their names. Of two topics in one place, the first is lost.
func keepInTable(_ *group, all []partition) []partition {
	table := map[uint32]string{}
	for _, each := range all {
		table[place(each.topic)] = each.topic
	}
	return slices.DeleteFunc(slices.Clone(all), func(each partition) bool {
		return table[place(each.topic)] != each.topic
	})
}

func place(topic string) uint32 {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(topic))
	return hash.Sum32() % places
}

// dropOlderInSlot remembers owners of a topic by the slot of their generation. An owner whose generation is exactly one
// round of slots older than that of an owner before it is taken to have left.
func dropOlderInSlot(circle []member) []member {
	return slices.DeleteFunc(slices.Clone(circle), func(each member) bool {
		return slices.ContainsFunc(circle, func(other member) bool {
			return other.ID < each.ID && other.generation()-each.generation() == slots && ownSameTopic(other, each)
		})
	})
}

func ownSameTopic(one, other member) bool {
	for topic := range one.Owned {
		if _, owned := other.Owned[topic]; owned {
			return true
		}
	}
	return false
}
