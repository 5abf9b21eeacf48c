import { toBase58 } from '../encoding.js'

export type Instruction = {
  /** The index of the program among the accounts. */
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** Accounts from a lookup table on the chain, by their index there. */
export type Lookup = {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

/** A transaction in its wire format: signatures, and the message that they sign. */
export type SolanaMessage = {
  readonly version: 'legacy' | 0
  /** One per signer, in the order of `keys`; zeros for a missing one. */
  readonly signatures: readonly Uint8Array[]
  /** The bytes of the message, which are signed. */
  readonly bytes: Uint8Array
  /** The number of read-only accounts at the end of the signers, and at the end of the others. */
  readonly readonlySigners: number
  readonly readonlyOthers: number
  /** Addresses, signers first; the first one pays the fee. */
  readonly keys: readonly string[]
  /** The blockhash, or the value of a durable nonce. */
  readonly lifetime: string
  readonly instructions: readonly Instruction[]
  readonly lookups: readonly Lookup[]
}

/** The maximum size of a packet. */
const maxBytes = 1_232

/**
 * Parses a serialized transaction, legacy or version 0. Null for bytes that no node would accept. Not done by @solana/web3.js,
 * which is over 80 kB and doesn't distinguish malformed bytes from other errors.
 */
export function parseTransaction(bytes: Uint8Array): SolanaMessage | null {
  try {
    return bytes.length > maxBytes ? null : readTransaction(bytes)
  } catch {
    return null // the bytes end too early
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
  const isValid =
    reader.offset() === bytes.length &&
    signatures.length === signers &&
    // the fee payer is writable
    readonlySigners < signers &&
    signers + readonlyOthers <= keys.length &&
    new Set(keys).size === keys.length &&
    // programs come from no lookup table, and never pay the fee
    instructions.every(({ program }) => program > 0 && program < keys.length) &&
    instructions.every(({ accounts }) => accounts.every((index) => index < count))
  if (!isValid) return null
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

/** Reads bytes sequentially. Throws a `RangeError` at the end. */
export type Reader = {
  readonly offset: () => number
  readonly byte: () => number
  readonly bytes: (length: number) => Uint8Array
  /** A number of one to three bytes, seven bits each ("compact-u16"), in the shortest form. */
  readonly compact: () => number
  /** A list of items, preceded by their number. */
  readonly list: <item>(read: () => item) => readonly item[]
}

function createReader(source: Uint8Array): Reader {
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
