import { type CaipNetworkId, isRecord, parseCaipNetworkId } from '@latchkey/core'
import { isSameAddress } from '@latchkey/core/plugin'
import { toJson } from '../http/answerRequest.js'
import { readSessionId, toCookieHeader } from '../http/credential.js'
import { readJson } from '../http/readRequest.js'
import type { SiwxSetup } from '../resolveOptions.js'
import { SiwxRefusal, whileAvailable } from '../SiwxRefusal.js'
import type { SignedIn } from '../stores/sessionStore.js'

export type BrowserSession = { readonly id: string | undefined; readonly signedIn: readonly SignedIn[] }

/** The accounts signed in with a request. Throws 503 if the store doesn't respond. */
export async function readSignedIn(setup: SiwxSetup, request: Request): Promise<BrowserSession> {
  const id = await readSessionId(setup, request)
  if (id === undefined) return { id, signedIn: [] }
  const list = setup.sessions.list({ id, now: setup.now() })
  return { id, signedIn: await whileAvailable('The session store', list) }
}

/** Lists this browser's sign-ins that match the query. */
export async function listSessions(setup: SiwxSetup, request: Request): Promise<Response> {
  const query = parseAccountQuery(Object.fromEntries(new URL(request.url).searchParams))
  const { signedIn } = await readSignedIn(setup, request)
  const sessions = signedIn
    .filter((one) => isSignedInFor(one, query))
    .map(({ data, message, signature, cacao, by }) => ({ data, message, signature, ...(cacao && { cacao }), by }))
  return toJson({ sessions })
}

/** Ends this browser's sign-ins that match the body. An empty body matches all. */
export async function signOut(setup: SiwxSetup, request: Request): Promise<Response> {
  const query = parseAccountQuery(await readJson(request))
  const { id, signedIn } = await readSignedIn(setup, request)
  const ended = signedIn.filter((one) => isSignedInFor(one, query))
  if (id !== undefined && ended.length > 0) {
    const accounts = ended.map(({ data }) => ({ chainId: data.chainId, address: data.accountAddress }))
    await whileAvailable('The session store', setup.sessions.remove({ id, accounts }))
  }
  const isOver = ended.length === signedIn.length
  const headers = new Headers()
  if (setup.cookie && isOver) headers.set('set-cookie', toCookieHeader(setup.cookie, { secret: undefined, maxAge: 0 }))
  return new Response(null, { status: 204, headers })
}

/** Undefined fields match everything. */
export type AccountQuery = { readonly chainId?: CaipNetworkId | undefined; readonly address?: string | undefined }

/** Throws 400 for an invalid network or address. */
function parseAccountQuery(value: unknown): AccountQuery {
  const { chainId, address } = isRecord(value) ? value : {}
  if (chainId !== undefined && !parseCaipNetworkId(chainId)) throw refuse('chainId')
  if (address !== undefined && !(typeof address === 'string' && /^\w{8,128}$/.test(address))) throw refuse('address')
  return { chainId: chainId as CaipNetworkId | undefined, address }
}

/** Whether a sign-in matches a query. A key's sign-in is valid on every network of its namespace, a contract's on its own only. */
function isSignedInFor({ data, by }: SignedIn, { chainId, address }: AccountQuery): boolean {
  const own = parseCaipNetworkId(data.chainId)
  if (!own) return false
  if (address !== undefined && !isSameAddress(own.namespace, address, data.accountAddress)) return false
  if (chainId === undefined || chainId === data.chainId) return true
  return by === 'key' && parseCaipNetworkId(chainId)?.namespace === own.namespace
}

function refuse(field: string): SiwxRefusal {
  return new SiwxRefusal(`${field} is invalid.`, { status: 400, code: 'BAD_REQUEST', field })
}
