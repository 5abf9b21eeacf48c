import ts from 'typescript'
import { type Facts, isImportOf, type Project } from '../../project.js'
import type { Source } from '../../source/createSource.js'
import { asObject, getProperty, listProperties } from '../../source/objects.js'
import { findReferences } from '../../source/references.js'
import { resolveList } from '../../source/values.js'
import { type Reads, readAll } from '../shared/attributes.js'
import { printModal } from '../shared/modalOptions.js'
import { readLocale, sharedNotes } from '../shared/reads.js'

const kit = 'magic-sdk'

const guide = 'see docs/migration/magic.md.'

const optionReads: Reads = {
  deferPreload: '',
  endpoint: '',
  extensions: '',
  locale: readLocale,
  network: 'set the networks of the app in evm({ networks }), and nodes of your own in their rpcUrls.',
  testMode: 'testMode has no counterpart: the test server of the repository has a mailbox.',
  useStorageCache: '',
}

const extensionNotes: Readonly<Record<string, string>> = {
  BitcoinExtension: 'for Bitcoin, add bitcoin() from @latchkey/adapter-bitcoin to adapters.',
  OAuthExtension: `providers of logins are set by the vault, and chosen with features: { socials }; ${guide}`,
  OpenIdExtension: `providers of logins are set by the vault; ${guide}`,
  SolanaExtension: 'for Solana, add solana() from @latchkey/adapter-solana to adapters.',
}

/** Finds `const magic = new Magic(…)`. */
function findInstances(source: Source): readonly ts.NewExpression[] {
  return source.imports
    .from(kit)
    .filter(({ name }) => name === 'Magic')
    .flatMap(({ local }) =>
      findReferences(source.file, local).flatMap(({ parent }) => (ts.isNewExpression(parent) ? [parent] : [])),
    )
}

/** The name of the constant at the top of the file that an instance is assigned to. */
function getName(created: ts.NewExpression): string | undefined {
  const { parent } = created
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return undefined
  return ts.isSourceFile(parent.parent.parent.parent) ? parent.name.text : undefined
}

/** Reads where the instance is created, and its name. */
export function readMagic(source: Source): Facts {
  const modalName = findInstances(source).flatMap((created) => getName(created) ?? [])[0]
  return { rank: modalName === undefined ? 0 : 2, options: [], modalName }
}

/** Migrates from Magic's web SDK: `new Magic()`, and the calls of its modules for logins, users and the wallet's screens. */
export function rewriteMagic(source: Source, project: Project): void {
  const { imports } = source
  const instances = findInstances(source)
  const names = instances.flatMap((created) => getName(created) ?? [])
  for (const created of instances) {
    if (getName(created) === undefined)
      source.note(created, `create the modal once, at the top of a file: export const modal = createModal(…); ${guide}`)
    else createModalInstead(source, created)
  }
  const isAll = instances.every((created) => getName(created) !== undefined)
  for (const imported of imports.from(kit)) {
    if (imported.name === 'Magic' && isAll) imports.drop(imported)
    else if (imported.name !== 'Magic') source.note(imported.declaration, `${imported.name} has no direct counterpart.`)
  }
  // the extensions were part of the options
  for (const imported of imports.all.filter(({ module }) => module.startsWith('@magic-ext/'))) imports.drop(imported)
  const imported = imports.all.filter(
    ({ name, module }) =>
      name === project.modalName &&
      project.modalPath !== undefined &&
      isImportOf(module, { from: source.path, to: project.modalPath }),
  )
  for (const local of [...names, ...imported.map((item) => item.local)])
    for (const node of findReferences(source.file, local)) rewriteCall(source, { node, local })
}

function createModalInstead(source: Source, created: ts.NewExpression): void {
  const { imports } = source
  const options = asObject(created.arguments?.[1])
  const items = options ? listProperties(options) : []
  const settings = readAll(source, { items, reads: optionReads, owner: 'Magic' })
  const extensions = getProperty(options, 'extensions')
  const named = ((extensions && resolveList(source, extensions)) ?? []).map((item) =>
    ts.isNewExpression(item) ? item.expression.getText(source.file) : item.getText(source.file),
  )
  for (const note of [
    ...settings.notes,
    ...named.map((name) => extensionNotes[name] ?? `${name} has no counterpart.`),
    sharedNotes.logins,
    `your users are in a vault that you host; ${guide}`,
  ])
    source.note(created, note)
  imports.addWhole('@latchkey/ui-react/styles.css')
  const networks = `[${imports.use('mainnet', 'viem/chains')}]`
  const adapters = [`${imports.use('evm', '@latchkey/adapter-evm')}({ networks: ${networks} })`]
  source.replace(created, printModal(imports, { adapters, options: settings.options }))
}

