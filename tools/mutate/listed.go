package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// listedName is the file that says of faults why no test can notice them: keys,
// one a line, and below them, indented, the reason that they share. Lines that
// begin with # are for readers.
const listedName = "equivalent.txt"

// readListed returns the reasons by key; none where there is no such file.
func readListed(name string) (map[string]string, error) {
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseListed(name, string(b))
}

func parseListed(name, text string) (map[string]string, error) {
	why := map[string]string{}
	var keys []string // without a reason so far, or those that share the last one
	explained := false
	for i, line := range strings.Split(text, "\n") {
		reason := strings.TrimSpace(line)
		switch {
		case reason == "" || line[0] == '#':
		case line[0] != ' ' && line[0] != '\t':
			if explained {
				keys, explained = nil, false
			}
			if _, ok := why[line]; ok {
				return nil, fmt.Errorf("%s:%d: the key is there twice", name, i+1)
			}
			keys = append(keys, line)
			why[line] = ""
		case keys == nil:
			return nil, fmt.Errorf("%s:%d: a reason without a key", name, i+1)
		default:
			explained = true
			for _, k := range keys {
				why[k] = strings.TrimSpace(why[k] + " " + reason)
			}
		}
	}
	if len(keys) > 0 && !explained {
		return nil, fmt.Errorf("%s: %q has no reason", name, keys[len(keys)-1])
	}
	return why, nil
}
