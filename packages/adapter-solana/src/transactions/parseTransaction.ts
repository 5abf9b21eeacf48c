import { toBase58 } from '../encoding.js'

export type Instruction = {
  /** Index of the program among the accounts. */
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** Accounts that come from a table on the chain, by their index there. */
export type Lookup = {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

/** A transaction as it goes over the wire: signatures, and the message that they sign. */
export type SolanaMessage = {
  readonly version: 'legacy' | 0
  /** One for each signer, in the order of `keys`; zeros where it is missing. */
  readonly signatures: readonly Uint8Array[]
  /** What is signed. */
  readonly bytes: Uint8Array
  /** Of the signers, and of the others: how many of the last ones are only read. */
  readonly readonlySigners: number
  readonly readonlyOthers: number
  /** Addresses; the signers come first, the first of all pays the fee. */
  readonly keys: readonly string[]
  /** Blockhash, or the value of a durable nonce. */
  readonly lifetime: string
  readonly instructions: readonly Instruction[]
  readonly lookups: readonly Lookup[]
}

/** No node takes more bytes in a packet. */
const maxBytes = 1_232

/**
 * Reads a serialised transaction, legacy or version 0. Null for bytes that no node would take: too many, too few, out of
 * range, or of another version. Ours, as Solana's own library is more than eighty kilobytes and cannot tell which
 * of its throws mean "malformed".
 */
export function parseTransaction(bytes: Uint8Array): SolanaMessage | null {
  try {
    return bytes.length > maxBytes ? null : readTransaction(bytes)
  } catch {
    return null // the reader came to the end
  }
}

function readTransaction(bytes: Uint8Array): SolanaMessage | null {
  const reader = createReader(bytes)
  const signatures = reader.list(() => reader.bytes(64))
  const start = reader.offset()

  const first = reader.byte()
  const version = first < 128 ? 'legacy' : first - 128
  if (version !== 'legacy' && version !== 0) return null
  const signers = version === 'legacy' ? first : reader.byte()
  const [readonlySigners, readonlyOthers] = [reader.byte(), reader.byte()]
  const keys = reader.list(() => toBase58(reader.bytes(32)))
  const lifetime = toBase58(reader.bytes(32))
  const instructions = reader.list(() => readInstruction(reader))
  const lookups = version === 0 ? reader.list(() => readLookup(reader)) : []

  const count =
    keys.length + lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  const isSound =
    reader.offset() === bytes.length &&
    signatures.length === signers &&
    // who pays writes
    readonlySigners < signers &&
    signers + readonlyOthers <= keys.length &&
    new Set(keys).size === keys.length &&
    // programs are never looked up, and never pay
    instructions.every(({ program }) => program > 0 && program < keys.length) &&
    instructions.every(({ accounts }) => accounts.every((index) => index < count))
  if (!isSound) return null
  const message = bytes.slice(start)
  return { version, signatures, bytes: message, readonlySigners, readonlyOthers, keys, lifetime, instructions, lookups }
}

function readInstruction(reader: Reader): Instruction {
  const program = reader.byte()
  const accounts = reader.list(reader.byte)
  return { program, accounts, data: reader.bytes(reader.compact()) }
}

function readLookup(reader: Reader): Lookup {
  const table = toBase58(reader.bytes(32))
  return { table, writable: reader.list(reader.byte), readonly: reader.list(reader.byte) }
}

/** Reads bytes from front to back. Throws a `RangeError` at their end. */
export type Reader = {
  readonly offset: () => number
  readonly byte: () => number
  readonly bytes: (length: number) => Uint8Array
  /** A number of one to three bytes, seven bits each ("compact-u16"), in its shortest form. */
  readonly compact: () => number
  /** As many items as the number before them says. */
  readonly list: <item>(read: () => item) => readonly item[]
}

export function createReader(source: Uint8Array): Reader {
  let offset = 0
  const bytes: Reader['bytes'] = (length) => {
    const end = offset + length
    if (end > source.length) throw new RangeError('The bytes end too early.')
    const part = source.slice(offset, end)
    offset = end
    return part
  }
  const byte: Reader['byte'] = () => bytes(1)[0] ?? 0
  const compact: Reader['compact'] = () => {
    let value = 0
    for (let index = 0; index < 3; index++) {
      const next = byte()
      value += (next & 0x7f) * 128 ** index
      if (next < 128) {
        if (value > 0xffff || (next === 0 && index > 0)) break
        return value
      }
    }
    throw new RangeError('A number is not in its shortest form.')
  }
  return {
    offset: () => offset,
    byte,
    bytes,
    compact,
    list: (read) => Array.from({ length: compact() }, read),
  }
}
