import { createPublicKey, verify } from 'node:crypto'
import type { DeviceKey, SignedStatement } from '../../protocol/statement.js'

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
