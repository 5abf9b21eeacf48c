import ts from 'typescript'
import type { Facts, Project } from '../../project.js'
import type { Imported } from '../../source/createImports.js'
import type { Source } from '../../source/createSource.js'
import {
  getAttribute,
  getAttributes,
  getTagName,
  getValue,
  isTag,
  listAttributes,
  removeAttribute,
  renameTag,
  type Tag,
  unwrapTag,
} from '../../source/jsx.js'
import { walk } from '../../source/references.js'
import { resolve } from '../../source/values.js'
import { createByProvider } from '../shared/createByProvider.js'
import { type ModalOption, toOption } from '../shared/modalOptions.js'
import { pairingNote } from '../shared/replaceConfig.js'
import { findTags } from '../shared/replaceProvider.js'
import { rewriteSolanaHooks } from './rewriteHooks.js'

const modules = {
  hooks: '@solana/wallet-adapter-react',
  ui: '@solana/wallet-adapter-react-ui',
}
const styles = '@latchkey/ui-react/styles.css'

/** Providers by name, the outermost first. */
const providers: readonly string[] = ['ConnectionProvider', 'WalletProvider', 'WalletModalProvider']
const buttons: readonly string[] = ['WalletMultiButton', 'WalletConnectButton', 'WalletModalButton']

/** Notes about attributes of the providers; those that are carried over have none. */
const attributeNotes: Readonly<Record<string, string>> = {
  autoConnect: '',
  endpoint: '',
  wallets: '',
  config: 'the modal makes its own connection: set the commitment in the Connection that you create.',
  localStorageKey: 'set the prefix of storage keys with id of createModal().',
  onError: 'errors are shown in the modal; instead of onError, use watchEvents() of @latchkey/core/controllers.',
}

/** Reads where the providers of the wallet adapter are. */
export function readSolana(source: Source): Facts {
  const has = listProviders(source).some(({ name }) => name !== 'WalletModalProvider')
  return { rank: has ? 1 : 0, options: [], isProvider: has }
}

const listProviders = (source: Source): Imported[] =>
  source.imports.from(modules.hooks, modules.ui).filter(({ name }) => providers.includes(name))

/** Migrates from the UI of Solana's wallet adapter: its providers, buttons and hooks. */
export function rewriteSolana(source: Source, project: Project): void {
  const { imports } = source
  imports.swapWhole(`${modules.ui}/styles.css`, styles)
  rewriteRequires(source)
  const imported = listProviders(source).sort((a, b) => providers.indexOf(a.name) - providers.indexOf(b.name))
  const tags = imported.flatMap(({ name, local }) => findTags(source, local).map((tag) => ({ name, tag })))
  for (const item of imported) imports.drop(item)
  const [outer] = tags
  if (outer && outer.name !== 'WalletModalProvider') {
    const find = (name: string): Tag | undefined => tags.find((item) => item.name === name)?.tag
    const connection = find('ConnectionProvider')
    const solana = imports.use('solana', '@latchkey/adapter-solana')
    const networks = printNetwork(source, {
      node: outer.tag,
      endpoint: getValue(connection && getAttribute(connection, 'endpoint')),
    })
    createByProvider(source, {
      tag: outer.tag,
      project,
      adapters: [`${solana}({ networks: [${networks}] })`],
      options: readReconnect(source, find('WalletProvider')),
    })
    source.note(
      outer.tag,
      'wallets of the Wallet Standard are discovered; others of the adapter list have no counterpart.',
    )
    source.note(outer.tag, pairingNote)
  }
  for (const { name, tag } of tags) {
    for (const { name: attribute } of listAttributes(tag)) {
      const note = attributeNotes[attribute] ?? `${attribute} of ${name} has no counterpart.`
      if (note) source.note(tag, note)
    }
    if (tag !== outer?.tag || name === 'WalletModalProvider') unwrapTag(source, tag)
  }
  rewriteSolanaButtons(source)
  rewriteSolanaHooks(source)
}

