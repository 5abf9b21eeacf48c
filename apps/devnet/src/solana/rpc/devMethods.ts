import type { SolanaChain } from '../chain/createSolanaChain.js'
import { SolanaRpcError } from '../SolanaRpcError.js'
import type { Methods } from './method.js'

/** What no cluster has: a test in another process moves time and stops the landing of transactions with it. */
export function devMethods(chain: SolanaChain): Methods {
  return {
    devnet_advanceSlots: (count) => {
      if (!Number.isSafeInteger(count) || Number(count) < 1 || Number(count) > 10_000)
        throw new SolanaRpcError('Invalid params: a count from 1 to 10000')
      chain.advanceSlots(Number(count))
      return chain.slot()
    },
    devnet_holdTransactions: (isHeld) => {
      chain.hold(isHeld === true)
      return isHeld === true
    },
  }
}
