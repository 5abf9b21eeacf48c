import ts from 'typescript'
import { findStatement, type Source } from '../../source/createSource.js'
import { findCalls } from '../../source/hooks.js'
import { getAttribute, getTagName, getValue, isTag } from '../../source/jsx.js'
import { getOptions } from '../../source/objects.js'
import { walk } from '../../source/references.js'
import { rewriteAdapters, rewriteNetworks } from './rewriteAdapters.js'
import { rewriteButtons } from './rewriteButtons.js'
import { rewriteHooks } from './rewriteHooks.js'
import { rewriteOptions } from './rewriteOptions.js'

/** Migrates from Reown AppKit: `createAppKit()`, its adapters, networks, hooks and buttons. */
export function rewriteAppKit(source: Source): void {
  rewriteNetworks(source)
  rewriteAdapters(source)
  rewriteCreate(source)
  rewriteHooks(source)
  rewriteButtons(source)
  for (const imported of source.imports.from('@reown/appkit-siwe', '@reown/appkit-siwx')) {
    source.note(imported.declaration, 'for sign-in, add siwx({ server }) from @latchkey/siwx to adapters.')
  }
}

/** Replaces `createAppKit({ … })` by `createModal({ … })`, which a provider passes to hooks and buttons. */
function rewriteCreate(source: Source): void {
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
      'for mobile wallets, add walletConnect({ relayUrl }) from @latchkey/walletconnect with a relay of your choice.',
    )
    const name = nameModal(source, call)
    rewriteWagmi(source, name === undefined ? undefined : { name, statement: call })
  }
}

/** The name of the modal's variable. Adds one if the result was not assigned. */
function nameModal({ file, edits }: Source, call: ts.CallExpression): string | undefined {
  const { parent } = call
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text
  if (!ts.isExpressionStatement(parent) || !ts.isSourceFile(parent.parent)) return undefined
  edits.insert(parent.getStart(file), 'export const modal = ')
  return 'modal'
}

type CreatedModal = { readonly name: string; readonly statement: ts.Node }

/** Replaces `wagmiAdapter.wagmiConfig` by a config that follows the modal, and adds the modal's provider inside `WagmiProvider`. */
function rewriteWagmi(source: Source, made: CreatedModal | undefined): void {
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
    // the new config already has the right type
    if (config && ts.isAsExpression(config) && config.expression.getText().endsWith('.wagmiConfig')) {
      source.replace(config, 'wagmiConfig')
    }
  })
  if (made && !isProvided)
    source.note(made.statement, `wrap the app for hooks and buttons: <LatchkeyProvider modal={${made.name}}>`)
  if (uses.length === 0) return
  if (!made) {
    for (const use of uses)
      source.note(use, 'replace it with createWagmiConfig(modal) from @latchkey/adapter-evm/wagmi, next to the modal.')
    return
  }
  const create = source.imports.use('createWagmiConfig', '@latchkey/adapter-evm/wagmi')
  const statement = findStatement(made.statement)
  source.edits.insert(statement.getEnd(), `\n\nconst wagmiConfig = ${create}(${made.name})`)
  for (const use of uses) source.replace(use, 'wagmiConfig')
}
