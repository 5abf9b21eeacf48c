import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto'

export type NewCertificate = {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly issuer: string
  /** ECDSA on P-256. */
  readonly issuerKey: KeyObject
  readonly issuerPublicKey: KeyObject
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly until: number
  /** Undefined for a certificate authority, which signs others. */
  readonly leaf?: { readonly name: string; readonly use: 'server' | 'client' } | undefined
}

/**
 * Creates an X.509 certificate as PEM. Node can't create certificates, so this writes the few parts of RFC 5280 that two programs of ours
 * need; it parses nothing.
 */
export function createCertificate(options: NewCertificate): string {
  const { subject, publicKey, issuer, issuerKey, issuerPublicKey, from, until, leaf } = options
  const algorithm = sequence(identifier(oids.ecdsaWithSha256))
  const body = sequence(
    tagged(0, integer(Buffer.of(2))),
    // positive, 16 bytes
    integer(Buffer.concat([Buffer.of(0x40), randomBytes(15)])),
    algorithm,
    toName(issuer),
    sequence(toTime(from), toTime(until)),
    toName(subject),
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(
      3,
      sequence(
        extension(oids.basicConstraints, leaf ? sequence() : sequence(boolean(true), integer(Buffer.of(0))), true),
        // digitalSignature; keyCertSign and cRLSign
        extension(oids.keyUsage, write(0x03, leaf ? Buffer.of(7, 0x80) : Buffer.of(1, 0x06)), true),
        extension(oids.subjectKey, write(0x04, toKeyId(publicKey))),
        extension(oids.authorityKey, sequence(write(0x80, toKeyId(issuerPublicKey)))),
        ...(leaf
          ? [
              extension(oids.extendedUse, sequence(identifier(oids[leaf.use]))),
              extension(oids.alternativeName, sequence(write(0x82, Buffer.from(leaf.name)))),
            ]
          : []),
      ),
    ),
  )
  const signature = sign('sha256', body, { key: issuerKey, dsaEncoding: 'der' })
  const der = sequence(body, algorithm, write(0x03, Buffer.of(0), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const oids = {
  ecdsaWithSha256: [1, 2, 840, 10045, 4, 3, 2],
  commonName: [2, 5, 4, 3],
  subjectKey: [2, 5, 29, 14],
  keyUsage: [2, 5, 29, 15],
  alternativeName: [2, 5, 29, 17],
  basicConstraints: [2, 5, 29, 19],
  authorityKey: [2, 5, 29, 35],
  extendedUse: [2, 5, 29, 37],
  server: [1, 3, 6, 1, 5, 5, 7, 3, 1],
  client: [1, 3, 6, 1, 5, 5, 7, 3, 2],
} as const

/** A DER value: tag, length, content. */
function write(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { byteLength: length } = content
  const size =
    length < 0x80
      ? Buffer.of(length)
      : length < 0x100
        ? Buffer.of(0x81, length)
        : Buffer.of(0x82, length >> 8, length & 0xff)
  return Buffer.concat([Buffer.of(tag), size, content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return write(0x30, ...parts)
}
function tagged(number: number, part: Buffer): Buffer {
  return write(0xa0 + number, part)
}
function integer(bytes: Buffer): Buffer {
  return write(0x02, bytes)
}
function boolean(value: boolean): Buffer {
  return write(0x01, Buffer.of(value ? 0xff : 0))
}

function identifier([first = 0, second = 0, ...others]: readonly number[]): Buffer {
  const bytes = others.flatMap((value) => {
    const septets = [value & 0x7f]
    for (let rest = value >> 7; rest > 0; rest >>= 7) septets.unshift((rest & 0x7f) | 0x80)
    return septets
  })
  return write(0x06, Buffer.from([40 * first + second, ...bytes]))
}

function extension(oid: readonly number[], value: Buffer, isCritical = false): Buffer {
  return sequence(identifier(oid), ...(isCritical ? [boolean(true)] : []), write(0x04, value))
}

function toName(text: string): Buffer {
  return sequence(write(0x31, sequence(identifier(oids.commonName), write(0x0c, Buffer.from(text)))))
}

/** Two-digit years before 2050, four-digit ones after. [RFC 5280 §4.1.2.5] */
function toTime(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  return text < '2050' ? write(0x17, Buffer.from(text.slice(2))) : write(0x18, Buffer.from(text))
}

/** SHA-1 of the key's bits, as is common; it only helps to find a certificate. [RFC 5280 §4.2.1.2] */
function toKeyId(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return createHash('sha1').update(point).digest()
}
