package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files with what the program prints now")

// miser runs the program on stdin.
func miser(stdin []byte, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(args, bytes.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// Inputs of the golden files, as hex text.
const (
	// Every kind, in Compact, by hand after the specification.
	kindsCompact = "11" + // 1 bool true
		"13f8" + // 2 i8 -8
		"14ff18" + // 3 i16 -1600
		"1580a0c21e" + // 4 i32 32000000
		"16ffffcfdbc3f402" + // 5 i64 -6400000000000
		"170000000000001940" + // 6 double 6.25
		"180474657874" + // 7 string text
		"180200ff" + // 8 binary 00ff
		"1df81d4fae7dec11d0a76500a0c91e6bf6" + // 9 uuid
		"1c12" + "00" + // 10 struct {1: false}
		"1939" + "1502" + "04" + "06" + // 11 list<list>: i32 [1], i16 [], i64 []
		"1a28" + "0161" + "0162" + // 12 set<string>
		"1b0285" + "016102" + "016204" + // 13 map<string:i32>
		"1b00" + // 14 empty map
		"1c00" + // 15 empty struct
		"1b015c" + "0200" + // 16 map<i32:struct>
		"1b01cc" + "15020015" + "0400" + // 17 map<struct:struct>
		"05ffff03" + "01" + // id -32768 out of order
		"00"
	mediaCompact = "192c1824687474703a2f2f6a6176616f6e652e636f6d2f6b65796e6f74655f6c617267652e6a7067180f4a6176616f6e65204b65796e6f74651500" +
		"15001502001828687474703a2f2f6a6176616f6e652e636f6d2f6b65796e6f74655f7468756d626e61696c2e6a7067180f4a6176616f6e65204b65796e6f7465" +
		"150015001500001c181e687474703a2f2f6a6176616f6e652e636f6d2f6b65796e6f74652e6d7067180f4a6176616f6e65204b65796e6f746515001500180a76" +
		"6964656f2f6d706734168eda960116f601150019280a42696c6c2047617465730a5374657665204a6f627315000000"
	callBinary = "80010001 00000003 616464 00000007 080001 00000001 080002 fffffffe 00" // add(1, -2), call 7
)

// longCompact has a long string, a long binary and a long list of numbers.
func longCompact() string {
	text := "18ac02" + strings.Repeat("c3a9", 150) // 300 bytes
	bin := "185000" + strings.Repeat("ff", 79)
	list := "19f5e807" + strings.Repeat("f201", 1000)
	return text + bin + list + "00"
}

// TestGolden compares whole runs with testdata/golden, one file a run.
func TestGolden(t *testing.T) {
	for _, tt := range []struct {
		name, stdin, args string
	}{
		{"help", "", "help"},
		{"help-dump", "", "help dump"},
		{"help-convert", "", "convert -h"},
		{"help-tour", "", "tour -h"},
		{"no-command", "", ""},
		{"unknown-command", "", "frobnicate"},
		{"unknown-flag", "", "dump -frobnicate -"},
		{"dump-kinds", kindsCompact, "dump -hex -p compact -"},
		{"dump-kinds-json", kindsCompact, "dump -hex -p compact -json -"},
		{"dump-media", mediaCompact, "dump -hex -"},
		{"dump-long", longCompact(), "dump -hex -"},
		{"dump-long-full", longCompact(), "dump -hex -full -"},
		{"dump-truncated", mediaCompact[:300], "dump -hex -"},
		{"dump-truncated-json", mediaCompact[:300], "dump -hex -json -"},
		{"dump-trailing", mediaCompact + "aabb", "dump -hex -"},
		{"dump-message", callBinary, "dump -hex -"},
		{"dump-message-json", callBinary, "dump -hex -json -"},
		{"dump-frame", "0000001e" + callBinary, "dump -hex -p binary -framed -message -"},
		{"dump-framed", "0000001f" + callBinary + "99" + "aabb", "dump -hex -"},
		{"dump-frame-cut", "00000064" + callBinary, "dump -hex -"},
		{"dump-parquet", "", "dump testdata/sample.parquet"},
		{"dump-parquet-json", "", "dump -json testdata/sample.parquet"},
		{"dump-page-header", "1500150a150a2c1506150015061506000000", "dump -hex -p compact -as PageHeader -"},
		{"dump-unknown-field", "150015021504" + "18046e657721" + "08c601026869" + "00", "dump -hex -p compact -as PageHeader -"},
		{"dump-cut-key", "1b0285" + "016102" + "0162", "dump -hex -p compact -"},
		{"dump-depth", strings.Repeat("1c", 70) + strings.Repeat("00", 71), "dump -hex -p compact -depth 3 -"},
		{"convert", callBinary, "convert -hex -hexout -message -from binary -to compact -"},
		{"convert-truncated", mediaCompact[:300], "convert -hex -from compact -to binary -"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, stdout, stderr := miser([]byte(tt.stdin), strings.Fields(tt.args)...)
			got := fmt.Sprintf("$ miser %s\n%s", tt.args, stdout)
			if stderr != "" {
				got += "-- stderr\n" + stderr
			}
			got += fmt.Sprintf("-- exit %d\n", code)
			path := filepath.Join("testdata", "golden", tt.name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("differs from %s; go test ./cmd/miser -update rewrites it\n got:\n%s\nwant:\n%s", path, got, want)
			}
		})
	}
}

// TestExitCodes: 0 done, 1 bad input, 2 a wrong command line.
func TestExitCodes(t *testing.T) {
	dir := t.TempDir()
	encrypted := filepath.Join(dir, "encrypted")
	badFooter := filepath.Join(dir, "footer")
	for name, data := range map[string]string{
		encrypted: "PAREdata\x04\x00\x00\x00PARE",
		badFooter: "PAR1data\xff\x00\x00\x00PAR1",
	} {
		if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		args, stdin string
		code        int
		stderr      string
	}{
		{"", "", 2, "usage: miser"},
		{"-h", "", 0, ""},
		{"--version", "", 0, ""},
		{"version", "", 0, ""},
		{"version now", "", 2, "no arguments"},
		{"help help", "", 0, ""},
		{"help nothing", "", 2, `unknown command "nothing"`},
		{"help dump tour", "", 2, "more than one"},
		{"tour now", "", 2, "no arguments"},
		{"tour -t 0", "", 2, ""},
		{"tour -t -1s", "", 2, "-t is outside"},
		{"dump", "", 2, "one FILE is needed"},
		{"dump a b", "", 2, "one FILE is needed"},
		{"dump -p json -", "", 2, `unknown protocol "json"`},
		{"dump -message -", "", 2, "need -p"},
		{"dump -depth -1 -", "", 2, "-depth"},
		{"dump -depth 1000000 -", "", 2, "-depth"},
		{"dump -as Nothing -", "", 2, "ColumnIndex"},
		{"dump -limit -1 -", "", 2, "-limit"},
		{"dump -limit 3 -", "abcd", 1, "longer than 3 bytes"},
		{"dump -limit 1 -", "\x00", 0, ""},
		{"dump " + filepath.Join(dir, "absent"), "", 1, "no such file"},
		{"dump " + encrypted, "", 1, "encrypted"},
		{"dump " + badFooter, "", 1, "255 bytes at offset 8, room for 4"},
		{"dump -", "PARQUET", 1, "not a Parquet file"},
		{"dump -", "", 1, "input is empty"},
		{"dump -p binary -", "", 1, "at offset 0: input is truncated"},
		{"dump -p binary -message -", "\x80\x02\x00\x01", 1, "at offset 0: not a message header"},
		{"dump -p binary -framed -", "\x00\x00\x00\x05\x00", 1, "at offset 0: frame length 5 exceeds the 1 bytes left"},
		{"dump -p binary -framed -", "\xff\xff\xff\xff\x00", 1, "frame length -1 is not positive"},
		{"dump -p binary -framed -", "\x00", 1, "truncated"},
		{"dump -hex -", "00 0", 1, "odd number of hex digits: 3"},
		{"dump -hex -", "00 zz", 1, `'z' at offset 3`},
		{"dump -hex -p binary -", " 0\n0\t", 0, ""},
		{"convert -", "", 2, "-from and -to"},
		{"convert -from binary -to binary -", "", 2, "-from and -to"},
		{"convert -from binary -to compact -depth -1 -", "", 2, "-depth"},
		{"convert -from binary -to compact -", "", 1, "at offset 0"},
		{"convert -from binary -to compact -", "\x00\x00", 1, "at offset 1: 1 bytes follow"},
		{"convert -from binary -to compact -", "\x00", 0, ""},
		{"convert -from binary -to compact -o " + filepath.Join(dir, "no", "dir") + " -", "\x00", 1, "no such file"},
	} {
		code, _, stderr := miser([]byte(tt.stdin), strings.Fields(tt.args)...)
		if code != tt.code || !strings.Contains(stderr, tt.stderr) || (stderr == "") != (code == 0) {
			t.Errorf("miser %s: exit %d, want %d; stderr %q, want %q", tt.args, code, tt.code, stderr, tt.stderr)
		}
	}
}

// TestOutputFile: convert -o writes the file, and none after an error.
func TestOutputFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	args := []string{"convert", "-from", "binary", "-to", "compact", "-o", path, "-"}
	if code, _, stderr := miser([]byte{8, 0, 1, 0, 0, 0}, args...); code != exitFailed {
		t.Errorf("exit %d: %s", code, stderr)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a failed conversion left a file")
	}
	code, stdout, stderr := miser([]byte{8, 0, 1, 0, 0, 0, 5, 0}, args...)
	got, err := os.ReadFile(path)
	if code != exitOK || stdout != "" || err != nil || string(got) != "\x15\x0a\x00" {
		t.Errorf("exit %d, stdout %q, stderr %q; file %x, %v", code, stdout, stderr, got, err)
	}
}

// TestFailedWrite: an output that cannot be written is a failure.
func TestFailedWrite(t *testing.T) {
	var errs bytes.Buffer
	if code := run([]string{"version"}, nil, failingWriter{}, &errs); code != exitFailed {
		t.Errorf("exit %d, want %d", code, exitFailed)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

// TestTour checks what does not depend on the machine.
func TestTour(t *testing.T) {
	code, stdout, stderr := miser(nil, "tour", "-t", "1ms")
	if code != 0 || stderr != "" {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for _, want := range []string{
		"353", "234", "of this machine now", "decode, reuse and alias", "0f 00 01 0c", "19 2c 18 24",
		"price   optional DOUBLE", "row group 1: 2 rows", `from "pepper" to "vanilla", nulls 0`,
		"from 0.35 to 8.5, nulls 1", "UNCOMPRESSED, PLAIN+RLE",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the tour does not say %q", want)
		}
	}
	if n := strings.Count(stdout, "\n"); n > 60 {
		t.Errorf("the tour has %d lines, want at most 60", n)
	}
	if t.Failed() {
		t.Log(stdout)
	}
}
