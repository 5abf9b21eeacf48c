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

export type VerifiedStatement = Statement & { readonly thumbprint: string }

/**
 * Who asks what, if the statement holds: well formed, signed by its key, of a project on one of its origins, of now. Throws
 * CustodyFault for all else. That it is used once is the matter of {@link spendStatement}.
 */
export function verifyStatement(
  { projects, now, publicUrl }: Pick<Custody, 'projects' | 'now' | 'publicUrl'>,
  signed: SignedStatement,
): VerifiedStatement {
  const statement = parseStatement(signed.statement)
  if (!statement || !isSigned(signed, statement.key))
    throw new CallError('The call is not signed by its device.', { code: 'BAD_STATEMENT' })
  const { project, origin, iat } = statement
  const origins = projects.get(project)?.origins
  // the vault's own page for accounts, of a project that there is
  const isListed =
    origins !== undefined && isOrigin(origin) && (origins.includes(origin) || origin === new URL(publicUrl).origin)
  if (!isListed) throw new CallError('This page may not use this vault.', { code: 'UNKNOWN_PROJECT' })
  const time = now()
  if (Math.abs(time - iat) > statementTolerance)
    throw new CallError('The clock of this device is wrong.', { code: 'STALE_STATEMENT', now: time })
  return { ...statement, thumbprint: toThumbprint(statement.key) }
}

/** Takes a statement, which no process of this database takes a second time. */
export async function spendStatement(
  { database }: Custody,
  { thumbprint, jti, iat }: VerifiedStatement,
): Promise<void> {
  // kept until the clock alone refuses it
  const taken = await database.query(
    'INSERT INTO spent_statements VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
    [thumbprint, jti, iat + 2 * statementTolerance],
  )
  if (taken.length === 0) throw new CallError('This call was made before.', { code: 'BAD_STATEMENT' })
}

/** Whether a page is one of the vault itself, where no script of an app runs. */
export function isOwnPage({ publicUrl }: Pick<Custody, 'publicUrl'>, { origin }: { readonly origin: string }): boolean {
  return origin === new URL(publicUrl).origin
}

/** 32 bytes, base64url in its one spelling. */
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

/** Reads what a device signed, or null. */
export function parseStatement(text: string): Statement | null {
  try {
    const { success, data } = schema.safeParse(JSON.parse(text))
    return success ? { ...data, params: data.params } : null
  } catch {
    return null // no JSON, or deeper than can be read
  }
}

/** Whether the key signed the statement: ECDSA with SHA-256, r and s one after the other, base64url. */
export function isSigned({ statement, signature }: SignedStatement, { x, y }: DeviceKey): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.byteLength !== 64) return false
  try {
    // throws for what is no point of the curve
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return verify('sha256', Buffer.from(statement), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  } catch {
    return false
  }
}

/** The name of a P-256 key: SHA-256 of its JWK's required members, in their order. [RFC 7638] */
export function toThumbprint({ x, y }: DeviceKey): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url')
}
