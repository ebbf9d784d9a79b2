package arch

import (
	"path"
	"regexp"
	"strings"
)

// A document is a page of prose about the code.
type document struct{ path, text string }

// A span is a piece of inline code, or the target of a link, and its line.
type span struct {
	line int
	text string
}

var (
	inlineCode = regexp.MustCompile("(`+)(.+?)`+")
	linkTarget = regexp.MustCompile(`\]\(([^)\s]+)\)`)
)

// spans finds what pattern's last group matches outside fenced blocks.
func (d document) spans(pattern *regexp.Regexp) (found []span) {
	fenced := false
	for i, line := range strings.Split(d.text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
			continue
		}
		if fenced {
			continue
		}
		for _, m := range pattern.FindAllStringSubmatch(line, -1) {
			found = append(found, span{i + 1, m[len(m)-1]})
		}
	}
	return found
}

var (
	lineSuffix = regexp.MustCompile(`:\d+$`)
	pathLike   = regexp.MustCompile(`^[\w.*-]+(?:/[\w.*-]+)*/?$`)
	bareFile   = regexp.MustCompile(`^[A-Za-z][\w.*-]*\.(?:go|s|md|mod|sum|conf)$`)
)

// houseFolders start a path that is ours; encoding/binary is not.
var houseFolders = []string{
	"codec", "binary", "compact", "layout", "unsafeio", "fuzz", "bench", "dialects", "tools", "cmd", "examples", "internal", ".ci",
}

// pathIn returns the path of this project that a word of inline code is, if it is one: a file or folder
// below a house folder, or the bare name of a file.
func pathIn(word string) (name string, ok bool) {
	word = strings.Trim(word, ",;()[]\"'")
	word = lineSuffix.ReplaceAllString(strings.TrimPrefix(word, "./"), "")
	word = strings.TrimSuffix(word, "/...")
	if !pathLike.MatchString(word) {
		return "", false
	}
	if strings.Contains(word, "/") {
		return strings.TrimSuffix(word, "/"), under(word, houseFolders)
	}
	return word, bareFile.MatchString(word) || word == "Makefile" || word == "LICENSE"
}

// rulePaths: the files that a document names in inline code exist, and so do those that it links to.
func rulePaths(d document, t *tree) (faults []fault) {
	for _, s := range d.spans(inlineCode) {
		for word := range strings.FieldsSeq(s.text) {
			if name, ok := pathIn(word); ok && !t.holds(name) {
				faults = append(faults, fault{d.path, s.line, "references: no file " + name})
			}
		}
	}
	for _, s := range d.spans(linkTarget) {
		name, _, _ := strings.Cut(s.text, "#")
		if name == "" || strings.Contains(name, ":") {
			continue
		}
		if name = path.Join(path.Dir(d.path), name); !t.has(name) {
			faults = append(faults, fault{d.path, s.line, "references: link to " + name + ", which does not exist"})
		}
	}
	return faults
}

// holds reports whether name, which may be a pattern, is a path of the tree, or the last part of one if it
// has no slash.
func (t *tree) holds(name string) bool {
	for _, have := range t.names {
		if !strings.Contains(name, "/") {
			have = path.Base(have)
		}
		if ok, _ := path.Match(name, have); ok {
			return true
		}
	}
	return false
}

// package.Name or package.Type.Member; a type may be written (*package.Type[T]).
var symbolLike = regexp.MustCompile(`(^|[^\w./])([a-z]\w*)\.([A-Z]\w*)(?:(?:\[[^\]]*\])?\)?\.([A-Za-z]\w*))?`)

// ruleSymbols: the symbols that a document names in inline code exist, tests included.
func ruleSymbols(d document, s symbols, tests map[string]bool) (faults []fault) {
	for _, span := range d.spans(inlineCode) {
		for _, m := range symbolLike.FindAllStringSubmatch(span.text, -1) {
			name := m[2] + "." + m[3]
			if !s.packages[m[2]] {
				continue
			}
			if m[4] != "" {
				name += "." + m[4]
			}
			if !s.names[name] {
				faults = append(faults, fault{d.path, span.line, "references: no symbol " + name})
			}
		}
		if name := testName.FindString(span.text); name == span.text && name != "" && !tests[name] {
			faults = append(faults, fault{d.path, span.line, "references: no test " + name})
		}
	}
	return faults
}
