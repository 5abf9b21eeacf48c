import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { findCalls } from '../../source/hooks.js'
import { getOptions } from '../../source/objects.js'
import { rewriteOptions } from './rewriteOptions.js'
import { rewriteWagmi } from './rewriteWagmi.js'

/** `createAppKit({ … })` becomes `createModal({ … })`, which a provider hands to hooks and buttons. */
export function rewriteCreate(source: Source): void {
  const created = source.imports
    .from('@reown/appkit')
    .find(({ name, module }) => name === 'createAppKit' && !module.endsWith('/networks'))
  if (!created) {
    rewriteWagmi(source, undefined)
    return
  }
  source.imports.swap(created, 'createModal', '@latchkey/ui-react')
  source.imports.addWhole('@latchkey/ui-react/styles.css')
  for (const { call } of findCalls(source, created.local)) {
    const options = getOptions(call)
    if (options) rewriteOptions(source, options)
    source.note(
      call,
      'wallets on phones need walletConnect({ relayUrl }) of @latchkey/walletconnect, with a relay that you choose.',
    )
    const name = nameModal(source, call)
    rewriteWagmi(source, name === undefined ? undefined : { name, statement: call })
  }
}

/** The name of the modal: of its variable, or of one that it is given. */
function nameModal({ file, edits }: Source, call: ts.CallExpression): string | undefined {
  const { parent } = call
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text
  if (!ts.isExpressionStatement(parent) || !ts.isSourceFile(parent.parent)) return undefined
  edits.insert(parent.getStart(file), 'export const modal = ')
  return 'modal'
}
