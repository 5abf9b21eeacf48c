import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

export type CreateClientTokenOptions = {
  readonly audience: string
  /** Of 32 bytes; a new one where none is given. */
  readonly key?: Uint8Array | undefined
  /** Seconds since the epoch. */
  readonly issuedAt?: number | undefined
  readonly lifetimeSeconds?: number | undefined
  readonly header?: object | undefined
  readonly claims?: object | undefined
}

/** A token as clients of relays make it, and its client id; parts of it as a test wants them. */
export function createClientToken(options: CreateClientTokenOptions): {
  readonly token: string
  readonly clientId: string
} {
  const { audience, key = ed25519.utils.randomSecretKey(), header, claims } = options
  const { issuedAt = Math.floor(Date.now() / 1_000), lifetimeSeconds = 86_400 } = options
  const clientId = `did:key:z${base58.encode(new Uint8Array([0xed, 0x01, ...ed25519.getPublicKey(key)]))}`
  const body = { iss: clientId, sub: 'nonce', aud: audience, iat: issuedAt, exp: issuedAt + lifetimeSeconds, ...claims }
  const text = `${encode({ alg: 'EdDSA', typ: 'JWT', ...header })}.${encode(body)}`
  const signature = ed25519.sign(new TextEncoder().encode(text), key)
  return { token: `${text}.${Buffer.from(signature).toString('base64url')}`, clientId }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
