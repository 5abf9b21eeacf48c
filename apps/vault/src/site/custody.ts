import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { Agent, request as requestByTls } from 'node:https'
import type { z } from 'zod'
import { assertProtected, type MutualTls, toClientOptions } from '../tls/mutualTls.js'
import { SiteError } from './http/SiteError.js'

export type CustodyCallOptions<schema extends z.ZodType> = {
  readonly path: '/call' | '/link' | '/notice' | '/social'
  readonly body: unknown
  readonly schema: schema
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** Calls custody. Rejects with 503 if it can't be reached, disconnects, or returns an invalid response. */
export type CallCustody = <schema extends z.ZodType>(options: CustodyCallOptions<schema>) => Promise<z.output<schema>>

/** How the site reaches custody. */
export type CustodyClient = {
  readonly call: CallCustody
  /** Rejects unless custody says that it is ready. */
  readonly assertReady: (signal: AbortSignal) => Promise<void>
}

/** Bytes. */
const maxReplySize = 4_194_304

/**
 * Connects to custody at the path of a Unix socket, at an http address on this machine, or at an https address with mutual TLS. Throws for
 * anything else.
 */
export function createCustodyClient(
  place: string,
  { tls }: { readonly tls?: MutualTls | undefined } = {},
): CustodyClient {
  const send = createSend(place, tls)
  const call: CallCustody = async ({ path, body, schema, timeout, signal }) => {
    const ended = AbortSignal.any([AbortSignal.timeout(timeout), signal])
    try {
      const { text } = await sendRequest(send, { method: 'POST', path, body: JSON.stringify(body), signal: ended })
      return schema.parse(JSON.parse(text))
    } catch (cause) {
      throw new SiteError('The vault cannot answer right now. Please try again.', {
        status: 503,
        code: 'UNAVAILABLE',
        headers: { 'retry-after': '5' },
        cause,
      })
    }
  }
  return {
    call,
    assertReady: async (signal) => {
      const { status } = await sendRequest(send, { method: 'GET', path: '/ready', signal })
      if (status !== 200) throw new Error('Custody is not ready.')
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

type CustodyRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string | undefined
  readonly signal: AbortSignal
}

function sendRequest(
  send: Send,
  { method, path, body, signal }: CustodyRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
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
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}
