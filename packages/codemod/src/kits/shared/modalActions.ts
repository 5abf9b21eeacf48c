import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { replaceStatement } from '../../source/hooks.js'
import { listDeclared } from '../../source/references.js'

/** The fields of `useModal()`, by the local names that code uses. */
type Names = { readonly open: string; readonly close: string; readonly modal: string }

type Replacement = {
  readonly statement: ts.VariableStatement
  readonly uses: readonly (keyof Names)[]
  readonly toLines: (names: Names) => readonly string[]
}

export type ModalActions = {
  /** Replaces the statement of a hook by lines that use fields of `useModal()`. */
  readonly replace: (
    statement: ts.VariableStatement,
    uses: readonly (keyof Names)[],
    toLines: Replacement['toLines'],
  ) => void
  /** Writes the lines, with one `useModal()` in each component. */
  readonly finish: () => void
}

/**
 * Collects the replacements of the other modal's hooks, so that each component calls `useModal()` once.
 *
 * @param patterns destructured results of calls that become `useModal()` anyway
 */
export function createModalActions(source: Source, patterns: readonly ts.ObjectBindingPattern[] = []): ModalActions {
  const replacements: Replacement[] = []
  return {
    replace: (statement, uses, toLines) => void replacements.push({ statement, uses, toLines }),
    finish() {
      const declared = listDeclared(source.file)
      const pick = (name: string, other: string): string => (declared.has(name) ? other : name)
      const names: Names = {
        open: pick('openModal', 'openLatchkey'),
        close: pick('closeModal', 'closeLatchkey'),
        modal: 'modal',
      }
      const done = new Set<ts.Node>()
      replacements.sort((a, b) => a.statement.pos - b.statement.pos)
      for (const { statement, toLines } of replacements) {
        const owner = findOwner(source, statement)
        const uses = replacements.flatMap((item) => (findOwner(source, item.statement) === owner ? item.uses : []))
        const isFirst = !done.has(owner)
        done.add(owner)
        const fields = [...new Set(uses)].map((use) => (use === names[use] ? use : `${use}: ${names[use]}`))
        const pattern = patterns.find((item) => findOwner(source, item) === owner)
        if (isFirst && pattern && fields.length > 0)
          source.edits.insert(pattern.elements.at(-1)?.getEnd() ?? pattern.getStart() + 1, `, ${fields.join(', ')}`)
        const hook = isFirst && !pattern && fields.length > 0 ? [toHook(source, fields)] : []
        replaceStatement(source, statement, [...hook, ...toLines(names)])
      }
    },
  }
}

const toHook = ({ imports }: Source, fields: readonly string[]): string =>
  `const { ${fields.join(', ')} } = ${imports.use('useModal', '@latchkey/ui-react')}()`

/** The component or hook that contains a node. */
const findOwner = ({ file }: Source, node: ts.Node): ts.Node => ts.findAncestor(node, ts.isFunctionLike) ?? file
