import { isLatchkeyError, type SocialProvider } from '@latchkey/core'
import { ForeignResultError, SocialFailedError } from '@latchkey/core/plugin'
import type { FrameClient } from '../frame/frameClient.js'
import type { SocialOptions } from './socialOptions.js'

export type RedirectUriRequest = {
  readonly provider: SocialProvider
  /** Id of the popup. */
  readonly id?: string | undefined
  readonly signal: AbortSignal
}

/** Requests the page to log in at. Throws `SOCIAL_FAILED` if it isn't a web URL. */
export async function fetchRedirectUri(
  client: FrameClient,
  { provider, id, signal }: RedirectUriRequest,
): Promise<URL> {
  await client.open(signal)
  const payload = { provider, ...(id !== undefined && { popup: id }) }
  const { uri } = await client.call('GET_SOCIAL_REDIRECT_URI', payload, { signal })
  signal.throwIfAborted()
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new SocialFailedError({ details: 'The secure site returned no valid login page.' })
}

/**
 * The URI for fetching a login's result by its state, if the popup can't deliver it. Undefined if the secure site doesn't handle
 * the redirect itself.
 */
export function toStateUri(url: URL, origin: string): string | undefined {
  const state = url.origin === origin ? url.searchParams.get('state') : null
  return state ? `${origin}/social/result?state=${encodeURIComponent(state)}` : undefined
}

export type SocialResult = {
  readonly uri: string
  readonly signal: AbortSignal
  /** Timeout in milliseconds, if the frame waits for the user. */
  readonly timeout?: number | undefined
}

/** Completes the login with a result. [S4.34] */
export async function connectSocial(
  { client, toUserRequest }: SocialOptions,
  { uri, signal, timeout }: SocialResult,
): Promise<void> {
  const connect = (request: ReturnType<typeof toUserRequest>): Promise<unknown> =>
    client.call('CONNECT_SOCIAL', { ...request, uri }, { signal, timeout })
  try {
    await connect(toUserRequest())
  } catch (cause) {
    // the frame doesn't know the network, so let it choose one
    if (getFrameErrorCode(cause) !== 4902) throw cause
    await connect({})
  }
}

/** Throws `FOREIGN_RESULT` for a result of another origin, and `SOCIAL_FAILED` for a result that reports an error. */
export function assertResult(uri: string, origin: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url?.origin !== origin)
    throw new ForeignResultError({ details: `Its origin is ${url?.origin ?? 'missing'}, not ${origin}.` })
  const error = url.searchParams.get('error')
  if (error === null) return
  throw new SocialFailedError({ details: (url.searchParams.get('error_description') || error).slice(0, 500) })
}

/** The user didn't come back in time. */
export function createTimeoutError(): SocialFailedError {
  return new SocialFailedError({ details: 'The login was not completed within 10 minutes.' })
}

/** Converts an error of the frame to a failed login with its message; leaves other errors as they are. [S8.8] */
export function toSocialError(cause: unknown): unknown {
  if (!isLatchkeyError(cause) || cause.code !== 'FRAME_FAILED') return cause
  return new SocialFailedError({ cause, details: cause.shortMessage })
}

/** The code of the frame's error, if there is one. */
export function getFrameErrorCode(cause: unknown): unknown {
  return isLatchkeyError(cause) && 'rpcCode' in cause ? cause.rpcCode : undefined
}
