package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// A journal is a file of verdicts, one a line, so that a hunt may go on where
// another ended. The last line on a mutant counts.
type journal struct {
	file     *os.File // nil: nothing is kept
	verdicts map[string]entry
	bases    map[stage]baseline
}

// An entry is a line: of a mutant, or of the tests without a fault.
type entry struct {
	Key     string `json:",omitempty"`
	Verdict string `json:",omitempty"`
	Killer  string `json:",omitempty"`
	Stage   stage
	Base    *baseline `json:",omitempty"`
}

func openJournal(name string) (*journal, error) {
	j := &journal{verdicts: map[string]entry{}, bases: map[stage]baseline{}}
	if name == "" {
		return j, nil
	}
	if err := j.read(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var err error
	j.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	return j, err
}

func (j *journal) read(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var e entry
		if err = json.Unmarshal(lines.Bytes(), &e); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if e.Base != nil {
			j.bases[e.Stage] = *e.Base
			continue
		}
		j.verdicts[e.Key] = e
	}
	return lines.Err()
}

func (j *journal) write(e entry) error {
	if j.file == nil {
		return nil
	}
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(b, '\n'))
	return err
}

func (j *journal) keep(r result) error {
	return j.write(entry{Key: r.Key(), Verdict: r.Verdict, Killer: r.Killer, Stage: r.Where})
}

func (j *journal) verdict(m *mutant) (result, bool) {
	e, ok := j.verdicts[m.Key()]
	return result{mutant: m, Verdict: e.Verdict, Where: e.Stage, Killer: e.Killer}, ok
}

func (j *journal) keepBaseline(s stage, b baseline) error { return j.write(entry{Stage: s, Base: &b}) }

func (j *journal) baseline(s stage) (b baseline, ok bool) {
	b, ok = j.bases[s]
	return b, ok
}

func (j *journal) close() {
	if j.file != nil {
		j.file.Close()
	}
}
