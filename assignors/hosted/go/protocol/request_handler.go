package main

import (
	"encoding/json"
	"fmt"
	"time"
)

// client is defined by the files of one client.
type client struct {
	implementation string
	module         string
	assignors      []assignor
}

// assignor is one of a client's assignors, under its name in the protocol.
//
// fresh makes an object of it; put prepares everything that the group's leader passes to that object.
type assignor struct {
	name  string
	like  []string
	fresh func() any
	put   func(object any, asked *group) (*call, error)
}

// call is a prepared question: only assign is timed, and answer reads its result.
type call struct {
	assign func() error
	answer func() (plan, error)
}

// plan is an answer: member -> topic -> partitions.
type plan map[string]map[string][]int32

// requestHandler answers questions one after another.
type requestHandler struct {
	client client
	kept   *instances
}

func newRequestHandler(served client) *requestHandler {
	return &requestHandler{client: served, kept: newInstances()}
}

// greeting is the first line.
func (h *requestHandler) greeting() any {
	said := struct {
		Format         string              `json:"format"`
		Implementation string              `json:"implementation"`
		Version        string              `json:"version"`
		Assignors      []string            `json:"assignors"`
		Like           map[string][]string `json:"like"`
	}{
		Format:         "assay-host/1",
		Implementation: h.client.implementation,
		Version:        version(h.client.module),
		Like:           map[string][]string{},
	}
	for _, each := range h.client.assignors {
		said.Assignors = append(said.Assignors, each.name)
		said.Like[each.name] = each.like
	}
	return said
}

// question is a parsed question. Its parts are read one by one, so that the reply to an invalid one can contain its id.
type question struct {
	ID       json.RawMessage `json:"id"`
	Assignor *string         `json:"assignor"`
	Group    json.RawMessage `json:"group"`
	Instance *string         `json:"instance"`
}

// reply is the reply to line, whatever it contains and whatever the client does.
func (h *requestHandler) reply(line []byte) (said any) {
	var asked question
	defer func() {
		if panicked := recover(); panicked != nil {
			said = failed{ID: asked.ID, Error: describedPanic(panicked)}
		}
	}()
	wrong := json.Unmarshal(line, &asked)
	if !isID(asked.ID) {
		asked.ID = nil
	}
	switch {
	case wrong != nil:
		return refused(asked.ID, "expected a question, an object with 'id', 'assignor' and 'group': "+wrong.Error())
	case asked.ID == nil:
		return refused(nil, "id: expected a whole number or text, which the answer repeats")
	}
	answer, err := h.answer(&asked)
	if err != nil {
		return failed{ID: asked.ID, Error: described(err)}
	}
	answer.ID = asked.ID
	return answer
}

func isID(id json.RawMessage) bool {
	var number int64
	var text string
	return len(id) > 0 && string(id) != "null" && (json.Unmarshal(id, &number) == nil || json.Unmarshal(id, &text) == nil)
}

func (h *requestHandler) answer(asked *question) (*answered, error) {
	if asked.Assignor == nil || asked.Group == nil {
		return nil, wrongQuestion("'assignor' or 'group' is missing")
	}
	served, err := h.assignor(*asked.Assignor)
	if err != nil {
		return nil, err
	}
	var about group
	if err := json.Unmarshal(asked.Group, &about); err != nil {
		return nil, wrongQuestion("group: " + err.Error())
	}
	if err := about.checked(); err != nil {
		return nil, err
	}
	if len(about.Members) == 0 {
		// A group without members has no leader, so no assignor is called.
		return &answered{Assignment: plan{}}, nil
	}
	ready, err := served.put(h.object(served, asked.Instance), &about)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	err = ready.assign()
	spent := time.Since(start).Nanoseconds()
	if err != nil {
		return nil, err
	}
	found, err := ready.answer()
	if err != nil {
		return nil, err
	}
	return &answered{Assignment: tidied(found), Nanoseconds: &spent}, nil
}

// assignor is the assignor called name.
func (h *requestHandler) assignor(name string) (*assignor, error) {
	for i := range h.client.assignors {
		if h.client.assignors[i].name == name {
			return &h.client.assignors[i], nil
		}
	}
	return nil, wrongQuestion(fmt.Sprintf("unknown assignor %q", name))
}

func (h *requestHandler) object(served *assignor, instance *string) any {
	if instance == nil {
		return served.fresh()
	}
	return h.kept.object(served.name, *instance, served.fresh)
}
