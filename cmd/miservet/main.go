// Command miservet reports struct tags that package layout of miser refuses,
// before a program runs. It works alone and under go vet:
//
//	miservet ./...
//	go vet -vettool=$(which miservet) ./...
//
// The flag -hints=false leaves out what is only a hint. What is reported is
// said in the documentation of package thrifttags.
package main

import (
	"flag"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/singlechecker"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/miserwire/miser/cmd/miservet/thrifttags"
)

func main() {
	if !underVet(os.Args[1:]) {
		singlechecker.Main(thrifttags.Analyzer)
	}
	// go vet would know the flag as thrifttags.hints only.
	hints := thrifttags.Analyzer.Flags.Lookup("hints")
	flag.Var(hints.Value, hints.Name, hints.Usage)
	unitchecker.Main(thrifttags.Analyzer)
}

// underVet reports whether the go command asks: for the version, for the
// flags, or to check one package.
func underVet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return last == "-V=full" || last == "-flags" || strings.HasSuffix(last, ".cfg")
}
