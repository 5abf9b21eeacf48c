import type { Source } from '../../source/createSource.js'
import { findCalls, getDestructured } from '../../source/hooks.js'
import { listDeclared } from '../../source/references.js'
import { createModalActions, type ModalActions } from '../shared/modalActions.js'

const ui = '@latchkey/ui-react'
const namespace = "{ namespace: 'solana' }"

/** Notes about fields of `useWallet()`. */
const fieldNotes: Readonly<Record<string, string>> = {
  connect: "open the modal instead of connect() and select(): useModal().open({ namespace: 'solana' }).",
  disconnecting: 'disconnecting is isPending of useDisconnect().',
  select: "open the modal instead of connect() and select(): useModal().open({ namespace: 'solana' }).",
  signAllTransactions:
    'use signAllTransactions(modal, { transactions }) of @latchkey/core/controllers, with serialized transactions.',
  signIn: 'for sign-in, add siwx({ server }) from @latchkey/siwx to adapters.',
  signMessage: 'signMessage({ message }) takes a text or bytes, and resolves with the signature in base58.',
  signTransaction:
    'use signTransaction(modal, { transaction }) of @latchkey/core/controllers, with a serialized transaction.',
  wallet: 'wallet has name and icon, without the adapter.',
  wallets: 'use wallets of useWallets() for a list of your own.',
}

/** Rewrites the hooks of the wallet adapter. */
export function rewriteSolanaHooks(source: Source): void {
  const { imports } = source
  const actions = createModalActions(source)
  for (const imported of imports.from('@solana/wallet-adapter-react', '@solana/wallet-adapter-react-ui')) {
    const rewrite = rewrites[imported.name]
    if (rewrite) {
      rewrite(source, { local: imported.local, actions })
      imports.drop(imported)
    } else if (!/Provider$|^Wallet\w*Button$/.test(imported.name) || imported.name === 'WalletDisconnectButton')
      source.note(imported.declaration, `${imported.name} has no direct counterpart.`)
  }
  actions.finish()
}

type Rewrite = (source: Source, context: { readonly local: string; readonly actions: ModalActions }) => void

const rewrites: Readonly<Record<string, Rewrite>> = {
  useConnection: rewriteConnection,
  useWallet: rewriteWallet,
  useWalletModal: rewriteWalletModal,
}

