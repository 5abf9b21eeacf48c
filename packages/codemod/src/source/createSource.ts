import ts from 'typescript'
import { createEdits, type Edits } from './createEdits.js'
import { createImports, type Imports } from './createImports.js'
import { findStatement } from './findStatement.js'
import type { Note } from './note.js'
import { toScriptKind } from './toScriptKind.js'

export type Source = {
  readonly file: ts.SourceFile
  readonly edits: Edits
  readonly imports: Imports
  /** Puts a text in the place of a node, without the comments before it. */
  readonly replace: (node: ts.Node, text: string) => void
  /** Leaves a comment above the statement that the node is in. */
  readonly note: (node: ts.Node, text: string) => void
  readonly finish: () => { readonly text: string; readonly notes: readonly Note[] }
}

/** A source as a tree, and the changes of its text. */
export function createSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, toScriptKind(path))
  const edits = createEdits(text)
  const imports = createImports(file, edits)
  const notes = new Map<string, Note>()
  return {
    file,
    edits,
    imports,
    replace: (node, replacement) => edits.replace(node.getStart(file), node.getEnd(), replacement),
    note(node, note) {
      const statement = findStatement(node)
      const start = statement.getStart(file)
      // it stands there from an earlier time
      if (text.slice(statement.getFullStart(), start).includes(`// ${mark} ${note}\n`)) return
      const { line, character } = file.getLineAndCharacterOfPosition(start)
      const key = `${line} ${note}`
      if (notes.has(key)) return
      notes.set(key, { line: line + 1, text: note })
      const indent = text.slice(start - character, start)
      // a statement behind another on one line has no indentation of its own
      edits.insert(start, `// ${mark} ${note}\n${/^\s*$/.test(indent) ? indent : ''}`)
    },
    finish() {
      imports.finish()
      return { text: edits.apply(), notes: [...notes.values()] }
    },
  }
}

/** How the places that are left to the developer are found again. */
const mark = 'TODO(latchkey):'
