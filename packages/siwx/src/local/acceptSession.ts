import {
  isLatchkeyError,
  type PluginContext,
  parseCaipNetworkId,
  type SignatureVerdict,
  type SiwxSession,
} from '@latchkey/core'
import { FeatureNotSupportedError, SignInRefusedError, waitFor } from '@latchkey/core/plugin'
import { checkCacao } from '../message/checkCacao.js'
import { checkMessage } from '../message/checkMessage.js'
import type { KeptSession } from '../sessions/sessions.js'
import type { PendingSignIns } from './createPendingSignIns.js'

/**
 * Checks a sign-in without a server: its text against the message that was asked for, its signature by the adapter. `keep`
 * runs while its nonce is still taken. What is refused is refused for good; where nobody could say, it may be tried again.
 */
export async function acceptSession(
  context: PluginContext,
  { requests, keep }: { readonly requests: PendingSignIns; readonly keep: (session: KeptSession) => Promise<void> },
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

/** Milliseconds: nodes may be asked, several times. */
const checkTimeout = 30_000

type ValidVerdict = Extract<SignatureVerdict, { isValid: true }>

/**
 * Has the adapter of the chain family check the signature of a session. Throws `SIGN_IN_REFUSED` where it is not the
 * account's; what the adapter throws, as without its node, and `FEATURE_NOT_SUPPORTED` where nobody can check: then it is
 * not taken either.
 */
export async function checkSignature(context: PluginContext, session: SiwxSession): Promise<ValidVerdict['by']> {
  const { env, signal, getAdapter, getNetworks } = context
  const { data, message, signature } = session
  const namespace = parseCaipNetworkId(data.chainId)?.namespace
  const network = getNetworks().find(({ caipNetworkId }) => caipNetworkId === data.chainId)
  if (!namespace || !network)
    throw new SignInRefusedError({ field: 'chainId', details: `${data.chainId} is no network of this modal.` })
  const verify = getAdapter(namespace)?.features['message:verify']
  if (!verify) throw new FeatureNotSupportedError({ feature: 'message:verify', by: `The adapter of ${namespace}` })

  const ending = new AbortController()
  const claim = { network, address: data.accountAddress, message, signature, signal: ending.signal }
  try {
    const verdict = await waitFor(verify(claim), { env, signal, deadline: checkTimeout })
    if (verdict.isValid) return verdict.by
  } finally {
    ending.abort()
  }
  throw new SignInRefusedError({ field: 'signature', details: `It is not one of ${data.accountAddress}.` })
}
