import { type CaipNetworkId, isRecord, type StandardAccount } from '@latchkey/core'
import { ChainNotSupportedError, InvalidWalletReplyError, RpcError } from '@latchkey/core/plugin'
import { base58 } from '@scure/base'
import { findStandardChain } from '../networks.js'
import { invalidParams } from '../requests/parameters.js'
import type { ProviderOptions } from './namespaceProvider.js'
import { inOrder } from './standardWallet.js'

export type MessageInput = { readonly account: StandardAccount; readonly message: Uint8Array }

export type TransactionInput = {
  readonly account: StandardAccount
  readonly transaction: Uint8Array
  /** For example `solana:devnet`. Default: the current network. */
  readonly chain?: string | undefined
  readonly options?: object | undefined
}

export type SolanaMethods = {
  signMessage(
    ...inputs: readonly MessageInput[]
  ): Promise<readonly { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[]>
  /** Several transactions with one approval. */
  signTransaction(
    ...inputs: readonly TransactionInput[]
  ): Promise<readonly { readonly signedTransaction: Uint8Array }[]>
  signAndSendTransaction(...inputs: readonly TransactionInput[]): Promise<readonly { readonly signature: Uint8Array }[]>
}

/** Signing requests on Solana: bytes here, base58 on the wire. */
export function createSolanaMethods(
  { context, connections, requester }: ProviderOptions,
  signal?: AbortSignal,
): SolanaMethods {
  const send = (method: string, params: object, caipNetworkId?: CaipNetworkId): Promise<unknown> =>
    requester.request('solana', { method, params }, { signal, caipNetworkId })

  const getOwn = (account: StandardAccount | undefined): string => {
    const [active] = connections.get('solana')?.accounts ?? []
    if (!active) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'No user is logged in.' })
    if (account?.address === active.address) return active.address
    throw invalidParams(`account: expected the wallet's account ${active.address}.`)
  }
  /** The network with this cluster name, preferring the current one. */
  const getChain = (name: unknown): CaipNetworkId | undefined => {
    const current = connections.get('solana')?.caipNetworkId
    if (name === undefined) return current
    const own = context.getNetworks().filter(({ chainNamespace }) => chainNamespace === 'solana')
    const ids = [...(current ? [current] : []), ...own.map(({ caipNetworkId }) => caipNetworkId)]
    const chain = findStandardChain(name, ids)
    if (chain) return chain
    throw new ChainNotSupportedError({
      details: `Network ${String(name).slice(0, 50)} is not configured. Add it to networks.`,
    })
  }
  const parseInput = ({ account, transaction, chain }: TransactionInput) => {
    const address = getOwn(account)
    const bytes = parseSolanaTransaction(transaction, base58.decode(address))
    return { address, chain: getChain(chain), transaction: base58.encode(bytes) }
  }
  const signOne = async (input: ReturnType<typeof parseInput>): Promise<Uint8Array> => {
    const { transaction, chain } = input
    const reply = await send('solana_signTransaction', { transaction, pubkey: input.address }, chain)
    return readBytes(readReply(reply, 'transaction'), 'transaction')
  }
  const signAll = async (inputs: readonly ReturnType<typeof parseInput>[]): Promise<readonly Uint8Array[]> => {
    const [first] = inputs
    if (inputs.some(({ chain }) => chain !== first?.chain))
      throw invalidParams('All transactions must be for the same network.')
    const transactions = inputs.map(({ transaction }) => transaction)
    const reply = await send('solana_signAllTransactions', { transactions, pubkey: first?.address }, first?.chain)
    const signed = readReply(reply, 'transactions')
    if (!Array.isArray(signed) || signed.length !== inputs.length)
      throw new InvalidWalletReplyError({ details: `transactions: expected ${inputs.length}.` })
    return signed.map((item) => readBytes(item, 'transactions'))
  }

  return {
    signMessage: (...inputs) =>
      inOrder(inputs, async ({ account, message }) => {
        const pubkey = getOwn(account)
        if (!(message instanceof Uint8Array)) throw invalidParams('message: expected a Uint8Array.')
        const signedMessage = Uint8Array.from(message)
        const reply = await send('solana_signMessage', { message: base58.encode(signedMessage), pubkey })
        return { signedMessage, signature: readSignature(reply) }
      }),
    async signTransaction(...inputs) {
      const parsed = inputs.map(parseInput)
      const signed = parsed.length > 1 ? await signAll(parsed) : await inOrder(parsed, signOne)
      return signed.map((signedTransaction) => ({ signedTransaction }))
    },
    async signAndSendTransaction(...inputs) {
      const parsed = inputs.map((input) => ({ ...parseInput(input), options: input.options }))
      return inOrder(parsed, async ({ transaction, address, chain, options }) => {
        const params = { transaction, pubkey: address, ...(options && { options }) }
        return { signature: readSignature(await send('solana_signAndSendTransaction', params, chain)) }
      })
    },
  }
}

function readReply(reply: unknown, field: string): unknown {
  return isRecord(reply) ? reply[field] : undefined
}

function readBytes(text: unknown, field: string): Uint8Array {
  try {
    const bytes = base58.decode(text as string)
    if (bytes.length > 0) return bytes
  } catch {
    // reported below as a missing value
  }
  throw new InvalidWalletReplyError({ details: `${field}: expected base58.` })
}

function readSignature(reply: unknown): Uint8Array {
  const signature = readBytes(readReply(reply, 'signature'), 'signature')
  if (signature.length !== 64) throw new InvalidWalletReplyError({ details: 'signature: expected 64 bytes.' })
  return signature
}

/** Maximum size of a packet in bytes. */
const maxBytes = 1_232

const signatureLength = 64

const keyLength = 32

/**
 * Checks that a serialized transaction (legacy or version 0) needs this key's signature. Returns a copy, because the app may
 * modify its own. Throws `INVALID_PARAMS` for anything else. The vault decodes and displays the transaction.
 */
function parseSolanaTransaction(transaction: unknown, publicKey: Uint8Array): Uint8Array {
  if (!(transaction instanceof Uint8Array) || transaction.length === 0 || transaction.length > maxBytes)
    throw invalidParams('transaction: expected a serialized Solana transaction.')
  const bytes = Uint8Array.from(transaction)
  const isSigner = parseSigners(bytes).some((key) => key.every((byte, index) => byte === publicKey[index]))
  if (!isSigner) throw invalidParams('transaction: it does not require a signature of this wallet.')
  return bytes
}

/** Public keys that must sign; empty if the bytes are no transaction. A transaction's counts fit into one byte each. */
function parseSigners(bytes: Uint8Array): readonly Uint8Array[] {
  const [signatures = 0] = bytes
  const message = bytes.subarray(1 + signatures * signatureLength)
  const [first = 255] = message
  // the highest bit marks a version prefix, and 0 is the only version
  if (signatures > 127 || (first > 127 && first !== 128)) return []
  const header = first === 128 ? message.subarray(1) : message
  const [required = 0, , , count = 0] = header
  const keys = header.subarray(4, 4 + count * keyLength)
  if (required !== signatures || count > 127 || required > count || keys.length !== count * keyLength) return []
  return Array.from({ length: required }, (_, index) => keys.subarray(index * keyLength, (index + 1) * keyLength))
}
