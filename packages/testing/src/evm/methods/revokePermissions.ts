import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { assertAccountsPermission } from './assertAccountsPermission.js'

/** `wallet_revokePermissions` (proposed beside EIP-2255): the site sees `accountsChanged` with no account. */
export function revokePermissions(context: WalletContext, call: WalletCall): null {
  const { state, script, update, emit } = context
  assertAccountsPermission(call.params)
  if (script.flags().ignoreRevoke) emit('accountsChanged', [...state.exposed()])
  else update(() => state.grant([]))
  return null
}
