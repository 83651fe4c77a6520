//go:build !listed

package main

import "github.com/IBM/sarama"

// Before static membership (v1.34.0) a response had only the members and their data.
func addMember(response *sarama.JoinGroupResponse, joining *member, metadata []byte) {
	if response.Members == nil {
		response.Members = map[string][]byte{}
	}
	response.Members[joining.ID] = metadata
}
