import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** A passkey in memory, with what a hostile or a broken one would do. */
export type Authenticator = {
  readonly create: (options: PublicKeyCredentialCreationOptionsJSON, more?: Twist) => RegistrationResponseJSON
  readonly get: (options: PublicKeyCredentialRequestOptionsJSON, more?: Twist) => AuthenticationResponseJSON
  /** Of the last signature. */
  counter: number
}

type Twist = {
  readonly origin?: string | undefined
  readonly rpId?: string | undefined
  /** Default: true. */
  readonly isVerified?: boolean | undefined
}

/** Creates an authenticator for the pages of an origin, whose counter grows with each signature. */
export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const self: Authenticator = {
    counter: 0,
    create(options, twist = {}) {
      const client = toClientData('webauthn.create', options.challenge, twist.origin ?? origin)
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, toCose(publicKey)])
      const data = Buffer.concat([
        toAuthenticatorData(twist.rpId ?? options.rp.id ?? '', self.counter, 0x40, twist),
        credential,
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[toText('fmt'), toText('none'), toText('attStmt'), Buffer.from([0xa0]), toText('authData'), toBytes(data)],
      ])
      return {
        ...toCredential(id),
        response: { clientDataJSON: encode(client), attestationObject: encode(attestation), transports: ['internal'] },
      }
    },
    get(options, twist = {}) {
      self.counter++
      const client = toClientData('webauthn.get', options.challenge, twist.origin ?? origin)
      const data = toAuthenticatorData(twist.rpId ?? options.rpId ?? '', self.counter, 0, twist)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...toCredential(id),
        response: { clientDataJSON: encode(client), authenticatorData: encode(data), signature: encode(signature) },
      }
    },
  }
  return self
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

function toCredential(id: Buffer): Pick<RegistrationResponseJSON, 'id' | 'rawId' | 'type' | 'clientExtensionResults'> {
  return { id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {} }
}

function toClientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** Hash of the site, flags (present, verified, and more), counter. [WebAuthn 6.1] */
function toAuthenticatorData(rpId: string, counter: number, flags: number, { isVerified = true }: Twist): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([0x01 | (isVerified ? 0x04 : 0) | flags]), count])
}

/** A P-256 key in COSE: kty 2, alg -7, crv 1, x, y. [RFC 9053] */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [xBytes, yBytes] = [x, y].map((part) => toBytes(Buffer.from(part, 'base64url')))
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    xBytes ?? Buffer.alloc(0),
    Buffer.from([0x22]),
    yBytes ?? Buffer.alloc(0),
  ])
}

/** CBOR of a short text, and of bytes. [RFC 8949] */
const toText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
function toBytes(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ])
}
