import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** Thrown for a document that doesn't satisfy the policy. The message tells the operator what differs. */
export class AttestationError extends Error {
  override readonly name = 'AttestationError'
}

/** The facts that a document must attest to: it is fresh, and about the key that secures the channel. */
export type Claim = {
  /** Chosen by the verifier for this one connection. */
  readonly nonce: Uint8Array
  /** The host's key of the channel: X25519, SPKI in DER. */
  readonly publicKey: Uint8Array
  /** Milliseconds since the epoch. */
  readonly now: number
}

const measurement = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'i'), `must be ${bytes * 2} hex digits`)
    .refine((hex) => /[^0]/.test(hex), 'is all zeros, as in an enclave in debug mode')
    .transform((hex): Buffer => Buffer.from(hex, 'hex'))

const pcr = measurement(48)
/** Registers that stay zero if nothing was measured into them. */
const rtmr = z
  .string()
  .regex(/^[0-9a-f]{96}$/i, 'must be 96 hex digits')
  .transform((hex): Buffer => Buffer.from(hex, 'hex'))

const root = z
  .string()
  .transform((pem, context) => {
    try {
      return new X509Certificate(pem)
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a certificate in PEM' })
      return z.NEVER
    }
  })
  .optional()

const policySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('nitro'),
    /** Measurements of the image, its kernel and its application; also of the parent instance (3, 4) and the signer (8). */
    pcrs: z.strictObject({ 0: pcr, 1: pcr, 2: pcr, 3: pcr.optional(), 4: pcr.optional(), 8: pcr.optional() }),
    root,
  }),
  z.strictObject({
    kind: z.literal('tdx'),
    mrTd: measurement(48),
    rtmrs: z.tuple([rtmr, rtmr, rtmr, rtmr]),
    /** Security versions of the TDX module and the platform, 16 bytes, which the quote must reach in each byte. */
    minimumTcb: z
      .string()
      .regex(/^[0-9a-f]{32}$/i, 'must be 32 hex digits')
      .transform((hex): Buffer => Buffer.from(hex, 'hex'))
      .optional(),
    root,
  }),
])

/**
 * The code that an enclave must run, and the root certificate that vouches for it. Without `root`: Amazon's or Intel's.
 */
export type AttestationPolicy = z.output<typeof policySchema>
export type NitroPolicy = Extract<AttestationPolicy, { readonly kind: 'nitro' }>
export type TdxPolicy = Extract<AttestationPolicy, { readonly kind: 'tdx' }>

/** Reads a policy from a JSON file. Throws an error that names each problem. */
export async function readAttestationPolicy(file: string): Promise<AttestationPolicy> {
  const { success, data, error } = policySchema.safeParse(parse(await readFile(file, 'utf8')))
  if (success) return data
  const problems = error.issues.map(({ path, message }) => `${path.join('.') || 'the file'} ${message}`)
  throw new Error(`${file} is not an attestation policy: ${problems.join('; ')}.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // reported by the schema
  }
}
