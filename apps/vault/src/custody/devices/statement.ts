import { createHash, createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { isOrigin } from '../../projects/parseProjects.js'
import {
  type DeviceKey,
  type SignedStatement,
  type Statement,
  statementTolerance,
  statementVersion,
} from '../../protocol/statement.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'

export type VerifiedStatement = Statement & { readonly thumbprint: string; readonly signed: SignedStatement }

/**
 * Verifies a statement: well formed, signed by its key, of a project on one of its origins, and recent. Throws CallError otherwise. {@link
 * spendStatement} ensures that it is used once.
 */
export function verifyStatement(
  { projects, now, publicUrl }: Pick<Custody, 'projects' | 'now' | 'publicUrl'>,
  signed: SignedStatement,
): VerifiedStatement {
  const statement = parseStatement(signed.statement)
  if (!statement || !isSigned(signed, statement.key))
    throw new CallError('The call has an invalid signature.', { code: 'BAD_STATEMENT' })
  const { project, origin, iat } = statement
  const origins = projects.get(project)?.origins
  // the vault's own account page is allowed too, for a known project
  const isListed =
    origins !== undefined && isOrigin(origin) && (origins.includes(origin) || origin === new URL(publicUrl).origin)
  if (!isListed) throw new CallError('This app isn’t registered with this wallet service.', { code: 'UNKNOWN_PROJECT' })
  const time = now()
  if (Math.abs(time - iat) > statementTolerance)
    throw new CallError('Your device’s clock is wrong.', { code: 'STALE_STATEMENT', now: time })
  return { ...statement, thumbprint: toThumbprint(statement.key), signed }
}

/** Marks a statement as used. Throws if any process of this database has seen it before. */
export async function spendStatement(
  { database }: Custody,
  { thumbprint, jti, iat }: VerifiedStatement,
): Promise<void> {
  // kept until its timestamp alone makes it invalid
  const taken = await database.query(
    'INSERT INTO spent_statements VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
    [thumbprint, jti, iat + 2 * statementTolerance],
  )
  if (taken.length === 0) throw new CallError('This call was already made.', { code: 'BAD_STATEMENT' })
}

/** Whether an origin is the vault's own, where no script of an app runs. */
export function isOwnPage({ publicUrl }: Pick<Custody, 'publicUrl'>, { origin }: { readonly origin: string }): boolean {
  return origin === new URL(publicUrl).origin
}

/** 32 bytes in canonical base64url. */
const coordinate = z.string().refine((text) => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.byteLength === 32 && bytes.toString('base64url') === text
})

const schema = z.strictObject({
  v: z.literal(statementVersion),
  method: z.string().min(1).max(32),
  params: z.unknown(),
  project: z.string().min(1).max(64),
  origin: z.string().min(1).max(255),
  key: z.strictObject({ x: coordinate, y: coordinate }),
  iat: z.int().nonnegative(),
  jti: z.string().regex(/^[0-9a-f]{32}$/),
})

/** Parses the text that a device signed, or returns null. */
export function parseStatement(text: string): Statement | null {
  try {
    const { success, data } = schema.safeParse(JSON.parse(text))
    return success ? { ...data, params: data.params } : null
  } catch {
    return null // invalid JSON, or nested too deeply
  }
}

/** Whether the key signed the statement: ECDSA with SHA-256, raw r‖s, base64url. */
export function isSigned({ statement, signature }: SignedStatement, { x, y }: DeviceKey): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.byteLength !== 64) return false
  try {
    // throws if it is not a point on the curve
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return verify('sha256', Buffer.from(statement), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  } catch {
    return false
  }
}

/** JWK thumbprint of a P-256 key. [RFC 7638] */
export function toThumbprint({ x, y }: DeviceKey): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url')
}
