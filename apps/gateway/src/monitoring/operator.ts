import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Quotas } from '../http/quotas.js'

export type IsOperator = (caller: {
  readonly headers: IncomingHttpHeaders
  readonly client: string
}) => Promise<boolean>

/** Characters. */
export const minTokenLength = 16

/** The rule for a token, after its name. */
export const tokenRule = `needs at least ${minTokenLength} characters. Generate one: openssl rand -hex 32`

/**
 * Recognizes the operator by `Authorization: Bearer …`. If no token is configured, no request is the operator's. Each wrong token counts
 * against the client's quota. Throws for a token that is too short.
 */
export function createIsOperator(token: string | undefined, quotas: Quotas): IsOperator {
  if (token !== undefined && token.length < minTokenLength) throw new Error(`OPERATOR_TOKEN ${tokenRule}`)
  const expected = token === undefined ? undefined : sha256(`Bearer ${token}`)
  return async ({ headers, client }) => {
    if (expected && timingSafeEqual(sha256(headers.authorization ?? ''), expected)) return true
    await quotas.take({ client, projectId: '' })
    return false
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
