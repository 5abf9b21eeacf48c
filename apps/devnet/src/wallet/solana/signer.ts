import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, hex } from '@scure/base'
import { callRpc } from '../../rpc/callRpc.js'
import {
  type ChainSigner,
  callMethod,
  type SignMethods,
  type SignRequest,
  type WalletKeys,
  type WalletNetworks,
  WalletRpcError,
} from '../signer.js'

type CreateSolanaSignerOptions = {
  readonly keys: WalletKeys['solana']
  readonly network: NonNullable<WalletNetworks['solana']>
}

/** Creates the Solana signer, with the methods of WalletConnect's RPC reference. */
export function createSolanaSigner({ keys, network }: CreateSolanaSignerOptions): ChainSigner {
  const pairs = keys.map((text) => {
    const key = hex.decode(text)
    return { key, address: base58.encode(ed25519.getPublicKey(key)) }
  })
  const getKey = (claimed: string | undefined, { address }: SignRequest): Uint8Array => {
    const pair = pairs.find((one) => one.address === address)
    if (!pair || (claimed !== undefined && claimed !== address))
      throw new WalletRpcError(4_100, 'The wallet does not share this account with the app.')
    return pair.key
  }
  const sign = (transaction: string, request: SignRequest): { transaction: string; signature: string } => {
    const key = getKey(undefined, request)
    const signed = signSolanaTransaction(base64.decode(transaction), key)
    return { transaction: base64.encode(signed.transaction), signature: base58.encode(signed.signature) }
  }

  const methods: SignMethods = {
    solana_signMessage: async (request) => {
      const { message, pubkey } = request.params as { readonly message: string; readonly pubkey?: string }
      const key = getKey(pubkey, request)
      return { signature: base58.encode(ed25519.sign(base58.decode(message), key)) }
    },
    solana_signTransaction: async (request) =>
      sign((request.params as { readonly transaction: string }).transaction, request),
    solana_signAllTransactions: async (request) => {
      const { transactions } = request.params as { readonly transactions: readonly string[] }
      return { transactions: transactions.map((transaction) => sign(transaction, request).transaction) }
    },
    solana_signAndSendTransaction: async (request) => {
      const given = request.params as { readonly transaction: string; readonly sendOptions?: object }
      const signed = sign(given.transaction, request)
      const options = { ...given.sendOptions, encoding: 'base64' }
      const params = [signed.transaction, options]
      return { signature: await callRpc({ url: network.rpcUrl, method: 'sendTransaction', params }) }
    },
    solana_getAccounts: async ({ address }) => [{ pubkey: address }],
    solana_requestAccounts: async ({ address }) => [{ pubkey: address }],
  }
  const [first, ...others] = pairs.map(({ address }) => address)
  if (first === undefined) throw new Error('The wallet has no key.')
  return {
    namespace: 'solana',
    addresses: [first, ...others],
    methods: Object.keys(methods),
    answer: (request) => callMethod(methods, request),
  }
}

type SignedSolanaTransaction = { readonly transaction: Uint8Array; readonly signature: Uint8Array }

/**
 * Adds a key's signature to a serialized transaction, legacy or versioned: a list of signatures, then the signed message, whose first
 * keys are the signers in the same order.
 */
export function signSolanaTransaction(bytes: Uint8Array, key: Uint8Array): SignedSolanaTransaction {
  const signed = Uint8Array.from(bytes)
  const signatures = readLength(signed, 0)
  const messageStart = signatures.end + signatures.length * 64
  // the first bit marks a version; three counts and the keys follow
  const isVersioned = ((signed[messageStart] ?? 0) & 0x80) !== 0
  const keys = readLength(signed, messageStart + (isVersioned ? 4 : 3))
  const own = ed25519.getPublicKey(key)
  for (let index = 0; index < Math.min(signatures.length, keys.length); index++) {
    const start = keys.end + index * 32
    if (!own.every((byte, offset) => signed[start + offset] === byte)) continue
    const signature = ed25519.sign(signed.subarray(messageStart), key)
    signed.set(signature, signatures.end + index * 64)
    return { transaction: signed, signature }
  }
  throw new WalletRpcError(-32_602, 'The account is not a signer of the transaction.')
}

/** Reads a compact-u16. */
function readLength(bytes: Uint8Array, start: number): { readonly length: number; readonly end: number } {
  let length = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[start + index]
    if (byte === undefined) break
    length |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return { length, end: start + index + 1 }
  }
  throw new WalletRpcError(-32_602, 'Not a transaction.')
}
