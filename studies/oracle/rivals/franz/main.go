// franz times the sticky balancer of franz-go on groups that come as columns. See studies/oracle/rivals/README.md.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

const client = "github.com/twmb/franz-go"

func main() {
	say(map[string]string{"implementation": client, "version": version(), "assignor": "sticky"})
	var current *question
	asked := bufio.NewScanner(os.Stdin)
	for asked.Scan() {
		verb, path, _ := strings.Cut(asked.Text(), " ")
		switch {
		case verb == "open":
			current = nil // its memory is free before the next one is read
			c, err := readColumns(path)
			if err != nil {
				fail(err)
				continue
			}
			current = newQuestion(c)
			say(map[string]int{"members": c.members(), "partitions": len(c.owner)})
		case verb == "ask" && current != nil:
			spent, plan, err := current.ask()
			if err != nil {
				fail(err)
				continue
			}
			described := current.describe(plan)
			described.Nanoseconds = spent.Nanoseconds()
			say(described)
		default:
			fail(fmt.Errorf("expected `open PATH`, then `ask`: %s", asked.Text()))
		}
	}
}

func version() string {
	if built, ok := debug.ReadBuildInfo(); ok {
		for _, module := range built.Deps {
			if module.Path == client {
				return module.Version
			}
		}
	}
	return "unknown"
}

func fail(err error) { say(map[string]string{"error": err.Error()}) }

func say(reply any) {
	line, err := json.Marshal(reply)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(line))
}
