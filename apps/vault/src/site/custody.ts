import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { Agent, request as requestByTls } from 'node:https'
import { TLSSocket } from 'node:tls'
import { withDeadline } from '@latchkey/server-kit/deadline'
import { Notice } from '@latchkey/server-kit/log'
import { getTraceHeaders, withSpan } from '@latchkey/server-kit/trace'
import { z } from 'zod'
import { assertProtected, type MutualTls, toClientOptions } from '../tls/mutualTls.js'
import { SiteError } from './http/SiteError.js'

export type CustodyCallOptions<schema extends z.ZodType> = {
  readonly path: '/api' | '/call' | '/link' | '/notice' | '/projects' | '/social'
  readonly body: unknown
  readonly schema: schema
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** Calls custody. Rejects with 503 if none can be reached, it disconnects or hangs, or it returns an invalid response. */
export type CallCustody = <schema extends z.ZodType>(options: CustodyCallOptions<schema>) => Promise<z.output<schema>>

/** Codes of errors of the service, which can be retried. The user has to resolve all others differently. */
export const serviceFailures: readonly string[] = ['INTERNAL', 'UNAVAILABLE']

/** The site's client for custody. */
export type CustodyClient = {
  readonly call: CallCustody
  /** Whether each custody could be reached last. */
  readonly readPlaces: () => readonly { readonly address: string; readonly isUp: boolean }[]
  /** Rejects unless a custody says that it is ready. */
  readonly assertReady: (signal: AbortSignal) => Promise<void>
}

type CreateCustodyClientOptions = {
  readonly tls?: MutualTls | undefined
  /** Called when a custody begins to fail, not for each call. */
  readonly warn?: ((cause: unknown) => void) | undefined
  /** Called after each call, unless its caller has disconnected. */
  readonly observe?: ((isOk: boolean) => void) | undefined
}

/** Milliseconds. Together, they report an unreachable custody within five seconds. */
const times = {
  /** For a connection to one custody, and to all of them. */
  connect: 800,
  connectAll: 1_800,
  /** Between checks of a custody that calls wait for, and for its response to a check. */
  check: 500,
  alive: 4_000,
  /** For which a custody that failed is tried last. */
  avoided: 5_000,
} as const

/** Bytes. */
const maxReplySize = 4_194_304

/**
 * Connects to custody at the paths of Unix sockets, at http addresses on this machine, or at https addresses with mutual TLS. Throws for
 * anything else. All custodies serve any call: they take turns, and stand in for each other.
 *
 * A call that a custody may have begun is not repeated elsewhere, except for `/call`: its statement is used once, whoever gets it.
 */
export function createCustodyClient(
  addresses: readonly string[],
  { tls, warn = () => undefined, observe = () => undefined }: CreateCustodyClientOptions = {},
): CustodyClient {
  const places = addresses.map((address) => createPlace(address, { tls, warn }))
  let turn = 0

  function order(): readonly Place[] {
    const start = turn++ % places.length
    const inTurn = [...places.slice(start), ...places.slice(0, start)]
    return [...inTurn.filter((place) => !place.isAvoided()), ...inTurn.filter((place) => place.isAvoided())]
  }

  async function send(path: string, body: string, signal: AbortSignal): Promise<string> {
    let left: number = times.connectAll
    let lost: PlaceError | undefined
    let failure: unknown = new Error('No custody is configured.')
    for (const place of order()) {
      if (left <= 0) break
      const began = performance.now()
      const connectTimeout = Math.min(times.connect, left)
      try {
        const { text } = await place.send({ method: 'POST', path, body, signal, connectTimeout })
        if (lost !== undefined && isReplay(text)) throw lost
        return text
      } catch (cause) {
        failure = cause
        if (signal.aborted || !(cause instanceof PlaceError) || cause === lost) break
        if (cause.mayHaveBegun) {
          lost = cause
          if (path !== '/call') break
        } else left -= performance.now() - began
      }
    }
    throw failure
  }

  return {
    async call({ path, body, schema, timeout, signal }) {
      try {
        const text = await withDeadline({ signal, milliseconds: timeout }, (limited) =>
          send(path, JSON.stringify(body), limited),
        )
        const reply = schema.parse(JSON.parse(text))
        observe(true)
        return reply
      } catch (cause) {
        if (!signal.aborted) observe(false)
        throw new SiteError('The vault cannot answer right now. Please try again.', {
          status: 503,
          code: 'UNAVAILABLE',
          headers: { 'retry-after': '5' },
          cause,
        })
      }
    },
    readPlaces: () => places.map(({ address, isUp }) => ({ address, isUp: isUp() })),
    async assertReady(signal) {
      const checks = places.map(async ({ address, send: sendTo }) => {
        const { status } = await sendTo({ method: 'GET', path: '/ready', signal, connectTimeout: times.connect })
        if (status !== 200) throw new Error(`Custody at ${address} is not ready.`)
      })
      await Promise.any(checks).catch((cause: unknown) => {
        throw new Error('No custody is ready.', { cause })
      })
    },
  }
}

const replay = z.object({ error: z.object({ code: z.literal('BAD_STATEMENT') }) })

/** Whether custody says that a statement was used before. */
function isReplay(text: string): boolean {
  return text.includes('BAD_STATEMENT') && replay.safeParse(JSON.parse(text)).success
}

/** A custody that did not answer. */
class PlaceError extends Error {
  override readonly name = 'PlaceError'
  /** Whether it may have got the request. */
  readonly mayHaveBegun: boolean
  constructor(message: string, { mayHaveBegun, cause }: { readonly mayHaveBegun: boolean; readonly cause: unknown }) {
    super(message, { cause })
    this.mayHaveBegun = mayHaveBegun
  }
}

type PlaceRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string | undefined
  readonly signal: AbortSignal
  /** Milliseconds. */
  readonly connectTimeout: number
}

