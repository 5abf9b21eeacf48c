import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isDatabaseUnavailable } from '@latchkey/server-kit/database'
import { getClientNetwork, parseJson, readBody } from '@latchkey/server-kit/http'
import { withRequestId } from '@latchkey/server-kit/log'
import type { ReadinessProbe } from '@latchkey/server-kit/readiness'
import type { z } from 'zod'
import { isAllowed, type Permission, pollHeader } from '../access.js'
import { type ConsoleRoute, consoleApi } from '../api.js'
import { appendLog } from './audit.js'
import type { ConsoleContext } from './context.js'
import { createCookies } from './cookies.js'
import { ConsoleError } from './errors.js'
import { exportLog, exportParams } from './exportLog.js'
import { findForwarded, forward } from './forward.js'
import { type Caller, finishSingleSignOn, handlers } from './handlers.js'
import type { RateLimit } from './rateLimit.js'
import { findSession, type Session, type SessionTimes } from './sessions.js'
import type { StaticFiles } from './staticFiles.js'

export type ServeOptions = {
  readonly files: StaticFiles
  readonly times: SessionTimes
  readonly readiness: ReadinessProbe
  /** For requests before signing in. */
  readonly rateLimit: RateLimit
  readonly trustsProxy: boolean
}

/** Bytes of a request. A project with its logo is about 48 KiB. */
const bodyLimit = 262_144

/** Loads and runs only our own files; the page can't be framed, and no string becomes markup. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Serves the pages and their API. */
export function serveConsole(context: ConsoleContext, options: ServeOptions): RequestListener {
  const headers = toHeaders(context.publicUrl)
  return (request, response) =>
    void withRequestId(request, response, async () => {
      for (const [name, value] of headers) response.setHeader(name, value)
      try {
        await respond(context, { request, response, ...options })
      } catch (cause) {
        sendError(context, response, cause)
      }
    })
}

function toHeaders({ protocol }: URL): readonly (readonly [string, string])[] {
  return [
    ['content-security-policy', policy],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    [
      'permissions-policy',
      'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()',
    ],
    ['referrer-policy', 'no-referrer'],
    ['x-content-type-options', 'nosniff'],
    ...(protocol === 'https:' ? ([['strict-transport-security', 'max-age=31536000']] as const) : []),
  ]
}

type Asked = ServeOptions & { readonly request: IncomingMessage; readonly response: ServerResponse }

async function respond(context: ConsoleContext, asked: Asked): Promise<void> {
  const { request, response, files, readiness } = asked
  const url = new URL(request.url ?? '/', context.publicUrl)
  const method = request.method ?? 'GET'
  if (url.pathname === '/health') return sendJson(response, 200, { ok: true })
  if (url.pathname === '/ready') {
    const { isReady, failed } = await readiness.read()
    return sendJson(response, isReady ? 200 : 503, { ok: isReady, failed })
  }
  if (!url.pathname.startsWith('/api/')) return files.send(request, response)
  response.setHeader('cache-control', 'no-store')
  if (method === 'GET' && url.pathname === '/api/single-sign-on/callback') return finishAtProvider(context, asked, url)
  assertOwnOrigin(context, request)
  if (method === 'GET' && url.pathname === '/api/export') return sendExport(context, asked, url)
  return sendJson(response, ...(await answer(context, asked, url)))
}

