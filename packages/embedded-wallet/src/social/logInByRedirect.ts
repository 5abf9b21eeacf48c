import type { ConnectorFeatures } from '@latchkey/core'
import { PopupClosedError, SocialFailedError, waitFor } from '@latchkey/core/plugin'
import type { BeginLogin } from '../login/createLogin.js'
import { assertResult, connectSocial, createTimeoutError, fetchRedirectUri, toSocialError } from './connectSocial.js'
import { storePendingRedirect, takePendingRedirect } from './pendingRedirect.js'
import { withoutResult } from './resultAddress.js'
import { type SocialOptions, socialTimeouts } from './socialOptions.js'

type LoginRequest = Parameters<ConnectorFeatures['social:login']>[0]

/**
 * Leaves the page for the provider, in in-app browsers without popups. The secure site sends the user back to the same address,
 * where {@link resumeLogin} continues. Settles only if the page wasn't left, or the user came back without logging in.
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
    if (!state) throw new SocialFailedError({ details: 'The secure site does not support logins without a popup.' })
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
    await waitFor(turnedBack, { env, signal, timeout: socialTimeouts.login })
  } finally {
    stop()
    // the user is here and has given up; a page that is unloading may still be returned to
    if (!context.signal.aborted) client.memory.delete('redirect')
  }
}

export type ResumeRequest = Parameters<ConnectorFeatures['social:resume']>[0] & { readonly begin: BeginLogin }

/**
 * Resumes a login that left this page, with the result from the page's address. Accepts only results of a login started here, so
 * that a link from someone else can't log the user in to their account.
 */
export async function resumeLogin(options: SocialOptions, { signal, begin, onStart }: ResumeRequest): Promise<void> {
  const { client, context, result: uri = '' } = options
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
    begin(provider)
  } catch (cause) {
    throw toSocialError(cause)
  }
}

function toUnknownLoginError(): SocialFailedError {
  return new SocialFailedError({ details: 'This login was not started on this page.' })
}
