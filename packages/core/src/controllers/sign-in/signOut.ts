import type { Siwx } from '../../contracts/auth.js'
import { SignOutFailedError } from '../../errors/signIn.js'
import { internals, type Modal } from '../../modal/modal.js'
import { waitFor } from '../../rpc/wait.js'
import { type CaipAddress, splitCaipAddress, toCaipAddress } from '../../utils/caip.js'
import type { Connection } from '../connection/state.js'
import { showToast } from '../shell/actions.js'
import { checkSession, decline, forgetDeclined, getSiwxMemory, requireSignInAccount, requireSiwx } from './sessions.js'
import { isSameAccount, siwxTimeouts } from './state.js'

/**
 * Signs out the active account; its wallet stays connected. If sign-in is required, the user is asked again at once.
 *
 * Throws `NOT_STARTED`, `SIWX_NOT_ENABLED`, `NO_ACTIVE_ADDRESS`, `NO_ACTIVE_NETWORK`, or `SIGN_OUT_FAILED`, after which
 * the session may still be valid.
 */
export async function signOut(modal: Modal): Promise<void> {
  const { caipAddress } = requireSignInAccount(modal)
  const siwx = await requireSiwx(modal)
  const { env } = modal
  const { signal } = modal[internals]
  const memory = getSiwxMemory(modal)
  const others = memory.signedIn.filter((item) => item !== caipAddress && isSameAccount(item, caipAddress))
  const revoking = revokeAccount(siwx, [caipAddress, ...others])
  await waitFor(revoking, { env, signal, timeout: siwxTimeouts.revoke }).catch((cause: unknown) => {
    throw new SignOutFailedError({ cause })
  })
  memory.signedIn = memory.signedIn.filter((item) => !isSameAccount(item, caipAddress))
  memory.unsent = undefined
  // no automatic prompt on the next visit
  decline(modal, caipAddress)
  await checkSession(modal)
}

/**
 * Ends the sign-ins of disconnected accounts: signs them out, unless `signOutOnDisconnect` is false, and asks again
 * when they reconnect. A failure shows a toast.
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
    await waitFor(revokeAccount(siwx, ended), { env, signal, timeout: siwxTimeouts.revoke })
  } catch (cause) {
    const { signal, warn } = modal[internals]
    if (signal.aborted) return
    warn(new SignOutFailedError({ cause }))
    showToast(modal, { variant: 'error', message: { code: 'SIGN_OUT_FAILED' } })
  }
}

/** Revokes the sessions of an account on these networks. Rejects if one of them fails. */
async function revokeAccount(siwx: Siwx, caipAddresses: readonly CaipAddress[]): Promise<void> {
  await Promise.all(
    caipAddresses.map(async (caipAddress) => {
      const { namespace, reference, address } = splitCaipAddress(caipAddress) ?? {}
      if (namespace && address) await siwx.revokeSession(`${namespace}:${reference}`, address)
    }),
  )
}
