import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type RotatingKey, splitVersion } from './rotatingKey.js'

/** What a sealed value belongs to: it opens nowhere else. */
export type Place = readonly [purpose: string, ...ids: string[]]

const sizes = { nonce: 12, tag: 16 } as const

/** AES-256-GCM with a fresh nonce, which comes first; the tag comes last. Before all that stands the id of a key that rotates. */
export function seal(
  key: Uint8Array | RotatingKey,
  { plain, place }: { readonly plain: Uint8Array; readonly place: Place },
): Buffer {
  if (!(key instanceof Uint8Array)) return Buffer.concat([key.current.id, seal(key.current.key, { plain, place })])
  const nonce = randomBytes(sizes.nonce)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(toAad(place))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws where a bit differs, the key or the place. */
export function unseal(
  key: Uint8Array | RotatingKey,
  { sealed, place }: { readonly sealed: Uint8Array; readonly place: Place },
): Buffer {
  if (!(key instanceof Uint8Array)) {
    const version = splitVersion(key, sealed)
    return unseal(version.key, { sealed: version.rest, place })
  }
  if (sealed.byteLength < sizes.nonce + sizes.tag) throw new Error('What was sealed is cut off.')
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, sizes.nonce)).setAAD(toAad(place))
  decipher.setAuthTag(bytes.subarray(-sizes.tag))
  return Buffer.concat([decipher.update(bytes.subarray(sizes.nonce, -sizes.tag)), decipher.final()])
}

/** The version of this form, then the place; JSON keeps its parts apart. */
function toAad(place: Place): Buffer {
  return Buffer.from(JSON.stringify([1, ...place]))
}
