import type { WalletContext } from '../provider/walletMethod.js'

export type Permission = {
  readonly parentCapability: 'eth_accounts'
  readonly invoker: string
  readonly caveats: readonly { readonly type: 'restrictReturnedAccounts'; readonly value: readonly string[] }[]
}

/** `wallet_getPermissions` (EIP-2255). */
export function getPermissions({ state }: WalletContext): readonly Permission[] {
  const value = state.exposed()
  if (value.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts' as const, value: [...value] }]
  return [{ parentCapability: 'eth_accounts', invoker: state.origin, caveats }]
}
