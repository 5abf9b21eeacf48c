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
 * Checks a sign-in without a server: its text against the requested message, and its signature with the adapter. `keep` runs
 * while the nonce is still claimed. A refusal is final; if the check itself failed, the sign-in can be retried.
 */
export async function acceptSession(
  context: PluginContext,
  { requests, keep }: { readonly requests: PendingSignIns; readonly keep: (session: KeptSession) => Promise<void> },
  session: SiwxSession,
): Promise<void> {
  const { message, signature, cacao } = session
  const claim = requests.claim(session.data)
  if (!claim) throw new SignInRefusedError({ field: 'nonce', details: 'It is unknown or was already used.' })
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

/** In milliseconds. The check may need several RPC calls. */
const checkTimeout = 30_000

type ValidVerdict = Extract<SignatureVerdict, { isValid: true }>

/**
 * Checks a session's signature with the namespace's adapter. Throws `SIGN_IN_REFUSED` if it isn't the account's,
 * `FEATURE_NOT_SUPPORTED` if no adapter can check it, or the adapter's error, for example if its node doesn't respond. In all
 * these cases the session is not accepted.
 */
async function checkSignature(context: PluginContext, session: SiwxSession): Promise<ValidVerdict['by']> {
  const { env, signal, getAdapter, getNetworks } = context
  const { data, message, signature, cacao } = session
  const namespace = parseCaipNetworkId(data.chainId)?.namespace
  const network = getNetworks().find(({ caipNetworkId }) => caipNetworkId === data.chainId)
  if (!namespace || !network)
    throw new SignInRefusedError({ field: 'chainId', details: `${data.chainId} is not a network of this modal.` })
  const verify = getAdapter(namespace)?.features['message:verify']
  if (!verify) throw new FeatureNotSupportedError({ feature: 'message:verify', by: `The adapter of ${namespace}` })

  const ending = new AbortController()
  const claim = {
    network,
    address: data.accountAddress,
    message,
    signature,
    isWalletText: cacao !== undefined,
    signal: ending.signal,
  }
  try {
    const verdict = await waitFor(verify(claim), { env, signal, timeout: checkTimeout })
    if (verdict.isValid) return verdict.by
  } finally {
    ending.abort()
  }
  throw new SignInRefusedError({ field: 'signature', details: `It is not valid for ${data.accountAddress}.` })
}
