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
 * Signs a message; base58. The signature is verified here over the very bytes that were asked for: the standard lets a
 * wallet change them, but a signature of something else is of no use to who asked.
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
  if (!bytes) throw invalidParams('message is neither text nor bytes.')
  // a copy, as what a wallet is given it may change
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
 * Has the wallet sign transactions, all with one consent. What comes back is read, compared with what was asked for
 * (see `compareMessages`), and the account's signature verified over it.
 *
 * Throws `INVALID_PARAMS` for what is no transaction of the account, and `INVALID_WALLET_REPLY`.
 */
export async function signTransactions(
  link: WalletLink,
  wallet: WalletObserver,
  request: FeatureRequest & { readonly transactions: readonly Uint8Array[] },
): Promise<readonly Uint8Array[]> {
  const { account, signal, transactions } = request
  const asked = transactions.map((transaction) => parseUnsigned(transaction, account))
  if (asked.length === 0) return []
  const chosen = assertAccount(link, wallet, request)
  assertFeature(link, chosen, 'solana:signTransaction')
  const chain = assertNetwork(chosen, request)
  const inputs = asked.map(({ bytes }) => ({ account: chosen.own, transaction: bytes, chain }))
  const reply = await requestWallet(link, { feature: 'solana:signTransaction', inputs }, { signal })
  const signed = readOutputs(reply, 'signedTransaction', asked.length)
  for (const [index, { message }] of asked.entries()) assertSigned(message, signed[index], account.address)
  return signed
}

function assertSigned(asked: SolanaMessage, bytes: Uint8Array | undefined, address: string): void {
  const signed = bytes && parseTransaction(bytes)
  if (!signed) throw new InvalidWalletReplyError({ details: 'signedTransaction: not a transaction.' })
  const change = compareMessages(asked, signed)
  if (change) throw new InvalidWalletReplyError({ details: `The wallet signed something else: ${change}.` })
  const signature = signed.signatures[signed.keys.indexOf(address)]
  if (!signature || !isSignatureOf(address, signed.bytes, signature))
    throw new InvalidWalletReplyError({ details: `The transaction bears no signature of ${address}.` })
}

export type UnsignedTransaction = {
  readonly message: SolanaMessage
  /** A copy that nobody else holds: a Buffer shares its bytes with what is sliced from it. */
  readonly bytes: Uint8Array
}

/** A transaction that the account is to sign. Throws `INVALID_PARAMS` with what is wrong with it. */
export function parseUnsigned(transaction: unknown, { address }: Account): UnsignedTransaction {
  const bytes = copyBytes(transaction)
  const message = bytes && parseTransaction(bytes)
  if (!message) throw invalidParams('The transaction is not one of Solana, legacy or version 0, as bytes.')
  const isSigner = message.keys.slice(0, message.signatures.length).includes(address)
  if (!isSigner) throw invalidParams(`The transaction asks for no signature of ${address}.`)
  return { message, bytes }
}

/** The bytes in one field of each output. Throws `INVALID_WALLET_REPLY` where there is not one output for each input. */
export function readOutputs(reply: unknown, field: string, count: number): readonly Uint8Array[] {
  const outputs = readList(reply, field)
  const isWhole = outputs?.length === count && outputs.every((bytes) => bytes !== null)
  if (!isWhole) throw new InvalidWalletReplyError({ details: `${field}: not ${count} times bytes.` })
  return outputs
}

/** The same of a single output. */
export function readOutput(reply: unknown, field: string): Uint8Array {
  const [bytes = new Uint8Array()] = readOutputs(reply, field, 1)
  return bytes
}

function readList(reply: unknown, field: string): readonly (Uint8Array | null)[] | null {
  try {
    if (!Array.isArray(reply)) return null
    return reply.slice(0, 1_000).map((output: unknown) => copyBytes((output as Record<string, unknown>)[field]))
  } catch {
    return null // a getter of a foreign object
  }
}
