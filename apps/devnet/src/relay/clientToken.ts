import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { base58 } from '@scure/base'

type ParseClientTokenOptions = {
  /** URLs of this relay that clients may use. */
  readonly audiences: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Phone clocks may be off by minutes; the signature is what counts. */
const leewaySeconds = 660

/**
 * Verifies a client's token and returns its client id: the `did:key` of the signing Ed25519 key. Null for another algorithm (also
 * `none`), an altered part, another relay, or an expired or future time.
 */
export function parseClientToken(token: string, { audiences, now }: ParseClientTokenOptions): string | null {
  const [head, body, signature, ...more] = token.split('.')
  if (!head || !body || !signature || more.length > 0) return null
  const header = parsePart(head)
  const claims = parsePart(body)
  if (!header || !claims || header['alg'] !== 'EdDSA') return null
  const { iss, aud, iat, exp } = claims
  const key = typeof iss === 'string' ? parseDidKey(iss) : null
  if (typeof iss !== 'string' || !key) return null
  if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) return null
  if (typeof aud !== 'string' || !audiences.includes(aud.replace(/\/$/, ''))) return null
  const seconds = now / 1_000
  if (typeof exp !== 'number' || exp < seconds - leewaySeconds) return null
  if (typeof iat !== 'number' || iat > seconds + leewaySeconds) return null
  return iss
}

function parsePart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/** `did:key:z` and base58 of the multicodec of Ed25519 (0xed01) and the key. */
function parseDidKey(did: string): KeyObject | null {
  const [, encoded] = /^did:key:z([1-9A-HJ-NP-Za-km-z]{40,60})$/.exec(did) ?? []
  if (!encoded) return null
  const bytes = base58.decode(encoded)
  if (bytes.length !== 34 || bytes[0] !== 0xed || bytes[1] !== 0x01) return null
  const x = Buffer.from(bytes.subarray(2)).toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
}
