import type { SiwxSetup } from '../resolveOptions.js'
import { SiwxRefusal } from '../SiwxRefusal.js'
import type { RequestContext, SiwxHandler } from '../siwxHandlers.js'
import { readOrigin, requireOrigin } from './readRequest.js'

export type Answer = (request: Request, context: RequestContext) => Response | Promise<Response>

/**
 * Creates a handler for one method. Only pages of the allowed origins can read its responses and, unless it is a GET, call it.
 * Answers preflight requests, and returns all errors as JSON. [Fetch, 3.2]
 */
export function answerRequest(setup: SiwxSetup, method: 'GET' | 'POST', answer: Answer): SiwxHandler {
  return async (request, context = {}) => {
    const origin = readOrigin(request, setup.origins)
    let response: Response
    try {
      response = request.method === 'OPTIONS' ? toPreflight(setup, request) : await run(request, context)
    } catch (cause) {
      if (!(cause instanceof SiwxRefusal) || cause.status >= 500) setup.warn(cause)
      response = toErrorResponse(cause)
      if (response.status === 405) response.headers.set('allow', `${method}, OPTIONS`)
    }
    return withHeaders(response, origin)
  }

  async function run(request: Request, context: RequestContext): Promise<Response> {
    if (request.method !== method && !(method === 'GET' && request.method === 'HEAD'))
      throw new SiwxRefusal(`Method not allowed. Use ${method}.`, { status: 405, code: 'METHOD_NOT_ALLOWED' })
    // same-origin GET requests have no Origin header
    if (method === 'POST' || request.headers.has('origin')) requireOrigin(request, setup.origins)
    return answer(request, context)
  }

  function toPreflight({ origins }: SiwxSetup, request: Request): Response {
    requireOrigin(request, origins)
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-methods': method,
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': '600',
      },
    })
  }
}

function withHeaders(response: Response, origin: string | undefined): Response {
  // a response of the app may have immutable headers, as a redirect has
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  headers.append('vary', 'Origin, Cookie, Authorization')
  headers.set('x-content-type-options', 'nosniff')
  if (origin !== undefined) {
    headers.set('access-control-allow-origin', origin)
    headers.set('access-control-allow-credentials', 'true')
    headers.set('access-control-expose-headers', 'retry-after')
  }
  const { status, statusText, body } = response
  return new Response(body, { status, statusText, headers })
}

/** Creates a JSON response. */
export function toJson(value: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers)
  headers.set('content-type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(value), { ...init, headers })
}

/** Creates an error response: a refusal as it is, and a generic one for anything else. */
export function toErrorResponse(cause: unknown): Response {
  const { status, code, field, message, retryAfter } =
    cause instanceof SiwxRefusal ? cause : new SiwxRefusal('Internal error.', { status: 500, code: 'SERVER_ERROR' })
  const headers = new Headers()
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  return toJson({ error: code, ...(field !== undefined && { field }), message }, { status, headers })
}
