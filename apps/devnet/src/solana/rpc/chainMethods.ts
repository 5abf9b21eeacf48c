import type { SolanaChain } from '../chain/createSolanaChain.js'
import { SolanaRpcError } from '../SolanaRpcError.js'
import { solanaGenesisHash } from '../solanaNetwork.js'
import type { Methods } from './method.js'
import { toConfig } from './toConfig.js'
import { apiVersion, withContext } from './withContext.js'

const slotsInEpoch = 432_000

/** What a client asks of the network itself. */
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
      // as on a cluster, who names no commitment gets the final one
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
