import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { assertAccountsPermission } from './assertAccountsPermission.js'
import { getPermissions, type Permission } from './getPermissions.js'
import { safeText } from './safeText.js'

/** `wallet_requestPermissions` (EIP-2255): always asks, so that the user may choose anew. */
export async function requestPermissions(context: WalletContext, call: WalletCall): Promise<readonly Permission[]> {
  const { state, update } = context
  assertAccountsPermission(call.params)
  if (state.lock.isLocked()) await state.lock.untilUnlocked()
  await call.ask('connect', `Connect to ${safeText(state.origin)}`)
  update(() => state.grant(state.accounts.list()))
  return getPermissions(context)
}
