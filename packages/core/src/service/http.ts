import { TimedOutError } from '../errors/connection.js'
import { isLatchkeyError } from '../errors/LatchkeyError.js'
import { HttpStatusError } from '../errors/services.js'
import type { Env } from '../modal/env.js'
import { internals, type Modal } from '../modal/modal.js'
import { waitFor } from '../rpc/wait.js'
import { readBytes, readText } from '../utils/bytes.js'
import { readField } from '../utils/records.js'
import { version } from '../version.generated.js'

/** Timeout of a request in milliseconds, including reading the response. */
export const httpTimeout = 10_000

/** Query parameters. Undefined and empty ones are omitted. */
export type HttpParams = { readonly [name: string]: string | number | undefined }

type HttpRequest = {
  /** Path below the base URL with encoded segments, e.g. `/getWallets`. */
  readonly path: string
  readonly params?: HttpParams | undefined
  readonly signal?: AbortSignal | undefined
}

/** Sends requests to one service. Throws `HTTP_STATUS` for error statuses and `TIMED_OUT` after the timeout. [S7.25] */
export type HttpClient = {
  /** Resolves with the response's JSON. */
  get(request: HttpRequest): Promise<unknown>
  post(request: HttpRequest & { readonly body: unknown }): Promise<unknown>
  /** Resolves with the response's bytes, typed by its header. Throws `RangeError` if there are more than `maxBytes`. */
  getBlob(request: HttpRequest & { readonly maxBytes: number }): Promise<Blob>
}

type HttpClientOptions = {
  readonly baseUrl: string
  readonly env: Env
  /** Parameters that identify the app, evaluated for each request, as some are known late. */
  readonly params?: (() => HttpParams) | undefined
}

/** Creates a client of one service, with JSON bodies. */
export function createHttpClient({ baseUrl, env, params = () => ({}) }: HttpClientOptions): HttpClient {
  async function exchange<value>(
    method: string,
    request: HttpRequest & { readonly body?: unknown },
    read: (response: Response) => Promise<value>,
  ): Promise<value> {
    const controller = new AbortController()
    const onAbort = (): void => controller.abort(request.signal?.reason)
    const cancel = env.setTimeout(() => controller.abort(new TimedOutError()), httpTimeout)
    request.signal?.addEventListener('abort', onAbort, { once: true })
    if (request.signal?.aborted) onAbort()
    const run = async (): Promise<value> => {
      controller.signal.throwIfAborted()
      const response = await env.fetch(toUrl(baseUrl, request.path, { ...request.params, ...params() }), {
        method,
        signal: controller.signal,
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
      return await waitFor(run(), { env, signal: controller.signal })
    } finally {
      cancel()
      request.signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    get: (request) => exchange('GET', request, readJson),
    post: (request) => exchange('POST', request, readJson),
    getBlob: ({ maxBytes, ...request }) => exchange('GET', request, (response) => readBlob(response, maxBytes)),
  }
}

/** Returns the status of an `HTTP_STATUS` error; undefined for any other error. */
export function getHttpStatus(cause: unknown): number | undefined {
  const status = isLatchkeyError(cause) && cause.code === 'HTTP_STATUS' ? readField(cause, 'status') : undefined
  return typeof status === 'number' ? status : undefined
}

/** Returns the parameters that identify app and client to services. [S7.1, S7.25] */
export function toServiceParams(modal: Modal): HttpParams {
  const { clientId, options } = modal[internals]
  const namespaces = Object.keys(modal.getState().namespaces).sort().join() || 'core'
  return { projectId: options.projectId, st: 'latchkey', sv: `js-${namespaces}-${version}`, clientId }
}

/** Returns the URL of a request: the path below the base URL, with query parameters. */
export function toUrl(baseUrl: string, path: string, params: HttpParams): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  return url
}

/** Undefined if there is no body. Throws `SyntaxError` if it isn't JSON. */
async function readJson(response: Response): Promise<unknown> {
  const text = await readText(response)
  return text === '' ? undefined : JSON.parse(text)
}

async function readBlob(response: Response, maxBytes: number): Promise<Blob> {
  const type = response.headers.get('content-type') ?? ''
  return new Blob([await readBytes(response, maxBytes)], { type })
}
