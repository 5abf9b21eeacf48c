import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { Agent, request as requestByTls } from 'node:https'
import { getRequestId, requestIdHeader } from '@latchkey/server-kit/log'
import { assertProtected, type MutualTls, toClientOptions } from '@latchkey/vault/operators'
import type { ServiceName } from '../access.js'
import type { ServiceState } from '../api.js'
import { ConsoleError } from './errors.js'

/** Address of a service's operator API, and the token with which the console acts for operators. */
export type ServiceOptions = {
  /** Paths of Unix sockets, or URLs. Several stand in for each other. */
  readonly addresses: readonly string[]
  readonly token: string
  /** For https addresses of custody. */
  readonly tls?: MutualTls | undefined
}

export type ServiceRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With its query. */
  readonly path: string
  readonly body?: string | undefined
  /** Name of the operator who makes the request; services record it. */
  readonly operator: string
}

export type ServiceReply = { readonly status: number; readonly body: string }

export type Service = {
  /** Rejects with `SERVICE_UNAVAILABLE` after ten seconds, or if none of its addresses answers. */
  readonly send: (request: ServiceRequest) => Promise<ServiceReply>
}

/** The services that the console is connected to. */
export type Services = {
  readonly vault?: Service | undefined
  readonly gateway?: Service | undefined
  readonly relay?: RelayOptions | undefined
}

export type RelayOptions = { readonly url: URL; readonly metricsUrl?: URL | undefined }

/** The variables that configure each service. */
const serviceVariables: Readonly<Record<ServiceName, readonly string[]>> = {
  vault: ['VAULT_OPERATORS', 'VAULT_TOKEN'],
  gateway: ['GATEWAY_ADMIN_URL', 'GATEWAY_TOKEN'],
  relay: ['RELAY_URL', 'RELAY_METRICS_URL'],
}

const titles: Readonly<Record<ServiceName, string>> = { vault: 'vault', gateway: 'gateway', relay: 'relay' }

export function describeServices(services: Services): Readonly<Record<ServiceName, ServiceState>> {
  const describe = (name: ServiceName): ServiceState => ({
    isConfigured: services[name] !== undefined,
    variables: serviceVariables[name],
  })
  return { vault: describe('vault'), gateway: describe('gateway'), relay: describe('relay') }
}

/** Throws `NOT_CONFIGURED`, with the variables to set. */
export function notConfigured(name: ServiceName): ConsoleError {
  return new ConsoleError(
    `The console is not connected to a ${titles[name]}. Set ${serviceVariables[name].join(' and ')}.`,
    {
      code: 'NOT_CONFIGURED',
    },
  )
}

/** Milliseconds, for all addresses together. */
const timeout = 10_000
/** Milliseconds for a connection to one address. */
const connectTimeout = 2_000
/** Bytes. A page of a list is far smaller. */
const maxReplySize = 8_388_608

/** Creates the client of a service. Throws if tokens would cross a network in plain text. */
export function createService(name: 'vault' | 'gateway', { addresses, token, tls }: ServiceOptions): Service {
  const places = addresses.map((address) => openPlace(address, { name, tls }))
  return {
    async send({ method, path, body, operator }) {
      const signal = AbortSignal.timeout(timeout)
      const requestId = getRequestId()
      const headers = {
        authorization: `Bearer ${token}`,
        'x-operator': operator,
        ...(requestId !== undefined && { [requestIdHeader]: requestId }),
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      }
      let failure: unknown
      for (const place of places) {
        try {
          return await sendTo(place, { method, path, headers, signal }, body)
        } catch (cause) {
          failure = cause
          // an act that may have begun isn't repeated elsewhere
          const mayHaveBegun = cause instanceof PlaceError && cause.isConnected
          if (signal.aborted || (mayHaveBegun && method !== 'GET')) break
        }
      }
      const isLost = method !== 'GET' && failure instanceof PlaceError && failure.isConnected
      throw new ConsoleError(
        isLost
          ? `The ${titles[name]} did not answer in time. Reload to see whether the change was made, before you repeat it.`
          : `The ${titles[name]} does not answer. Nothing was changed. Try again in a moment.`,
        { code: 'SERVICE_UNAVAILABLE', cause: failure },
      )
    },
  }
}

type Place = (options: RequestOptions, reply: (response: IncomingMessage) => void) => ReturnType<typeof request>

type OpenPlaceOptions = { readonly name: 'vault' | 'gateway'; readonly tls: MutualTls | undefined }

function openPlace(address: string, { name, tls }: OpenPlaceOptions): Place {
  if (!/^https?:/.test(address)) return (options, reply) => request({ ...options, socketPath: address }, reply)
  const { protocol, hostname, port } = new URL(address)
  const to = { hostname: hostname.replace(/^\[|\]$/g, ''), port }
  if (protocol === 'http:') {
    assertProtected({
      host: hostname,
      tls: undefined,
      option: name === 'vault' ? 'VAULT_OPERATORS' : 'GATEWAY_ADMIN_URL',
    })
    return (options, reply) => request({ ...options, ...to }, reply)
  }
  if (name === 'gateway') return (options, reply) => requestByTls({ ...options, ...to }, reply)
  if (!tls)
    throw new Error(
      `VAULT_OPERATORS is ${address}: set CUSTODY_TLS_CERT, CUSTODY_TLS_KEY and CUSTODY_TLS_CA to the operator's files. \`custody create-certificates <folder>\` creates them.`,
    )
  const agent = new Agent({ keepAlive: true, maxCachedSessions: 0, ...toClientOptions(tls) })
  return (options, reply) => requestByTls({ ...options, ...to, agent }, reply)
}

class PlaceError extends Error {
  override readonly name = 'PlaceError'
  /** Whether the service may have got the request. */
  readonly isConnected: boolean
  constructor(cause: Error, isConnected: boolean) {
    super(cause.message, { cause })
    this.isConnected = isConnected
  }
}

function sendTo(place: Place, options: RequestOptions, body: string | undefined): Promise<ServiceReply> {
  return new Promise((resolve, rejectWith) => {
    let isConnected = false
    const reject = (cause: Error): void => rejectWith(new PlaceError(cause, isConnected))
    const sent = place(options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('error', reject)
      response.on('data', (part: Buffer) => {
        size += part.byteLength
        if (size > maxReplySize) response.destroy(new Error('The response is too long.'))
        else parts.push(part)
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
      )
    })
    sent.on('error', reject)
    sent.on('socket', (socket) => {
      const onConnect = (): void => {
        isConnected = true
        clearTimeout(timer)
      }
      const timer = setTimeout(() => sent.destroy(new Error('The connection timed out.')), connectTimeout)
      sent.once('close', () => clearTimeout(timer))
      if (!socket.connecting) onConnect()
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', onConnect)
    })
    sent.end(body)
  })
}
