import { isLatchkeyError, type PluginContext, type SiwxSession } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { checkCacao } from '../message/checkCacao.js'
import { checkMessage } from '../message/checkMessage.js'
import type { KeptSession } from '../sessions/sessions.js'
import { checkSignature } from './checkSignature.js'
import type { Requests } from './createRequests.js'

/**
 * Checks a sign-in without a server: its text against the message that was asked for, its signature by the adapter. `keep`
 * runs while its nonce is still taken. What is refused is refused for good; where nobody could say, it may be tried again.
 */
export async function acceptSession(
  context: PluginContext,
  { requests, keep }: { readonly requests: Requests; readonly keep: (session: KeptSession) => Promise<void> },
  session: SiwxSession,
): Promise<void> {
  const { message, signature, cacao } = session
  const claim = requests.claim(session.data)
  if (!claim)
    throw new SignInRefusedError({ field: 'nonce', details: 'No sign-in with it was asked for, or it has been used.' })
  try {
    const data = checkMessage({
      message,
      expected: claim.expected,
      now: context.env.now(),
      allowsRecap: cacao !== undefined,
    })
    checkCacao(session)
    const by = await checkSignature(context, { ...session, data })
    await keep({ data, message, signature, ...(cacao && { cacao }), by })
  } catch (cause) {
    if (isLatchkeyError(cause) && cause.code === 'SIGN_IN_REFUSED') claim.burn()
    else claim.release()
    throw cause
  }
}
