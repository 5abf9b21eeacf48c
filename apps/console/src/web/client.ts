import type { OperatorParams, OperatorResult, OperatorRoute } from '@latchkey/vault/operators'
import { createContext, useContext } from 'react'
import { pollHeader } from '../access.js'
import type { ConsoleErrorCode, ConsoleParams, ConsoleResult, ConsoleRoute } from '../api.js'

/** A failed request, in words for the person in front of the page. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** A code of the console, the vault or the gateway; `OFFLINE` and `TIMEOUT` if there was no response. */
  readonly code: string
  /** Other fields of the error response. */
  readonly details: Readonly<Record<string, unknown>>
  constructor(message: string, { code, details = {}, ...options }: RequestErrorOptions) {
    super(message, options)
    this.code = code
    this.details = details
  }
}

type RequestErrorOptions = ErrorOptions & {
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

type GatewayRequest = {
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** The requests of a page. */
export type PageClient = Client & {
  /** For requests that the page sends by itself, which don't keep the session alive. */
  readonly polling: Client
}

/** Calls the console's server and, through it, the services. */
export type Client = {
  readonly ask: <route extends ConsoleRoute>(
    route: route,
    params: ConsoleParams<route>,
    signal?: AbortSignal,
  ) => Promise<ConsoleResult<route>>
  readonly vault: <route extends OperatorRoute>(
    route: route,
    params: OperatorParams<route>,
    signal?: AbortSignal,
  ) => Promise<OperatorResult<route>>
  /** The path is relative to `/admin/v1`. */
  readonly gateway: <result>(
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    request?: GatewayRequest,
  ) => Promise<result>
}

/** Milliseconds. Longer than the server's own timeout for services, whose error is more specific. */
const timeout = 15_000

type Query = Readonly<Record<string, unknown>>

/** @param onSignedOut called when a request fails because the session has ended */
export function createClient({ onSignedOut }: { readonly onSignedOut: () => void }): PageClient {
  return { ...createCalls({ onSignedOut, isPolling: false }), polling: createCalls({ onSignedOut, isPolling: true }) }
}

type CallsOptions = { readonly onSignedOut: () => void; readonly isPolling: boolean }

function createCalls({ onSignedOut, isPolling }: CallsOptions): Client {
  async function send<result>(
    method: string,
    path: string,
    { query = {}, body, signal }: { query?: Query | undefined; body?: unknown; signal?: AbortSignal | undefined },
  ): Promise<result> {
    const given = Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    )
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
    const deadline = AbortSignal.timeout(timeout)
    const response = await fetch(`${path}${search}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(isPolling && { [pollHeader]: '1' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw deadline.aborted
        ? new RequestError('The console did not answer in time. Try again.', { code: 'TIMEOUT', cause })
        : new RequestError('The console can’t be reached. Check your connection and try again.', {
            code: 'OFFLINE',
            cause,
          })
    })
    const parsed = (await response.json().catch(() => undefined)) as Query | undefined
    if (response.ok && parsed) return parsed as result
    const { error, ...details } = parsed ?? {}
    const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string }
    if (code === ('SIGN_IN' satisfies ConsoleErrorCode)) onSignedOut()
    throw new RequestError(message ?? `The console returned an error (${response.status}).`, {
      code: code ?? 'INTERNAL',
      details,
    })
  }
  const toRequest = (method: string | undefined, params: Query): { query?: Query; body?: unknown } =>
    method === 'GET' ? { query: params } : { body: params }
  return {
    ask: (route, params, signal) => {
      const [method = '', path = ''] = route.split(' ')
      return send(method, path, { ...toRequest(method, params as Query), signal })
    },
    vault: (route, params, signal) => {
      const [method = '', path = ''] = route.split(' ')
      return send(method, `/api/vault${path}`, { ...toRequest(method, params as Query), signal })
    },
    gateway: (method, path, request = {}) => send(method, `/api/gateway/admin/v1${path}`, request),
  }
}

export const ClientContext = createContext<PageClient | undefined>(undefined)

export function useClient(): PageClient {
  const client = useContext(ClientContext)
  if (!client) throw new Error('There is no client around this component.')
  return client
}
