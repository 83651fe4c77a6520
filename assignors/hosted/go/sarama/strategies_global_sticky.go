//go:build !constructors && sticky

package main

import "github.com/IBM/sarama"

func init() {
	serves("sticky", likeSticky, copies(sarama.BalanceStrategySticky))
}
