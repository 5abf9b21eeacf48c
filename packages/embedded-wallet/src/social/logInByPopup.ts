import type { ConnectorFeatures } from '@latchkey/core'
import { PopupClosedError, waitFor } from '@latchkey/core/plugin'
import { askRedirectUri, toStateUri } from './askRedirectUri.js'
import { connectSocial } from './connectSocial.js'
import { socialLimits } from './socialLimits.js'
import type { SocialOptions } from './socialOptions.js'
import { takeByState } from './takeByState.js'
import { createLateFault, toSocialFault } from './toSocialFault.js'
import { watchPopup } from './watchPopup.js'

export type PopupLoginRequest = Parameters<ConnectorFeatures['social:login']>[0] & {
  readonly popup: Window
  readonly id: string
}

/**
 * Sends the popup to the provider, and makes a login of what it brings. Where it was cut off from this page, as by pages that isolate
 * themselves (COOP), the frame is asked for the result. [S4.10] [S4.11] [S4.12]
 */
export async function logInByPopup(options: SocialOptions, request: PopupLoginRequest): Promise<void> {
  const { client, context, login } = options
  const { env } = context
  const { provider, popup, id, onStep } = request
  const own = new AbortController()
  const { signal } = own
  const onAbort = (): void => own.abort(request.signal.reason)
  request.signal.addEventListener('abort', onAbort, { once: true })
  const cancelLimit = env.setTimeout(() => own.abort(createLateFault()), socialLimits.login)
  const page = env.window() as Window
  const watch = watchPopup({ env, page, popup, origin: client.origin })
  try {
    if (request.signal.aborted) onAbort()
    const asked = askRedirectUri(client, { provider, id, signal })
    const url = await Promise.race([asked, watch.result.then(() => asked)])
    // where it is cut off this goes nowhere, and its first page finds the way
    if (!popup.closed) popup.location.replace(url.href)
    const found = await waitFor(Promise.race([watch.result, watch.gone]), { env, signal })
    if (typeof found === 'string') {
      onStep('retrieving')
      popup.close()
      await connectSocial(options, { uri: found, signal })
    } else {
      const uri = toStateUri(url, client.origin)
      await takeByState(options, { uri, page, result: watch.result, wasBlank: found.wasBlank, signal })
      onStep('retrieving')
    }
    login.begin(provider)
  } catch (cause) {
    throw toSocialFault(cause)
  } finally {
    own.abort(new PopupClosedError())
    cancelLimit()
    watch.end()
    request.signal.removeEventListener('abort', onAbort)
  }
}
