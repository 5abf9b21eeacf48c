import { base58 } from '@scure/base'
import { createReader, type Reader } from './bytes.js'

/** A serialized transaction. */
export type SolanaTransaction = {
  readonly message: SolanaMessage
  /** The signed bytes. */
  readonly bytes: Uint8Array
  /** One per signer, in the order of the keys; zeros if missing. */
  readonly signatures: readonly Uint8Array[]
}

/** Max packet size of nodes. */
export const maxTransactionSize = 1_232

/** Parses a serialized transaction; null for bytes that no node would accept. */
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
    return null // the bytes ended too early
  }
}

type RawInstruction = {
  /** Index of the program among the accounts. */
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** Accounts from a lookup table, by their index there. */
type RawLookup = {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

/** The message of a transaction, which its signers sign. */
export type SolanaMessage = {
  readonly version: 'legacy' | 0
  /** Number of `keys` that sign; the first one pays the fee. */
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
 * Parses the message of a transaction, legacy or version 0, to the last byte; null for anything else. {@link isSoundMessage} checks its
 * consistency. Our own parser, as the process that holds keys loads as little code as possible.
 */
export function parseSolanaMessage(bytes: Uint8Array): SolanaMessage | null {
  try {
    const reader = createReader(bytes)
    const message = readMessage(reader)
    return reader.offset() === bytes.length ? message : null
  } catch {
    return null // the bytes ended too early
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

/** Whether a node would accept it: indexes in range, a writable payer, no duplicate keys, no programs from lookup tables. */
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
