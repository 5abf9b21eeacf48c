// Renders the templates of a chart as Helm does, with the same two libraries (text/template and sprig), for tests on machines without Helm.
// Reads {"chart","values","release"} as JSON; the arguments are the template files. Prints the manifests.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
)

func main() {
	var input struct{ Chart, Values, Release map[string]interface{} }
	decoder := json.NewDecoder(os.Stdin)
	decoder.UseNumber()
	check(decoder.Decode(&input))
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	// Helm removes these two as well
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	// JSON is YAML, and indenting its one line changes nothing
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	}
	root.Funcs(functions)
	for _, file := range os.Args[1:] {
		text, err := os.ReadFile(file)
		check(err)
		template.Must(root.New(filepath.Base(file)).Parse(string(text)))
	}
	data := map[string]interface{}{"Chart": input.Chart, "Values": input.Values, "Release": input.Release}
	for _, file := range os.Args[1:] {
		if strings.HasSuffix(file, ".tpl") {
			continue
		}
		var out bytes.Buffer
		check(root.ExecuteTemplate(&out, filepath.Base(file), data))
		fmt.Printf("---\n%s\n", out.String())
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
