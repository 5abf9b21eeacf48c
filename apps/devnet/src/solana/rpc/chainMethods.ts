import type { SolanaChain } from '../chain/chain.js'
import { SolanaRpcError } from '../chain/errors.js'
import { giveTokens } from '../chain/tokens.js'
import { solanaGenesisHash } from '../network.js'
import { apiVersion, type Methods, toAddress, toConfig, withContext } from './params.js'

const slotsInEpoch = 432_000

/** Methods about the network. */
export function chainMethods(chain: SolanaChain): Methods {
  const { blockhashes, slot, blockHeight } = chain
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': apiVersion, 'feature-set': 0 }),
    getGenesisHash: () => solanaGenesisHash,
    getSlot: (config) => {
      toConfig(chain, config)
      return slot()
    },
    getBlockHeight: (config) => {
      toConfig(chain, config)
      return blockHeight()
    },
    getEpochInfo: () => ({
      absoluteSlot: slot(),
      blockHeight: blockHeight(),
      epoch: Math.floor(slot() / slotsInEpoch),
      slotIndex: slot() % slotsInEpoch,
      slotsInEpoch,
      transactionCount: chain.landed.size,
    }),
    getLatestBlockhash: (config) => {
      // as on a cluster, the default commitment is finalized
      const { commitment = 'finalized' } = toConfig(chain, config)
      return withContext(chain, blockhashes.latest(commitment === 'finalized'))
    },
    isBlockhashValid: (blockhash, config) => {
      toConfig(chain, config)
      return withContext(chain, typeof blockhash === 'string' && blockhashes.isValid(blockhash))
    },
    getMinimumBalanceForRentExemption: (length) => {
      if (!Number.isSafeInteger(length)) throw new SolanaRpcError('Invalid params: invalid type, expected usize')
      return Number(chain.svm.minimumBalanceForRentExemption(BigInt(Number(length))))
    },
    getRecentPrioritizationFees: () => [{ slot: slot(), prioritizationFee: 0 }],
  }
}

/** Additions for tests in other processes: moving time, holding transactions, minting tokens. */
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
