import { createHash } from 'node:crypto'
import type { DeviceKey } from '../../protocol/statement.js'

/** The name of a P-256 key: SHA-256 of its JWK's required members, in their order. [RFC 7638] */
export function toThumbprint({ x, y }: DeviceKey): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url')
}
