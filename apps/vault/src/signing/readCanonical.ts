import { InvalidRequestError } from './InvalidRequestError.js'
import { readRequest } from './readRequest.js'
import type { Reading, SigningRequest } from './signingRequest.js'
import type { Accounts } from './toAccounts.js'
import { toCanonical } from './toCanonical.js'

export type CanonicalReading = {
  readonly request: SigningRequest
  readonly reading: Reading
  readonly digest: string
}

/**
 * Reads a canonical request from zero, as if the site had just sent it, and takes it only if it comes out the same to the
 * letter. Throws InvalidRequestError.
 */
export function readCanonical(canonical: string, accounts: Accounts): CanonicalReading {
  const request = { ...parse(canonical), accounts }
  const reading = readRequest(request)
  const again = toCanonical(request, reading.params)
  if (again.canonical !== canonical) throw new InvalidRequestError('The kept request is damaged')
  return { request, reading, digest: again.digest }
}

function parse(canonical: string): Omit<SigningRequest, 'accounts'> {
  try {
    const { method, chain, origin, now, params } = JSON.parse(canonical)
    return { method, chain, origin, now, params }
  } catch (cause) {
    throw new InvalidRequestError('The kept request is damaged', { cause })
  }
}
