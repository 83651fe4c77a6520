package main

import (
	"context"

	"github.com/twmb/franz-go/pkg/kgo"
)

// With the strategy `consumer` the broker assigns (KIP-848). franz-go asks to opt in.
func init() {
	ctx := context.WithValue(context.Background(), "opt_in_kafka_next_gen_balancer_beta", true)
	protocols["consumer"] = kgo.WithContext(ctx)
}
