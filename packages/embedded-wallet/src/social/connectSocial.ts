import { ForeignResultError, SocialFailedError } from '@latchkey/core/plugin'
import type { SocialOptions } from './socialOptions.js'
import { getFaultCode } from './toSocialFault.js'

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
    if (getFaultCode(cause) !== 4902) throw cause
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
