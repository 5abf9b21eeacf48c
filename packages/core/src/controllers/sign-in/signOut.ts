import type { Siwx } from '../../contracts/auth.js'
import { SignOutFailedError } from '../../errors/signIn.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getNetworks } from '../../modal/namespaces.js'
import { waitFor } from '../../rpc/wait.js'
import { type CaipAddress, type CaipNetworkId, splitCaipAddress, toCaipAddress } from '../../utils/caip.js'
import type { Connection } from '../connection/state.js'
import { showToast } from '../shell/actions.js'
import {
  checkSession,
  decline,
  forgetDeclined,
  getSignInAccount,
  getSiwxMemory,
  requireSignInAccount,
  requireSiwx,
} from './sessions.js'
import { isSameAccount, siwxTimeouts } from './state.js'

/**
 * Signs out the active account, on all networks; its wallet stays connected. If sign-in is required, the user is asked again at once.
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
  const revoking = revokeAccounts(modal, siwx, [caipAddress])
  await waitFor(revoking, { env, signal, timeout: siwxTimeouts.revoke }).catch((cause: unknown) => {
    checkWhenRevoked(modal, revoking, [caipAddress])
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
  const hadSession = (caipAddress: CaipAddress): boolean =>
    memory.signedIn.some((item) => isSameAccount(item, caipAddress))
  const ended = connections.flatMap(({ accounts, caipNetworkId }) => {
    const [active, ...others] = accounts.map(({ address }) => toCaipAddress(caipNetworkId, address))
    return active ? [active, ...others.filter(hadSession)] : []
  })
  for (const caipAddress of ended) forgetDeclined(modal, caipAddress)
  memory.signedIn = memory.signedIn.filter((item) => !ended.some((each) => isSameAccount(each, item)))
  memory.unsent = undefined
  try {
    const siwx = await requireSiwx(modal)
    if (siwx.signOutOnDisconnect === false) return
    const { env } = modal
    const { signal } = modal[internals]
    const revoking = revokeAccounts(modal, siwx, ended)
    checkWhenRevoked(modal, revoking, ended)
    await waitFor(revoking, { env, signal, timeout: siwxTimeouts.revoke })
  } catch (cause) {
    const { signal, warn } = modal[internals]
    if (signal.aborted) return
    warn(new SignOutFailedError({ cause }))
    showToast(modal, { variant: 'error', message: { code: 'SIGN_OUT_FAILED' } })
  }
}

/**
 * Checks the active account again once its sessions were revoked, or failed to be: the server may respond after the
 * timeout, or after the user has reconnected and was found to be signed in.
 */
function checkWhenRevoked(modal: Modal, revoking: Promise<void>, ended: readonly CaipAddress[]): void {
  const check = (): void => {
    const account = getSignInAccount(modal.getState())?.caipAddress
    if (account && ended.some((item) => isSameAccount(item, account))) void checkSession(modal)
  }
  revoking.then(check, check)
}

/**
 * Ends all sessions of accounts: those of a contract account are valid on one network each. Rejects if one of the calls
 * fails.
 */
async function revokeAccounts(modal: Modal, siwx: Siwx, caipAddresses: readonly CaipAddress[]): Promise<void> {
  const revoke = async (caipAddress: CaipAddress): Promise<void> => {
    const { namespace, reference, address } = splitCaipAddress(caipAddress) ?? {}
    if (!namespace || !address) return
    if (siwx.revokeAccount) return siwx.revokeAccount(namespace, address)
    const configured = getNetworks(modal.getState(), namespace).map(({ caipNetworkId }) => caipNetworkId)
    const chainIds = new Set<CaipNetworkId>([`${namespace}:${reference}`, ...configured])
    await Promise.all([...chainIds].map(async (chainId) => siwx.revokeSession(chainId, address)))
  }
  await Promise.all(caipAddresses.map(revoke))
}
