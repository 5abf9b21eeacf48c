/** Defaults of every JSON-RPC call: milliseconds and counts. [S9.9] */
export const rpcDefaults = {
  timeout: 10_000,
  retryCount: 3,
  retryDelay: 150,
  batchSize: 1000,
} as const

/** Milliseconds. Whoever asks for more is tried again no sooner than that, and no later. */
const longestDelay = 60_000

const retryStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/** Whether an HTTP status is worth another try. [S9.9] */
export function isRetryStatus(status: number): boolean {
  return retryStatuses.includes(status)
}

export type RetryDelayRequest = {
  /** 0 before the first retry. */
  readonly attempt: number
  /** Value of a `Retry-After` header, seconds or an HTTP date (RFC 9110 §10.2.3). */
  readonly retryAfter?: string | null | undefined
  /** Milliseconds since the epoch, for a date in `retryAfter`. */
  readonly now: number
}

/** Milliseconds to wait before the next try: what the server asks for, else 150, 300, 600. [S9.9] */
export function toRetryDelay({ attempt, retryAfter, now }: RetryDelayRequest): number {
  return parseRetryAfter(retryAfter, now) ?? rpcDefaults.retryDelay * 2 ** attempt
}

function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, longestDelay)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), longestDelay)
}
