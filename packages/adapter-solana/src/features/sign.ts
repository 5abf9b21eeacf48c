import type { Account, ConnectorFeatures, FeatureRequest } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { assertAccount, assertFeature, assertNetwork } from '../connectors/accounts.js'
import { requestWallet } from '../connectors/requests.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { copyBytes, invalidParams, isSameBytes, toBase58 } from '../encoding.js'
import { compareMessages } from '../transactions/compareMessages.js'
import { parseTransaction, type SolanaMessage } from '../transactions/parseTransaction.js'
import { isSignatureOf } from '../verify/verifySignature.js'

type SignMessageRequest = Parameters<ConnectorFeatures['message:sign']>[0]

/**
 * Signs a message and resolves with the signature in base58. Verifies it over exactly the given bytes: the standard lets a
 * wallet change the message, but the caller could not use such a signature.
 */
export async function signMessage(
  link: WalletLink,
  wallet: WalletObserver,
  request: SignMessageRequest,
): Promise<string> {
  const { account, message, signal } = request
  const chosen = assertAccount(link, wallet, request)
  assertFeature(link, chosen, 'solana:signMessage')
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : copyBytes(message)
  if (!bytes) throw invalidParams('message is neither a string nor bytes.')
  // a copy, which the wallet may change
  const inputs = [{ account: chosen.own, message: bytes.slice() }]
  const reply = await requestWallet(link, { feature: 'solana:signMessage', inputs }, { signal })
  const signed = readOutput(reply, 'signedMessage')
  const signature = readOutput(reply, 'signature')
  if (!isSameBytes(signed, bytes)) throw new InvalidWalletReplyError({ details: 'The wallet signed another message.' })
  if (!isSignatureOf(account.address, bytes, signature))
    throw new InvalidWalletReplyError({ details: `The signature is not one of ${account.address}.` })
  return toBase58(signature)
}

/**
 * Has the wallet sign transactions with one prompt. Compares each signed transaction with the given one (see `compareMessages`)
 * and verifies the account's signature.
 *
 * Throws `INVALID_PARAMS` for anything but a transaction of the account, and `INVALID_WALLET_REPLY`.
 */
export async function signTransactions(
  link: WalletLink,
  wallet: WalletObserver,
  request: FeatureRequest & { readonly transactions: readonly Uint8Array[] },
): Promise<readonly Uint8Array[]> {
  const { account, signal, transactions } = request
  const requested = transactions.map((transaction) => parseUnsigned(transaction, account))
  if (requested.length === 0) return []
  const chosen = assertAccount(link, wallet, request)
  assertFeature(link, chosen, 'solana:signTransaction')
  const chain = assertNetwork(chosen, request)
  const inputs = requested.map(({ bytes }) => ({ account: chosen.own, transaction: bytes, chain }))
  const reply = await requestWallet(link, { feature: 'solana:signTransaction', inputs }, { signal })
  const signed = readOutputs(reply, 'signedTransaction', requested.length)
  for (const [index, { message }] of requested.entries()) assertSigned(message, signed[index], account.address)
  return signed
}

function assertSigned(requested: SolanaMessage, bytes: Uint8Array | undefined, address: string): void {
  const signed = bytes && parseTransaction(bytes)
  if (!signed) throw new InvalidWalletReplyError({ details: 'signedTransaction: not a transaction.' })
  const change = compareMessages(requested, signed)
  if (change) throw new InvalidWalletReplyError({ details: `The wallet signed something else: ${change}.` })
  const signature = signed.signatures[signed.keys.indexOf(address)]
  if (!signature || !isSignatureOf(address, signed.bytes, signature))
    throw new InvalidWalletReplyError({ details: `The transaction has no signature of ${address}.` })
}

export type UnsignedTransaction = {
  readonly message: SolanaMessage
  /** A private copy, as slices of a Buffer share their bytes. */
  readonly bytes: Uint8Array
}

/** Parses a transaction that the account is to sign. Throws `INVALID_PARAMS` with the problem. */
export function parseUnsigned(transaction: unknown, { address }: Account): UnsignedTransaction {
  const bytes = copyBytes(transaction)
  const message = bytes && parseTransaction(bytes)
  if (!message) throw invalidParams('The transaction is not a Solana transaction, legacy or version 0, as bytes.')
  const isSigner = message.keys.slice(0, message.signatures.length).includes(address)
  if (!isSigner) throw invalidParams(`The transaction needs no signature of ${address}.`)
  return { message, bytes }
}

/** The bytes in a field of each output. Throws `INVALID_WALLET_REPLY` unless there are `count` outputs with bytes. */
export function readOutputs(reply: unknown, field: string, count: number): readonly Uint8Array[] {
  const outputs = readList(reply, field)
  const isComplete = outputs?.length === count && outputs.every((bytes) => bytes !== null)
  if (!isComplete) throw new InvalidWalletReplyError({ details: `${field}: not ${count} outputs with bytes.` })
  return outputs
}

/** The bytes in a field of the only output. Throws `INVALID_WALLET_REPLY`. */
export function readOutput(reply: unknown, field: string): Uint8Array {
  const [bytes = new Uint8Array()] = readOutputs(reply, field, 1)
  return bytes
}

function readList(reply: unknown, field: string): readonly (Uint8Array | null)[] | null {
  try {
    if (!Array.isArray(reply)) return null
    return reply.slice(0, 1_000).map((output: unknown) => copyBytes((output as Record<string, unknown>)[field]))
  } catch {
    return null // a getter that throws
  }
}