/** `useWallet()`: the account comes from `useAccount()`, each action from its own hook. */
function rewriteWallet(source: Source, { local, actions }: { local: string; actions: ModalActions }): void {
  const { imports, isTyped } = source
  const declared = listDeclared(source.file)
  const free = (name: string, other: string): string => (declared.has(name) ? other : name)
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const useAccount = imports.use('useAccount', ui)
    if (!statement || !pattern) {
      source.replace(call, `${useAccount}(${namespace})`)
      source.note(
        call,
        'the account has address and isConnected in place of publicKey and connected; actions are hooks of their own.',
      )
      continue
    }
    const fields = new Map(getDestructured(pattern).map(({ field, local: name }) => [field, name]))
    for (const field of fields.keys()) if (fieldNotes[field]) source.note(statement, fieldNotes[field])
    const address = free('address', 'solanaAddress')
    const status = free('status', 'solanaStatus')
    const key = fields.get('publicKey') ?? (fields.has('sendTransaction') ? free('publicKey', 'solanaKey') : undefined)
    const account = [
      ...(key ? [address === 'address' ? address : `address: ${address}`] : []),
      ...(fields.has('connected') ? [`isConnected: ${fields.get('connected')}`] : []),
      ...(fields.has('connecting') ? [status === 'status' ? status : `status: ${status}`] : []),
      ...(fields.has('wallet') ? [`connectedWalletInfo: ${fields.get('wallet')}`] : []),
    ]
    const lines: string[] = []
    if (account.length > 0) lines.push(`const { ${account.join(', ')} } = ${useAccount}(${namespace})`)
    if (key) {
      const [PublicKey, useMemo] = [imports.use('PublicKey', '@solana/web3.js'), imports.use('useMemo', 'react')]
      lines.push(`const ${key} = ${useMemo}(() => (${address} ? new ${PublicKey}(${address}) : null), [${address}])`)
    }
    if (fields.has('connecting')) lines.push(`const ${fields.get('connecting')} = ${status} === 'connecting'`)
    const disconnect = fields.get('disconnect')
    if (disconnect) {
      lines.push(`const { disconnectAsync } = ${imports.use('useDisconnect', ui)}()`)
      lines.push(`const ${disconnect} = () => disconnectAsync(${namespace})`)
    }
    const sign = fields.get('signMessage')
    if (sign) lines.push(`const { signMessageAsync: ${sign} } = ${imports.use('useSignMessage', ui)}()`)
    const send = fields.get('sendTransaction')
    if (send && key) {
      const typed = (name: string, type: string): string =>
        isTyped ? `${name}: ${imports.use(type, '@solana/web3.js')}` : name
      const signers = isTyped ? `: { signers?: ${imports.use('Signer', '@solana/web3.js', { isType: true })}[] }` : ''
      const parameters = [
        typed('transaction', 'Transaction'),
        typed('connection', 'Connection'),
        `{ signers = [] }${signers} = {}`,
      ].join(', ')
      lines.push(
        `const { sendTransactionAsync } = ${imports.use('useSendTransaction', ui)}()`,
        `const ${send} = async (${parameters}) => {`,
        `  if (${key}) transaction.feePayer ??= ${key}`,
        '  transaction.recentBlockhash ??= (await connection.getLatestBlockhash()).blockhash',
        '  if (signers.length > 0) transaction.partialSign(...signers)',
        '  const serialized = transaction.serialize({ requireAllSignatures: false })',
        "  return sendTransactionAsync({ namespace: 'solana', transaction: { serialized } })",
        '}',
      )
    }
    actions.replace(statement, [], () => lines)
  }
}

/** `useConnection()`: a connection to the node of the network. */
function rewriteConnection(source: Source, { local, actions }: { local: string; actions: ModalActions }): void {
  const { imports } = source
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const connection = pattern && getDestructured(pattern).find(({ field }) => field === 'connection')
    if (!statement || !connection) {
      source.note(call, 'create a Connection of @solana/web3.js with the URL of your node instead of useConnection().')
      continue
    }
    const useNetwork = imports.use('useNetwork', ui)
    const [Connection, clusterApiUrl] = [
      imports.use('Connection', '@solana/web3.js'),
      imports.use('clusterApiUrl', '@solana/web3.js'),
    ]
    const url = `caipNetwork?.rpcUrls.default.http[0] ?? ${clusterApiUrl}('mainnet-beta')`
    actions.replace(statement, [], () => [
      `const { caipNetwork } = ${useNetwork}(${namespace})`,
      `const ${connection.local} = ${imports.use('useMemo', 'react')}(() => new ${Connection}(${url}), [caipNetwork])`,
    ])
  }
}

/** `useWalletModal()`: `{ visible, setVisible }`. */
function rewriteWalletModal(source: Source, { local, actions }: { local: string; actions: ModalActions }): void {
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const fields = pattern ? getDestructured(pattern) : []
    if (!statement || fields.length === 0) {
      source.replace(call, `${source.imports.use('useModal', ui)}()`)
      source.note(call, 'replace setVisible(true) with open(), and setVisible(false) with close().')
      continue
    }
    const select = fields.some(({ field }) => field === 'visible') && source.imports.use('useModalState', ui)
    const isSet = fields.some(({ field }) => field === 'setVisible')
    actions.replace(statement, isSet ? ['open', 'close'] : [], (names) =>
      fields.map(({ field, local: name }) =>
        field === 'visible'
          ? `const ${name} = ${select}((state) => state.modal.open)`
          : `const ${name} = (next${source.isTyped ? ': boolean' : ''}) => void (next ? ${names.open}() : ${names.close}())`,
      ),
    )
  }
}
