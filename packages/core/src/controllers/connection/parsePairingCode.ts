import type { PairingCode } from '../../features.js'
import { isRecord } from '../../utils/isRecord.js'

/** Characters: more than any code, and than what a camera could read. */
const longest = 2_048

/**
 * A code as a connector gave it: an EIP-1328 URI and when it ends, without anything else. Null for what no wallet could
 * read.
 */
export function parsePairingCode(value: unknown): PairingCode | null {
  if (!isRecord(value)) return null
  const { uri, expiresAt } = value
  const isUri = typeof uri === 'string' && uri.length <= longest && /^wc:[!-~]+$/.test(uri)
  return isUri && typeof expiresAt === 'number' && Number.isFinite(expiresAt) ? { uri, expiresAt } : null
}
