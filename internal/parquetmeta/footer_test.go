package parquetmeta

import (
	"errors"
	"strings"
	"testing"
)

func TestFooter(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		footer     string
		offset     int
		err        error
		text       string
	}{
		{"footer after data", "PAR1dataFOOT\x04\x00\x00\x00PAR1", "FOOT", 8, nil, ""},
		{"footer fills the file", "PAR1F\x01\x00\x00\x00PAR1", "F", 4, nil, ""},
		{"empty", "", "", 0, ErrNotParquet, "0 bytes"},
		{"too short", "PAR1\x00\x00\x00PAR1", "", 0, ErrNotParquet, "11 bytes, the least is 12"},
		{"magic alone", "PAR1PAR1", "", 0, ErrNotParquet, ""},
		{"no footer", "PAR1\x00\x00\x00\x00PAR1", "", 0, ErrFooter, "0 bytes at offset 4"},
		{"head", "PAR2dataFOOT\x04\x00\x00\x00PAR1", "", 0, ErrNotParquet, `begins with "PAR2"`},
		{"tail", "PAR1dataFOOT\x04\x00\x00\x00PAR2", "", 0, ErrNotParquet, `ends with "PAR2"`},
		{"encrypted", "PAREdataFOOT\x04\x00\x00\x00PARE", "", 0, ErrEncrypted, "PARE"},
		{"one byte too long", "PAR1F\x02\x00\x00\x00PAR1", "", 0, ErrFooter, "2 bytes at offset 5, room for 1"},
		{"huge", "PAR1F\xff\xff\xff\xffPAR1", "", 0, ErrFooter, "4294967295 bytes"},
		{"high bit", "PAR1F\x00\x00\x00\x80PAR1", "", 0, ErrFooter, "2147483648 bytes"},
	} {
		footer, offset, err := Footer([]byte(tt.file))
		if string(footer) != tt.footer || offset != tt.offset || !errors.Is(err, tt.err) {
			t.Errorf("%s: Footer = %q, %d, %v; want %q, %d, %v", tt.name, footer, offset, err, tt.footer, tt.offset, tt.err)
		}
		if err != nil && !strings.Contains(err.Error(), tt.text) {
			t.Errorf("%s: error %q does not say %q", tt.name, err, tt.text)
		}
		if cap(footer) != len(footer) {
			t.Errorf("%s: cap %d, len %d", tt.name, cap(footer), len(footer))
		}
	}
}

func TestIsParquet(t *testing.T) {
	for _, tt := range []struct {
		file string
		want bool
	}{
		{"PAR1F\x01\x00\x00\x00PAR1", true},
		{"PAREF\x01\x00\x00\x00PARE", true},
		{"PAR1F\x01\x00\x00\x00PARE", false},
		{"PAR1PAR1", false},
		{"PAR1", false},
		{"", false},
	} {
		if got := IsParquet([]byte(tt.file)); got != tt.want {
			t.Errorf("IsParquet(%q) = %v, want %v", tt.file, got, tt.want)
		}
	}
}
