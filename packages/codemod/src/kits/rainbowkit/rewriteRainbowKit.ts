import ts from 'typescript'
import type { Facts, Project } from '../../project.js'
import type { Imported } from '../../source/createImports.js'
import type { Source } from '../../source/createSource.js'
import { findCalls, getDestructured } from '../../source/hooks.js'
import { getOptions, getProperty, getPropertyName, removeProperties } from '../../source/objects.js'
import { findReferences, listDeclared } from '../../source/references.js'
import { createModalActions, type ModalActions } from '../shared/modalActions.js'
import { replaceConfig } from '../shared/replaceConfig.js'
import { isCustom, replaceConnectButton } from '../shared/replaceConnectButton.js'
import { getOptionsOf, type Providers, readProviders, replaceProviders } from '../shared/replaceProvider.js'
import { kit, providerReads, themes, toNote, views } from './facts.js'
import { findWalletLists, isWalletList, replaceWalletLists } from './walletLists.js'

const modalHook = /^use(Connect|Account|Chain)Modal$/

/** Finds where the modal is created, and the provider's options. */
export function readRainbowKit(source: Source): Facts {
  const all = source.imports.from(kit)
  const has = (name: string): boolean => all.some((imported) => imported.name === name)
  const rank = has('getDefaultConfig') || findWalletLists(source).length > 0 ? 2 : has('RainbowKitProvider') ? 1 : 0
  return { rank, options: getOptionsOf(readAllProviders(source)), isProvider: has('RainbowKitProvider') }
}

const readAllProviders = (source: Source): Providers =>
  readProviders(source, { kit, reads: providerReads, owner: 'RainbowKitProvider' })

/** Migrates from RainbowKit: its configs, provider, button and hooks. */
export function rewriteRainbowKit(source: Source, project: Project): void {
  const all = source.imports.from(kit)
  const providers = readAllProviders(source)
  const config = all.find(({ name }) => name === 'getDefaultConfig')
  source.imports.swapWhole(`${kit}/styles.css`, '@latchkey/ui-react/styles.css')

  const hasLists = replaceWalletLists(source, project.options)
  // imports without a counterpart stay, so that the compiler reports them
  for (const imported of all) if (isKnown(source, imported)) source.imports.drop(imported)
  if (config) {
    for (const { call } of findCalls(source, config.local))
      replaceConfig(source, { call, projectKey: 'projectId', options: project.options })
  }
  const actions = createModalActions(source)
  replaceProviders(source, { providers, project, isMadeHere: config !== undefined || hasLists })
  for (const imported of all) {
    const { name, local, declaration } = imported
    if (name === 'RainbowKitProvider') continue
    if (name === 'ConnectButton') replaceConnectButton(source, { local, exported: name })
    else if (modalHook.test(name)) rewriteModalHook(source, imported, actions)
    else if (name === 'useAddRecentTransaction') rewriteRecentTransactions(source, imported)
    else if (!isKnown(source, imported)) source.note(declaration, toNote(name))
  }
  actions.finish()
}

function isKnown(source: Source, imported: Imported): boolean {
  const { name, local } = imported
  if (name === 'ConnectButton') return !isCustom(source.file, local)
  if (isWalletList(source, imported)) return true
  return (
    name === 'getDefaultConfig' ||
    name === 'RainbowKitProvider' ||
    name === 'cssStringFromTheme' ||
    Object.hasOwn(themes, name) ||
    modalHook.test(name)
  )
}

/** Replaces `const { openConnectModal } = useConnectModal()` and similar hooks by opening the modal at that view. */
function rewriteModalHook(source: Source, { name, local }: Imported, actions: ModalActions): void {
  const kind = /^use(\w+)Modal$/.exec(name)?.[1] ?? ''
  const view = views[kind] ?? 'Connect'
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const destructured = pattern ? getDestructured(pattern) : []
    const open = destructured.find(({ field }) => field === `open${kind}Modal`)
    const isOpen = destructured.find(({ field }) => field.endsWith('ModalOpen'))
    if (!statement || (!open && !isOpen)) {
      source.replace(call, `${source.imports.use('useModal', '@latchkey/ui-react')}()`)
      source.note(call, `open the modal with open({ view: '${view}' }).`)
      continue
    }
    const select = isOpen && source.imports.use('useModalState', '@latchkey/ui-react')
    const uses = open ? findReferences(source.file, open.local) : []
    const useAccount = uses.some(isTested) && source.imports.use('useAccount', '@latchkey/ui-react')
    const useCallback = uses.some(isDependency) && source.imports.use('useCallback', 'react')
    const name = listDeclared(source.file).has(`show${kind}`) ? `showLatchkey${kind}` : `show${kind}`
    actions.replace(statement, open ? ['open'] : [], (names) => [
      ...(open ? printOpen({ kind, view, name, local: open.local, open: names.open, useAccount, useCallback }) : []),
      ...(isOpen ? [`const ${isOpen.local} = ${select}((state) => state.modal.open)`] : []),
    ])
  }
}

/** Prints the function that opens the modal: undefined where that of RainbowKit is, if the code tests it. */
function printOpen({
  kind,
  view,
  name,
  local,
  open,
  useAccount,
  useCallback,
}: {
  readonly kind: string
  readonly view: string
  /** A free name for the function itself. */
  readonly name: string
  readonly local: string
  readonly open: string
  /** Absent if no code tests the function. */
  readonly useAccount: string | false
  /** Absent if no hook depends on the function. */
  readonly useCallback: string | false
}): readonly string[] {
  const inline = `() => void ${open}({ view: '${view}' })`
  const stable = useCallback ? `${useCallback}(${inline}, [${open}])` : inline
  if (!useAccount) return [`const ${local} = ${stable}`]
  const toLine = (value: string): string => {
    const [whileConnected, otherwise] = kind === 'Connect' ? ['undefined', value] : [value, 'undefined']
    return `const ${local} = ${useAccount}().isConnected ? ${whileConnected} : ${otherwise}`
  }
  return useCallback ? [`const ${name} = ${stable}`, toLine(name)] : [toLine(inline)]
}

/** Whether code tests a function, also by `open?.()`, instead of calling it or passing it on. */
function isTested(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isIfStatement(parent)) return true
  if (ts.isConditionalExpression(parent)) return parent.condition === node
  if (ts.isCallExpression(parent)) return parent.expression === node && parent.questionDotToken !== undefined
  return ts.isPrefixUnaryExpression(parent) || ts.isBinaryExpression(parent)
}

/** Whether a function is in the dependencies of a hook. */
function isDependency({ parent }: ts.Identifier): boolean {
  return ts.isArrayLiteralExpression(parent) && ts.isCallExpression(parent.parent)
}

/** `useAddRecentTransaction()` is the same but for the number of confirmations. */
function rewriteRecentTransactions(source: Source, imported: Imported): void {
  const calls = findCalls(source, imported.local)
  source.imports.swap(imported, imported.name, '@latchkey/ui-react')
  const names = calls.flatMap(
    ({ statement }) => statement?.declarationList.declarations[0]?.name.getText(source.file) ?? [],
  )
  for (const { call } of names.flatMap((name) => findCalls(source, name))) {
    const transaction = getOptions(call)
    if (!transaction || !getProperty(transaction, 'confirmations')) continue
    removeProperties(source, transaction, (property) => getPropertyName(property) === 'confirmations')
    source.note(call, 'confirmations has no counterpart: a transaction is confirmed once it is in a block.')
  }
}
