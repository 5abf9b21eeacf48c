import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { findStatement } from '../../source/findStatement.js'
import { getAttribute, getTagName, getValue, isTag } from '../../source/jsx.js'
import { walk } from '../../source/walk.js'

type Made = { readonly name: string; readonly statement: ts.Node }

/** `wagmiAdapter.wagmiConfig` becomes a config that follows the modal, and `WagmiProvider` holds the modal's own provider. */
export function rewriteWagmi(source: Source, made: Made | undefined): void {
  const uses: ts.PropertyAccessExpression[] = []
  let isProvided = false
  walk(source.file, (node) => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'wagmiConfig') uses.push(node)
    if (!made || !isTag(node) || getTagName(node) !== 'WagmiProvider' || !ts.isJsxOpeningElement(node)) return
    const provider = source.imports.use('LatchkeyProvider', '@latchkey/ui-react')
    source.edits.insert(node.getEnd(), `<${provider} modal={${made.name}}>`)
    source.edits.insert(node.parent.closingElement.getStart(source.file), `</${provider}>`)
    isProvided = true
    const config = getValue(getAttribute(node, 'config'))
    // the new one has the type that it needs
    if (config && ts.isAsExpression(config) && config.expression.getText().endsWith('.wagmiConfig')) {
      source.replace(config, 'wagmiConfig')
    }
  })
  if (made && !isProvided)
    source.note(made.statement, `hooks and buttons need <LatchkeyProvider modal={${made.name}}> around the app.`)
  if (uses.length === 0) return
  if (!made) {
    for (const use of uses)
      source.note(use, 'createWagmiConfig(modal) of @latchkey/adapter-evm/wagmi takes its place, where the modal is.')
    return
  }
  const create = source.imports.use('createWagmiConfig', '@latchkey/adapter-evm/wagmi')
  const statement = findStatement(made.statement)
  source.edits.insert(statement.getEnd(), `\n\nconst wagmiConfig = ${create}(${made.name})`)
  for (const use of uses) source.replace(use, 'wagmiConfig')
}