/** A page of another site can't send the session's cookie (SameSite), and this refuses it once more. */
function assertOwnOrigin({ publicUrl }: ConsoleContext, { method, headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site']
  const isRead = method === 'GET' || method === 'HEAD'
  const isOwn = isRead ? site === undefined || site === 'same-origin' : headers.origin === publicUrl.origin
  if (!isOwn) throw new ConsoleError('This request came from another site.', { code: 'BAD_ORIGIN' })
}

async function answer(context: ConsoleContext, asked: Asked, url: URL): Promise<[status: number, body: unknown]> {
  const { request, response } = asked
  const method = request.method ?? 'GET'
  const route = `${method} ${url.pathname}`
  const passed = findForwarded(method, url.pathname)
  if (!passed && !Object.hasOwn(consoleApi, route))
    throw new ConsoleError(`There is nothing at ${route}.`, { code: 'NOT_FOUND' })
  const { permission } = passed ?? consoleApi[route as ConsoleRoute]
  const session = permission === 'public' ? limit(asked) : await authorize(context, asked, { permission, route })
  if (passed) {
    const { operator } = requireSession(session)
    const body = method === 'POST' || method === 'PUT' ? await readJsonBody(request) : undefined
    const reply = await forward(context, { ...passed, method, search: url.search, body, operator }).catch((cause) =>
      reportRefusal(context, cause, { operator: operator.name, route }),
    )
    response.setHeader('content-type', 'application/json')
    return [reply.status, reply.body]
  }
  const sent = method === 'GET' ? Object.fromEntries(url.searchParams) : await readJsonBody(request)
  const params = parse(consoleApi[route as ConsoleRoute].params, sent)
  const cookies = createCookies(context.publicUrl, request, response)
  const caller: Caller = {
    get session() {
      return requireSession(session)
    },
    ceremony: cookies.ceremony,
    setSession: cookies.setSession,
    setCeremony: cookies.setCeremony,
  }
  const handle = handlers[route as ConsoleRoute] as (...given: readonly unknown[]) => Promise<unknown>
  return [200, await handle(context, params, caller)]
}

function limit({ request, rateLimit, trustsProxy }: Asked): undefined {
  if (rateLimit.take(getClientNetwork(request, { trustsProxy }) ?? '')) return undefined
  throw new ConsoleError('Too many attempts from your address. Wait a minute.', { code: 'TOO_MANY' })
}

type Wanted = { readonly permission: Permission; readonly route: string }

async function authorize(context: ConsoleContext, asked: Asked, { permission, route }: Wanted): Promise<Session> {
  const { request, response, times } = asked
  const { session: token } = createCookies(context.publicUrl, request, response)
  const isPoll = request.headers[pollHeader] !== undefined
  const session = requireSession(token === undefined ? undefined : await findSession(context, { token, times, isPoll }))
  const { name, role } = session.operator
  if (isAllowed(role, permission)) return session
  const refused = new ConsoleError(`Your role, ${role}, may not do this. Ask an owner.`, { code: 'FORBIDDEN' })
  return reportRefusal(context, refused, { operator: name, route })
}

function requireSession(session: Session | undefined): Session {
  if (session) return session
  throw new ConsoleError('Sign in to continue.', { code: 'SIGN_IN' })
}

/** Records that a role lacks a permission, and throws the error. */
async function reportRefusal(
  context: ConsoleContext,
  cause: unknown,
  { operator, route }: { readonly operator: string; readonly route: string },
): Promise<never> {
  if (cause instanceof ConsoleError && cause.code === 'FORBIDDEN')
    await context.database.inTransaction((client) =>
      appendLog(context, client, { event: 'request.refused', operator, route: route.slice(0, 200) }),
    )
  throw cause
}

async function finishAtProvider(context: ConsoleContext, asked: Asked, url: URL): Promise<void> {
  const { request, response } = asked
  limit(asked)
  const cookies = createCookies(context.publicUrl, request, response)
  try {
    await finishSingleSignOn(context, { ...cookies, url })
    response.writeHead(303, { location: '/' }).end()
  } catch (cause) {
    // the page shows it, with the ways to sign in
    const { code } = toConsoleError(context, cause)
    response.writeHead(303, { location: `/sign-in?problem=${code}` }).end()
  }
}

async function sendExport(context: ConsoleContext, asked: Asked, url: URL): Promise<void> {
  const { response } = asked
  const { operator } = await authorize(context, asked, { permission: 'audit.read', route: 'GET /api/export' })
  const { operator: by, ...params } = parse(exportParams, Object.fromEntries(url.searchParams))
  await context.database.inTransaction((client) =>
    appendLog(context, client, { event: 'log.exported', operator: operator.name, log: params.log }),
  )
  const lines = exportLog(context, { ...params, by, operator })
  // until the first page was read, a failure is an error instead of a broken file
  const first = await lines.next()
  const type = params.format === 'csv' ? 'text/csv' : 'application/x-ndjson'
  const day = new Date(context.now()).toISOString().slice(0, 10)
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${params.log}-audit-${day}.${params.format}"`,
  })
  await pipeline(async function* () {
    if (!first.done) yield first.value
    yield* lines
  }, response)
}

function parse<schema extends z.ZodType>(schema: schema, value: unknown): z.output<schema> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const text = issue ? [issue.path.join('.'), issue.message].filter((part) => part !== '').join(': ') : 'unknown'
  throw new ConsoleError(`Invalid request: ${text}.`, { code: 'INVALID_PARAMS' })
}

async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, { limit: bodyLimit })
  try {
    return parseJson(bytes ?? new Uint8Array())
  } catch (cause) {
    throw new ConsoleError(`The body is not JSON, or longer than ${bodyLimit} bytes.`, {
      code: 'INVALID_PARAMS',
      cause,
    })
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.byteLength }).end(bytes)
}

function sendError(context: ConsoleContext, response: ServerResponse, cause: unknown): void {
  const { status, code, message } = toConsoleError(context, cause)
  // a file that ends early has to look broken
  if (response.headersSent) response.destroy()
  else sendJson(response, status, { error: { code, message } })
}

function toConsoleError({ warn }: ConsoleContext, cause: unknown): ConsoleError {
  if (cause instanceof ConsoleError) {
    if (cause.cause !== undefined && cause.code === 'SERVICE_UNAVAILABLE') warn(cause)
    return cause
  }
  if (isDatabaseUnavailable(cause))
    return new ConsoleError("The console's database does not answer. Try again in a moment.", { code: 'UNAVAILABLE' })
  warn(cause)
  return new ConsoleError('Something went wrong in the console. Its log says what.', { code: 'INTERNAL' })
}
