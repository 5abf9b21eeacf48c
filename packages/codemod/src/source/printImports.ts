import type ts from 'typescript'
import type { Edits } from './createEdits.js'
import type { Imported } from './imported.js'

export type Wanted = {
  readonly name: string
  readonly module: string
  readonly local: string
  readonly isType: boolean
}

export type PrintOptions = {
  readonly file: ts.SourceFile
  readonly edits: Edits
  readonly declarations: readonly ts.ImportDeclaration[]
  readonly all: readonly Imported[]
  readonly dropped: ReadonlySet<Imported>
  /** The declarations that lose something. */
  readonly touched: ReadonlySet<ts.ImportDeclaration>
  readonly wanted: readonly Wanted[]
  /** Modules that are imported for what they do. */
  readonly whole: ReadonlySet<string>
}

/** Writes the imports that stay, and the new ones where the first one was dropped, in the manner of the file. */
export function printImports(options: PrintOptions): void {
  const { file, edits, declarations, all, dropped, touched, wanted, whole } = options
  const sample = declarations[0]?.getText(file) ?? "import ''"
  const quote = sample.includes('"') ? '"' : "'"
  const end = sample.endsWith(';') ? ';' : ''
  const quoted = (module: string): string => `${quote}${module}${quote}${end}`

  const modules = [...new Set(wanted.map(({ module }) => module))].sort()
  const named = modules.map((module) => {
    const items = wanted.filter((item) => item.module === module)
    const isAllTypes = items.every(({ isType }) => isType)
    const names = items.map((item) => toSpecifier(item, isAllTypes)).sort(compare)
    return `import ${isAllTypes ? 'type ' : ''}{ ${names.join(', ')} } from ${quoted(module)}`
  })

  const added = [...[...whole].map((module) => `import ${quoted(module)}`), ...named]
  const [first] = declarations.filter((declaration) => touched.has(declaration))
  for (const declaration of touched) {
    const rest = all.filter((item) => item.declaration === declaration && !dropped.has(item))
    // what stays comes first: a comment above is about that
    const lines = rest.length > 0 ? [printRest(rest, file, quoted)] : []
    if (declaration === first) lines.push(...added)
    const from = declaration.getStart(file)
    const to = declaration.getEnd()
    // nothing is left: the line goes with it
    const isLineEnd = lines.length === 0 && file.text.charAt(to) === '\n'
    edits.replace(from, isLineEnd ? to + 1 : to, lines.join('\n'))
  }
  if (first || added.length === 0) return
  const [head] = declarations
  edits.insert(head?.getStart(file) ?? 0, `${added.join('\n')}\n`)
}

function printRest(rest: readonly Imported[], file: ts.SourceFile, quoted: (module: string) => string): string {
  const [{ declaration, module }] = rest as [Imported]
  const isAllTypes = /^import\s+type\b/.test(declaration.getText(file))
  const whole = rest.filter(({ name }) => name === 'default' || name === '*').map(({ node }) => node.getText(file))
  const named = rest.filter(({ name }) => name !== 'default' && name !== '*').map(({ node }) => node.getText(file))
  const parts = [...whole, ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : [])]
  return `import ${isAllTypes ? 'type ' : ''}${parts.join(', ')} from ${quoted(module)}`
}

function toSpecifier({ name, local, isType }: Wanted, isAllTypes: boolean): string {
  return `${isType && !isAllTypes ? 'type ' : ''}${name === local ? name : `${name} as ${local}`}`
}

/** As formatters sort: capitals beside their small letters. */
const compare = (a: string, b: string): number => a.toLowerCase().localeCompare(b.toLowerCase(), 'en')
