package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
)

// A unit is one source file, with what the type checker knows of it.
type unit struct {
	pkg    string // folder below the root
	file   string // path below the root
	module string
	src    []byte
	fset   *token.FileSet
	syntax *ast.File
	info   *types.Info
	types  *types.Package
	builds []string // that the file is part of
}

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	Standard                bool
	Module                  *struct{ Path, Dir string }
}

// load parses and checks the packages of the module at root in each build. A
// file that is part of two builds is one unit, with the types of the first.
func load(ctx context.Context, root string, pkgs []string) (units []*unit, err error) {
	seen := map[string]*unit{}
	for _, build := range buildNames {
		packages, err := goList(ctx, root, build, pkgs)
		if err != nil {
			return nil, err
		}
		exports := map[string]string{}
		for _, p := range packages {
			exports[p.ImportPath] = p.Export
		}
		for _, p := range packages {
			if p.Module == nil || p.Module.Dir != root {
				continue
			}
			rel, err := filepath.Rel(root, p.Dir)
			if err != nil {
				return nil, err
			}
			pkg := filepath.ToSlash(rel)
			if !contains(pkgs, pkg) {
				continue
			}
			checked, err := check(p, pkg, exports)
			if err != nil {
				return nil, err
			}
			for _, u := range checked {
				if seen[u.file] == nil {
					seen[u.file] = u
					units = append(units, u)
				}
				seen[u.file].builds = append(seen[u.file].builds, build)
			}
		}
	}
	return units, nil
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

// goList lists pkgs and all that they import, with the files of exported types.
func goList(ctx context.Context, root, build string, pkgs []string) (list []*goPackage, err error) {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Standard,Module", "-tags=" + tagsOf(build)}
	for _, p := range pkgs {
		args = append(args, "./"+p)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err = cmd.Run(); err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, errs.Bytes())
	}
	d := json.NewDecoder(&out)
	for {
		p := new(goPackage)
		if err = d.Decode(p); errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}

// check parses the files of p and finds the types of what is in them.
func check(p *goPackage, pkg string, exports map[string]string) (units []*unit, err error) {
	fset := token.NewFileSet()
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Uses:  map[*ast.Ident]types.Object{},
		Defs:  map[*ast.Ident]types.Object{},
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		src, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		units = append(units, &unit{
			pkg: pkg, file: path.Join(pkg, name), module: p.Module.Path,
			src: src, fset: fset, syntax: f, info: info,
		})
	}
	lookup := func(name string) (io.ReadCloser, error) { return os.Open(exports[name]) }
	conf := types.Config{
		Importer: importer.ForCompiler(fset, "gc", lookup),
		Sizes:    types.SizesFor("gc", runtime.GOARCH),
	}
	checked, err := conf.Check(p.ImportPath, fset, files, info)
	if err != nil {
		return nil, err
	}
	for _, u := range units {
		u.types = checked
	}
	return units, nil
}
