import { setMaxListeners } from 'node:events'

export type DeadlineOptions = {
  /** Ends the work early, for example when the server stops. */
  readonly signal: AbortSignal
  readonly milliseconds: number
  /** Creates the reason of the abort when the time is over. Default: a `TimeoutError`, like `AbortSignal.timeout`. */
  readonly toReason?: (() => unknown) | undefined
}

/**
 * Runs work with a signal that aborts with another one, or when its time is over. `AbortSignal.any` with `AbortSignal.timeout` is no
 * substitute: nothing refers to that timeout, and Node 20 collects it, so that it never fires.
 */
export async function withDeadline<value>(
  { signal, milliseconds, toReason = toTimeoutError }: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<value>,
): Promise<value> {
  signal.throwIfAborted()
  const controller = new AbortController()
  const end = (): void => controller.abort(signal.reason)
  const timer = setTimeout(() => controller.abort(toReason()), milliseconds)
  // the signal of a server has a listener for each pending work, which removes it: more than ten are no leak
  setMaxListeners(0, signal)
  signal.addEventListener('abort', end)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

function toTimeoutError(): DOMException {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError')
}
