import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** One version of a rotating key. */
export type KeyVersion = {
  /** 8 bytes, prepended to values sealed with this key. */
  readonly id: Buffer
  readonly key: Buffer
}

/** A key that is replaced from time to time. */
export type RotatingKey = {
  /** Used to seal. */
  readonly current: KeyVersion
  /** Used to open, oldest first. */
  readonly all: readonly KeyVersion[]
}

export const idSize = 8

/** Thrown for data under a key that this process doesn't have, e.g. because another process rotated it. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError'
}

/** Returns the key that bytes were sealed with, and the bytes after its id. Bytes without an id are from before keys had ids. */
export function splitVersion(
  { all }: RotatingKey,
  bytes: Uint8Array,
): { readonly key: Buffer; readonly id: Buffer | undefined; readonly rest: Buffer } {
  const whole = Buffer.from(bytes)
  const version = all.find(({ id }) => id.equals(whole.subarray(0, idSize)))
  if (version) return { key: version.key, id: version.id, rest: whole.subarray(idSize) }
  const [oldest] = all
  if (!oldest) throw new UnknownKeyError('There is no key.')
  return { key: oldest.key, id: undefined, rest: whole }
}

/** The context that a sealed value is bound to. It can't be opened in any other. */
export type Place = readonly [purpose: string, ...ids: string[]]

const sizes = { nonce: 12, tag: 16 } as const

/** Encrypts with AES-256-GCM: nonce, ciphertext, tag. The id of a rotating key comes before that. */
export function seal(
  key: Uint8Array | RotatingKey,
  { plain, place }: { readonly plain: Uint8Array; readonly place: Place },
): Buffer {
  if (!(key instanceof Uint8Array)) return Buffer.concat([key.current.id, seal(key.current.key, { plain, place })])
  const nonce = randomBytes(sizes.nonce)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(toAad(place))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts. Throws if any bit, the key or the place differs. */
export function unseal(
  key: Uint8Array | RotatingKey,
  { sealed, place }: { readonly sealed: Uint8Array; readonly place: Place },
): Buffer {
  if (!(key instanceof Uint8Array)) {
    const version = splitVersion(key, sealed)
    return unseal(version.key, { sealed: version.rest, place })
  }
  if (sealed.byteLength < sizes.nonce + sizes.tag) throw new Error('The sealed data is truncated.')
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, sizes.nonce)).setAAD(toAad(place))
  decipher.setAuthTag(bytes.subarray(-sizes.tag))
  return Buffer.concat([decipher.update(bytes.subarray(sizes.nonce, -sizes.tag)), decipher.final()])
}

/** Additional data: the format version, then the place. JSON keeps its parts apart. */
function toAad(place: Place): Buffer {
  return Buffer.from(JSON.stringify([1, ...place]))
}

type Part = string | number | boolean | null | Uint8Array

/** HMAC-SHA-256 over unambiguously separated parts. */
export function toMac(key: Uint8Array, parts: readonly Part[]): Buffer {
  const texts = parts.map((part) => (part instanceof Uint8Array ? { hex: Buffer.from(part).toString('hex') } : part))
  return createHmac('sha256', key).update(JSON.stringify(texts)).digest()
}

/** Compares in constant time. */
export function isSameMac(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && one.byteLength === other.byteLength && timingSafeEqual(one, other)
}
