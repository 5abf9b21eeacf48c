import { toJson } from '../http/toResponse.js'
import type { SiwxSetup } from '../resolveOptions.js'
import { isSignedInFor, parseAccountQuery } from './isSignedInFor.js'
import { readSignedIn } from './readSignedIn.js'

/** The sign-ins of this browser that hold for what the query names. */
export async function listSessions(setup: SiwxSetup, request: Request): Promise<Response> {
  const query = parseAccountQuery(Object.fromEntries(new URL(request.url).searchParams))
  const { signedIn } = await readSignedIn(setup, request)
  const sessions = signedIn
    .filter((one) => isSignedInFor(one, query))
    .map(({ data, message, signature, cacao, by }) => ({ data, message, signature, ...(cacao && { cacao }), by }))
  return toJson({ sessions })
}
