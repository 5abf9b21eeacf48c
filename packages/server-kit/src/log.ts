import { getRequestId, getTraceId, type RequestRecord } from './trace.js'

export const logLevels = ['debug', 'info', 'warn', 'error'] as const

export type LogLevel = (typeof logLevels)[number]

/** A log entry that isn't a failure: something that needs attention soon (`warn`) or has recovered (`info`). */
export class Notice extends Error {
  override readonly name = 'Notice'
  readonly level: Exclude<LogLevel, 'debug' | 'error'>
  constructor(message: string, { level, ...options }: ErrorOptions & Pick<Notice, 'level'>) {
    super(message, options)
    this.level = level
  }
}

export type Logger = {
  /** Writes a failure, or a {@link Notice} at its level. */
  readonly warn: (cause: unknown) => void
  /** Writes a response: probes and other polls at `debug`, all others at `info`. */
  readonly logRequest: (record: RequestRecord) => void
}

type CreateLoggerOptions = {
  /** The lowest level that is written. Default: `info`. */
  readonly level?: LogLevel | undefined
  /** Paths besides `/health` and `/ready` that other programs ask for all the time. */
  readonly polls?: readonly string[] | undefined
  /** Default: to stdout, and from `warn` on to stderr. */
  readonly write?: ((line: string, level: LogLevel) => void) | undefined
}

/** Writes lines of JSON, each with `time`, `level` and, within a request, `requestId` and `traceId`. */
export function createLogger({ level = 'info', polls = [], write = writeLine }: CreateLoggerOptions = {}): Logger {
  const isWritten = (one: LogLevel): boolean => logLevels.indexOf(one) >= logLevels.indexOf(level)
  return {
    warn(cause) {
      const own = toLevel(cause)
      if (isWritten(own)) write(toLogLine(cause, Date.now()), own)
    },
    logRequest(record) {
      const own = ['/health', '/ready', ...polls].includes(record.path) ? 'debug' : 'info'
      if (!isWritten(own)) return
      const { method, path, status, milliseconds } = record
      const rounded = Math.round(milliseconds * 1_000) / 1_000
      write(JSON.stringify({ ...toHead(own, Date.now()), method, path, status, milliseconds: rounded }), own)
    },
  }
}

function writeLine(line: string, level: LogLevel): void {
  const stream = level === 'warn' || level === 'error' ? process.stderr : process.stdout
  stream.write(`${line}\n`)
}

type Head = {
  readonly time: string
  readonly level: LogLevel
  readonly requestId: string | undefined
  readonly traceId: string | undefined
}

function toHead(level: LogLevel, now: number): Head {
  return { time: new Date(now).toISOString(), level, requestId: getRequestId(), traceId: getTraceId() }
}

function toLevel(cause: unknown): LogLevel {
  return cause instanceof Notice ? cause.level : 'error'
}

/** Frames of a stack. */
const maxFrames = 8

/**
 * Describes a failure as one line of JSON: message, code, stack frames, and the names and codes of its causes, whose messages may quote
 * secrets. Email addresses, codes, keys, tokens, account addresses and passwords in URLs are removed from the message.
 */
export function toLogLine(cause: unknown, now: number): string {
  const { name, code } = toKind(cause)
  const stack = cause instanceof Error && !(cause instanceof Notice) ? (cause.stack ?? '') : ''
  const at = stack.split('\n').flatMap((line) => /^\s+at (.+)$/.exec(line)?.[1] ?? [])
  return JSON.stringify({
    ...toHead(toLevel(cause), now),
    name,
    code,
    message: toMessage(cause),
    causes: toCauses(cause),
    at: at.length > 0 ? at.slice(0, maxFrames) : undefined,
  })
}

/** Writes a failure to stderr, as {@link toLogLine} describes it. */
export function logError(cause: unknown): void {
  createLogger().warn(cause)
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
  // the parser's message quotes its input
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
