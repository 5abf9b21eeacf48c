import type { ConnectorFeatures } from '@latchkey/core'
import { PopupClosedError, SocialFailedError, waitFor } from '@latchkey/core/plugin'
import { assertResult, connectSocial, createTimeoutError, fetchRedirectUri, toSocialError } from './connectSocial.js'
import { storePendingRedirect, takePendingRedirect } from './pendingRedirect.js'
import { withoutResult } from './resultAddress.js'
import { type SocialOptions, socialTimeouts } from './socialOptions.js'

type LoginRequest = Parameters<ConnectorFeatures['social:login']>[0]

/**
 * Leaves the page for the provider, where no popup can be: within another app. The secure site sends the visitor back to the same
 * address, where {@link resumeLogin} goes on. Ends by itself only where the page was not left, or the visitor turned back.
 */
export async function logInByRedirect(
  { client, context }: SocialOptions,
  { provider, signal }: LoginRequest,
): Promise<void> {
  const { env } = context
  const page = env.window() as Window
  try {
    const url = await fetchRedirectUri(client, { provider, signal })
    const state = url.origin === client.origin ? url.searchParams.get('state') : null
    if (!state) throw new SocialFailedError({ details: 'The secure site does not send visitors back to this page.' })
    url.searchParams.set('return', withoutResult(page.location.href))
    storePendingRedirect(client.memory, env, { provider, state })
    page.location.assign(url.href)
  } catch (cause) {
    client.memory.delete('redirect')
    throw toSocialError(cause)
  }
  let stop = (): void => undefined
  const turnedBack = new Promise<never>((_, reject) => {
    const onShow = (): void => reject(new PopupClosedError())
    page.addEventListener('pageshow', onShow)
    stop = () => page.removeEventListener('pageshow', onShow)
  })
  try {
    await waitFor(turnedBack, { env, signal, deadline: socialTimeouts.login })
  } finally {
    stop()
    // the visitor is here and has given it up; a page that ends may still be come back to
    if (!context.signal.aborted) client.memory.delete('redirect')
  }
}

type ResumeRequest = Parameters<ConnectorFeatures['social:resume']>[0]

/**
 * Resumes a login that this page was left for, with the result that was in its address. Only a result of the login that was begun here
 * counts: links by others lead nobody into an account of theirs.
 */
export async function resumeLogin(options: SocialOptions, { signal, onStart }: ResumeRequest): Promise<void> {
  const { client, context, login, result: uri = '' } = options
  const left = takePendingRedirect(client.memory, context.env)
  if (!left) throw toUnknownLoginError()
  const { provider, state, isLate } = left
  onStart(provider)
  if (isLate) throw createTimeoutError()
  try {
    assertResult(uri, client.origin)
    if (new URL(uri).searchParams.get('state') !== state) throw toUnknownLoginError()
    await client.open(signal)
    await connectSocial(options, { uri, signal })
    login.begin(provider)
  } catch (cause) {
    throw toSocialError(cause)
  }
}

function toUnknownLoginError(): SocialFailedError {
  return new SocialFailedError({ details: 'This login was not begun on this page.' })
}
