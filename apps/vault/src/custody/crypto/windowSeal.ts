import { createECDH, type ECDH, hkdfSync } from 'node:crypto'
import type { SealedPhrase } from '../../protocol/account.js'
import type { DeviceKey } from '../../protocol/statement.js'
import { InvalidRequestError } from '../../signing/InvalidRequestError.js'
import { seal, unseal } from './seal.js'

// Encrypts data between the key host and a window of the vault, so that the site in between can't read it: ECDH on
// P-256, HKDF-SHA-256 and AES-256-GCM, which browsers support.

type Purpose = 'export' | 'import'

const curve = 'prime256v1'

/** Encrypts to the key of a window. Throws InvalidRequestError if it is not a point on the curve. */
export function sealToWindow(
  key: DeviceKey,
  { plain, purpose }: { readonly plain: Buffer; readonly purpose: Purpose },
): SealedPhrase {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  const bytes = seal(agree(ecdh, { key, purpose }), { plain, place: [purpose] })
  return {
    key: toKey(ecdh),
    nonce: bytes.subarray(0, 12).toString('base64url'),
    sealed: bytes.subarray(12).toString('base64url'),
  }
}

/**
 * Decrypts data that a window sealed to the public key of `secret`. Returns undefined if it was sealed to another key,
 * or changed.
 */
export function openFromWindow(
  secret: Buffer,
  { phrase: { key, nonce, sealed }, purpose }: { readonly phrase: SealedPhrase; readonly purpose: Purpose },
): Buffer | undefined {
  const aes = agree(toPair(secret), { key, purpose })
  const bytes = Buffer.concat([Buffer.from(nonce, 'base64url'), Buffer.from(sealed, 'base64url')])
  try {
    return unseal(aes, { sealed: bytes, place: [purpose] })
  } catch {
    return undefined
  }
}

/** The public key of a secret of 32 bytes. */
export function toWindowKey(secret: Buffer): DeviceKey {
  return toKey(toPair(secret))
}

function toPair(secret: Buffer): ECDH {
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(secret)
  return ecdh
}

function toKey(ecdh: ECDH): DeviceKey {
  const point = ecdh.getPublicKey()
  return { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
}

function agree(ecdh: ECDH, { key: { x, y }, purpose }: { readonly key: DeviceKey; readonly purpose: Purpose }): Buffer {
  const other = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  let secret: Buffer
  try {
    secret = ecdh.computeSecret(other)
  } catch (cause) {
    throw new InvalidRequestError('Invalid window key.', { cause })
  }
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `latchkey/${purpose}/1`, 32))
}
