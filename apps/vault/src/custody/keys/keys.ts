import { hkdfSync } from 'node:crypto'
import type { KeyVersion, RotatingKey } from '../crypto/seal.js'

/** Keys derived from the key-encryption key, one per purpose. */
export type Keys = Lookups & {
  /** Wraps the data keys of wallets. */
  readonly wrap: RotatingKey
  /** Seals email addresses. */
  readonly email: RotatingKey
  readonly rowMac: RotatingKey
}

/** Keys for lookups and hash chains. They survive a rotation of the key-encryption key, as only their results are stored. */
export type Lookups = {
  /** Indexes email addresses. */
  readonly emailIndex: Buffer
  readonly codes: Buffer
  /** Hashes cookies, links and resume tokens. */
  readonly tokens: Buffer
  readonly audit: Buffer
}

/** HKDF-SHA-256 of a key-encryption key. */
export function deriveKey(kek: Uint8Array, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', kek, new Uint8Array(), `latchkey/custody/1/${name}`, 32))
}

/** Identifies a key-encryption key by 8 bytes that reveal nothing about it. */
export function toKekId(kek: Uint8Array): Buffer {
  return deriveKey(kek, 'id').subarray(0, 8)
}

/** Derives the lookup keys of a database whose key-encryption key was never rotated. */
export function deriveLookups(kek: Uint8Array): Lookups {
  return {
    emailIndex: deriveKey(kek, 'email-index'),
    codes: deriveKey(kek, 'codes'),
    tokens: deriveKey(kek, 'tokens'),
    audit: deriveKey(kek, 'audit'),
  }
}

export type KeksToDerive = {
  /** Used to seal. */
  readonly current: Uint8Array
  /** Used to open, oldest first. */
  readonly all: readonly Uint8Array[]
  readonly lookups: Lookups
}

export function deriveKeys({ current, all, lookups }: KeksToDerive): Keys {
  const rotate = (name: string): RotatingKey => {
    const toVersion = (kek: Uint8Array): KeyVersion => ({ id: toKekId(kek), key: deriveKey(kek, name) })
    return { current: toVersion(current), all: all.map(toVersion) }
  }
  return { ...lookups, wrap: rotate('wrap'), email: rotate('email'), rowMac: rotate('row-mac') }
}

/**
 * Derives only the wrapping key from key-encryption keys, oldest first: the newest one seals. Throws if there are none.
 */
export function toWrapKey(keks: readonly Uint8Array[]): RotatingKey {
  const all = keks.map((kek): KeyVersion => ({ id: toKekId(kek), key: deriveKey(kek, 'wrap') }))
  const current = all.at(-1)
  if (!current) throw new Error('There is no key-encryption key.')
  return { current, all }
}
