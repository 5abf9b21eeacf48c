import { type Env, isRecord } from '@latchkey/core'
import {
  HttpStatusError,
  RateLimitedError,
  readText,
  ServerError,
  SignInRefusedError,
  TimedOutError,
  waitFor,
} from '@latchkey/core/plugin'

/** Timeouts in milliseconds, including reading the response. Verifying a signature may need several RPC calls. */
export const httpTimeouts = { usual: 10_000, verify: 35_000 } as const

export type HttpOptions = {
  readonly url: string
  readonly env: Env
  readonly signal: AbortSignal
  readonly credentials: RequestCredentials
  /** Sent as bearer token with each request, if there is one. */
  readonly getToken: () => string | undefined
}

export type HttpCall = {
  readonly method: 'GET' | 'POST'
  /** Path below the URL, e.g. `/nonce`. */
  readonly path: string
  readonly params?: { readonly [name: string]: string } | undefined
  readonly body?: unknown
  readonly timeout?: number | undefined
}

/**
 * Creates the client of the sign-in server. It resolves with the response's JSON, or undefined for an empty body. Throws
 * `SIGN_IN_REFUSED` if the server names a field, `RATE_LIMITED` on HTTP 429, `HTTP_STATUS` on other 4xx, and `SERVER_ERROR` if
 * the server failed, was unreachable or sent an invalid response. After a `SERVER_ERROR` nothing has been decided.
 */
export function createHttp({
  url,
  env,
  signal,
  credentials,
  getToken,
}: HttpOptions): (call: HttpCall) => Promise<unknown> {
  return async ({ method, path, params, body, timeout = httpTimeouts.usual }) => {
    signal.throwIfAborted()
    const ending = new AbortController()
    const token = getToken()
    const run = async (): Promise<{ readonly status: number; readonly text: string }> => {
      const response = await env.fetch(toUrl(url, path, params), {
        method,
        credentials,
        cache: 'no-store',
        redirect: 'error',
        signal: ending.signal,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, text: await readText(response) }
    }
    const reply = await waitFor(run(), { env, signal, timeout }).catch((cause: unknown) => {
      ending.abort(cause)
      if (signal.aborted) throw signal.reason
      const isLate = cause instanceof TimedOutError
      throw new ServerError({ cause, details: isLate ? `${path} timed out.` : `${path} was unreachable.` })
    })
    return parseResponse(path, reply)
  }
}

function parseResponse(path: string, { status, text }: { readonly status: number; readonly text: string }): unknown {
  if (status === 429) throw new RateLimitedError({ details: path })
  if (status >= 500 || status === 408) throw new ServerError({ details: `${path} returned HTTP ${status}.` })
  const isOk = status >= 200 && status < 300
  const json = parseJson(text)
  if (isOk && json === null) throw new ServerError({ details: `${path} returned invalid JSON.` })
  if (isOk) return json
  throw toRefusal(json) ?? new HttpStatusError({ status, details: path })
}

function toUrl(base: string, path: string, params: HttpCall['params'] = {}): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url
}

/** Undefined for an empty text, null for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return null // likely an error page of a proxy; the status says more
  }
}

/** Converts a server's refusal, if it names the invalid field. Long texts are cut. */
function toRefusal(reply: unknown): SignInRefusedError | undefined {
  if (!isRecord(reply) || typeof reply['field'] !== 'string') return undefined
  const { field, error, message } = reply
  const words = [error, message].filter((item) => typeof item === 'string' && item !== '')
  return new SignInRefusedError({ field: field.slice(0, 100), details: words.join(': ').slice(0, 500) })
}
