package main

import "sort"

// answer is what a plan is like: how many members have each load, what had an owner and is not with it, and how many
// partitions have no owner, a second one, or one that does not subscribe.
type answer struct {
	Nanoseconds int64      `json:"nanoseconds"`
	Loads       [][2]int32 `json:"loads"`
	Moves       int        `json:"moves"`
	Faults      int        `json:"faults"`
}

func (q *question) describe(plan map[string]map[string][]int32) answer {
	c := q.columns
	holders := make([]int32, len(c.owner))
	for partition := range holders {
		holders[partition] = nobody
	}
	firsts := c.firsts()
	wanted := make([]bool, len(c.partitions))
	loads := map[int32]int32{}
	described := answer{}
	for member, id := range q.memberIDs {
		mine := make(map[int32]bool, len(c.subscription(member)))
		for _, topic := range c.subscription(member) {
			mine[topic], wanted[topic] = true, true
		}
		load := int32(0)
		for name, partitions := range plan[id] {
			topic := q.topicNumber[name]
			for _, partition := range partitions {
				place := firsts[topic] + partition
				if !mine[topic] || holders[place] != nobody {
					described.Faults++
				}
				holders[place] = int32(member)
				load++
			}
		}
		loads[load]++
	}
	place := 0
	for topic, count := range c.partitions {
		for range count {
			switch {
			case wanted[topic] && holders[place] == nobody:
				described.Faults++
			case c.owner[place] != nobody && c.owner[place] != holders[place]:
				described.Moves++
			}
			place++
		}
	}
	for load, members := range loads {
		described.Loads = append(described.Loads, [2]int32{load, members})
	}
	sort.Slice(described.Loads, func(i, j int) bool { return described.Loads[i][0] < described.Loads[j][0] })
	return described
}
