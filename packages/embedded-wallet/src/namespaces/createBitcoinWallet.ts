import { isRecord, type StandardAccount, type StandardWallet } from '@latchkey/core'
import { ChainNotSupportedError, InvalidWalletReplyError, RpcError } from '@latchkey/core/plugin'
import { base64, hex } from '@scure/base'
import { createEmitter } from '../listeners.js'
import { isOffered, toBitcoinChain } from '../networks.js'
import { invalidParams } from '../requests/parameters.js'
import type { NamespaceProvider, ProviderOptions } from './namespaceProvider.js'
import { createSharedFeatures, type Guard, inOrder, toOuter, version } from './standardWallet.js'

const signing = ['bitcoin:signMessage', 'bitcoin:signTransaction'] as const

/** An account with its purpose, which Bitcoin wallets add to the standard. */
type BitcoinAccount = StandardAccount & { readonly purpose: 'payment' | 'ordinals'; readonly path?: string | undefined }

type MessageInput = { readonly account: StandardAccount; readonly message: Uint8Array }

type TransactionInput = {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: StandardAccount
    readonly signingIndexes: readonly number[]
    /** E.g. `SINGLE|ANYONECANPAY`. */
    readonly sigHash?: unknown
  }[]
  /** For example `bitcoin:testnet`. Default: the current network. */
  readonly chain?: string | undefined
}

/** Creates the Wallet Standard wallet for Bitcoin: bytes in and out. It signs, and never sends. */
export function createBitcoinWallet({
  meta,
  context,
  connections,
  requester,
  disconnect,
}: ProviderOptions): NamespaceProvider {
  const emitter = createEmitter(context.warn)
  const getChains = (): readonly string[] => {
    const own = context.getNetworks().filter((network) => network.chainNamespace === 'bip122' && isOffered(network))
    return [...new Set(own.map(({ caipNetworkId }) => toBitcoinChain(caipNetworkId)))]
  }
  let known: readonly BitcoinAccount[] = []
  const getAccounts = (): readonly BitcoinAccount[] => {
    const connection = connections.get('bip122')
    const accounts = (connection?.accounts ?? []).map((account): BitcoinAccount => {
      const { address, type, publicKey = '', path } = account
      const purpose = type === 'ordinal' ? 'ordinals' : 'payment'
      const chains = connection ? [toBitcoinChain(connection.caipNetworkId)] : []
      return { address, publicKey: hex.decode(publicKey), chains, features: signing, purpose, path }
    })
    // returns the same objects until something changes, because libraries compare by identity
    const toKey = (list: readonly BitcoinAccount[]): string =>
      list.map(({ address, chains }) => `${address} ${chains.join()}`).join()
    if (toKey(known) !== toKey(accounts)) known = accounts
    return known
  }
  const stop = connections.watch('bip122', ({ accounts, network }) => {
    if (accounts || network) emitter.emit('change', { accounts: getAccounts() })
  })

  const getOwn = (account: StandardAccount | undefined): string => {
    const own = getAccounts()
    if (own.length === 0) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'No user is logged in.' })
    const found = own.find(({ address }) => address === account?.address)
    if (found) return found.address
    throw invalidParams(`account: expected one of ${own.map(({ address }) => address).join(' and ')}.`)
  }
  const assertChain = (chain: unknown): void => {
    const [current] = getAccounts()[0]?.chains ?? []
    if (chain !== undefined && chain !== current)
      throw new ChainNotSupportedError({
        details: `The wallet is on ${current}, not on ${String(chain).slice(0, 50)}.`,
      })
  }
  const signMessage = async (
    signal: AbortSignal | undefined,
    { account, message }: MessageInput,
  ): Promise<{ readonly signedMessage: Uint8Array; readonly signature: Uint8Array }> => {
    const address = getOwn(account)
    if (!(message instanceof Uint8Array)) throw invalidParams('message: expected a Uint8Array.')
    const signedMessage = Uint8Array.from(message)
    const params = { address, message: base64.encode(signedMessage) }
    const reply = await requester.request('bip122', { method: 'bip122_signMessage', params }, { signal })
    return { signedMessage, signature: readBytes(reply, 'signature') }
  }
  const signTransaction = async (
    signal: AbortSignal | undefined,
    { psbt, inputsToSign, chain }: TransactionInput,
  ): Promise<{ readonly signedPsbt: Uint8Array }> => {
    if (!(psbt instanceof Uint8Array) || !Array.isArray(inputsToSign))
      throw invalidParams('psbt: expected a Uint8Array, and inputsToSign a list.')
    const signInputs = inputsToSign.flatMap(({ account, signingIndexes, sigHash }) => {
      const address = getOwn(account)
      const sighashTypes = sigHash === undefined ? {} : { sighashTypes: [toSighashType(sigHash)] }
      return [...signingIndexes].map((index) => ({ address, index, ...sighashTypes }))
    })
    assertChain(chain)
    const params = { psbt: base64.encode(Uint8Array.from(psbt)), signInputs }
    const reply = await requester.request('bip122', { method: 'bip122_signPsbt', params }, { signal })
    return { signedPsbt: readBytes(reply, 'psbt') }
  }

  const toWallet = (guard: Guard, signal: AbortSignal | undefined): StandardWallet => ({
    name: meta.name,
    icon: meta.icon as StandardWallet['icon'],
    get chains() {
      return getChains()
    },
    get accounts() {
      return getAccounts()
    },
    features: {
      'bitcoin:connect': {
        version,
        connect: guard(async () => {
          const accounts = getAccounts()
          if (accounts.length === 0)
            throw new RpcError(4100, 'UNAUTHORIZED', { details: 'No user is logged in: connect first.' })
          return { accounts }
        }),
      },
      ...createSharedFeatures({ guard, emitter, disconnect }),
      'bitcoin:signMessage': {
        version,
        signMessage: guard((...inputs: readonly MessageInput[]) =>
          inOrder(inputs, (input) => signMessage(signal, input)),
        ),
      },
      'bitcoin:signTransaction': {
        version,
        signTransaction: guard((...inputs: readonly TransactionInput[]) =>
          inOrder(inputs, (input) => signTransaction(signal, input)),
        ),
      },
    },
  })
  return {
    provider: toWallet(toOuter, undefined),
    createInner: (signal) => toWallet((method) => method, signal),
    destroy() {
      stop()
      emitter.clear()
    },
  }
}

/** The number of a sighash type of the Wallet Standard. Throws `INVALID_PARAMS` for an unknown one. */
function toSighashType(flag: unknown): number {
  const index = ['ALL', 'NONE', 'SINGLE'].findIndex((name) => flag === name || flag === `${name}|ANYONECANPAY`)
  if (index < 0) throw invalidParams('sigHash: expected a flag of the Wallet Standard, e.g. SINGLE|ANYONECANPAY.')
  return String(flag).includes('|') ? index + 0x81 : index + 1
}

function readBytes(reply: unknown, field: string): Uint8Array {
  try {
    const bytes = base64.decode((isRecord(reply) ? reply[field] : undefined) as string)
    if (bytes.length > 0) return bytes
  } catch {
    // reported below as a missing value
  }
  throw new InvalidWalletReplyError({ details: `${field}: expected base64.` })
}
