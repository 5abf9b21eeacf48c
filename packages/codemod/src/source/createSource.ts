import ts from 'typescript'
import { createEdits, type Edits } from './createEdits.js'
import { createImports, type Imports } from './createImports.js'

/** Something that the developer has to do by hand. */
export type Note = {
  /** Line in the original source, starting at 1. */
  readonly line: number
  readonly text: string
}

export type Source = {
  readonly path: string
  /** Whether the file is TypeScript. */
  readonly isTyped: boolean
  readonly file: ts.SourceFile
  readonly edits: Edits
  readonly imports: Imports
  /** Replaces a node, and keeps the comments before it. */
  readonly replace: (node: ts.Node, text: string) => void
  /** Marks the statement that contains the node with a comment above it. */
  readonly note: (node: ts.Node, text: string) => void
  readonly finish: () => { readonly text: string; readonly notes: readonly Note[] }
}

/** Parses a source file and collects the changes to its text. */
export function createSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, toScriptKind(path))
  const edits = createEdits(text)
  const imports = createImports(file, edits)
  const notes = new Map<string, Note>()
  return {
    path,
    isTyped: /\.[cm]?tsx?$/.test(path),
    file,
    edits,
    imports,
    replace: (node, replacement) => edits.replace(node.getStart(file), node.getEnd(), replacement),
    note(node, note) {
      const statement = findStatement(node)
      const start = statement.getStart(file)
      // an earlier run has already added it
      if (text.slice(statement.getFullStart(), start).includes(`// ${mark} ${note}\n`)) return
      const { line, character } = file.getLineAndCharacterOfPosition(start)
      const key = `${line} ${note}`
      if (notes.has(key)) return
      notes.set(key, { line: line + 1, text: note })
      const indent = text.slice(start - character, start)
      // a second statement on the same line has no indentation of its own
      edits.insert(start, `// ${mark} ${note}\n${/^\s*$/.test(indent) ? indent : ''}`)
    },
    finish() {
      imports.finish()
      return { text: edits.apply(), notes: [...notes.values()] }
    },
  }
}

/** Marks the places that are left to the developer. */
export const mark = 'TODO(latchkey):'

/** The statement around a node that a comment can go above: the child of the nearest block, case or file. */
export function findStatement(node: ts.Node): ts.Node {
  const { parent } = node
  if (parent === undefined || ts.isSourceFile(parent) || ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent)) {
    return node
  }
  return findStatement(parent)
}

/** The parser mode for a file: `.tsx` and all JavaScript files may contain JSX. */
function toScriptKind(path: string): ts.ScriptKind {
  if (/\.[cm]?ts$/.test(path)) return ts.ScriptKind.TS
  return path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.JSX
}
