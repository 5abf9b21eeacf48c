import { toCookieHeader } from '../http/credential.js'
import { readJson } from '../http/readJson.js'
import type { SiwxSetup } from '../resolveOptions.js'
import { whileAvailable } from '../whileAvailable.js'
import { isSignedInFor, parseAccountQuery } from './isSignedInFor.js'
import { readSignedIn } from './readSignedIn.js'

/** Ends the sign-ins that hold for what the body names, all of this browser where it names nothing. */
export async function signOut(setup: SiwxSetup, request: Request): Promise<Response> {
  const query = parseAccountQuery(await readJson(request))
  const { id, signedIn } = await readSignedIn(setup, request)
  const ended = signedIn.filter((one) => isSignedInFor(one, query))
  if (id !== undefined && ended.length > 0) {
    const accounts = ended.map(({ data }) => ({ chainId: data.chainId, address: data.accountAddress }))
    await whileAvailable('The store of sessions', setup.sessions.remove({ id, accounts }))
  }
  const isOver = ended.length === signedIn.length
  const headers = new Headers()
  if (setup.cookie && isOver) headers.set('set-cookie', toCookieHeader(setup.cookie, { secret: undefined, maxAge: 0 }))
  return new Response(null, { status: 204, headers })
}
