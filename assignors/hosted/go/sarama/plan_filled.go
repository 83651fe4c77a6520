//go:build filled

package main

// filled is the plan as the leader sends it: with an empty assignment for members that the strategy left out.
func filled(made plan, asked *group) plan {
	sent := make(plan, len(asked.Members))
	for i := range asked.Members {
		sent[asked.Members[i].ID] = nil
	}
	for id, topics := range made {
		sent[id] = topics
	}
	return sent
}
