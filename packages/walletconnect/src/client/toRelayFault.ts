import { type Env, isLatchkeyError, type LatchkeyError } from '@latchkey/core'
import { RelayUnreachableError, SessionExpiredError } from '@latchkey/core/plugin'

/** What the relay or the socket to it said last. */
export type RelayWords = {
  /** The relay ended the socket of its own will (close code 3000), with its reason. */
  readonly refusal?: string | undefined
  /** Why the socket did not open, as far as that is told. */
  readonly failure?: string | undefined
}

/**
 * Why the relay is not to be had, told apart as far as a page can see: no network at all, a relay that refuses this page or
 * its clock, or one that does not answer, as where something between blocks it. A browser hides the status of a socket that
 * was refused; the words of the relay are then all that there is.
 */
export function toRelayFault(env: Env, { refusal, failure }: RelayWords, cause?: unknown): LatchkeyError {
  if (isLatchkeyError(cause) && ['RELAY_UNREACHABLE', 'SESSION_EXPIRED'].includes(cause.code)) return cause
  if (env.window()?.navigator?.onLine === false)
    return new RelayUnreachableError({ cause, details: 'Offline: this device has no network.' })
  const words = refusal ?? failure ?? ''
  // the token of this page is made anew for each socket: it has expired only where the clock is wrong
  if (/response: 401\b|jwt|token/i.test(words))
    return new SessionExpiredError({ cause, details: `The relay does not take the token of this page: ${words}` })
  if (refusal !== undefined || isRefusal(words))
    return new RelayUnreachableError({ cause, details: `Refused: the relay does not serve this page. ${words}` })
  return new RelayUnreachableError({ cause, details: `No answer: the relay is down, or blocked. ${words}`.trim() })
}

/** Whether the words of a socket that did not open are an HTTP status by which a server refuses for good. */
export function isRefusal(words: string): boolean {
  return /response: 4\d\d\b/i.test(words)
}
