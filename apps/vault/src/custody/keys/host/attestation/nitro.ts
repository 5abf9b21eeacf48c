import { verify, X509Certificate } from 'node:crypto'
import { type DecodeOptions, decode, encode } from 'cborg'
import { z } from 'zod'
import { toRootCheck, verifyChain } from './chain.js'
import { AttestationError, type Claim, type NitroPolicy } from './policy.js'

/** SHA-256 of `aws.nitro-enclaves`, Amazon's root G1, as its documentation names it. */
const amazonRoot = '64:1A:03:21:A3:E2:44:EF:E4:56:46:31:95:D6:06:31:7E:D7:CD:CC:3C:17:56:E0:98:93:F3:C6:8F:79:BB:5B'

/** Bytes. Amazon's own are about 5,000. */
const maxSize = 16_384

const bytes = (max: number, min = 0) =>
  z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength >= min && byteLength <= max)

/** COSE_Sign1, untagged. [RFC 9052 §4.2] */
const signedSchema = z.tuple([bytes(64), z.map(z.unknown(), z.unknown()), bytes(maxSize, 1), bytes(96, 96)])

/** ES384. [RFC 9053 §2.1] */
const algorithm = -35

const headerSchema = z.map(z.number(), z.unknown()).refine((header) => header.size === 1 && header.get(1) === algorithm)

/** The attestation document of AWS Nitro Enclaves, as its specification limits it. */
const documentSchema = z.strictObject({
  module_id: z.string().min(1),
  digest: z.literal('SHA384'),
  timestamp: z.number().positive(),
  pcrs: z.map(z.number().min(0).max(31), bytes(64, 32)).refine(({ size }) => size > 0),
  certificate: bytes(1_024, 1),
  cabundle: z.array(bytes(1_024, 1)).min(1).max(16),
  public_key: bytes(1_024).nullish(),
  user_data: bytes(512).nullish(),
  nonce: bytes(512).nullish(),
})

const decoding: DecodeOptions = { useMaps: true, rejectDuplicateMapKeys: true, allowNaN: false, allowInfinity: false }

/** Verifies an attestation document of an AWS Nitro enclave. Throws {@link AttestationError}, or anything else if it is malformed. */
export function verifyNitro(document: Uint8Array, { nonce, publicKey, now }: Claim, { pcrs, root }: NitroPolicy): void {
  if (document.byteLength > maxSize) throw new AttestationError('The document is too large.')
  const [header, , payload, signature] = signedSchema.parse(decode(document, decoding))
  headerSchema.parse(decode(header, decoding))
  const fields = decode(payload, decoding)
  const parsed = documentSchema.parse(fields instanceof Map ? Object.fromEntries(fields) : fields)
  const [leaf, ...issuers] = [parsed.certificate, ...parsed.cabundle.toReversed()].map(
    (der) => new X509Certificate(der),
  )
  if (!leaf) throw new AttestationError('The document has no certificate.')
  verifyChain([leaf, ...issuers], { now, isRoot: toRootCheck(amazonRoot, root) })
  const signed = encode(['Signature1', header, new Uint8Array(), payload])
  if (!verify('sha384', signed, { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' }, signature))
    throw new AttestationError('The document’s signature is invalid.')
  for (const index of [0, 1, 2])
    if (!parsed.pcrs.get(index)?.some((byte) => byte !== 0))
      throw new AttestationError(
        `PCR${index} is zero: the enclave runs in debug mode, where its parent reads its memory.`,
      )
  for (const [index, expected] of Object.entries(pcrs))
    if (expected && !isSame(parsed.pcrs.get(Number(index)), expected))
      throw new AttestationError(`PCR${index} is not the expected one.`)
  if (!isSame(parsed.nonce, nonce)) throw new AttestationError('The document does not answer this nonce.')
  if (!isSame(parsed.public_key, publicKey))
    throw new AttestationError('The document does not vouch for the key of this channel.')
}

function isSame(one: Uint8Array | null | undefined, other: Uint8Array): boolean {
  return one !== null && one !== undefined && Buffer.compare(one, other) === 0
}
