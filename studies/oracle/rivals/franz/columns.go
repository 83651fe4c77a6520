package main

import (
	"encoding/binary"
	"fmt"
	"os"
)

const nobody = -1

// columns is a group as arrays, see studies/oracle/rivals/README.md. Members and topics are numbers here.
type columns struct {
	partitions []int32 // of each topic
	start      []int32 // member m subscribes to topics[start[m]:start[m+1]], ascending
	topics     []int32
	owner      []int32 // of each partition, topic after topic: a member, or nobody
}

func readColumns(path string) (*columns, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	words := make([]int32, len(raw)/4)
	for i := range words {
		words[i] = int32(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	if len(words) < 4 {
		return nil, fmt.Errorf("%s: no head", path)
	}
	lengths, rest := words[:4], words[4:]
	parts := make([][]int32, len(lengths))
	for i, length := range lengths {
		if int(length) > len(rest) || length < 0 {
			return nil, fmt.Errorf("%s: too short", path)
		}
		parts[i], rest = rest[:length], rest[length:]
	}
	return &columns{partitions: parts[0], start: parts[1], topics: parts[2], owner: parts[3]}, nil
}

func (c *columns) members() int { return len(c.start) - 1 }

func (c *columns) subscription(member int) []int32 {
	return c.topics[c.start[member]:c.start[member+1]]
}

// firsts says which partition, counted over all topics, is the first of each topic.
func (c *columns) firsts() []int32 {
	firsts := make([]int32, len(c.partitions))
	next := int32(0)
	for topic, count := range c.partitions {
		firsts[topic] = next
		next += count
	}
	return firsts
}
