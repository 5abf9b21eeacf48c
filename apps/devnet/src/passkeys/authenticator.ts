import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An in-memory authenticator with a real P-256 key, which can also behave like a hostile or broken one. */
export type Authenticator = {
  readonly create: (options: CreateOptions, twist?: Twist) => CreatedPasskey
  readonly get: (options: GetOptions, twist?: Twist) => PasskeyAssertion
  /** Of the last signature; one that is always 0 doesn't count. */
  counter: number
  /** Coordinates of the public key, base64url. */
  readonly publicKey: { readonly x: string; readonly y: string }
}

type CreateOptions = {
  readonly challenge: string
  readonly rp: { readonly id?: string | undefined }
  readonly user?: { readonly id: string } | undefined
}

type GetOptions = { readonly challenge: string; readonly rpId?: string | undefined }

/** Deviations of an attacker's page or a broken authenticator. */
export type Twist = {
  readonly origin?: string | undefined
  readonly rpId?: string | undefined
  /** The page around the frame in which it runs. */
  readonly topOrigin?: string | undefined
  /** The user that the authenticator names. Default: the one that it was created for. */
  readonly userHandle?: string | undefined
  /** Default: true. */
  readonly isVerified?: boolean | undefined
}

type Credential = {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly clientExtensionResults: Record<string, never>
}

export type CreatedPasskey = Credential & {
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports: 'internal'[]
  }
}

export type PasskeyAssertion = Credential & {
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string
  }
}

type AuthenticatorOptions = {
  /** Default: true. Synchronized passkeys don't count. */
  readonly counts?: boolean | undefined
}

/** Creates an authenticator with one passkey, for the pages of an origin. */
export function createAuthenticator(origin: string, { counts = true }: AuthenticatorOptions = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let user: string | undefined
  const self: Authenticator = {
    counter: 0,
    publicKey: { x, y },
    create(options, twist = {}) {
      user = options.user?.id
      const client = toClientData('webauthn.create', options.challenge, { origin, ...twist })
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
      if (counts) self.counter++
      const client = toClientData('webauthn.get', options.challenge, { origin, ...twist })
      const data = toAuthenticatorData(twist.rpId ?? options.rpId ?? '', self.counter, 0, twist)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const userHandle = twist.userHandle ?? user
      return {
        ...toCredential(id),
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(signature),
          ...(userHandle !== undefined && { userHandle }),
        },
      }
    },
  }
  return self
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

function toCredential(id: Buffer): Credential {
  return { id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {} }
}

function toClientData(type: string, challenge: string, { origin, topOrigin }: Twist): Buffer {
  const isInFrame = topOrigin !== undefined
  return Buffer.from(
    JSON.stringify({ type, challenge, origin, crossOrigin: isInFrame, ...(isInFrame && { topOrigin }) }),
  )
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
