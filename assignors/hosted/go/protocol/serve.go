// A host: it passes groups to the assignors of one Go client, over the lines of assay-host/1.
//
// The files of this folder are the same for every client. The files that are built together with these define what a
// client's group leader does and what its members send.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// longestLine is the most bytes of one question; a longer line is refused and skipped.
const longestLine = 256 << 20

var errTooLong = fmt.Errorf("a line of more than %d bytes", longestLine)

func main() {
	// Only the protocol uses stdin and stdout; the client reads and prints elsewhere.
	questions, answers := os.Stdin, os.Stdout
	os.Stdin, _ = os.Open(os.DevNull)
	os.Stdout = os.Stderr
	served := newRequestHandler(servedClient())
	if err := serve(served, bufio.NewReaderSize(questions, 1<<16), answers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve greets, then answers each line with one line, until there are no more.
func serve(handler *requestHandler, questions *bufio.Reader, answers io.Writer) error {
	if err := say(answers, handler.greeting()); err != nil {
		return err
	}
	for {
		line, err := nextLine(questions)
		var said any
		switch {
		case errors.Is(err, errTooLong):
			said = refused(nil, err.Error())
		case err != nil && len(line) == 0:
			return nil
		default:
			said = handler.reply(line)
		}
		if err := say(answers, said); err != nil {
			return err
		}
	}
}

// nextLine is the next line without its end, or errTooLong after skipping the rest of a long line.
func nextLine(questions *bufio.Reader) ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, err := questions.ReadSlice('\n')
		if !tooLong {
			line = append(line, part...)
			tooLong = len(line) > longestLine
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if tooLong {
			return nil, errTooLong
		}
		return line, err
	}
}

// version is the release of the client in this program, according to the Go tool.
func version(module string) string {
	built, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, found := range built.Deps {
		if found.Path == module {
			return found.Version
		}
	}
	return "unknown"
}
