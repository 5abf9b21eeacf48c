import { SiwxRefusal } from '../SiwxRefusal.js'

/** An answer of JSON. */
export function toJson(value: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers)
  headers.set('content-type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(value), { ...init, headers })
}

/** What is told of a fault: a refusal as it is, nothing of all else. */
export function toFault(cause: unknown): Response {
  const { status, code, field, message, retryAfter } =
    cause instanceof SiwxRefusal
      ? cause
      : new SiwxRefusal('Something broke here.', { status: 500, code: 'SERVER_ERROR' })
  const headers = new Headers()
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  return toJson({ error: code, ...(field !== undefined && { field }), message }, { status, headers })
}
