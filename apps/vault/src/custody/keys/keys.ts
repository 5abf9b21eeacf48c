import { hkdfSync } from 'node:crypto'
import type { KeyVersion, RotatingKey } from '../crypto/seal.js'

/** What is kept under the key-encryption key, each by a key of its own. */
export type Keys = Lookups & {
  /** Wraps the keys of wallets. */
  readonly wrap: RotatingKey
  /** Seals addresses of mail. */
  readonly email: RotatingKey
  readonly rowMac: RotatingKey
}

/**
 * Keys under which something is found or chained. They stay when the key-encryption key is exchanged: of what they were used on only
 * the result is kept.
 */
export type Lookups = {
  /** Finds addresses of mail. */
  readonly emailIndex: Buffer
  readonly codes: Buffer
  /** Cookies, links and resume tokens. */
  readonly tokens: Buffer
  readonly audit: Buffer
}

/** HKDF-SHA-256 of a key-encryption key. */
export function deriveKey(kek: Uint8Array, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', kek, new Uint8Array(), `latchkey/custody/1/${name}`, 32))
}

/** What a key-encryption key is known by: 8 bytes that say nothing of it. */
export function toKekId(kek: Uint8Array): Buffer {
  return deriveKey(kek, 'id').subarray(0, 8)
}

/** Of a database that had one key-encryption key from its beginning. */
export function deriveLookups(kek: Uint8Array): Lookups {
  return {
    emailIndex: deriveKey(kek, 'email-index'),
    codes: deriveKey(kek, 'codes'),
    tokens: deriveKey(kek, 'tokens'),
    audit: deriveKey(kek, 'audit'),
  }
}

export type KeksToDerive = {
  /** Seals. */
  readonly current: Uint8Array
  /** All that open, the oldest first. */
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
