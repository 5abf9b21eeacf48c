import { isLatchkeyError, type SocialProvider } from '@latchkey/core'
import { ForeignResultError, SocialFailedError } from '@latchkey/core/plugin'
import type { FrameClient } from '../frame/frameClient.js'
import type { SocialOptions } from './socialOptions.js'

export type RedirectUriRequest = {
  readonly provider: SocialProvider
  /** Of the popup. */
  readonly id?: string | undefined
  readonly signal: AbortSignal
}

/** Where the visitor goes to log in. Throws `SOCIAL_FAILED` for what is no page of the web. */
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
  throw new SocialFailedError({ details: 'The secure site named no page to log in at.' })
}

/**
 * Where the result can be asked for by who has begun the login, though nobody has brought it. Undefined where the secure site does
 * not lead the visitor itself: then no other way is known.
 */
export function toStateUri(url: URL, origin: string): string | undefined {
  const state = url.origin === origin ? url.searchParams.get('state') : null
  return state ? `${origin}/social/result?state=${encodeURIComponent(state)}` : undefined
}

export type SocialResult = {
  readonly uri: string
  readonly signal: AbortSignal
  /** Milliseconds, where the frame waits for the visitor. */
  readonly limit?: number | undefined
}

/** Has the frame make a login of a result. [S4.34] */
export async function connectSocial(
  { client, toUserRequest }: SocialOptions,
  { uri, signal, limit }: SocialResult,
): Promise<void> {
  const ask = (request: ReturnType<typeof toUserRequest>): Promise<unknown> =>
    client.call('CONNECT_SOCIAL', { ...request, uri }, { signal, limit })
  try {
    await ask(toUserRequest())
  } catch (cause) {
    // on a network that the frame does not know: on whichever it is then
    if (getFrameErrorCode(cause) !== 4902) throw cause
    await ask({})
  }
}

/** Throws `FOREIGN_RESULT` for a result that is not the secure site's, and `SOCIAL_FAILED` for one that says so. */
export function assertResult(uri: string, origin: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url?.origin !== origin)
    throw new ForeignResultError({ details: `It is of ${url?.origin ?? 'no site'} and should be of ${origin}.` })
  const fault = url.searchParams.get('error')
  if (fault === null) return
  throw new SocialFailedError({ details: (url.searchParams.get('error_description') || fault).slice(0, 500) })
}

/** The visitor was waited for in vain. */
export function createTimeoutError(): SocialFailedError {
  return new SocialFailedError({ details: 'Nobody came back from the provider within 10 minutes.' })
}

/** What the frame said no to is a login that failed, and why; all else is as it came. [S8.8] */
export function toSocialError(cause: unknown): unknown {
  if (!isLatchkeyError(cause) || cause.code !== 'FRAME_FAILED') return cause
  return new SocialFailedError({ cause, details: cause.shortMessage })
}

/** The number that the frame gave with its error. */
export function getFrameErrorCode(cause: unknown): unknown {
  return isLatchkeyError(cause) && 'rpcCode' in cause ? cause.rpcCode : undefined
}
