//go:build !constructors

package main

import (
	"reflect"

	"github.com/IBM/sarama"
)

// Before v1.40 a strategy was a variable that all consumer groups of a program shared.
func init() {
	serves("range", likeRange, copies(sarama.BalanceStrategyRange))
	serves("roundrobin", likeRoundRobin, copies(sarama.BalanceStrategyRoundRobin))
}

// copies makes strategies in the state of the shared one at the program's start.
func copies(shared sarama.BalanceStrategy) func() sarama.BalanceStrategy {
	was := reflect.New(reflect.TypeOf(shared).Elem()).Elem()
	was.Set(reflect.ValueOf(shared).Elem())
	return func() sarama.BalanceStrategy {
		made := reflect.New(was.Type())
		made.Elem().Set(was)
		return made.Interface().(sarama.BalanceStrategy)
	}
}
