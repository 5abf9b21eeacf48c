import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { encode } from 'cborg'
import { createCertificate } from '../../../../tls/certificate.js'

/** A certificate authority like a hardware vendor's, with a chain to a key that signs attestation documents. */
export type TestAuthority = {
  readonly root: string
  /** The signing key's certificate, intermediate ones, and the root, as PEM. */
  readonly chain: readonly string[]
  readonly key: KeyObject
}

const day = 86_400_000

export type AuthorityOptions = {
  readonly curve?: 'P-256' | 'P-384' | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Days from now until the signing key's certificate expires. Default: 1. */
  readonly days?: number | undefined
  /** Whether the intermediate certificate may sign others. Default: true. */
  readonly mayIssue?: boolean | undefined
}

export function createAuthority({ curve = 'P-384', now, days = 1, mayIssue = true }: AuthorityOptions): TestAuthority {
  const [top, middle, own] = [0, 1, 2].map(() => generateKeyPairSync('ec', { namedCurve: curve }))
  if (!top || !middle || !own) throw new Error('No keys')
  const from = now - 30 * day
  const leaf = (name: string) => ({ name, use: 'client' as const })
  const root = createCertificate({
    ...{ subject: 'Test root', issuer: 'Test root', from, until: now + 30 * day },
    ...{ publicKey: top.publicKey, issuerKey: top.privateKey, issuerPublicKey: top.publicKey },
  })
  const intermediate = createCertificate({
    ...{ subject: 'Test zone', issuer: 'Test root', from, until: now + 30 * day },
    ...{ publicKey: middle.publicKey, issuerKey: top.privateKey, issuerPublicKey: top.publicKey },
    ...(!mayIssue && { leaf: leaf('zone.test') }),
  })
  const signing = createCertificate({
    ...{ subject: 'Test enclave', issuer: 'Test zone', from, until: now + days * day, leaf: leaf('enclave.test') },
    ...{ publicKey: own.publicKey, issuerKey: middle.privateKey, issuerPublicKey: middle.publicKey },
  })
  return { root, chain: [signing, intermediate, root], key: own.privateKey }
}

export type TestClaim = { readonly nonce: Uint8Array; readonly publicKey: Uint8Array }

/** A measurement of the test enclave, 48 equal bytes: 1s for PCR0, 2s for PCR1, and so on. */
export const measured = (byte: number): Buffer => Buffer.alloc(48, byte)

/** Creates an attestation document in the format of the Nitro Secure Module. */
export function createNitroDocument(
  { chain, key }: Pick<TestAuthority, 'chain' | 'key'>,
  { nonce, publicKey }: TestClaim,
  fields: Readonly<Record<string, unknown>> = {},
): Buffer {
  const [leaf, ...issuers] = chain.map((pem) => new X509Certificate(pem).raw)
  const payload = encode({
    module_id: 'i-0123456789abcdef0-enc0123456789abcdef',
    digest: 'SHA384',
    timestamp: 1_790_000_000_000,
    pcrs: new Map([0, 1, 2, 3, 4, 8].map((index) => [index, measured(index + 1)])),
    certificate: leaf,
    cabundle: issuers.toReversed(),
    public_key: Buffer.from(publicKey),
    user_data: null,
    nonce: Buffer.from(nonce),
    ...fields,
  })
  const header = encode(new Map([[1, -35]]))
  const signed = encode(['Signature1', header, new Uint8Array(), payload])
  const signature = sign('sha384', signed, { key, dsaEncoding: 'ieee-p1363' })
  return Buffer.from(encode([header, new Map(), payload, signature]))
}

export type QuoteOptions = {
  /** Changes the quoting enclave's report before it is signed. */
  readonly enclave?: ((report: Buffer) => void) | undefined
  /** Changes the trust domain's report before it is signed. */
  readonly report?: ((report: Buffer) => void) | undefined
}

/** Creates a quote like Intel's quoting enclave. MRTD is 48 bytes of 1, RTMR0 to RTMR3 are 48 bytes of 2 to 5. */
export function createTdxQuote(
  { chain, key }: Pick<TestAuthority, 'chain' | 'key'>,
  { nonce, publicKey }: TestClaim,
  { enclave: changeEnclave, report: changeReport }: QuoteOptions = {},
): Buffer {
  const attestation = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = attestation.publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const header = Buffer.alloc(48)
  header.writeUInt16LE(4, 0)
  header.writeUInt16LE(2, 2)
  header.writeUInt32LE(0x81, 4)
  header.write('939a7233f79c4ca9940a0db3957f0607', 12, 'hex')
  const report = Buffer.alloc(584)
  report.fill(7, 0, 16)
  report.fill(1, 136, 184)
  for (const index of [0, 1, 2, 3]) report.fill(index + 2, 328 + 48 * index, 376 + 48 * index)
  createHash('sha512').update(publicKey).update(nonce).digest().copy(report, 520)
  changeReport?.(report)
  const authentication = Buffer.alloc(32, 9)
  const enclave = Buffer.alloc(384)
  enclave.write('dc9e2a7c6f948f17474e34a7fc43ed030f7c1563f1babddf6340c82e0e54a8c5', 128, 'hex')
  enclave.writeUInt16LE(2, 256)
  createHash('sha256').update(point).update(authentication).digest().copy(enclave, 320)
  changeEnclave?.(enclave)
  const signBy = (signer: KeyObject, bytes: Buffer): Buffer =>
    sign('sha256', bytes, { key: signer, dsaEncoding: 'ieee-p1363' })
  const certification = Buffer.concat([
    ...[enclave, signBy(key, enclave), size(2, authentication), authentication],
    ...[Buffer.of(5, 0), size(4, Buffer.from(chain.join(''))), Buffer.from(chain.join(''))],
  ])
  const signatures = Buffer.concat([
    ...[signBy(attestation.privateKey, Buffer.concat([header, report])), point],
    ...[Buffer.of(6, 0), size(4, certification), certification],
  ])
  return Buffer.concat([header, report, size(4, signatures), signatures])
}

/** Encodes the length of a buffer, little-endian. */
function size(bytes: 2 | 4, { byteLength }: Buffer): Buffer {
  const result = Buffer.alloc(bytes)
  result.writeUIntLE(byteLength, 0, bytes)
  return result
}
