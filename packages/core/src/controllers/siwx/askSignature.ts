import type { Siwx, SiwxSession } from '../../auth.js'
import { InvalidWalletReplyError } from '../../errors/connection.js'
import { SignInFailedError } from '../../errors/siwx.js'
import { getFeature } from '../../getFeature.js'
import { internals, type Modal } from '../../modal.js'
import { waitFor } from '../../utils/waitFor.js'
import { callFeature } from '../connection/callFeature.js'
import type { SignInAccount } from './getSignInAccount.js'
import { siwxDeadlines } from './state.js'
import { toFields } from './toFields.js'

/** Makes a message and has the wallet of the account sign it, in its own sign-in form where it has one. */
export async function askSignature(
  modal: Modal,
  siwx: Siwx,
  { account, signal }: { readonly account: SignInAccount; readonly signal: AbortSignal },
): Promise<SiwxSession> {
  const { address, connection } = account
  const { namespace, connectorId, caipNetworkId: chainId } = connection
  const made = await waitFor((async () => siwx.createMessage({ accountAddress: address, chainId }))(), {
    env: modal.env,
    signal,
    deadline: siwxDeadlines.message,
  })
  const message = made.toString()
  const data = toFields(made)
  if (message === '' || message === String({}))
    throw new SignInFailedError({ details: 'createMessage() gave no text to sign.' })
  const connector = modal[internals].connectors.get(connectorId)
  const request = { namespace, connectorId, address, message, signal }
  const signature: unknown =
    connector && getFeature(connector, namespace, 'signIn:sign')
      ? await callFeature(modal, 'signIn:sign', { ...request, data })
      : await callFeature(modal, 'message:sign', request)
  if (typeof signature !== 'string' || signature === '') throw new InvalidWalletReplyError({ details: 'No signature.' })
  return { data, message, signature }
}
