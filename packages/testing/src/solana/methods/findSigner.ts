import type { StandardAccount } from '@latchkey/core'
import { createRpcError } from '../../evm/errors/createRpcError.js'
import type { Key } from '../state/createKeys.js'
import type { WalletState } from '../state/createWalletState.js'

/** The key of an account that the site may use. 4100 for any other. */
export function findSigner(state: WalletState, account: StandardAccount | undefined): Key {
  const isExposed = state.exposed().some(({ address }) => address === account?.address)
  const key = isExposed ? state.keys.find(account?.address) : undefined
  if (!key) throw createRpcError(4_100, 'The site is not connected with this account.')
  return key
}
