import type { Summary } from '../protocol/summary.js'
import { readRequest } from './readRequest.js'
import type { SigningRequest } from './signingRequest.js'
import { toCanonical } from './toCanonical.js'

export type RequestDescription = {
  /** The request in its one form, as JSON: all that {@link signRequest} needs besides the seed. */
  readonly canonical: string
  /** SHA-256 of `canonical`, 64 hex digits: what the visitor's device agrees to. */
  readonly digest: string
  readonly summary: Summary
}

/**
 * Reads what a site asks to be signed, and says what it is. Throws InvalidRequestError for whatever is wrong, incomplete,
 * foreign or never signed by this wallet; nothing else, and always in bounded time.
 */
export function describeRequest(request: SigningRequest): RequestDescription {
  const reading = readRequest(request)
  return { ...toCanonical(request, reading.params), summary: reading.summary }
}
