import type ts from 'typescript'

/** A name that a file imports. */
export type Imported = {
  readonly local: string
  /** As the module exports it; `default` or `*` for the whole. */
  readonly name: string
  readonly module: string
  readonly isType: boolean
  readonly node: ts.Node
  readonly declaration: ts.ImportDeclaration
}
