import type { SolanaChain } from '../chain/chain.js'
import { SolanaRpcError } from '../chain/errors.js'
import type { LandedTransaction } from '../chain/run.js'
import { blocksToFinality } from '../chain/slots.js'
import { toTransactionJson } from '../json/transactions.js'
import { type Methods, toAddress, toConfig, withContext } from './params.js'

/** Slots after which only `searchTransactionHistory` finds a transaction. */
const recentSlots = 300

/** Methods about known transactions. */
export function statusMethods(chain: SolanaChain): Methods {
  const toStatus = ({ slot, err }: LandedTransaction): object => {
    const confirmations = chain.slot() - slot
    const isFinal = confirmations >= blocksToFinality
    return {
      slot,
      confirmations: isFinal ? null : confirmations,
      err,
      status: err === null ? { Ok: null } : { Err: err },
      confirmationStatus: isFinal ? 'finalized' : 'confirmed',
    }
  }
  return {
    getSignatureStatuses: (signatures, options) => {
      if (!Array.isArray(signatures) || signatures.length > 256)
        throw new SolanaRpcError('Too many inputs provided; max 256')
      const { searchTransactionHistory } = toConfig(chain, options)
      return withContext(
        chain,
        signatures.map((signature: unknown) => {
          const found = chain.landed.get(String(signature))
          const isKnown = found && (searchTransactionHistory === true || chain.slot() - found.slot <= recentSlots)
          return isKnown ? toStatus(found) : null
        }),
      )
    },
    getTransaction: (signature, options) => {
      // a bare encoding is the legacy form
      const config = typeof options === 'string' ? { encoding: options } : toConfig(chain, options)
      const found = chain.landed.get(String(signature))
      const isFinal = found && chain.slot() - found.slot >= blocksToFinality
      if (!found || ((config['commitment'] ?? 'finalized') === 'finalized' && !isFinal)) return null
      return toTransactionJson(found, config)
    },
    getSignaturesForAddress: (key, options) => {
      const { limit, before, until } = toConfig(chain, options)
      const owner = toAddress(key)
      const newestFirst = [...chain.landed].filter(([, { keys }]) => keys.all.includes(owner)).reverse()
      const at = (signature: unknown): number => newestFirst.findIndex(([other]) => other === signature)
      const from = before === undefined ? 0 : at(before) + 1
      const to = until === undefined || at(until) < 0 ? newestFirst.length : at(until)
      return newestFirst
        .slice(from, Math.min(to, from + (typeof limit === 'number' ? limit : 1_000)))
        .map(([signature, { slot, err, time }]) => ({
          signature,
          slot,
          err,
          memo: null,
          blockTime: time,
          confirmationStatus: chain.slot() - slot >= blocksToFinality ? 'finalized' : 'confirmed',
        }))
    },
  }
}
