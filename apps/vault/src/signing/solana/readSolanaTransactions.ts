import { isRecord } from '@latchkey/core'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { Keys } from '../keys.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { parseBase58 } from './bytes.js'
import { maxTransactionSize, parseSolanaTransaction, type SolanaTransaction } from './parseSolanaTransaction.js'
import { toSolanaSummary } from './toSolanaSummary.js'

/** Max transactions per request. */
const maxTransactions = 50

/**
 * solana_signTransaction `{ transaction }`, solana_signAllTransactions `{ transactions }` and solana_signAndSendTransaction `{ transaction,
 * options? }`, base58. Signs them as they are: nothing is filled in, and other signatures stay.
 */
export function readSolanaTransactions(request: MethodRequest): Reading {
  const { method, params } = request
  if (!isRecord(params)) throw new InvalidRequestError(`${method} takes an object`)
  const isMany = method === 'solana_signAllTransactions'
  const isSent = method === 'solana_signAndSendTransaction'
  const given = isMany ? params['transactions'] : [params['transaction']]
  if (!Array.isArray(given) || given.length === 0 || given.length > maxTransactions)
    throw new InvalidRequestError(`transactions are a list of 1 to ${maxTransactions}`)
  const all = given.map((item: unknown) => parse(item, request.account))
  const texts = all.map(toText)
  const options = isSent ? parseSendOptions(params['options']) : undefined

  return {
    params: isMany ? { transactions: texts } : { transaction: texts[0], ...(options && { options }) },
    summary: toSolanaSummary(all, { ...request, isSent }),
    async sign(keys) {
      const signed = all.map((transaction) => sign(transaction, request.account, keys))
      const [first] = signed
      if (isMany) return { transactions: signed.map(toText) }
      if (!first) throw new InvalidRequestError('There is no transaction')
      const transaction = toText(first)
      return isSent ? { transaction, signature: base58.encode(toId(first)), options } : { transaction }
    },
  }
}

function parse(given: unknown, account: string): SolanaTransaction {
  const bytes = parseBase58(given, maxTransactionSize)
  const transaction = bytes && parseSolanaTransaction(bytes)
  if (!transaction) throw new InvalidRequestError('transaction is not a serialised Solana transaction in base58')
  if (findSigner(transaction, account) === -1)
    throw new InvalidRequestError('The connected account is not among the signers of the transaction')
  return transaction
}

function findSigner({ message }: SolanaTransaction, account: string): number {
  return message.keys.slice(0, message.signers).indexOf(account)
}

function sign(transaction: SolanaTransaction, account: string, keys: Keys): SolanaTransaction {
  const signature = ed25519.sign(transaction.bytes, keys.solana)
  return { ...transaction, signatures: transaction.signatures.with(findSigner(transaction, account), signature) }
}

/** The first signature is a transaction's id. */
function toId({ signatures: [first] }: SolanaTransaction): Uint8Array {
  return first ?? new Uint8Array(64)
}

/** A packet holds fewer than 128 signatures, so their number is one byte. */
function toText({ signatures, bytes }: SolanaTransaction): string {
  return base58.encode(Buffer.concat([Uint8Array.of(signatures.length), ...signatures, bytes]))
}

/** Options for sending a transaction through a node. */
type SendOptions = {
  readonly skipPreflight?: boolean
  readonly preflightCommitment?: string
  readonly maxRetries?: number
  readonly minContextSlot?: number
}

const commitments = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max']

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const optionRules: { readonly [option in keyof SendOptions]-?: (value: unknown) => boolean } = {
  skipPreflight: (value) => typeof value === 'boolean',
  preflightCommitment: (value) => commitments.includes(value as string),
  maxRetries: isCount,
  minContextSlot: isCount,
}

/** Parses the options of solana_signAndSendTransaction; unknown ones are dropped. Throws InvalidRequestError. */
function parseSendOptions(given: unknown): SendOptions | undefined {
  if (given === undefined || given === null) return undefined
  if (!isRecord(given)) throw new InvalidRequestError('options is not an object')
  const names = Object.keys(optionRules) as (keyof SendOptions)[]
  const present = names.filter((name) => given[name] !== undefined && given[name] !== null)
  for (const name of present)
    if (!optionRules[name](given[name])) throw new InvalidRequestError(`options.${name} is of another type`)
  return Object.fromEntries(present.map((name) => [name, given[name]])) as SendOptions
}
