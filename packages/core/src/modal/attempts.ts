import { NotStartedError, TimedOutError } from '../errors/connection.js'
import { AbortedError, isLatchkeyError, type LatchkeyError } from '../errors/LatchkeyError.js'
import { internals, type Modal } from './modal.js'

type AttemptOptions = {
  /** Of two attempts with one key only the newer lives. Without a key it runs beside all others. */
  readonly key?: string | undefined
  /** Milliseconds. */
  readonly deadline: number
  readonly signal?: AbortSignal | undefined
}

export type Attempt = {
  /** Aborts with the error to report: a newer attempt, the caller's signal, the deadline, or the end of the modal. */
  readonly signal: AbortSignal
  /** False once a newer attempt, `abortAttempt` or the end of the modal took over: the state is not its own to write. */
  isLatest(): boolean
  /** Settles with the promise, or rejects with the reason of the abort, whichever is first. */
  race<value>(promise: Promise<value>): Promise<value>
  end(): void
}

/** Begins something that waits: late answers never overwrite newer choices, and every wait has its end. */
export function beginAttempt(modal: Modal, options: AttemptOptions): Attempt {
  const { deadline, signal } = options
  const { attempts, signal: ended } = modal[internals]
  const key = options.key ?? Symbol('attempt')
  const controller = new AbortController()
  const onCaller = (): void => controller.abort(toReason(signal?.reason))
  const onEnd = (): void => {
    controller.abort(toReason(ended.reason))
    attempts.delete(key)
  }

  attempts.get(key)?.abort(new AbortedError({ details: 'A newer request took its place.' }))
  attempts.set(key, controller)
  const cancelDeadline = modal.env.setTimeout(() => controller.abort(new TimedOutError()), deadline)
  signal?.addEventListener('abort', onCaller, { once: true })
  ended.addEventListener('abort', onEnd, { once: true })
  if (signal?.aborted) onCaller()
  if (ended.aborted) onEnd()

  return {
    signal: controller.signal,
    isLatest: () => attempts.get(key) === controller,
    race(promise) {
      const raced = raceAbort(promise, controller.signal)
      if (modal[internals].options.telemetry)
        raced.catch((cause: unknown) => modal[internals].report({ cause, event: options.key }))
      return raced
    },
    end() {
      cancelDeadline()
      signal?.removeEventListener('abort', onCaller)
      ended.removeEventListener('abort', onEnd)
      if (attempts.get(key) === controller) attempts.delete(key)
    },
  }
}

/** Aborts and forgets the running attempt of this key, if any. */
export function abortAttempt(modal: Modal, key: string): void {
  const { attempts } = modal[internals]
  attempts.get(key)?.abort(new AbortedError())
  attempts.delete(key)
}

function toReason(cause: unknown): LatchkeyError {
  if (isLatchkeyError(cause)) return cause
  // what AbortSignal.timeout() gives
  if (cause instanceof Error && cause.name === 'TimeoutError') return new TimedOutError({ cause })
  return new AbortedError({ cause })
}

function raceAbort<value>(promise: Promise<value>, signal: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}

/** Runs something later; a timer of the same name is replaced. The end of the modal leaves none, and allows none. */
export function setTimer(modal: Modal, name: string, run: () => void, ms: number): void {
  const { timers, signal } = modal[internals]
  if (signal.aborted) return
  clearTimer(modal, name)
  const cancel = modal.env.setTimeout(() => {
    timers.delete(name)
    run()
  }, ms)
  timers.set(name, cancel)
}

export function clearTimer(modal: Modal, name: string): void {
  const { timers } = modal[internals]
  timers.get(name)?.()
  timers.delete(name)
}

export function hasTimer(modal: Modal, name: string): boolean {
  return modal[internals].timers.has(name)
}

/** Starts or restarts a span of `ms` milliseconds that has to pass before something may happen again. */
export function startCooldown(modal: Modal, name: string, ms: number): void {
  const { cooldowns } = modal[internals]
  const now = modal.env.now()
  for (const [key, end] of cooldowns) if (end <= now) cooldowns.delete(key)
  cooldowns.set(name, now + ms)
}

export function isCoolingDown(modal: Modal, name: string): boolean {
  return getCooldown(modal, name) > 0
}

/** Milliseconds that are left of it. */
export function getCooldown(modal: Modal, name: string): number {
  return Math.max(0, (modal[internals].cooldowns.get(name) ?? 0) - modal.env.now())
}

/** Throws `NOT_STARTED` before `start()` and after `destroy()`. [S8.41] */
export function assertStarted(modal: Modal): void {
  if (modal.getState().status !== 'ready') throw new NotStartedError()
}
