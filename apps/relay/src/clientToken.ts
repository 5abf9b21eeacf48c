import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { base58 } from '@scure/base'

export type ParseTokenOptions = {
  /** URLs of this relay that clients may use. */
  readonly audiences: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Seconds by which a client's clock may be wrong, as phones' clocks often are. */
const leewaySeconds = 660

export type TokenClaims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly exp: number }

/**
 * Verifies a client's token and returns its client id. Null as for {@link parseToken}, and for a token of a webhook, which the webhook's
 * receiver has, too.
 */
export function parseClientToken(token: string, options: ParseTokenOptions): string | null {
  const claims = parseToken(token, options)
  return claims && claims['act'] === undefined ? claims.iss : null
}

/**
 * Verifies a token and returns its claims. `iss` is the client id: the `did:key` of the signing Ed25519 key. Null for another algorithm
 * (also `none`), an altered part, another relay, or an expired or future time.
 */
export function parseToken(token: string, { audiences, now }: ParseTokenOptions): TokenClaims | null {
  const [head, body, signature, ...more] = token.split('.')
  if (!head || !body || !signature || more.length > 0) return null
  const header = parsePart(head)
  const claims = parsePart(body)
  if (!header || !claims || header['alg'] !== 'EdDSA') return null
  const { iss, aud, iat, exp } = claims
  const key = typeof iss === 'string' ? parseDidKey(iss) : null
  if (typeof iss !== 'string' || !key) return null
  if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) return null
  const audience = typeof aud === 'string' ? parseAudience(aud) : null
  if (audience === null || !audiences.some((url) => parseAudience(url) === audience)) return null
  const seconds = now / 1_000
  if (typeof exp !== 'number' || exp < seconds - leewaySeconds) return null
  if (typeof iat !== 'number' || iat > seconds + leewaySeconds) return null
  return { ...claims, iss, exp }
}

/** Creates tokens with the key of a relay, whose `did:key` is their issuer. */
export function createTokenSigner(seed: string): TokenSigner {
  // the ASN.1 header of an Ed25519 private key in PKCS #8
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed, 'hex')])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const publicKey = Buffer.from(x, 'base64url')
  const issuer = `did:key:z${base58.encode(Buffer.concat([Buffer.from([0xed, 0x01]), publicKey]))}`
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  return {
    issuer,
    publicKey: publicKey.toString('hex'),
    sign: (claims) => {
      const text = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode({ iss: issuer, ...claims })}`
      return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
    },
  }
}

export type TokenSigner = {
  /** `did:key:z…` */
  readonly issuer: string
  /** 32 bytes in hex. */
  readonly publicKey: string
  readonly sign: (claims: object) => string
}

/** A URL in the form that is compared: lowercase host, no default port, no slash at the end. Null for other text. */
export function parseAudience(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (!/^wss?:$/.test(url.protocol)) return null
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`
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
