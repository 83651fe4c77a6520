package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// longestTrace is the most of a stack that is reported.
const longestTrace = 8000

// answered is the line with an answer.
type answered struct {
	ID          json.RawMessage `json:"id"`
	Assignment  plan            `json:"assignment"`
	Nanoseconds *int64          `json:"nanoseconds,omitempty"`
}

// failed is the line with an error instead of an answer.
type failed struct {
	ID    json.RawMessage `json:"id"`
	Error failure         `json:"error"`
}

type failure struct {
	Type    string `json:"type"`
	Message string `json:"message"`
	Trace   string `json:"trace,omitempty"`
}

// wrongQuestion is a malformed question: no assignor is to blame.
type wrongQuestion string

func (wrong wrongQuestion) Error() string { return string(wrong) }

// cannotBeAsked is the reason why this client's leader never passes a group to an assignor.
type cannotBeAsked string

func (why cannotBeAsked) Error() string { return string(why) }

// refused is the reply to an invalid line; its id is nil where none could be read.
func refused(id json.RawMessage, why string) failed {
	return failed{ID: id, Error: described(wrongQuestion(why))}
}

// described is an error in the form of an answer.
func described(err error) failure {
	var wrong wrongQuestion
	var why cannotBeAsked
	switch {
	case errors.As(err, &wrong):
		return failure{Type: "AssayError", Message: wrong.Error()}
	case errors.As(err, &why):
		return failure{Type: "CannotBeAsked", Message: why.Error()}
	default:
		return failure{Type: fmt.Sprintf("%T", err), Message: err.Error()}
	}
}

// describedPanic is a recovered panic, with its stack.
func describedPanic(panicked any) failure {
	trace := string(debug.Stack())
	return failure{
		Type:    fmt.Sprintf("%T", panicked),
		Message: fmt.Sprint(panicked),
		Trace:   trace[:min(len(trace), longestTrace)],
	}
}

// tidied is a plan with sorted ids and without empty lists, some of which JSON would write as null. The client's own
// lists stay unchanged, because its object may be used again.
func tidied(found plan) plan {
	tidy := make(plan, len(found))
	for id, topics := range found {
		mine := make(map[string][]int32, len(topics))
		for name, partitions := range topics {
			if len(partitions) > 0 {
				mine[name] = slices.Sorted(slices.Values(partitions))
			}
		}
		tidy[id] = mine
	}
	return tidy
}

// say writes one line of plain ASCII, so that no locale can corrupt it.
func say(answers io.Writer, what any) error {
	text, err := json.Marshal(what)
	if err != nil {
		return err
	}
	_, err = answers.Write(append(escaped(text), '\n'))
	return err
}

func escaped(text []byte) []byte {
	plain := make([]byte, 0, len(text)+1)
	for len(text) > 0 {
		letter, size := utf8.DecodeRune(text)
		switch {
		case letter < utf8.RuneSelf:
			plain = append(plain, text[0])
		case letter > 0xffff:
			high, low := utf16.EncodeRune(letter)
			plain = fmt.Appendf(plain, `\u%04x\u%04x`, high, low)
		default:
			plain = fmt.Appendf(plain, `\u%04x`, letter)
		}
		text = text[size:]
	}
	return plain
}
