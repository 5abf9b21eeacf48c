import { type PluginContext, parseCaipNetworkId, type SignatureVerdict, type SiwxSession } from '@latchkey/core'
import { FeatureNotSupportedError, SignInRefusedError, waitFor } from '@latchkey/core/plugin'

/** Milliseconds: nodes may be asked, several times. */
const checkDeadline = 30_000

type Good = Extract<SignatureVerdict, { isValid: true }>

/**
 * Has the adapter of the chain family check the signature of a session. Throws `SIGN_IN_REFUSED` where it is not the
 * account's; what the adapter throws, as without its node, and `FEATURE_NOT_SUPPORTED` where nobody can check: then it is
 * not taken either.
 */
export async function checkSignature(context: PluginContext, session: SiwxSession): Promise<Good['by']> {
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
    const verdict = await waitFor(verify(claim), { env, signal, deadline: checkDeadline })
    if (verdict.isValid) return verdict.by
  } finally {
    ending.abort()
  }
  throw new SignInRefusedError({ field: 'signature', details: `It is not one of ${data.accountAddress}.` })
}
