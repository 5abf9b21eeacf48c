import { NotStartedError, TimedOutError } from '../errors/connection.js'
import { AbortedError, isLatchkeyError, type LatchkeyError } from '../errors/LatchkeyError.js'
import { internals, type Modal } from './modal.js'

type AttemptOptions = {
  /** A newer attempt with the same key aborts the older one. Without a key, an attempt runs alongside all others. */
  readonly key?: string | undefined
  /** Milliseconds until the attempt aborts with `TIMED_OUT`. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
}

export type Attempt = {
  /**
   * Aborts with the error to report: because of a newer attempt, the caller's signal, the timeout or the end of the
   * modal.
   */
  readonly signal: AbortSignal
  /**
   * False once a newer attempt, `abortAttempt` or the end of the modal has replaced this one: it must not write state
   * then.
   */
  isLatest(): boolean
  /** Settles with the promise, or rejects with the abort reason, whichever comes first. */
  race<value>(promise: Promise<value>): Promise<value>
  end(): void
}

/** Begins an operation that waits. Late results never overwrite newer choices, and no wait is unlimited. */
export function beginAttempt(modal: Modal, options: AttemptOptions): Attempt {
  const { timeout, signal } = options
  const { attempts, signal: modalSignal } = modal[internals]
  const key = options.key ?? Symbol('attempt')
  const controller = new AbortController()
  const onCallerAbort = (): void => controller.abort(toReason(signal?.reason))
  const onModalEnd = (): void => {
    controller.abort(toReason(modalSignal.reason))
    attempts.delete(key)
  }

  attempts.get(key)?.abort(new AbortedError({ details: 'A newer request replaced it.' }))
  attempts.set(key, controller)
  const cancelTimeout = modal.env.setTimeout(() => controller.abort(new TimedOutError()), timeout)
  signal?.addEventListener('abort', onCallerAbort, { once: true })
  modalSignal.addEventListener('abort', onModalEnd, { once: true })
  if (signal?.aborted) onCallerAbort()
  if (modalSignal.aborted) onModalEnd()

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
      cancelTimeout()
      signal?.removeEventListener('abort', onCallerAbort)
      modalSignal.removeEventListener('abort', onModalEnd)
      if (attempts.get(key) === controller) attempts.delete(key)
    },
  }
}

/** Aborts and removes the running attempt with this key, if any. */
export function abortAttempt(modal: Modal, key: string): void {
  const { attempts } = modal[internals]
  attempts.get(key)?.abort(new AbortedError())
  attempts.delete(key)
}

/**
 * Runs a function after `ms` milliseconds, replacing any timer of the same name. The end of the modal cancels all
 * timers and prevents new ones.
 */
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

/** Starts or restarts a cooldown of `ms` milliseconds. */
export function startCooldown(modal: Modal, name: string, ms: number): void {
  const { cooldowns } = modal[internals]
  const now = modal.env.now()
  for (const [key, end] of cooldowns) if (end <= now) cooldowns.delete(key)
  cooldowns.set(name, now + ms)
}

export function isCoolingDown(modal: Modal, name: string): boolean {
  return getCooldown(modal, name) > 0
}

/** Returns the remaining milliseconds of a cooldown. */
export function getCooldown(modal: Modal, name: string): number {
  return Math.max(0, (modal[internals].cooldowns.get(name) ?? 0) - modal.env.now())
}

/** Throws `NOT_STARTED` before `start()` and after `destroy()`. [S8.41] */
export function assertStarted(modal: Modal): void {
  if (modal.getState().status !== 'ready') throw new NotStartedError()
}

function toReason(cause: unknown): LatchkeyError {
  if (isLatchkeyError(cause)) return cause
  // the reason of AbortSignal.timeout()
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
