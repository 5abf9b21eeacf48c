import { base58, bech32, bech32m } from '@scure/base'
import { hash256 } from 'bitcoinjs-lib/src/crypto'

/** The type of an output script: to a key, to a script, or their SegWit and Taproot forms. */
export type AddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** Networks with a common address format; `legacyTest` is the pre-SegWit format of testnet, signet and regtest. */
export type AddressFamily = 'main' | 'test' | 'regtest' | 'legacyTest'

export type ParsedAddress = {
  /** Normalized: SegWit addresses are in lower case. */
  readonly address: string
  readonly type: AddressType
  readonly family: AddressFamily
  /** The hash that the output commits to (20 or 32 bytes), or the output key of `p2tr`. */
  readonly hash: Uint8Array
  /** The output script. */
  readonly script: Uint8Array
}

const versions: { readonly [version: number]: readonly [AddressType, AddressFamily] | undefined } = {
  0: ['p2pkh', 'main'],
  5: ['p2sh', 'main'],
  111: ['p2pkh', 'legacyTest'],
  196: ['p2sh', 'legacyTest'],
}

const prefixes: { readonly [prefix: string]: AddressFamily | undefined } = { bc: 'main', tb: 'test', bcrt: 'regtest' }

/** Parses an address of any Bitcoin network with a valid checksum (base58check, BIP-173, BIP-350); null for anything else. */
export function parseAddress(value: unknown): ParsedAddress | null {
  if (typeof value !== 'string' || value.length < 14 || value.length > 90) return null
  try {
    return parseSegwit(value) ?? parseBase58(value)
  } catch {
    return null // the decoders throw for other strings
  }
}

function parseSegwit(value: string): ParsedAddress | null {
  const separator = value.lastIndexOf('1')
  const prefix = value.slice(0, separator).toLowerCase()
  const family = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined
  if (!family) return null
  // version 0 uses bech32 (BIP-173), later versions bech32m (BIP-350)
  const codec = /^q$/i.test(value.charAt(separator + 1)) ? bech32 : bech32m
  const [version, ...words] = codec.decode(value as `${string}1${string}`).words
  const hash = codec.fromWords(words)
  const type = toSegwitType(version, hash.length)
  return type && { address: value.toLowerCase(), type, family, hash, script: toScript(type, hash) }
}

/** The type of a SegWit version. Null for future versions, whose outputs anyone can spend today. */
function toSegwitType(version: number | undefined, length: number): AddressType | null {
  if (version === 0 && length === 20) return 'p2wpkh'
  if (version === 0 && length === 32) return 'p2wsh'
  return version === 1 && length === 32 ? 'p2tr' : null
}

function parseBase58(value: string): ParsedAddress | null {
  const bytes = base58.decode(value)
  if (bytes.length !== 25) return null
  const checksum = hash256(bytes.subarray(0, 21))
  if (!bytes.subarray(21).every((byte, index) => byte === checksum[index])) return null
  const [type, family] = versions[bytes[0] ?? -1] ?? []
  const hash = bytes.slice(1, 21)
  return type && family ? { address: value, type, family, hash, script: toScript(type, hash) } : null
}

/** The opcodes before and after the hash or key. */
const frames: { readonly [type in AddressType]: readonly [before: readonly number[], after: readonly number[]] } = {
  p2pkh: [
    [0x76, 0xa9, 0x14],
    [0x88, 0xac],
  ],
  p2sh: [[0xa9, 0x14], [0x87]],
  p2wpkh: [[0x00, 0x14], []],
  p2wsh: [[0x00, 0x20], []],
  p2tr: [[0x51, 0x20], []],
}

/** The output script that pays to a hash or, for `p2tr`, to an output key. */
export function toScript(type: AddressType, hash: Uint8Array): Uint8Array {
  const [before, after] = frames[type]
  return Uint8Array.of(...before, ...hash, ...after)
}

/** The network's part of an address: the prefix of its SegWit addresses. */
export type SegwitFamily = Exclude<AddressFamily, 'legacyTest'>

/** The address of an output script; null for a script that has none. */
export function toAddress(script: Uint8Array, family: SegwitFamily): string | null {
  const type = (Object.keys(frames) as AddressType[]).find((name) => isFramed(script, name))
  if (!type) return null
  const [before, after] = frames[type]
  const hash = script.subarray(before.length, script.length - after.length)
  const prefix = Object.keys(prefixes).find((name) => prefixes[name] === family) ?? ''
  if (type === 'p2tr') return bech32m.encode(prefix, [1, ...bech32m.toWords(hash)])
  if (type === 'p2wpkh' || type === 'p2wsh') return bech32.encode(prefix, [0, ...bech32.toWords(hash)])
  const known = family === 'main' ? family : 'legacyTest'
  const version = Object.keys(versions).find((key) => versions[Number(key)]?.join() === [type, known].join())
  const bytes = Uint8Array.of(Number(version), ...hash)
  return base58.encode(Uint8Array.of(...bytes, ...hash256(bytes).subarray(0, 4)))
}

function isFramed(script: Uint8Array, type: AddressType): boolean {
  const [before, after] = frames[type]
  const size = type === 'p2wsh' || type === 'p2tr' ? 32 : 20
  return (
    script.length === before.length + size + after.length &&
    before.every((byte, index) => script[index] === byte) &&
    after.every((byte, index) => script[before.length + size + index] === byte)
  )
}
