import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { SocialRequest } from '../../protocol/custody.js'
import { type CallCustody, serviceFailures } from '../custody.js'
import { findCookie } from '../http/cookies.js'
import { assertOwnPage, readJson, readText } from '../http/request.js'
import { type RouteResponse, toJsonResponse } from '../http/response.js'
import type { RouteRequest } from '../http/routes.js'
import { SiteError } from '../http/SiteError.js'
import {
  renderAnswered,
  renderAsk,
  renderDone,
  renderElsewhere,
  renderGone,
  renderNotListed,
  type SocialLook,
} from './renderSocial.js'
import { type SocialReplyOrError, socialReplySchema } from './socialAnswer.js'

export type SocialOptions = SocialLook & { readonly callCustody: CallCustody; readonly origin: string }

const isToken = (text: string | null): text is string => text !== null && /^[\w-]{43}$/.test(text)
const loading = z.strictObject({ popup: z.string().regex(/^[0-9a-f]{32}$/), from: z.string().max(2_048).optional() })

/** Redirects a popup that has lost its opener, once the target is known. */
export async function answerLoading(
  { request, signal }: RouteRequest,
  { callCustody, origin }: SocialOptions,
): Promise<RouteResponse> {
  assertOwnPage(request, { origin })
  return toJsonResponse(
    await callSocial(callCustody, { step: 'loading', ...(await readJson(request, { schema: loading })) }, signal),
  )
}

/**
 * Redirects to the provider, and binds the login to this browser with a cookie that the callback requires. `return` is the page to return
 * to if there is no popup.
 */
export async function answerStart(
  { request, params, signal }: RouteRequest,
  { callCustody, ...look }: SocialOptions,
): Promise<RouteResponse> {
  const [state, returnTo] = [params.get('state'), params.get('return')]
  if (!isToken(state)) return renderGone(look)
  const kept = readBrowser(request, state)
  const browser = kept ?? randomBytes(32).toString('base64url')
  const { referer = '' } = request.headers
  const from = URL.canParse(referer) ? new URL(referer).origin : undefined
  const step = { step: 'start', state, browser, ...(from && { from }), ...(returnTo !== null && { returnTo }) } as const
  const reply = await callSocial(callCustody, step, signal)
  if (!('status' in reply) || reply.status !== 'go') return renderRefusal(reply, look)
  // a form posted from another site comes without stricter cookies
  const isPosted = URL.canParse(reply.uri) && new URL(reply.uri).searchParams.get('response_mode') === 'form_post'
  const cookie = toBrowserCookie({ state, browser, sameSite: isPosted ? 'None' : 'Lax' })
  return redirect(302, reply.uri, { 'set-cookie': cookie })
}

/** The provider's answer, in the query or, as Apple does, in a form post. */
export async function answerCallback(
  { request, params, signal }: RouteRequest,
  { callCustody, ...look }: SocialOptions,
): Promise<RouteResponse> {
  const answer = request.method === 'POST' ? await readText(request, { limit: 16_384 }) : params.toString()
  if (answer.length > 16_384) return renderGone(look)
  const browser = readBrowser(request, new URLSearchParams(answer).get('state'))
  const reply = await callSocial(callCustody, { step: 'callback', answer, ...(browser && { browser }) }, signal)
  if (!('status' in reply) || reply.status !== 'answered') return renderRefusal(reply, look)
  if (reply.returnTo === undefined) return renderAnswered(reply, look)
  return redirect(303, addResult(reply.returnTo, reply.resultUri))
}

/** Asks the user whether they started the login, if the app's page can't hear its result. */
export async function answerAsk(routeRequest: RouteRequest, options: SocialOptions): Promise<RouteResponse> {
  const confirmation = await readConfirmation(routeRequest, options)
  if (!confirmation) return renderGone(options)
  const reply = await callSocial(options.callCustody, { step: 'ask', ...confirmation }, routeRequest.signal)
  return 'status' in reply && reply.status === 'ask'
    ? renderAsk(reply, confirmation, options)
    : renderRefusal(reply, options)
}

/** The user has clicked the button of that page. */
export async function answerConfirm(routeRequest: RouteRequest, options: SocialOptions): Promise<RouteResponse> {
  const confirmation = await readConfirmation(routeRequest, options)
  if (!confirmation) return renderGone(options)
  const reply = await callSocial(options.callCustody, { step: 'confirm', ...confirmation }, routeRequest.signal)
  return 'status' in reply && reply.status === 'confirmed' ? renderDone(reply, options) : renderRefusal(reply, options)
}

type Confirmation = { readonly state: string; readonly code: string; readonly browser?: string | undefined }

async function readConfirmation(
  { request }: RouteRequest,
  { origin }: SocialOptions,
): Promise<Confirmation | undefined> {
  assertOwnPage(request, { origin })
  const form = new URLSearchParams(await readText(request, { limit: 4_096 }))
  const [state, code] = [form.get('state'), form.get('code')]
  if (!isToken(state) || !isToken(code)) return undefined
  const browser = readBrowser(request, state)
  return { state, code, ...(browser && { browser }) }
}

function renderRefusal(reply: SocialReplyOrError, look: SocialLook): RouteResponse {
  if ('status' in reply && reply.status === 'elsewhere') return renderElsewhere(reply, look)
  if ('status' in reply && reply.status === 'notListed') return renderNotListed(look)
  return renderGone(look)
}

/** One per login, so that several in one browser don't interfere. */
function toBrowserName(state: string): string {
  return `__Host-latchkey-login-${createHash('sha256').update(state).digest('hex').slice(0, 16)}`
}

function readBrowser({ headers }: IncomingMessage, state: string | null): string | undefined {
  const value = state === null ? undefined : findCookie(headers.cookie, toBrowserName(state))
  return value !== undefined && isToken(value) ? value : undefined
}

/** Seconds: longer than a login may take, including the user's confirmation. */
const maxAge = 900

function toBrowserCookie({
  state,
  browser,
  sameSite,
}: {
  readonly state: string
  readonly browser: string
  readonly sameSite: 'None' | 'Lax'
}): string {
  return `${toBrowserName(state)}=${browser}; Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge}`
}

/** In the fragment, which no server or referrer gets; after the app's own, in the form of a query as hash routers read it. */
function addResult(page: string, resultUri: string): string {
  const own = page.includes('#') ? page : `${page}#`
  const separator = own.slice(own.indexOf('#')).includes('?') ? '&' : '?'
  return `${own}${separator}result_uri=${encodeURIComponent(resultUri)}`
}

/** Milliseconds: custody may call a provider four times, for six seconds each. */
const socialTimeout = 30_000

async function callSocial(
  callCustody: CallCustody,
  body: SocialRequest,
  signal: AbortSignal,
): Promise<SocialReplyOrError> {
  const reply = await callCustody({ path: '/social', body, schema: socialReplySchema, timeout: socialTimeout, signal })
  if (reply.error && serviceFailures.includes(reply.error.code))
    throw new SiteError(reply.error.message, { status: 503, code: reply.error.code })
  return reply
}

function redirect(status: 302 | 303, location: string, headers: Readonly<Record<string, string>> = {}): RouteResponse {
  return { status, headers: { location, ...headers }, body: '' }
}
