import { createHash } from 'node:crypto'
import type { SigningRequest } from './signingRequest.js'

export type Canonical = { readonly canonical: string; readonly digest: string }

/** Writes a request in its one form. `params` come from its reading, not from the site. */
export function toCanonical(request: Omit<SigningRequest, 'accounts'>, params: unknown): Canonical {
  const { method, chain, origin, now } = request
  const canonical = JSON.stringify({ v: 1, method, chain, origin, now, params })
  return { canonical, digest: createHash('sha256').update(canonical).digest('hex') }
}
