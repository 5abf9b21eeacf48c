import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Follows a request through its asynchronous work. */
const requestIds = new AsyncLocalStorage<string>()

/** The header that has a request's id, from the proxy to custody and back. */
export const requestIdHeader = 'x-request-id'

/** Returns the id of the request that this code runs for. */
export function getRequestId(): string | undefined {
  return requestIds.getStore()
}

/** Handles a request under the id in its header, or a new one, and returns the id with the response. */
export function withRequestId<result>(
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => result,
): result {
  const given = request.headers[requestIdHeader]
  const id = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
  response.setHeader(requestIdHeader, id)
  return requestIds.run(id, handle)
}

/** Frames of a stack. */
const maxFrames = 8

/**
 * Describes a failure as one line of JSON: message, code, stack frames, and the names and codes of its causes, whose messages may quote
 * secrets. Email addresses, codes, keys, tokens, account addresses and passwords in URLs are removed from the message.
 */
export function toLogLine(cause: unknown, now: number): string {
  const { name, code } = toKind(cause)
  const stack = cause instanceof Error ? (cause.stack ?? '') : ''
  const at = stack.split('\n').flatMap((line) => /^\s+at (.+)$/.exec(line)?.[1] ?? [])
  return JSON.stringify({
    time: new Date(now).toISOString(),
    level: 'error',
    request: getRequestId(),
    name,
    code,
    message: toMessage(cause),
    causes: toCauses(cause),
    at: at.length > 0 ? at.slice(0, maxFrames) : undefined,
  })
}

/** Writes a failure to stderr, as {@link toLogLine} describes it. */
export function logError(cause: unknown): void {
  process.stderr.write(`${toLogLine(cause, Date.now())}\n`)
}

type Kind = { readonly name: string | undefined; readonly code: string | undefined }

function toKind(cause: unknown): Kind {
  if (!(cause instanceof Error)) return { name: undefined, code: undefined }
  const { code } = cause as { code?: unknown }
  return { name: cause.name, code: typeof code === 'string' || typeof code === 'number' ? String(code) : undefined }
}

function toCauses(cause: unknown, depth = 0): readonly Kind[] | undefined {
  if (!(cause instanceof Error) || depth > 4) return undefined
  const next: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause.cause]
  const all = next
    .filter((one) => one instanceof Error)
    .flatMap((one) => [toKind(one), ...(toCauses(one, depth + 1) ?? [])])
  return all.length > 0 ? all : undefined
}

function toMessage(cause: unknown): string {
  // the parser's own text quotes what it could not parse
  if (cause instanceof SyntaxError) return 'Invalid syntax.'
  return redact(cause instanceof Error ? cause.message : String(cause))
}

function redact(text: string): string {
  return text
    .replace(/\/\/[^\s/@]*@/g, '//…@')
    .replace(/[^\s"'<>(),;:/…]+@[^\s"'<>(),;:/]+/g, '…')
    .replace(/[\w+=-]{24,}/g, '…')
    .replace(/(?<![\d.])\d{6}(?![\d.])/g, '…')
    .slice(0, 2_000)
}
