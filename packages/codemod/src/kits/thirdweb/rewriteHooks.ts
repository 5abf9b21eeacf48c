import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { findCalls, getDestructured, type HookCall } from '../../source/hooks.js'
import { findReferences, listDeclared } from '../../source/references.js'
import { createModalActions, type ModalActions } from '../shared/modalActions.js'

const ui = '@latchkey/ui-react'

type Rewrite = (
  source: Source,
  context: {
    readonly hook: HookCall & { readonly statement: ts.VariableStatement }
    readonly name: string
    readonly actions: ModalActions
  },
) => void

/** Rewrites the hooks of `thirdweb/react`. */
export function rewriteThirdwebHooks(source: Source): void {
  const { imports, file } = source
  const actions = createModalActions(source)
  for (const imported of imports.from('thirdweb/react')) {
    if (!/^use/.test(imported.name)) continue
    const rewrite = rewrites[imported.name]
    const calls = findCalls(source, imported.local)
    if (!rewrite || calls.some(({ statement }) => !statement)) {
      source.note(
        imported.declaration,
        notes[imported.name] ?? `${imported.name} has no direct counterpart; contracts are read with viem or wagmi.`,
      )
      continue
    }
    imports.drop(imported)
    for (const hook of calls) {
      const name = hook.statement?.declarationList.declarations[0]?.name.getText(file) ?? ''
      if (hook.statement) rewrite(source, { hook: { ...hook, statement: hook.statement }, name, actions })
    }
  }
  actions.finish()
}

/** Whether a hook has a counterpart. */
export const isMigratedHook = (name: string): boolean => Object.hasOwn(rewrites, name)

const notes: Readonly<Record<string, string>> = {
  useConnect:
    'instead of useConnect(), use useConnect() of @latchkey/ui-react: connect({ wallet }) with one of its wallets.',
  useConnectedWallets: 'use useConnections() of @latchkey/ui-react.',
  useSetActiveWallet: 'use switchConnection() of useConnections() of @latchkey/ui-react.',
}

const rewrites: Readonly<Record<string, Rewrite>> = {
  /** `Account | undefined`, with its address. */
  useActiveAccount(source, { hook, name, actions }) {
    const taken = listDeclared(source.file)
    const address = taken.has('address') ? 'activeAddress' : 'address'
    source.note(hook.call, 'to sign and send, use useSignMessage() and useSendTransaction(), or wagmi.')
    const useAccount = source.imports.use('useAccount', ui)
    actions.replace(hook.statement, [], () => [
      `const { ${address === 'address' ? address : `address: ${address}`} } = ${useAccount}()`,
      `const ${name} = ${address} === undefined ? undefined : { ${address === 'address' ? address : `address: ${address}`} }`,
    ])
  },
  useActiveWallet(source, { hook, name, actions }) {
    source.note(hook.call, 'the wallet has name and icon; its actions are hooks of their own.')
    const useAccount = source.imports.use('useAccount', ui)
    actions.replace(hook.statement, [], () => [`const { connectedWalletInfo: ${name} } = ${useAccount}()`])
  },
  useActiveWalletChain(source, { hook, name, actions }) {
    const useNetwork = source.imports.use('useNetwork', ui)
    actions.replace(hook.statement, [], () => [`const { caipNetwork: ${name} } = ${useNetwork}()`])
  },
  useActiveWalletConnectionStatus(source, { hook, name, actions }) {
    const useAccount = source.imports.use('useAccount', ui)
    actions.replace(hook.statement, [], () => [`const { status: ${name} } = ${useAccount}()`])
  },
  useConnectModal(source, { hook, actions }) {
    const connect = hook.pattern && getDestructured(hook.pattern).find(({ field }) => field === 'connect')
    if (!connect) return source.note(hook.call, 'open the modal with useModal().open().')
    source.note(hook.call, `${connect.local}() opens the modal, and resolves before a wallet is connected.`)
    for (const call of listCalls(source, connect.local)) dropArguments(source, call)
    actions.replace(hook.statement, ['open'], (names) => [
      `const ${connect.local} = () => ${names.open}({ view: 'Connect' })`,
    ])
  },
  useDisconnect(source, { hook, actions }) {
    const disconnect = hook.pattern && getDestructured(hook.pattern).find(({ field }) => field === 'disconnect')
    if (!disconnect) return source.note(hook.call, 'call disconnect() of useDisconnect() of @latchkey/ui-react.')
    for (const call of listCalls(source, disconnect.local)) dropArguments(source, call)
    const useDisconnect = source.imports.use('useDisconnect', ui)
    const { local } = disconnect
    actions.replace(hook.statement, [], () => [
      `const { ${local === 'disconnect' ? local : `disconnect: ${local}`} } = ${useDisconnect}()`,
    ])
  },
  useSwitchActiveWalletChain(source, { hook, name, actions }) {
    const useSwitchNetwork = source.imports.use('useSwitchNetwork', ui)
    actions.replace(hook.statement, [], () => [`const { switchNetworkAsync: ${name} } = ${useSwitchNetwork}()`])
  },
  useWalletBalance(source, { hook, name, actions }) {
    source.note(hook.call, 'the balance has value, decimals and symbol; format it with formatUnits() of viem.')
    const useBalance = source.imports.use('useBalance', ui)
    actions.replace(hook.statement, [], () => [`const ${name} = ${useBalance}()`])
  },
}

const listCalls = (source: Source, name: string): readonly ts.CallExpression[] =>
  findReferences(source.file, name).flatMap(({ parent }) =>
    ts.isCallExpression(parent) && parent.expression.getText() === name ? [parent] : [],
  )

/** Empties the arguments of a call, such as the wallet to disconnect. */
function dropArguments({ edits }: Source, { arguments: list }: ts.CallExpression): void {
  const [first] = list
  const last = list.at(-1)
  if (first && last) edits.replace(first.getFullStart(), last.getEnd(), '')
}