type PlaceReply = { readonly status: number; readonly text: string }

/** One custody. */
type Place = {
  readonly address: string
  /** Whether the last request was answered. */
  readonly isUp: () => boolean
  /** Whether it has failed recently. */
  readonly isAvoided: () => boolean
  /** Rejects with a {@link PlaceError} if it does not answer. */
  readonly send: (request: PlaceRequest) => Promise<PlaceReply>
}

function createPlace(
  address: string,
  { tls, warn }: { readonly tls: MutualTls | undefined; readonly warn: (cause: unknown) => void },
): Place {
  const open = createSend(address, tls)
  const waiting = new Set<ClientRequest>()
  let avoidedUntil = 0
  let isFailing = false
  let timer: NodeJS.Timeout | undefined

  function fail(cause: unknown): void {
    avoidedUntil = performance.now() + times.avoided
    if (!isFailing) warn(new Notice(`Custody at ${address} can’t be reached.`, { level: 'warn', cause }))
    isFailing = true
  }

  /** Ends all calls that wait for it if its process does not respond: its machine or network may be gone without notice. */
  async function check(): Promise<void> {
    timer = undefined
    const before = [...waiting]
    try {
      await sendRequest(open, {
        method: 'GET',
        path: '/health',
        signal: AbortSignal.timeout(times.alive),
        connectTimeout: times.alive,
      })
    } catch (cause) {
      for (const one of before) one.destroy(new Error('Custody has stopped responding.', { cause }))
    }
    watch()
  }

  function watch(): void {
    if (waiting.size > 0) timer ??= setTimeout(() => void check(), times.check)
    else clearTimeout(timer)
    if (waiting.size === 0) timer = undefined
  }

  return {
    address,
    isUp: () => !isFailing,
    isAvoided: () => performance.now() < avoidedUntil,
    async send(placeRequest) {
      try {
        const { method, path } = placeRequest
        const attributes = { 'http.request.method': method, 'url.path': path, 'server.address': address }
        const reply = await withSpan({ name: `${method} ${path}`, attributes }, async (add) => {
          const placeReply = await sendRequest(open, {
            ...placeRequest,
            onBegin: (begun) => {
              waiting.add(begun)
              watch()
              begun.once('close', () => {
                waiting.delete(begun)
                watch()
              })
            },
          })
          add({ 'http.response.status_code': placeReply.status })
          return placeReply
        })
        isFailing = false
        avoidedUntil = 0
        return reply
      } catch (cause) {
        // the caller has gone away, which says nothing about custody
        if (!placeRequest.signal.aborted) fail(cause)
        throw cause
      }
    },
  }
}

type Send = (options: RequestOptions, reply: (response: IncomingMessage) => void) => ClientRequest

function createSend(place: string, tls: MutualTls | undefined): Send {
  if (!/^https?:/.test(place)) return (options, reply) => request({ ...options, socketPath: place }, reply)
  const { protocol, hostname, port } = new URL(place)
  const to = { hostname: hostname.replace(/^\[|\]$/g, ''), port }
  if (protocol === 'http:') {
    assertProtected({ host: hostname, tls: undefined, option: 'CUSTODY' })
    return (options, reply) => request({ ...options, ...to }, reply)
  }
  if (!tls)
    throw new Error(
      `CUSTODY is ${place}: set CUSTODY_TLS_CERT, CUSTODY_TLS_KEY and CUSTODY_TLS_CA to the files of this site. \`custody create-certificates <folder>\` creates them.`,
    )
  const agent = new Agent({ keepAlive: true, maxCachedSessions: 0, ...toClientOptions(tls) })
  return (options, reply) => requestByTls({ ...options, ...to, agent }, reply)
}

type SendRequestOptions = PlaceRequest & {
  /** Called before it is sent. */
  readonly onBegin?: ((request: ClientRequest) => void) | undefined
}

function sendRequest(
  send: Send,
  { method, path, body, signal, connectTimeout, onBegin }: SendRequestOptions,
): Promise<PlaceReply> {
  return new Promise((resolve, rejectWith) => {
    let isConnected = false
    const reject = (cause: Error): void =>
      rejectWith(new PlaceError(`Custody did not answer: ${cause.message}`, { mayHaveBegun: isConnected, cause }))
    const headers = {
      ...getTraceHeaders(),
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const clientRequest = send({ path, method, headers, signal }, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('error', reject)
      response.on('data', (part: Buffer) => {
        size += part.byteLength
        if (size > maxReplySize) response.destroy(new Error('The response is too long.'))
        else parts.push(part)
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      )
    })
    clientRequest.on('socket', (socket) => {
      const onConnect = (): void => {
        isConnected = true
        clearTimeout(timer)
      }
      const timer = setTimeout(() => clientRequest.destroy(new Error('The connection timed out.')), connectTimeout)
      clientRequest.once('close', () => clearTimeout(timer))
      if (!socket.connecting) onConnect()
      else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', onConnect)
    })
    clientRequest.on('error', reject)
    onBegin?.(clientRequest)
    clientRequest.end(body)
  })
}
