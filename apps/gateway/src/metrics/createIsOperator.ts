import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Quotas } from '../quotas/quotas.js'

export type IsOperator = (caller: {
  readonly headers: IncomingHttpHeaders
  readonly client: string
}) => Promise<boolean>

/** Characters of a token that cannot be guessed. */
const shortest = 16

/**
 * Tells the operator from everybody else by `Authorization: Bearer …`. Nobody is the operator where no token is set. Each wrong token
 * counts against the quota of its caller. Throws for a token that is too short.
 */
export function createIsOperator(token: string | undefined, quotas: Quotas): IsOperator {
  if (token !== undefined && token.length < shortest)
    throw new Error(`OPERATOR_TOKEN needs ${shortest} characters or more. Generate one: openssl rand -hex 32`)
  const expected = token === undefined ? undefined : toHash(`Bearer ${token}`)
  return async ({ headers, client }) => {
    if (expected && timingSafeEqual(toHash(headers.authorization ?? ''), expected)) return true
    await quotas.take({ client, projectId: '' })
    return false
  }
}

function toHash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
