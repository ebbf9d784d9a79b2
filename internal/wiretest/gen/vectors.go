package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// importVectors copies golden/*.jsonl, malformed/*.jsonl and bugcases.jsonl from src to dst, each as
// .jsonl.gz. What concerns the JSON and THeader protocols only is left out.
func importVectors(src, dst string) error {
	for _, pattern := range []string{"golden/*.jsonl", "malformed/*.jsonl", "bugcases.jsonl"} {
		paths, err := filepath.Glob(filepath.Join(src, pattern))
		if err != nil {
			return err
		}
		if len(paths) == 0 {
			return fmt.Errorf("%s: no such vectors", pattern)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if filepath.Base(path) == "theader.jsonl" {
				continue
			}
			if text, err = filterLines(text); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if len(text) == 0 {
				continue
			}
			rel, _ := filepath.Rel(src, path)
			if err := writeGzip(filepath.Join(dst, rel+".gz"), text); err != nil {
				return err
			}
		}
	}
	return nil
}

// filterLines drops the lines of protocols that this library does not speak, and from the others the
// members about JSON.
func filterLines(text []byte) ([]byte, error) {
	var out bytes.Buffer
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		var kind struct{ Protocol string }
		if err := json.Unmarshal(lines.Bytes(), &kind); err != nil {
			return nil, err
		}
		if kind.Protocol == "json" || kind.Protocol == "header_message" {
			continue
		}
		if err := copyObject(&out, lines.Bytes()); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), lines.Err()
}

// copyObject writes the members of one JSON object, in their order, without those whose name starts with
// json.
func copyObject(out *bytes.Buffer, line []byte) error {
	d := json.NewDecoder(bytes.NewReader(line))
	if _, err := d.Token(); err != nil {
		return err
	}
	open := byte('{')
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if strings.HasPrefix(name.(string), "json") {
			continue
		}
		out.WriteByte(open)
		fmt.Fprintf(out, "%q:%s", name, value)
		open = ','
	}
	out.WriteString("}\n")
	return nil
}

// writeGzip compresses with an empty header, so that equal text gives equal files.
func writeGzip(path string, text []byte) error {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}
