import type { Siwx, SiwxSession } from '../../auth.js'
import type { Modal } from '../../modal.js'
import { isSameAddress } from '../../utils/address.js'
import { waitFor } from '../../utils/waitFor.js'
import { askSignature } from './askSignature.js'
import { checkSession } from './checkSession.js'
import { findSession, isOver } from './findSession.js'
import type { SignInAccount } from './getSignInAccount.js'
import { isUnanswered } from './isUnanswered.js'
import { getSiwxMemory } from './memory.js'
import { requireSiwx } from './requireSiwx.js'
import { siwxDeadlines } from './state.js'

/**
 * A session that the app's side has taken. Where that did not answer the last time, the signature of then is sent again, if
 * it did not come through after all; no wallet is asked a second time.
 */
export async function obtainSession(modal: Modal, account: SignInAccount, signal: AbortSignal): Promise<SiwxSession> {
  const { env } = modal
  const siwx = await requireSiwx(modal)
  const unsent = findUnsent(modal, account)
  if (unsent) {
    const looking = findSession(modal, siwx, account.caipAddress)
    const found = await waitFor(looking, { env, signal, deadline: siwxDeadlines.check })
    if (found) {
      getSiwxMemory(modal).unsent = undefined
      return found
    }
  }
  const session = unsent ?? (await askSignature(modal, siwx, { account, signal }))
  await hand(modal, siwx, session, signal)
  return session
}

function findUnsent(modal: Modal, { address, connection }: SignInAccount): SiwxSession | undefined {
  const { unsent } = getSiwxMemory(modal)
  if (!unsent || isOver(modal, unsent)) return undefined
  const { accountAddress, chainId } = unsent.data
  const isSame = isSameAddress(connection.namespace, accountAddress, address) && chainId === connection.caipNetworkId
  return isSame ? unsent : undefined
}

async function hand(modal: Modal, siwx: Siwx, session: SiwxSession, signal: AbortSignal): Promise<void> {
  const memory = getSiwxMemory(modal)
  memory.unsent = undefined
  const handing = (async () => siwx.addSession(session))()
  try {
    await waitFor(handing, { env: modal.env, signal, deadline: siwxDeadlines.verify })
  } catch (cause) {
    if (isUnanswered(cause)) memory.unsent = session
    // it may be taken after all, when nobody waits any more
    handing.then(
      () => checkSession(modal),
      () => undefined, // told already
    )
    throw cause
  }
}
