import type { Siwx } from '../../contracts/auth.js'
import { SignOutFailedError } from '../../errors/signIn.js'
import { internals, type Modal } from '../../modal/modal.js'
import { waitFor } from '../../rpc/wait.js'
import { type CaipAddress, parseCaipAddress, toCaipAddress } from '../../utils/caip.js'
import type { Connection } from '../connection/state.js'
import { showToast } from '../shell/notices.js'
import { checkSession, decline, forgetDeclined, getSiwxMemory, requireSignInAccount, requireSiwx } from './sessions.js'
import { isSameAccount, siwxDeadlines } from './state.js'

/**
 * Signs the active account out; its wallet stays connected. Where sign-in is required it is asked for again at once.
 *
 * Throws `NOT_STARTED`, `SIWX_NOT_ENABLED`, `NO_ACTIVE_ADDRESS`, `NO_ACTIVE_NETWORK`, or `SIGN_OUT_FAILED`: then the session
 * may still be good.
 */
export async function signOut(modal: Modal): Promise<void> {
  const { caipAddress } = requireSignInAccount(modal)
  const siwx = await requireSiwx(modal)
  const { env } = modal
  const { signal } = modal[internals]
  const memory = getSiwxMemory(modal)
  const others = memory.signedIn.filter((item) => item !== caipAddress && isSameAccount(item, caipAddress))
  const revoking = revokeAccount(siwx, [caipAddress, ...others])
  await waitFor(revoking, { env, signal, deadline: siwxDeadlines.revoke }).catch((cause: unknown) => {
    throw new SignOutFailedError({ cause })
  })
  memory.signedIn = memory.signedIn.filter((item) => !isSameAccount(item, caipAddress))
  memory.unsent = undefined
  // who signs out does not want to be asked again at the next visit
  decline(modal, caipAddress)
  await checkSession(modal)
}

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

/** Ends the sessions of an account on these networks. Rejects where one of them could not be ended. */
async function revokeAccount(siwx: Siwx, caipAddresses: readonly CaipAddress[]): Promise<void> {
  await Promise.all(
    caipAddresses.map(async (caipAddress) => {
      const { namespace, reference, address } = parseCaipAddress(caipAddress) ?? {}
      if (namespace && address) await siwx.revokeSession(`${namespace}:${reference}`, address)
    }),
  )
}
