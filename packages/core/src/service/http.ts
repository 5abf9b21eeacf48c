import { TimedOutError } from '../errors/connection.js'
import { HttpStatusError } from '../errors/services.js'
import type { Env } from '../modal/env.js'
import { internals, type Modal } from '../modal/modal.js'
import { waitFor } from '../rpc/wait.js'
import { readBytes, readText } from '../utils/bytes.js'
import { version } from '../version.generated.js'

/** Milliseconds that a call may take, reading included. */
export const httpTimeout = 10_000

/** Fields of a query; what is undefined or empty is left out. */
export type HttpParams = { readonly [name: string]: string | number | undefined }

type HttpRequest = {
  /** Below the base, its parts encoded, e.g. `/getWallets`. */
  readonly path: string
  readonly params?: HttpParams | undefined
  readonly signal?: AbortSignal | undefined
}

/** Calls of one service. A status that is not OK throws `HTTP_STATUS`, a call that lasts too long `TIMED_OUT`. [S7.25] */
export type HttpClient = {
  /** The answer as JSON. */
  get(request: HttpRequest): Promise<unknown>
  post(request: HttpRequest & { readonly body: unknown }): Promise<unknown>
  put(request: HttpRequest & { readonly body: unknown }): Promise<unknown>
  delete(request: HttpRequest & { readonly body?: unknown }): Promise<unknown>
  /** The answer as bytes of the type that its header says. Throws `RangeError` where there are more than `most`. */
  getBlob(request: HttpRequest & { readonly most: number }): Promise<Blob>
}

type HttpClientOptions = {
  readonly baseUrl: string
  readonly env: Env
  /** What every call says of the app: asked anew each time, as some of it is learnt late. */
  readonly params?: (() => HttpParams) | undefined
}

/** A client of one service, with JSON bodies. */
export function createHttpClient({ baseUrl, env, params = () => ({}) }: HttpClientOptions): HttpClient {
  async function exchange<value>(
    method: string,
    request: HttpRequest & { readonly body?: unknown },
    read: (response: Response) => Promise<value>,
  ): Promise<value> {
    const ending = new AbortController()
    const onAbort = (): void => ending.abort(request.signal?.reason)
    const cancel = env.setTimeout(() => ending.abort(new TimedOutError()), httpTimeout)
    request.signal?.addEventListener('abort', onAbort, { once: true })
    if (request.signal?.aborted) onAbort()
    const run = async (): Promise<value> => {
      ending.signal.throwIfAborted()
      const response = await env.fetch(toUrl(baseUrl, request.path, { ...request.params, ...params() }), {
        method,
        signal: ending.signal,
        credentials: 'omit',
        ...(request.body !== undefined && {
          body: JSON.stringify(request.body),
          headers: { 'content-type': 'application/json' },
        }),
      })
      if (!response.ok) throw new HttpStatusError({ status: response.status, cause: response })
      return read(response)
    }
    try {
      return await waitFor(run(), { env, signal: ending.signal })
    } finally {
      cancel()
      request.signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    get: (request) => exchange('GET', request, readJson),
    post: (request) => exchange('POST', request, readJson),
    put: (request) => exchange('PUT', request, readJson),
    delete: (request) => exchange('DELETE', request, readJson),
    getBlob: ({ most, ...request }) => exchange('GET', request, (response) => readBlob(response, most)),
  }
}

/** The URL of a call: below the base, with these fields in its query. */
export function toUrl(baseUrl: string, path: string, params: HttpParams): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  return url
}

/** Undefined where there is no body, as after a DELETE. Throws `SyntaxError` where it is not JSON. */
async function readJson(response: Response): Promise<unknown> {
  const text = await readText(response)
  return text === '' ? undefined : JSON.parse(text)
}

async function readBlob(response: Response, most: number): Promise<Blob> {
  const type = response.headers.get('content-type') ?? ''
  return new Blob([await readBytes(response, most)], { type })
}

/** What services are told with each call: who asks, and with what. [S7.1, S7.25] */
export function toServiceParams(modal: Modal): HttpParams {
  const { clientId, options } = modal[internals]
  const namespaces = Object.keys(modal.getState().namespaces).sort().join() || 'core'
  return { projectId: options.projectId, st: 'latchkey', sv: `js-${namespaces}-${version}`, clientId }
}
