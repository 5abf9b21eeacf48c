import { GatewayFault } from './GatewayFault.js'

export type DeadlineOptions = {
  /** Aborted when the gateway ends. */
  readonly ended: AbortSignal
  readonly milliseconds: number
}

/**
 * Does work that is for more than the one who asks: with a signal that aborts when the time is over or the gateway ends, and that
 * leaves nothing behind. (`AbortSignal.any` would leave a trace on a signal that lasts as long as the process.)
 */
export async function withDeadline<value>(
  { ended, milliseconds }: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<value>,
): Promise<value> {
  ended.throwIfAborted()
  const controller = new AbortController()
  const end = (): void => controller.abort(ended.reason)
  const late = setTimeout(() => {
    controller.abort(new GatewayFault('A node takes too long.', { status: 504, code: 'TIMED_OUT', retryAfter: 5 }))
  }, milliseconds)
  ended.addEventListener('abort', end)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(late)
    ended.removeEventListener('abort', end)
  }
}
