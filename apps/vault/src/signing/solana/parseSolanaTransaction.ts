import { base58 } from '@scure/base'
import { createReader, type Reader } from './bytes.js'

/** A transaction as it goes over the wire. */
export type SolanaTransaction = {
  readonly message: SolanaMessage
  /** What is signed. */
  readonly bytes: Uint8Array
  /** One for each signer, in the order of the keys; zeros where it is missing. */
  readonly signatures: readonly Uint8Array[]
}

/** No node takes more bytes in a packet. */
export const maxTransactionSize = 1_232

/** Reads a serialised transaction; null for bytes that no node would take. */
export function parseSolanaTransaction(source: Uint8Array): SolanaTransaction | null {
  if (source.length > maxTransactionSize) return null
  try {
    const reader = createReader(source)
    const signatures = reader.list(() => reader.bytes(64))
    const bytes = source.slice(reader.offset())
    const message = parseSolanaMessage(bytes)
    const isSound = message !== null && isSoundMessage(message) && signatures.length === message.signers
    return isSound ? { message, bytes, signatures } : null
  } catch {
    return null // the reader came to the end
  }
}

type RawInstruction = {
  /** Index of the program among the accounts. */
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** Accounts that come from a table on the chain, by their index there. */
type RawLookup = {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

/** What the signers of a transaction sign. */
export type SolanaMessage = {
  readonly version: 'legacy' | 0
  /** Of `keys`, the first of which pays the fee. */
  readonly signers: number
  readonly readonlySigners: number
  readonly readonlyOthers: number
  /** Addresses. */
  readonly keys: readonly string[]
  /** Blockhash, or the value of a durable nonce. */
  readonly lifetime: string
  readonly instructions: readonly RawInstruction[]
  readonly lookups: readonly RawLookup[]
}

/**
 * Reads the message of a transaction, legacy or version 0, to the last byte; null for anything else. Whether the numbers in
 * it fit together is not asked here, see {@link isSoundMessage}. Ours, as what holds keys loads no more than it has to.
 */
export function parseSolanaMessage(bytes: Uint8Array): SolanaMessage | null {
  try {
    const reader = createReader(bytes)
    const message = readMessage(reader)
    return reader.offset() === bytes.length ? message : null
  } catch {
    return null // the reader came to the end
  }
}

function readMessage(reader: Reader): SolanaMessage | null {
  const first = reader.byte()
  const version = first < 128 ? 'legacy' : first - 128
  if (version !== 'legacy' && version !== 0) return null
  const signers = version === 'legacy' ? first : reader.byte()
  const [readonlySigners, readonlyOthers] = [reader.byte(), reader.byte()]
  const keys = reader.list(() => base58.encode(reader.bytes(32)))
  const lifetime = base58.encode(reader.bytes(32))
  const instructions = reader.list(() => readInstruction(reader))
  const lookups = version === 0 ? reader.list(() => readLookup(reader)) : []
  return { version, signers, readonlySigners, readonlyOthers, keys, lifetime, instructions, lookups }
}

function readInstruction(reader: Reader): RawInstruction {
  const program = reader.byte()
  const accounts = reader.list(reader.byte)
  return { program, accounts, data: reader.bytes(reader.compact()) }
}

function readLookup(reader: Reader): RawLookup {
  const table = base58.encode(reader.bytes(32))
  return { table, writable: reader.list(reader.byte), readonly: reader.list(reader.byte) }
}

/** Whether a node would take it: indexes in range, a payer who writes, no key twice, programs that are not looked up. */
function isSoundMessage(message: SolanaMessage): boolean {
  const { signers, readonlySigners, readonlyOthers, keys, instructions, lookups } = message
  const looked = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  const count = keys.length + looked
  return (
    count <= 256 &&
    readonlySigners < signers &&
    signers + readonlyOthers <= keys.length &&
    new Set(keys).size === keys.length &&
    lookups.every(({ writable, readonly }) => writable.length + readonly.length > 0) &&
    instructions.every(({ program }) => program > 0 && program < keys.length) &&
    instructions.every(({ accounts }) => accounts.every((index) => index < count))
  )
}
