import { apiVersion, type ChainAdapter } from '@latchkey/core'
import { createEvmInstance } from './createEvmInstance.js'
import { type EvmNetworkInput, toNetwork } from './networks.js'
import { toWatchInterval, type WatchOption } from './watchInterval.js'

export type EvmOptions = {
  /** Chains of `viem/chains` or core networks; the same list as the `networks` option of the modal, joined with it. */
  readonly networks?: readonly EvmNetworkInput[] | undefined
  /**
   * Reads the balance again when a transaction of the connected account is sent or comes into a block, for as long as
   * something shows it. Asks a node every 30 s, or as told in milliseconds, and ends after 99 transactions. Off unless
   * told.
   */
  readonly watchPendingTransactions?: WatchOption | undefined
}

/**
 * EVM chains and the wallets of the page. Nothing happens before the modal starts.
 *
 * @example
 * createModal({ adapters: [evm({ networks: [mainnet, base] })] })
 */
export function evm({ networks = [], watchPendingTransactions }: EvmOptions = {}): ChainAdapter<'eip155'> {
  const interval = toWatchInterval(watchPendingTransactions)
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'eip155',
    networks: networks.map(toNetwork),
    setup: (context) => createEvmInstance(context, interval),
  }
}