type Method = {
  /** Prints the replacement of a call. Undefined: it stays, with the note. */
  readonly print?: (context: {
    readonly source: Source
    readonly modal: string
    readonly call: ts.CallExpression
  }) => string
  readonly note?: string
  /** Whether it is no promise. */
  readonly isSync?: boolean
}

const signInNote = `instead of tokens, add siwx({ server }) from @latchkey/siwx to adapters: your server keeps the session; ${guide}`

const connect: Method = {
  print: ({ modal }) => `${modal}.open({ view: 'Connect' })`,
  note: 'open() shows the login and resolves once it is shown: follow the account with useAccount(), or modal.subscribe().',
}

const byEmail: Method = {
  print: ({ source, modal, call }) => {
    const value = getProperty(asObject(call.arguments[0]), 'email')?.getText(source.file)
    const field = value === 'email' ? 'email' : `email: ${value}`
    return value === undefined
      ? `${modal}.open({ view: 'Connect' })`
      : `${modal}.open({ view: 'EmailLogin', arguments: { ${field} } })`
  },
  note: connect.note ?? '',
}

const showAccount: Method = { print: ({ modal }) => `${modal}.open({ view: 'Account' })` }

const leave: Method = {
  print: ({ source, modal }) => `${source.imports.use('disconnect', '@latchkey/core/controllers')}(${modal})`,
}

const printAccount = ({ source, modal }: Parameters<NonNullable<Method['print']>>[0]): string =>
  `${source.imports.use('getAccount', '@latchkey/core')}(${modal}.getState())`

const readInfo: Method = {
  print: printAccount,
  note: 'the account has address, and user with email and username of the login.',
  isSync: true,
}

/** By module and method of the instance. */
const methods: Readonly<Record<string, Method>> = {
  'auth.loginWithEmailOTP': byEmail,
  'auth.loginWithMagicLink': byEmail,
  'auth.loginWithSMS': connect,
  'oauth.getRedirectResult': {
    note: 'a login by redirect continues by itself once the page is back: remove this call.',
  },
  'oauth.loginWithRedirect': connect,
  'oauth2.getRedirectResult': {
    note: 'a login by redirect continues by itself once the page is back: remove this call.',
  },
  'oauth2.loginWithPopup': connect,
  'oauth2.loginWithRedirect': connect,
  'user.generateIdToken': { note: signInNote },
  'user.getIdToken': { note: signInNote },
  'user.getInfo': readInfo,
  'user.getMetadata': readInfo,
  'user.isLoggedIn': {
    print: (context) => `${printAccount(context)}.isConnected`,
    note: 'after modal.start(), the account is connecting until the stored connection is restored.',
    isSync: true,
  },
  'user.logout': leave,
  'user.revealPrivateKey': { note: `let users export their key here before you remove Magic; ${guide}` },
  'user.showSettings': showAccount,
  'wallet.connectWithUI': connect,
  'wallet.disconnect': leave,
  'wallet.showAddress': showAccount,
  'wallet.showBalances': showAccount,
  'wallet.showUI': showAccount,
}

/** Replaces `magic.user.logout()` and the like. */
function rewriteCall(source: Source, { node, local }: { readonly node: ts.Identifier; readonly local: string }): void {
  const module = node.parent
  if (!ts.isPropertyAccessExpression(module) || module.expression !== node) return
  if (module.name.text === 'rpcProvider') {
    source.note(
      node,
      'instead of rpcProvider, use useProvider() of @latchkey/ui-react, or wagmi with createWagmiConfig(modal).',
    )
    return
  }
  const access = module.parent
  if (!ts.isPropertyAccessExpression(access) || access.expression !== module) return
  const call = access.parent
  const name = `${module.name.text}.${access.name.text}`
  const method = methods[name]
  if (!method || !ts.isCallExpression(call) || call.expression !== access) {
    source.note(node, `${local}.${name} has no counterpart; ${guide}`)
    return
  }
  if (method.note) source.note(call, method.note)
  if (!method.print) return
  // a synchronous method needs no await
  const whole = method.isSync && ts.isAwaitExpression(call.parent) ? call.parent : call
  source.replace(whole, method.print({ source, modal: local, call }))
}
