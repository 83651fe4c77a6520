//go:build constructors

package main

import "github.com/IBM/sarama"

func init() {
	serves("range", likeRange, sarama.NewBalanceStrategyRange)
	serves("roundrobin", likeRoundRobin, sarama.NewBalanceStrategyRoundRobin)
	serves("sticky", likeSticky, sarama.NewBalanceStrategySticky)
}