/** The adapter reconnects only with `autoConnect`. */
function readReconnect(source: Source, tag: Tag | undefined): readonly ModalOption[] {
  const attribute = tag && getAttribute(tag, 'autoConnect')
  const value = getValue(attribute)
  if (attribute && value?.getText(source.file) !== 'false') return []
  return [toOption('enableReconnect', 'false')]
}

const clusters = { devnet: 'solanaDevnet', testnet: 'solanaTestnet', mainnet: 'solanaMainnet' } as const

/** The network of an endpoint: a cluster, with the app's own node if it has one. */
function printNetwork(
  source: Source,
  { node, endpoint }: { node: ts.Node; endpoint: ts.Expression | undefined },
): string {
  const { imports, file } = source
  const value = endpoint && resolve(source, endpoint)
  const isCluster = value && ts.isCallExpression(value) && value.expression.getText(file) === 'clusterApiUrl'
  const [argument] = isCluster ? value.arguments : []
  const text = (argument ? resolve(source, argument) : (value ?? file)).getText(file).toLowerCase()
  const name = /devnet/.test(text) ? 'devnet' : /testnet/.test(text) ? 'testnet' : 'mainnet'
  const network = imports.use(clusters[name], '@latchkey/adapter-solana')
  if (!value || isCluster) return network
  if (!isStable(value)) {
    source.note(
      node,
      `set the app's own node in the network: { ...${network}, rpcUrls: { default: { http: ['https://…'] } } }.`,
    )
    return network
  }
  source.note(node, `check that ${network} is the cluster of the app's node.`)
  return `{ ...${network}, rpcUrls: { default: { http: [${value.getText(file)}] } } }`
}

/** Whether an expression is the same outside of the component: texts and variables of the environment. */
function isStable(value: ts.Expression): boolean {
  if (ts.isStringLiteralLike(value)) return true
  if (ts.isNonNullExpression(value) || ts.isAsExpression(value)) return isStable(value.expression)
  if (ts.isBinaryExpression(value)) return isStable(value.left) && isStable(value.right)
  return /^(process\.env|import\.meta\.env)\b/.test(value.getText())
}

/** `require('…/styles.css')`, as older guides import the stylesheet. */
function rewriteRequires({ file, replace }: Source): void {
  walk(file, (node) => {
    if (
      ts.isCallExpression(node) &&
      node.getText(file).match(/^require\(['"]@solana\/wallet-adapter-react-ui\/styles\.css['"]\)$/)
    )
      replace(node, `require('${styles}')`)
  })
}

function rewriteSolanaButtons(source: Source): void {
  const { imports, file } = source
  const locals = imports.from(modules.ui).filter(({ name }) => buttons.includes(name))
  for (const { local } of locals) {
    for (const tag of findTags(source, local)) {
      renameTag(source, tag, imports.use('ConnectButton', '@latchkey/ui-react'))
      for (const attribute of getAttributes(tag)) {
        if (['className', 'disabled'].includes(attribute.name.getText(file))) continue
        removeAttribute(source, attribute)
        source.note(tag, `${attribute.name.getText(file)} of ${local} has no counterpart: style .lk-button.`)
      }
    }
  }
  for (const imported of locals) imports.drop(imported)
  // `dynamic(async () => (await import('…')).WalletMultiButton)`, as Next apps load it
  walk(file, (node) => {
    if (
      ts.isPropertyAccessExpression(node) &&
      buttons.includes(node.name.text) &&
      /\bimport\(/.test(node.expression.getText(file))
    ) {
      source.replace(node.name, 'ConnectButton')
    }
    if (isTag(node) && getTagName(node) === 'WalletDisconnectButton')
      source.note(
        node,
        'instead of WalletDisconnectButton, call disconnect() of useDisconnect(); the account has a button for it.',
      )
    if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return
    const [module] = node.arguments
    if (module && ts.isStringLiteral(module) && module.text === modules.ui)
      source.replace(module, "'@latchkey/ui-react'")
  })
}
