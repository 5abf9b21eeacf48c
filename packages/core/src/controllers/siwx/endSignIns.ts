import { SignOutFailedError } from '../../errors/siwx.js'
import { internals, type Modal } from '../../modal.js'
import { toCaipAddress } from '../../utils/caip.js'
import { waitFor } from '../../utils/waitFor.js'
import type { Connection } from '../connection/state.js'
import { showToast } from '../toast/showToast.js'
import { forgetDeclined } from './declined.js'
import { getSiwxMemory } from './memory.js'
import { isSameAccount } from './reduceSiwx.js'
import { requireSiwx } from './requireSiwx.js'
import { revokeAccount } from './revokeAccount.js'
import { siwxDeadlines } from './state.js'

/**
 * What disconnecting means to sign-in: the accounts are asked anew when they come back, and signed out unless the app keeps
 * them signed in. A sign-out that fails is told; the page is free all the same.
 */
export async function endSignIns(modal: Modal, connections: readonly Connection[]): Promise<void> {
  const memory = getSiwxMemory(modal)
  const ended = connections.flatMap(({ accounts, caipNetworkId }) => {
    const own = accounts.map(({ address }) => toCaipAddress(caipNetworkId, address))
    const [active] = own
    const others = memory.signedIn.filter((item) => item !== active && own.some((each) => isSameAccount(each, item)))
    return active ? [active, ...others] : []
  })
  for (const caipAddress of ended) forgetDeclined(modal, caipAddress)
  memory.signedIn = memory.signedIn.filter((item) => !ended.includes(item))
  memory.unsent = undefined
  try {
    const siwx = await requireSiwx(modal)
    if (siwx.signOutOnDisconnect === false) return
    const { env } = modal
    const { signal } = modal[internals]
    await waitFor(revokeAccount(siwx, ended), { env, signal, deadline: siwxDeadlines.revoke })
  } catch (cause) {
    const { signal, warn } = modal[internals]
    if (signal.aborted) return
    warn(new SignOutFailedError({ cause }))
    showToast(modal, { variant: 'error', message: { code: 'SIGN_OUT_FAILED' } })
  }
}
