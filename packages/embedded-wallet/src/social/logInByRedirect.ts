import type { ConnectorFeatures } from '@latchkey/core'
import { PopupClosedError, SocialFailedError, waitFor } from '@latchkey/core/plugin'
import { askRedirectUri } from './askRedirectUri.js'
import { noteLeftLogin } from './leftLogin.js'
import { withoutResult } from './resultAddress.js'
import { socialLimits } from './socialLimits.js'
import type { SocialOptions } from './socialOptions.js'
import { toSocialFault } from './toSocialFault.js'

type Request = Parameters<ConnectorFeatures['social:login']>[0]

/**
 * Leaves the page for the provider, where no popup can be: within another app. The secure site sends the visitor back to the same
 * address, where {@link resumeLogin} goes on. Ends by itself only where the page was not left, or the visitor turned back.
 */
export async function logInByRedirect(
  { client, context }: SocialOptions,
  { provider, signal }: Request,
): Promise<void> {
  const { env } = context
  const page = env.window() as Window
  try {
    const url = await askRedirectUri(client, { provider, signal })
    const state = url.origin === client.origin ? url.searchParams.get('state') : null
    if (!state) throw new SocialFailedError({ details: 'The secure site does not send visitors back to this page.' })
    url.searchParams.set('return', withoutResult(page.location.href))
    noteLeftLogin(client.memory, env, { provider, state })
    page.location.assign(url.href)
  } catch (cause) {
    client.memory.delete('redirect')
    throw toSocialFault(cause)
  }
  let stop = (): void => undefined
  const turnedBack = new Promise<never>((_, reject) => {
    const onShow = (): void => reject(new PopupClosedError())
    page.addEventListener('pageshow', onShow)
    stop = () => page.removeEventListener('pageshow', onShow)
  })
  try {
    await waitFor(turnedBack, { env, signal, deadline: socialLimits.login })
  } finally {
    stop()
    // the visitor is here and has given it up; a page that ends may still be come back to
    if (!context.signal.aborted) client.memory.delete('redirect')
  }
}
