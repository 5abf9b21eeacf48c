import type { ConnectorFeatures } from '@latchkey/core'
import { SocialFailedError } from '@latchkey/core/plugin'
import { assertResult, connectSocial } from './connectSocial.js'
import { takeLeftLogin } from './leftLogin.js'
import type { SocialOptions } from './socialOptions.js'
import { createLateFault, toSocialFault } from './toSocialFault.js'

type Request = Parameters<ConnectorFeatures['social:resume']>[0]

/**
 * Resumes a login that this page was left for, with the result that was in its address. Only a result of the login that was begun here
 * counts: links by others lead nobody into an account of theirs.
 */
export async function resumeLogin(options: SocialOptions, { signal, onStart }: Request): Promise<void> {
  const { client, context, login, result: uri = '' } = options
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
