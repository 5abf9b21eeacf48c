import { createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { toRootCheck, verifyChain } from './chain.js'
import { AttestationError, type Claim, type TdxPolicy } from './policy.js'

/** SHA-256 of the Intel SGX Root CA. */
const intelRoot = '44:A0:19:6B:2B:99:F8:89:B8:E1:49:E9:5B:80:7A:35:0E:74:24:96:43:99:E8:85:A7:CB:B8:CC:FA:B6:74:D3'

/** Intel's quoting enclave for TDX: its vendor, signer and product id. */
const quotingEnclave = {
  vendor: '939a7233f79c4ca9940a0db3957f0607',
  signer: 'dc9e2a7c6f948f17474e34a7fc43ed030f7c1563f1babddf6340c82e0e54a8c5',
  product: 2,
} as const

/** Bytes. Intel's own are about 5,000. */
const maxSize = 16_384

/**
 * Verifies a quote of an Intel TDX domain, version 4, with ECDSA on P-256. Throws {@link AttestationError}, or another
 * error if it is malformed. [Intel TDX DCAP Quoting Library API, appendix A.3]
 *
 * Its report data is SHA-512 of the channel's public key and the nonce. Intel's lists of revoked and outdated platforms
 * are not read: set `minimumTcb` to what Intel recommends.
 */
export function verifyTdx(document: Uint8Array, { nonce, publicKey, now }: Claim, policy: TdxPolicy): void {
  if (document.byteLength > maxSize) throw new AttestationError('The quote is too large.')
  const quote = createReader(Buffer.from(document))
  const header = quote.take(48)
  if (header.readUInt16LE(0) !== 4 || header.readUInt16LE(2) !== 2 || header.readUInt32LE(4) !== 0x81)
    throw new AttestationError('The document is not a TDX quote of version 4 with ECDSA on P-256.')
  if (header.toString('hex', 12, 28) !== quotingEnclave.vendor)
    throw new AttestationError('The quoting enclave is not Intel’s.')
  const report = quote.take(584)
  const signatures = createReader(quote.take(quote.take(4).readUInt32LE(0)))
  const signature = signatures.take(64)
  const attestationKey = signatures.take(64)
  const certification = createReader(takeCertification(signatures, 6))
  const enclave = certification.take(384)
  const enclaveSignature = certification.take(64)
  const authentication = certification.take(certification.take(2).readUInt16LE(0))
  const chain = toChain(takeCertification(certification, 5))
  const [leaf] = chain
  if (!leaf) throw new AttestationError('The quote has no certificate.')

  verifyChain(chain, { now, isRoot: toRootCheck(intelRoot, policy.root) })
  if (!isSigned(enclave, { key: leaf.publicKey, signature: enclaveSignature }))
    throw new AttestationError('The signature of the quoting enclave’s report is invalid.')
  verifyEnclave(enclave, createHash('sha256').update(attestationKey).update(authentication).digest())
  const signed = Buffer.concat([header, report])
  if (!isSigned(signed, { key: toKey(attestationKey), signature }))
    throw new AttestationError('The signature of the quote is invalid.')
  verifyReport(report, policy)
  const expected = createHash('sha512').update(publicKey).update(nonce).digest()
  if (!report.subarray(520, 584).equals(expected))
    throw new AttestationError('The quote is not about the key of this channel and this nonce.')
}

/** The quoting enclave is Intel's, not in debug mode, and vouches for the key that signed the quote. */
function verifyEnclave(enclave: Buffer, expected: Buffer): void {
  if (!enclave.subarray(320, 352).equals(expected) || !isZero(enclave.subarray(352, 384)))
    throw new AttestationError('The quoting enclave does not vouch for the key that signed the quote.')
  if (
    enclave.toString('hex', 128, 160) !== quotingEnclave.signer ||
    enclave.readUInt16LE(256) !== quotingEnclave.product
  )
    throw new AttestationError('The quoting enclave is not Intel’s.')
  if ((enclave.readUInt8(48) & 0x02) !== 0) throw new AttestationError('The quoting enclave runs in debug mode.')
}

/** Checks that the domain runs the expected code on Intel's own module, and that its host can't read its memory. */
function verifyReport(report: Buffer, { mrTd, rtmrs, minimumTcb }: TdxPolicy): void {
  if (!isZero(report.subarray(64, 120))) throw new AttestationError('The TDX module is not Intel’s.')
  // the first byte: debug, and others that Intel reserves for domains under test
  if (report.readUInt8(120) !== 0)
    throw new AttestationError('The domain runs in debug mode, where its host reads its memory.')
  if (!report.subarray(136, 184).equals(mrTd)) throw new AttestationError('MRTD is not the expected one.')
  for (const [index, expected] of rtmrs.entries())
    if (!report.subarray(328 + 48 * index, 376 + 48 * index).equals(expected))
      throw new AttestationError(`RTMR${index} is not the expected one.`)
  if (minimumTcb?.some((least, index) => report.readUInt8(index) < least))
    throw new AttestationError(`The platform is older than the policy allows: ${report.toString('hex', 0, 16)}.`)
}

type Reader = { readonly take: (size: number) => Buffer }

/** Throws beyond the end. */
function createReader(bytes: Buffer): Reader {
  let place = 0
  return {
    take: (size) => {
      if (place + size > bytes.byteLength) throw new AttestationError('The quote is truncated.')
      place += size
      return bytes.subarray(place - size, place)
    },
  }
}

function takeCertification(reader: Reader, type: number): Buffer {
  if (reader.take(2).readUInt16LE(0) !== type) throw new AttestationError('The quote is certified in an unknown way.')
  return reader.take(reader.take(4).readUInt32LE(0))
}

function toChain(pem: Buffer): readonly X509Certificate[] {
  const texts = pem.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return texts.slice(0, 8).map((text) => new X509Certificate(text))
}

/** From the two coordinates. */
function toKey(point: Buffer): KeyObject {
  const [x, y] = [point.toString('base64url', 0, 32), point.toString('base64url', 32)]
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

function isSigned(bytes: Buffer, { key, signature }: { readonly key: KeyObject; readonly signature: Buffer }): boolean {
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
