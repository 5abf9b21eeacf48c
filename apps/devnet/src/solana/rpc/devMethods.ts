import type { SolanaChain } from '../chain/createSolanaChain.js'
import { giveTokens } from '../chain/giveTokens.js'
import { SolanaRpcError } from '../SolanaRpcError.js'
import type { Methods } from './method.js'
import { toAddress } from './toAddress.js'

/** What no cluster has: a test in another process moves time, stops the landing of transactions, and makes tokens with it. */
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
    devnet_giveTokens: (mint, owner, amount) => {
      if (typeof amount !== 'string' || !/^\d{1,19}$/.test(amount))
        throw new SolanaRpcError('Invalid params: an amount in decimal digits')
      giveTokens(chain.svm, { mint: toAddress(mint), owner: toAddress(owner), amount: BigInt(amount) })
      return true
    },
  }
}
