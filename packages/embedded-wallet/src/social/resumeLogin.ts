import type { ConnectorFeatures } from '@latchkey/core'
import { SocialFailedError } from '@latchkey/core/plugin'
import { assertResult, connectSocial } from './connectSocial.js'
import { takeLeftLogin } from './leftLogin.js'
import { findResult, withoutResult } from './resultAddress.js'
import type { SocialOptions } from './socialOptions.js'
import { createLateFault, toSocialFault } from './toSocialFault.js'

type Request = Parameters<ConnectorFeatures['social:resume']>[0]

/**
 * Goes on with a login that this page was left for: takes the result out of its address, whatever comes of it, and leaves the app's own
 * state as it is. Only a result of the login that was begun here counts: links by others lead nobody into an account of theirs.
 */
export async function resumeLogin(options: SocialOptions, { signal, onStart }: Request): Promise<void> {
  const { client, context, login } = options
  const page = context.env.window() as Window
  const { href } = page.location
  const uri = findResult(href) ?? ''
  page.history.replaceState(page.history.state, '', withoutResult(href))
  const left = takeLeftLogin(client.memory, context.env)
  if (!left) throw toUnknown()
  const { provider, state, isLate } = left
  onStart(provider)
  if (isLate) throw createLateFault()
  try {
    assertResult(uri, client.origin)
    if (new URL(uri).searchParams.get('state') !== state) throw toUnknown()
    await client.open(signal)
    await connectSocial(options, { uri, signal })
    login.begin(provider)
  } catch (cause) {
    throw toSocialFault(cause)
  }
}

function toUnknown(): SocialFailedError {
  return new SocialFailedError({ details: 'This login was not begun on this page.' })
}
